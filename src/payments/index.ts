/** The door of payments: what other rooms may use to pay swaps from this machine. What is slow to load is loaded when called. */
export { countedSince, type MarkParts, outdateCopies, removeDamagedMarks, verifyStateHome } from './home/home-mark.ts'
export { isKnownFurther, readHomeMark, readMarkBeside } from './home/home-mark.ts'
export { openStoreMarks, readStoreMark } from './home/store-marks.ts'
export { storedMark } from './home/stored-mark.ts'
export type { AccountReading, ReadOptions } from './balances/portfolio.ts'
export { closedFailure } from './closed-failure.ts'
export { settleFailedRun } from './failed-run.ts'
export { isBundled } from './is-bundled.ts'
export {
  createPayChains,
  type FailedChain,
  nothingRead,
  type PayChains,
  reasonsOf,
  requireChain,
} from './pay-chains.ts'
export { paymentWarnings } from './payment-warnings.ts'
export { databaseOf, type PayPlace } from './place.ts'
export { openRunsOf, type RunFile, unsettledOf } from './run-file.ts'
export { openPaymentQueue, openRunTurn } from './turns.ts'
export { checkUnattendedPayment, openDoubts } from './unattended-payment.ts'
export { type LossValues, unitsOf } from './value-loss.ts'
export { verifyDecimals } from './verify-decimals.ts'
export {
  acceptLostFile,
  findLastPayer,
  networksWithRuns,
  openExistingFile,
  storeFile,
  storeFiles,
  walletFile,
} from './wallet-file.ts'

export {
  createSwapWallet,
  type NewSwapHooks,
  type SwapHooks,
  type SwapOutcome,
  type SwapProgress,
  type SwapRequest,
  type SwapWallet,
} from './library/swap-wallet.ts'
export type { ReviewedAddress, ReviewedPayment, SwapReview, TermsReview } from './library/reviews.ts'
export { type ExecutedSwap, type VerifiedPayment, verifyExecuted } from './library/executed.ts'
export { tokenReader } from './library/sides.ts'

export const loadHomeMark = () => import('./home/home-mark.ts')
export const loadStoreMarks = () => import('./home/store-marks.ts')
export const loadStoredMark = () => import('./home/stored-mark.ts')
export const loadBalances = () => import('./balances/load.ts')
export const loadOwnWallet = () => import('./own-wallet.ts')
export const loadPayChains = () => import('./pay-chains.ts')
export const loadDepositPsbts = () => import('./deposit-psbt.ts')
export const loadValues = () => import('./value-loss.ts')
