import { basename, resolve } from 'node:path'
import { NETWORKS } from '../../core/api/enums.ts'
import { SwapError } from '../../core/api/errors.ts'
import { hasPostgresPassword, isPostgresUrl, POSTGRES_URL, typedPassword } from '../../core/text/postgres-url.ts'
import { secretFraction, refuseForeignStore } from '../../io/index.ts'
import type { StorePlace } from '../../store/index.ts'
import { storeFile } from '../../payments/index.ts'
import type { Session } from '../session.ts'

/** What names a store, as the help says it. */
export const STORE_WORDS =
  'file (the one of this home), database (that of the setting store), FILE.db, postgres://…, or - for a URL from stdin'

/**
 * The store that an argument names.
 * @param argument FROM or TO, for messages: the word may hold a password
 * @throws USAGE where it names none, or one of another network
 */
export async function readStorePlace(session: Session, argument: 'FROM' | 'TO', word: string): Promise<StorePlace> {
  const { home, network, store, output } = session
  if (word === 'file') return filePlace(session, storeFile(home, network))
  if (word === 'database') {
    if (store !== undefined) return databasePlace(session, store)
    throw wrongPlace('no database is set', 'Set it: swapcli config set store -, or name one: SWAPCLI_STORE')
  }
  if (word === '-') return readUrl(session, argument, (await session.readStdin()).trim())
  if (/^postgres(ql)?:/i.test(word)) {
    if (hasPostgresPassword(word)) output.warn(typedPassword(argument, 'write - and give it on stdin, set store'))
    return readUrl(session, argument, word)
  }
  if (!word.endsWith('.db')) throw wrongPlace(`${argument} names no store`, `A store is ${STORE_WORDS}`)
  const other = NETWORKS.find((name) => name !== network && basename(word) === `${name}.db`)
  if (other === undefined) return filePlace(session, word)
  throw wrongPlace(
    `${word} is the store of the ${other} network, and this is the ${network} network`,
    `Name the network: --network ${other}`,
  )
}

/** @throws USAGE where both are one */
export function refuseSamePlace(from: StorePlace, to: StorePlace): void {
  const same =
    from.kind === 'file'
      ? to.kind === 'file' && resolve(from.path) === resolve(to.path)
      : to.kind === 'database' && from.url === to.url
  if (same) throw wrongPlace('both are the same store', 'Name the store to copy, then another one')
}

function readUrl(session: Session, argument: string, url: string): StorePlace {
  if (isPostgresUrl(url)) return databasePlace(session, url)
  throw wrongPlace(`${argument} is no URL of a PostgreSQL database`, `It is ${POSTGRES_URL}`)
}

function filePlace({ output }: Session, path: string): StorePlace {
  return { kind: 'file', path: resolve(path), verify: refuseForeignStore, tell: (text) => output.note(text) }
}

function databasePlace({ env, network, machineClock }: Session, url: string): StorePlace {
  return { kind: 'database', url, env, network, clock: machineClock, random: secretFraction }
}

function wrongPlace(problem: string, hint: string): SwapError {
  return new SwapError('USAGE', `Nothing is copied: ${problem}`, { hint })
}
