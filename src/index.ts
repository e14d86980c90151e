/** Library entry: the routing service in process, its HTTP client, its HTTP handler, and the provider contract. */
export { openSwapService, type OpenOptions } from './open.ts'
export type { EmbeddedSwapService, Network } from './service/service.ts'
export { createSwapClient, type SwapClientOptions } from './client/client.ts'
export { createHandler, type HandlerOptions } from './server/app.ts'
export {
  defineProvider,
  ProviderError,
  type NoRoute,
  type Prepared,
  type Provider,
  type ProviderAdapter,
  type ProviderContext,
  type ProviderLock,
  type ProviderManifest,
  type ProviderQuoteRequest,
  type ProviderSetting,
  type QuoteAnswer,
  type RouteDraft,
  type StatusReport,
  type StatusRequest,
} from './providers/provider.ts'
export type { CoinUnwrap, CoinWrap, ReceiptReport, TokenTransfer } from './core/receipt.ts'
export {
  ERROR_TABLE,
  isSwapError,
  SwapError,
  type ErrorCode,
  type FieldProblem,
  type FundsState,
} from './core/errors.ts'
export { RANK_MODES, explainRoute, rankRoutes, type RankMode } from './core/ranking.ts'
export { formatAmount, parseAmount } from './core/amount.ts'
export { formatUsd, parseUsd } from './core/usd.ts'
export type * from './core/service.ts'
export type * from './core/documents.ts'
export type { Clock, Ids, Json } from './core/context.ts'
export type { SwapEvent } from './core/records.ts'
