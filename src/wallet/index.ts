/**
 * The door of the wallet: the accounts of this machine, the runs that pay swaps from them, and what is verified before a
 * payment is signed.
 *
 * A run is a swap as this machine carries it out: it notes each intent in its journal, acts, and notes the outcome. It
 * pays through a `Wallet`, and shows a `PaymentReview` before anything is signed.
 */

// Accounts
export {
  type Account,
  type AccountFiles,
  type AccountKind,
  type KeystoreAccount,
  openAccountFiles,
} from './accounts/account-file.ts'
export { isAccountName, isNewAccountName, keystoreFileName } from './accounts/account-name.ts'
export { derivationPath, mnemonicKey, newMnemonic, readDerivationPath, readMnemonic } from './accounts/mnemonic.ts'
export { findFamily, type FamilyKey, loadFamily } from './families.ts'
export type { Family, SigningOptions, WalletParts } from './family.ts'
export type { Signer } from './signer.ts'

// Wallets and their payments
export type { PayChain } from './evm/pay-chain.ts'
export type { PaymentReview, Wallet } from './payment.ts'
export { type PaymentQueue, queueFileName, waitInQueue } from './run/payment-queue.ts'

// Runs
export { revokeConsent } from './run/consent.ts'
export { abandonRun, replacePayment } from './run/intervention.ts'
export type { NewRun, RunJournal, SwapRun } from './run/journal.ts'
export { maxOnTop, newRun, type RunSide } from './run/new-run.ts'
export { RUN_STEPS } from './run/steps.ts'
export { isPaidBy } from './run/payment-steps.ts'
export { describeFunds, describeSwap } from './run/summary.ts'
export { continueRun, isBeforePayment, type RunContext, type RunPoint } from './run/swap-run.ts'

// What a service answers, held against what was agreed to
export { checkExec } from './terms/exec-check.ts'
export { verifyExecution, verifyLock } from './terms/answers.ts'
export { readDepositMemo, readDepositMessage } from './terms/deposit-memo.ts'
export { depositOf } from './terms/deposit.ts'
export { nativeOnTop, payTerms, verifyLockedTerms } from './terms/pay-terms.ts'

// Allowances that payments left behind
export type { RecordedApproval } from './evm/approvals/approvals.ts'
export type { PendingSend, SendOutcome } from './evm/approvals/pending-sends.ts'
export type { Revocation } from './evm/approvals/revoke.ts'

// What accounts hold, and names for addresses
export type { Balances } from './evm/chain/balances.ts'
export { COIN_DECIMALS } from './evm/chain/checks.ts'
export { looksLikeEns } from './evm/chain/ens-name.ts'

/** Keys: their files, devices and signatures. */
export const loadKeys = () => import('./evm/keys/index.ts')
/** The journal of runs. */
export const loadJournal = () => import('./run/journal.ts')
/** Reading a payload and holding it against the terms of its swap. */
export const loadPayload = () => import('./evm/payload/payload.ts')
/** The transactions of a review in the formats of other signers. */
export const loadUnsigned = () => import('./evm/unsigned-payment.ts')
/** Finding, reading and revoking allowances. */
export const loadApprovals = () => import('./evm/approvals/index.ts')
/** Reading balances. */
export const loadBalances = () => import('./evm/chain/balances.ts')
/** Names for addresses. */
export const loadNames = () => import('./evm/chain/ens.ts')
