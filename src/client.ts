/**
 * What `import 'swapcli/client'` gives: the client of a server's HTTP API, for browsers, workers and other places without
 * Node's modules. The same functions as those of `swapcli`, over the platform's own `fetch`.
 */
export {
  type ByteStream,
  type ClientFetch,
  type ClientReply,
  createWebClient as createSwapClient,
  type SwapClient,
  type SwapClientOptions,
} from './client/index.ts'
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
export type { Clock } from './core/ports.ts'
