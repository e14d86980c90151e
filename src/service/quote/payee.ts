import { isUnifiedZcash } from '../../core/assets/addresses/zcash.ts'
import { memoWord } from '../../core/assets/recipient-memo.ts'
import type { ProviderManifest } from '../../providers/index.ts'
import type { CheckedQuote } from './requests.ts'

/** Why a provider cannot pay this recipient, a sentence about it; undefined where it can. */
export function payeeRefusal(
  manifest: Pick<ProviderManifest, 'pays'> | undefined,
  { dst, recipient = '', recipientMemo }: Pick<CheckedQuote, 'dst' | 'recipient' | 'recipientMemo'>,
): string | undefined {
  const { addressFamily } = dst.chain
  const pays = manifest?.pays ?? []
  if (recipientMemo !== undefined && !pays.includes('memo')) {
    return `It cannot pass a ${memoWord(addressFamily) ?? 'memo'} on to the recipient`
  }
  if (isUnifiedZcash(addressFamily, recipient) && !pays.includes('unified')) {
    return 'It cannot pay a unified Zcash address (u1): a transparent one (t1 or t3) it may'
  }
  return undefined
}
