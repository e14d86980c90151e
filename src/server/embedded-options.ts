import { isSwapError } from '../core/api/errors.ts'
import { defined } from '../core/defined.ts'
import { errorCode } from '../core/error-code.ts'
import type { EmbeddedSwapService, StoreDatabase } from '../service/index.ts'
import type { HandlerOptions, MetricFamily, ReadinessCheck } from './options.ts'

/** What of a service a server shows. */
type ShownService = Pick<
  EmbeddedSwapService,
  'store' | 'database' | 'shared' | 'providers' | 'journal' | 'texts' | 'catalogVersion'
>

/** Handler options of an embedded service: catalog version, journal, texts, metrics, readiness, and what its servers share. */
export function embeddedOptions(
  service: ShownService,
): Required<Pick<HandlerOptions, 'catalogVersion' | 'journal' | 'texts' | 'metrics' | 'readiness'>> &
  Pick<HandlerOptions, 'shared'> {
  return {
    catalogVersion: () => service.catalogVersion(),
    journal: service.journal,
    texts: service.texts,
    metrics: () => metricsOf(service),
    readiness: () => checksOf(service),
    ...defined({ shared: service.shared }),
  }
}

const CONNECTION_STATES = ['used', 'idle', 'awaited'] as const

/** What is known of a service; what its database would say is left out while that does not answer. */
async function metricsOf({ store, database }: ShownService): Promise<readonly MetricFamily[]> {
  const gauge = (name: string, help: string, value: number): MetricFamily => ({
    ...{ name, help, type: 'gauge', samples: [{ value }] },
  })
  const read = async (): Promise<readonly MetricFamily[]> => {
    const [counts, delayMs] = await Promise.all([
      store.transactions.countByStatus().catch((error: unknown) => {
        // The other figures are still right.
        if (database === undefined || !isDamaged(error)) throw error
        return undefined
      }),
      database?.eventDelayMs(),
    ])
    const transactions: MetricFamily = {
      ...{ name: 'swapcli_transactions', help: 'Transactions in the store by status.', type: 'gauge' },
      samples: Object.entries(counts ?? {}).map(([status, value]) => ({ labels: { status }, value })),
    }
    return [
      ...(counts === undefined ? [] : [transactions]),
      ...(delayMs === undefined
        ? []
        : [gauge('swapcli_store_event_delay_seconds', 'How long the oldest unread event has waited.', delayMs / 1000)]),
    ]
  }
  if (database === undefined) return read()
  const answers = await read().catch((error: unknown) => {
    if (!isAway(error)) throw error
    return undefined
  })
  const connections = database.database.connections()
  return [
    ...(answers ?? []),
    gauge('swapcli_store_up', '1 while the database of the store answers.', answers === undefined ? 0 : 1),
    {
      name: 'swapcli_store_connections',
      help: 'Connections to the database, and calls that wait for one.',
      type: 'gauge',
      samples: CONNECTION_STATES.map((state) => ({ labels: { state }, value: connections[state] })),
    },
    gauge(
      'swapcli_store_clock_ahead_seconds',
      'How far the clock of this machine is ahead of that of the database.',
      database.aheadMs() / 1000,
    ),
  ]
}

/** No lock has this id. */
const NO_LOCK = 'lock_'

async function checksOf({ store, database, providers }: ShownService): Promise<readonly ReadinessCheck[]> {
  const isWritten = store.check().then(
    ({ isOutdated }) => (isOutdated === true ? 'a newer version of swapcli has changed the database' : undefined),
    (error: unknown) => (database === undefined ? FILE_PROBLEM : databaseProblem(error)),
  )
  // What is only counted, no swap needs of a database.
  const read = database === undefined ? store.transactions.list({}, 1, 1) : store.locks.get(NO_LOCK)
  const isRead = Promise.all([read, store.transactions.nextDueInMs()]).then(
    () => undefined,
    (error: unknown) => {
      if (database !== undefined) return databaseProblem(error)
      // Others may read at the time.
      return isSwapError(error) && error.code === 'SERVICE_UNAVAILABLE' ? undefined : FILE_PROBLEM
    },
  )
  const looked = Promise.all([isWritten, isRead]).then(([first, second]) => first ?? second)
  const problem = await (database === undefined ? looked : inTime(database, looked))
  return [
    { name: 'store', ok: problem === undefined, ...defined({ detail: problem }) },
    { name: 'providers', ok: providers.length > 0, detail: 'the network has no provider' },
  ]
}

/** Who asks for readiness waits for seconds at most: a call to a database that is away is tried for longer. */
const ANSWER_MS = 2_000

async function inTime({ clock }: Pick<StoreDatabase, 'clock'>, looked: Promise<string | undefined>) {
  const answered = new AbortController()
  const late = clock.sleep(ANSWER_MS, answered.signal).then(
    () => `the database did not answer within ${ANSWER_MS / 1000} s`,
    () => undefined,
  )
  try {
    return await Promise.race([looked, late])
  } finally {
    answered.abort()
  }
}

const FILE_PROBLEM = 'the store cannot be read and written'

/** What is wrong with a database, without its address. */
function databaseProblem(error: unknown): string {
  if (!isAway(error)) return 'what is stored in the database cannot be read'
  const code = isSwapError(error) ? (errorCode(error.cause) ?? '') : ''
  if (code === '25006') return 'the database takes no writes'
  if (code === '53100') return 'the disk of the database is full'
  if (code === '42501') return 'the user of the database lacks a right'
  if (code.startsWith('28')) return 'the database refuses the user or the password'
  return isSwapError(error) && error.code === 'SERVICE_UNAVAILABLE'
    ? 'the database does not answer'
    : 'the database cannot be used'
}

function isDamaged(error: unknown): boolean {
  return isSwapError(error) && error.code === 'STORE_UNUSABLE' && !isAway(error)
}

function isAway(error: unknown): boolean {
  return isSwapError(error) && error.reason === 'store-away'
}
