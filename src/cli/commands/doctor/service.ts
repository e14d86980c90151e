import { existsSync } from 'node:fs'
import type { Network } from '../../../core/api/enums.ts'
import { otherNetworkHint, otherNetworkText, readNetwork } from '../../../core/api/paper.ts'
import { countText } from '../../../core/text/count-text.ts'
import { duration } from '../../../core/text/duration.ts'
import type { StoreDatabase } from '../../../service/index.ts'
import { databaseOf, storeFile } from '../../../payments/index.ts'
import { describeDatabase } from '../../database.ts'
import type { Session } from '../../session.ts'
import { type Check, fail, failCheck, ok, warn } from './check.ts'

/** From when on a clock is worth a word, in milliseconds. */
const CLOCK_OFF_MS = 2_000

/** Whether the service of this session answers, and its store can be used. */
export async function checkService(session: Session): Promise<Check[]> {
  const { api, network, home, store } = session
  if (api !== undefined) return checkServer(session, api)
  try {
    const { embedded } = await session.open()
    const state = await embedded?.store.check()
    const sources = await embedded?.sources()
    const size = state === undefined ? '' : `, ${Math.ceil(state.sizeBytes / 1024)} KiB, schema ${state.schemaVersion}`
    const total = sources?.pagination.total ?? 0
    const database = await databaseOf(session)
    await database?.probeSpace()
    return [
      ok('store', `opens, reads and writes${size} (${database === undefined ? home : describeDatabase(database)})`),
      ...(database === undefined ? [] : checkDatabase(session, database)),
      ...(await checkListening(session, database)),
      total > 0
        ? ok('network', `${network}, ${countText(total, 'provider')}`)
        : warn('network', `${network} has no provider`, 'Use the sandbox: swapcli config set network sandbox'),
    ]
  } catch (error) {
    const next =
      store === undefined
        ? 'See that the folder can be written, or choose another: --home DIR'
        : 'See that the database runs and can be reached, or name another: swapcli config set store -'
    return [failCheck('store', error, next)]
  }
}

/** Whether what other servers change can be heard by the way that is set for that. */
async function checkListening({ settings }: Session, database: StoreDatabase | undefined): Promise<readonly Check[]> {
  const setting = settings.get('store-listen')
  if (database === undefined || setting === undefined || setting.value === 'off') return []
  try {
    await database.verifyWay(setting.value)
    return [ok('store', 'store-listen leads to the same database')]
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it failed'
    const next = 'Set it again: swapcli config set store-listen - (or SWAPCLI_STORE_LISTEN)'
    return [warn('store', `servers see what others change a second late, since by store-listen: ${reason}`, next)]
  }
}

/** What is worth knowing of a database that can be used. */
function checkDatabase({ home, network }: Session, database: StoreDatabase): readonly Check[] {
  const aheadMs = database.aheadMs()
  const isOff = Math.abs(aheadMs) >= CLOCK_OFF_MS
  const way = aheadMs > 0 ? 'ahead of' : 'behind'
  const file = storeFile(home, network)
  return [
    isOff
      ? warn(
          'store',
          `the clock of this machine is ${duration(Math.abs(aheadMs) / 1000)} ${way} that of the database, which is used`,
          "Set the machine's clock, or that of the database, whichever is wrong",
        )
      : ok('store', 'the clocks of this machine and the database agree'),
    database.textIndex === undefined
      ? ok('store', 'texts are found by an index')
      : warn(
          'store',
          `a search for a text reads every transaction: ${database.textIndex}`,
          'In the database, as a user who may: CREATE EXTENSION pg_trgm',
        ),
    ...database.facts.foreignSchemas.map((name) =>
      warn(
        'store',
        `other roles may make functions in the schema ${name}, which this one would run behind its pooler`,
        'As an administrator: ALTER ROLE … SET search_path = pg_catalog (swapcli help scaling, pgbouncer)',
      ),
    ),
    ok('store', 'opens and answers; to look through its documents: swapcli store check'),
    ...(existsSync(file) ? [ok('store', `${file} is not used: the database is the store`)] : []),
  ]
}

async function checkServer(session: Session, api: string): Promise<Check[]> {
  try {
    const { service } = await session.open()
    const page = await service.chains({ perPage: 1 })
    return [
      ok('service', `${api} speaks the API, ${countText(page.pagination.total, 'chain')}`),
      checkNetwork(session, api, await readNetwork(service)),
    ]
  } catch (error) {
    return [failCheck('service', error, 'See that the server runs and the address ends in /api/v1: --api URL')]
  }
}

/** Whether a server is what it is taken for. @param found by its providers; undefined where it does not say */
function checkNetwork({ network }: Session, api: string, found: Network | undefined): Check {
  if (found === network) return ok('network', `${network}, as the server says by its providers`)
  if (found !== undefined) return fail('network', otherNetworkText(network), otherNetworkHint(network, api))
  return warn('network', `${network} here; the server does not say what it is`, 'Ask who runs it')
}
