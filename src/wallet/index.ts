/** The door of wallet: what other rooms may use of it. */
export {
  type Account,
  type AccountFiles,
  type AccountKind,
  type KeystoreAccount,
  openAccountFiles,
} from './accounts/account-file.ts'
export { isAccountName, isNewAccountName, keystoreFileName } from './accounts/account-name.ts'
export { derivationPath, mnemonicKey, newMnemonic, readDerivationPath, readMnemonic } from './accounts/mnemonic.ts'
export type { Signer } from './accounts/signer.ts'
export type { NotedApproval } from './evm/approvals/approvals.ts'
export type { NotedSend, SendEnd } from './evm/approvals/noted-sends.ts'
export type { Revocation } from './evm/approvals/revoke.ts'
export type { PayChain } from './evm/chain-node.ts'
export type { Balances } from './evm/chain/balances.ts'
export { COIN_DECIMALS } from './evm/chain/checks.ts'
export { looksLikeEns } from './evm/chain/ens-name.ts'
export type { PaymentReview, Wallet } from './evm/port.ts'
export { moneyOf, titleOf } from './run/facts.ts'
export type { NewRun, RunJournal, SwapRun } from './run/journal.ts'
export { newRun, type RunSide } from './run/new-run.ts'
export { giveUp, replacePayment } from './run/replacing.ts'
export { RUN_STEPS } from './run/steps.ts'
export { continueRun, isBeforePayment, type RunContext, type RunPoint } from './run/swap-run.ts'
export type { PayTurns } from './run/turn.ts'
export { takeBackAgreement } from './terms/agreement.ts'
export { depositOf } from './terms/deposit.ts'
export { payTerms } from './terms/pay-terms.ts'

// What is slow to load, or seldom needed, is loaded where it is used.
export const loadAnsweredTerms = () => import('./terms/answered-terms.ts')
export const loadApprovals = () => import('./evm/approvals/approvals.ts')
export const loadBalances = () => import('./evm/chain/balances.ts')
export const loadDeposit = () => import('./terms/deposit.ts')
export const loadDepositMemo = () => import('./terms/deposit-memo.ts')
export const loadEns = () => import('./evm/chain/ens.ts')
export const loadEvmWallet = () => import('./evm/evm-wallet.ts')
export const loadExecCheck = () => import('./payload/exec-check.ts')
export const loadJournal = () => import('./run/journal.ts')
export const loadKeystore = () => import('./accounts/keystore.ts')
export const loadLedger = () => import('./accounts/ledger.ts')
export const loadNewRun = () => import('./run/new-run.ts')
export const loadNotedSends = () => import('./evm/approvals/noted-sends.ts')
export const loadPayTerms = () => import('./terms/pay-terms.ts')
export const loadPayload = () => import('./payload/payload.ts')
export const loadPrivateKey = () => import('./accounts/private-key.ts')
export const loadRevoke = () => import('./evm/approvals/revoke.ts')
export const loadTurn = () => import('./run/turn.ts')
export const loadUnlock = () => import('./accounts/unlock.ts')
export const loadUnsigned = () => import('./evm/unsigned.ts')
