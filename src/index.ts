/** The library: the routing service in process, its HTTP client, its HTTP handler, and the provider contract. */
export { createHandler, createSwapClient, openSwapService } from './opened.ts'
export type { OpenOptions } from './open.ts'
export type { AnswerTexts, EmbeddedSwapService, EventJournal, Network, TrackingFailure } from './service/index.ts'
export type { ByteStream, ClientFetch, ClientReply, SwapClient, SwapClientOptions } from './client/index.ts'
export type { HandlerOptions } from './server/index.ts'
export {
  type ClientExecution,
  defineProvider,
  type NoRoute,
  type Prepared,
  type Provider,
  type ProviderAdapter,
  type ProviderContext,
  ProviderError,
  type ProviderLock,
  type ProviderManifest,
  type ProviderQuoteRequest,
  type ProviderSetting,
  type QuoteAnswer,
  type RouteDraft,
  type RoutesAnswer,
  type ServerExecution,
  type StatusReport,
  type StatusRequest,
} from './providers/index.ts'
export type { CoinUnwrap, CoinWrap, ReceiptReport, TokenTransfer } from './core/evm/receipt.ts'
export {
  ERROR_TABLE,
  isSwapError,
  SwapError,
  type ErrorCode,
  type FieldProblem,
  type FundsState,
} from './core/api/errors.ts'
export { RANK_MODES, explainRoute, rankRoutes, type RankMode } from './core/swap/ranking.ts'
export { formatAmount, parseAmount } from './core/money/amount.ts'
export { formatUsd, parseUsd } from './core/money/usd.ts'
export type * from './core/api/service.ts'
export type * from './core/api/documents.ts'
export type { Clock, Ids, Json } from './core/ports.ts'
export type { SwapEvent } from './core/swap/records.ts'
