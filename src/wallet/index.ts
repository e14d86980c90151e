/**
 * The door of the wallet: the accounts of this machine, the runs that pay swaps from them, and what is verified before a
 * payment is signed. What only some chains have is reached through their family.
 *
 * A run is a swap as this machine carries it out: it notes each intent in its journal, acts, and notes the outcome. It
 * pays through a `Wallet`, and shows a `PaymentReview` before anything is signed.
 */

// Accounts
export {
  type Account,
  type AccountFiles,
  type AccountKind,
  type AccountList,
  type DamagedAccount,
  accountText,
  type GivenKey,
  type KeystoreAccount,
  openAccountFiles,
  type PrivateFiles,
  type WatchAccount,
} from './accounts/account-file.ts'
export { isAccountName, isKeystoreFileOf, isNewAccountName, keystoreFileName } from './accounts/account-name.ts'
export { mnemonicKey, newMnemonic, readDerivationPath, readMnemonic } from './accounts/mnemonic.ts'
export { refusalFor } from './refusal.ts'
export type { Signer } from './signer.ts'

// Families, and what they can do
export {
  type CallerAccount,
  findApprovals,
  findFamily,
  findNames,
  type FamilyKey,
  isFamilyKey,
  isWalletName,
  loadFamily,
  type UnsignedFormat,
} from './families.ts'
export type {
  Approval,
  Arrival,
  Approvals,
  Balances,
  Claim,
  DueClaim,
  ChainNodes,
  ConfirmName,
  Family,
  Keys,
  NamedAddress,
  Names,
  PayChain,
  KnownSpender,
  RecordedApproval,
  Revocation,
  ApprovalStyle,
  SendingOptions,
  SigningOptions,
  UnsignedPayment,
  WalletParts,
} from './family.ts'

// Wallets and their payments
export { boundLines, type Payment, type PaymentReview, type Wallet } from './payment.ts'
export { type PaymentQueue, waitForTurn } from './run/payment-queue.ts'

// Runs
export {
  isPaidByNameOnly,
  isWithoutTrace,
  ofOpenPayment,
  ofRehearsal,
  ofStandingConsent,
  revokeConsent,
} from './run/consent.ts'
export { agreementOver } from './run/agreement.ts'
export { abandonRun, leaveOutRun, replacePayment } from './run/intervention.ts'
export { describeStanding, finishRevocation } from './run/left-approvals.ts'
export { describeLost, endLostRun, isLosable } from './run/lost-run.ts'
export { endReplacedRun } from './run/replaced-run.ts'
export type { NewRun, RunBounds, RunJournal, SwapRun } from './run/journal.ts'
export {
  createKnownEnds,
  type EndSource,
  findLapse,
  type FoundEnd,
  isLapsed,
  isPaymentOf,
  type KnownEnds,
} from './run/open-runs.ts'
export {
  describeHome,
  describeOlder,
  isTakeUpDoubt,
  type PaidDoubt,
  verifyBeginning,
  verifyNewestHome,
} from './run/paid-before.ts'
export { maxOnTop, newRun, type RunSide } from './run/new-run.ts'
export { leaveTurn, type RunTurn, takeTurn } from './run/run-turn.ts'
export { isBeforePayment, RUN_STEPS, type RunStep } from './run/steps.ts'
export { isPaidBy } from './run/way-to-pay.ts'
export { failedRun, isApproved } from './run/sent-approvals.ts'
export { describeFunds, isKnownElsewhere, type KnownFunds, knownFunds, seenFunds } from './run/funds.ts'
export { describeProgress, lapseText } from './run/progress.ts'
export type { HomeStanding } from './run/home-doubt.ts'
export { describeAccepted, describeSwap, pastRecipients } from './run/summary.ts'
export { ofOtherServer, verifyLosingServer } from './terms/other-server.ts'
export { continueRun, endLock, type RunContext, type RunPoint } from './run/swap-run.ts'

// What a service answers, verified against what was agreed to
export { verifyExecution, verifyLock } from './terms/answers.ts'
export { readDepositMemo, readDepositMessage, statedMemos } from './terms/deposit-memo.ts'
export { type Deposit, depositOf, outputSteps, walletCall } from './terms/deposit.ts'
export type { DepositStep } from './terms/deposit-steps.ts'
export { checkExec } from './terms/exec-check.ts'
export { isAbout, OTHER_SWAP } from './terms/run-subject.ts'
export { floorOfLocked, nativeOnTop, payTerms, seenOf, verifyFloor, verifyLockedTerms } from './terms/pay-terms.ts'

// Transactions outside of swaps
export type { PendingSend, SendOutcome } from './pending-sends.ts'

// Deposits that other wallets sign
export type { PsbtClaim } from './utxo/claim.ts'
export type { DepositPsbt } from './utxo/deposit-psbt.ts'
export { PSBT_CHAINS } from './utxo/psbt-chains.ts'

/** Makes the unsigned deposits of Bitcoin-like chains. */
export const loadDepositPsbt = () => import('./utxo/index.ts')
/** What a new password must be. */
export const loadPasswordRules = () => import('./accounts/weak-password.ts')
/** The journal of runs. */
export const loadJournal = () => import('./run/journal.ts')
/** The kept form of runs. */
export const loadRunDocuments = () => import('./run/run-document.ts')
/** Signed transactions that belong to no swap. */
export const loadPendingSends = () => import('./pending-sends.ts')
