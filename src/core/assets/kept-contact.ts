import { sameAddress } from './address-key.ts'
import { type PayeeText, splitPayee } from './contacts.ts'
import { NO_MEMO } from './recipient-memo.ts'

/**
 * True where what the settings keep of a payee, an address and perhaps a memo, means this one: kept without a memo it means any, and
 * to state none is the same as `none`.
 */
export function isKeptFor(kept: string, payee: PayeeText): boolean {
  const { address, memo = payee.memo ?? NO_MEMO } = splitPayee(kept)
  return sameAddress(address, payee.address) && memo === (payee.memo ?? NO_MEMO)
}
