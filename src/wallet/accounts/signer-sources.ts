import type { AccountFiles } from './account-file.ts'

/** What signing needs from outside. */
export interface SignerSources {
  /** Asks for the password of a key file; called at the first signature. @param attempt from 1 */
  password(attempt: number): Promise<string>
  /** How often a password may be tried, from 1 to any number. @default 1 */
  readonly attempts?: number
  readonly files: Pick<AccountFiles, 'keystoreText' | 'keystorePath'>
  readonly openLedger: OpenLedger
}

/** Connects to a Ledger device. @throws WALLET_REFUSED when the packages for it are not installed, or no device answers */
export type OpenLedger = () => Promise<LedgerApp>

/** An app of a Ledger device; what it signs is its family's own. */
export interface LedgerApp {
  close(): Promise<void>
}
