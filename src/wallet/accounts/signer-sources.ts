import type { OpenLedger } from '../evm/keys/ledger.ts'
import type { AccountFiles } from './account-file.ts'

/** What signing needs from outside. */
export interface SignerSources {
  /** Asks for the password of a key file; called at the first signature. @param attempt from 1 */
  password(attempt: number): Promise<string>
  /** How often a wrong password is asked for again, from 1. @default 1 */
  readonly attempts?: number
  readonly files: Pick<AccountFiles, 'keystoreText' | 'keystorePath'>
  readonly openLedger: OpenLedger
}
