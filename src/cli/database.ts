import { join } from 'node:path'
import type { Clock } from '../core/ports.ts'
import type { Network, StoreDatabase } from '../service/index.ts'
import type { Session } from './session.ts'

/** What a session has of the databases that it opens. */
export type DatabaseParts = Pick<Session, 'store' | 'clock' | 'databases'>

interface Place extends Pick<Session, 'machineClock' | 'env' | 'output' | 'onEnd'> {
  readonly store: string | undefined
}

/**
 * The databases of a session, each opened at its first use, and closed when the session ends. From then on the session's
 * clock shows their time: that of the service, by which quotes and locks run out.
 */
export function shareDatabases({ store, ...place }: Place): DatabaseParts {
  const { machineClock } = place
  if (store === undefined)
    return { store, clock: machineClock, databases: () => Promise.reject(new Error('no database')) }
  let clock: Pick<Clock, 'now'> = machineClock
  const opened = new Map<Network, Promise<StoreDatabase>>()
  const open = async (network: Network): Promise<StoreDatabase> => {
    const { openDatabase } = await import('../open.ts')
    const database = await openDatabase({
      ...{ url: store, network, clock: machineClock, env: place.env },
      tell: (text) => place.output.note(text),
    })
    place.onEnd(() => database.store.close())
    clock = database.clock
    return database
  }
  return {
    store,
    clock: { ...machineClock, now: () => clock.now() },
    databases: (network) => {
      const known = opened.get(network)
      if (known !== undefined) return known
      const opening = open(network)
      opened.set(network, opening)
      // One that did not answer may do so the next time.
      opening.catch(() => opened.delete(network))
      return opening
    },
  }
}

/** The note beside the file of a home that its swaps were copied to a database. */
export function movedStorePath({ home, network }: Pick<Session, 'home' | 'network'>): string {
  return join(home, `${network}.db.moved`)
}

/** Which database a store is in. */
export function describeDatabase({
  name,
  facts,
}: Pick<StoreDatabase, 'name'> & { readonly facts: Pick<StoreDatabase['facts'], 'version' | 'isPooled'> }): string {
  return `${name}, PostgreSQL ${facts.version}${facts.isPooled ? ', through a pooler' : ''}`
}
