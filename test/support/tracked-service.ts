import { onTestFinished } from 'vitest'
import type { Ids } from '../../src/core/ports.ts'
import { createDataFiles } from '../../src/io/data-files.ts'
import { nextTurn } from '../../src/io/next-turn.ts'
import type { ProviderAdapter, StatusReport } from '../../src/providers/index.ts'
import { createCatalog, createSwapService, type TrackingFailure } from '../../src/service/index.ts'
import type { Store } from '../../src/store/port.ts'
import { createCountingIds, createFakeClock } from './fake-clock.ts'
import { anyManifest, anyProvider } from './provider-world.ts'
import { SERVICE_LIMITS } from './service-limits.ts'
import { addTransaction, openTempStore, sampleTransaction, STORE_TEST_START_MS } from './store.ts'

/** What a provider says of a swap that it has paid out. */
export const PAID: StatusReport = { status: 'SUCCESS', stage: 'done', deliveredOut: 1n }

/**
 * A service whose provider SLOW answers nothing and whose provider FAST has paid.
 * @param watch stands between the service and its store
 */
export async function openTracked(
  slow: ProviderAdapter['status'] = () => new Promise(() => undefined),
  watch: (store: Store) => Store = (store) => store,
  ids: Ids = createCountingIds(),
  clock = createFakeClock(STORE_TEST_START_MS),
) {
  const temp = await openTempStore(() => clock.now())
  const { path } = temp
  const store = watch(temp.store)
  let turns = 0
  const catalogData = createDataFiles()
  const asked: string[] = []
  const errors: unknown[] = []
  const failures: TrackingFailure[] = []
  const note =
    (status: ProviderAdapter['status']): ProviderAdapter['status'] =>
    (request, context) => {
      asked.push(request.transactionId)
      return status(request, context)
    }
  const service = createSwapService({
    ...{ network: 'sandbox', clock, ids, store, catalogData },
    providers: [
      anyProvider(anyManifest({ key: 'SLOW' }), { status: note(slow) }),
      anyProvider(anyManifest({ key: 'FAST' }), { status: note(() => Promise.resolve(PAID)) }),
    ],
    catalog: createCatalog({ data: catalogData, store }),
    limits: SERVICE_LIMITS,
    price: () => undefined,
    openPrices: undefined,
    publicNodes: () => undefined,
    setting: () => undefined,
    userAgent: 'swapcli/test',
    random: () => 0,
    nextTurn: () => {
      turns += 1
      return nextTurn()
    },
    openHttp: () => Promise.reject(new Error('nothing of this test goes out')),
    onError: (error) => errors.push(error),
    onTrackingFailure: (failure) => failures.push(failure),
  })
  onTestFinished(async () => {
    await service.close()
    await temp.cleanup()
  })
  const add = (id: string, provider: string, nextPollAtMs: number) =>
    addTransaction(store, sampleTransaction(id, { provider, nextPollAtMs }))
  const docOf = async (id: string) => (await store.transactions.get(id))?.doc
  return { service, store, path, clock, asked, errors, failures, add, docOf, turns: () => turns }
}
