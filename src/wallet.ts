/**
 * What `import 'swapcli/wallet'` gives: swaps that are carried out with an account of the caller. Every payload is held against
 * what was agreed to, reviewed, simulated and kept on disk before it is sent; the engine is that of the command line.
 */
export {
  openSwapWallet,
  verifyPayment,
  type NodeOption,
  type WalletOptions,
  type WalletService,
} from './open-wallet.ts'
export type {
  ExecutedSwap,
  NewSwapHooks,
  VerifiedPayment,
  ReviewedAddress,
  ReviewedPayment,
  SwapHooks,
  SwapOutcome,
  SwapProgress,
  SwapRequest,
  SwapReview,
  SwapWallet,
  TermsReview,
} from './payments/index.ts'
export type { CallerAccount as EvmAccount, PaymentReview } from './wallet/index.ts'
export type { RpcProvider } from './io/index.ts'
export { isSwapError, SwapError, type ErrorCode, type FundsState } from './core/api/errors.ts'
export { ACCEPTANCES, type AcceptCode, type Doubt } from './core/swap/acceptances.ts'
