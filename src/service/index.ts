/** The door of service: what other rooms may use of it. */
export type { ServiceAdmin } from './admin.ts'
export type { TrackingFailure } from './context.ts'
export type { EventJournal } from './track/events.ts'
export { createCatalog } from './catalog/catalog.ts'
export type { ProviderRefresh } from './catalog/refresh.ts'
export type { ProviderCheck } from './providers/check.ts'
export type { ProviderState } from './providers/states.ts'
export { createSwapService, type EmbeddedSwapService, type Network } from './service.ts'
