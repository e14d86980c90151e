import { isSwapError } from '../core/api/errors.ts'
import type { EmbeddedSwapService } from '../service/index.ts'
import type { HandlerOptions, MetricFamily, ReadinessCheck } from './options.ts'

/** Handler options of an embedded service: catalog version, journal, texts, metrics and readiness. */
export function embeddedOptions(
  service: Pick<EmbeddedSwapService, 'store' | 'providers' | 'journal' | 'texts' | 'catalogVersion'>,
): Required<Pick<HandlerOptions, 'catalogVersion' | 'journal' | 'texts' | 'metrics' | 'readiness'>> {
  return {
    catalogVersion: () => service.catalogVersion(),
    journal: service.journal,
    texts: service.texts,
    metrics: () => metricsOf(service),
    readiness: () => checksOf(service),
  }
}

async function metricsOf(service: Pick<EmbeddedSwapService, 'store'>): Promise<readonly MetricFamily[]> {
  const counts = await service.store.transactions.countByStatus()
  return [
    {
      name: 'swapcli_transactions',
      help: 'Transactions in the store by status.',
      type: 'gauge',
      samples: Object.entries(counts).map(([status, value]) => ({ labels: { status }, value })),
    },
  ]
}

async function checksOf({
  store,
  providers,
}: Pick<EmbeddedSwapService, 'store' | 'providers'>): Promise<readonly ReadinessCheck[]> {
  const isWritten = store.check().then(
    () => true,
    () => false,
  )
  const isRead = Promise.all([store.transactions.list({}, 1, 1), store.transactions.nextDueInMs()]).then(
    () => true,
    // Others may read at the time.
    (error: unknown) => isSwapError(error) && error.code === 'SERVICE_UNAVAILABLE',
  )
  return [
    { name: 'store', ok: (await isWritten) && (await isRead), detail: 'the store cannot be read and written' },
    { name: 'providers', ok: providers.length > 0, detail: 'the network has no provider' },
  ]
}
