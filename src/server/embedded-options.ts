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

async function checksOf(service: Pick<EmbeddedSwapService, 'store' | 'providers'>): Promise<readonly ReadinessCheck[]> {
  const store = await service.store.check().then(
    () => true,
    () => false,
  )
  return [
    { name: 'store', ok: store, detail: 'the store cannot be read and written' },
    { name: 'providers', ok: service.providers.length > 0, detail: 'the network has no provider' },
  ]
}
