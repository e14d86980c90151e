import { sameAddress } from '../../../core/assets/address.ts'
import type { PayTerms } from '../../payment.ts'
import { memoNetwork } from '../../terms/memo.ts'
import { type Payload, withoutDoubt } from '../payload/payload.ts'
import { UNKNOWN_CONTRACT } from '../payload/verify-call.ts'
import type { CheckParts } from '../payment-check.ts'

/**
 * Takes back the doubt about a vault that the network itself names as in use, and about a router that it names with it. A call
 * that goes through another router than that keeps its doubts.
 */
export async function confirmVault(
  { listVaults }: Pick<CheckParts, 'listVaults'>,
  payload: Payload,
  { provider, src }: Pick<PayTerms, 'provider' | 'src'>,
): Promise<Payload> {
  const { vault, spend, doubts } = payload
  if (vault === undefined || listVaults === undefined) return payload
  const named = await listVaults(memoNetwork(provider), src.chainKey)
  const isNamed = named.some(
    (one) => sameAddress(one.vault, vault.address) && (!vault.isCalledRouter || sameAddress(one.router, spend.to)),
  )
  if (!isNamed) return payload
  return doubts
    .filter((found) => found.code === 'vault' || (vault.isCalledRouter && found.text === UNKNOWN_CONTRACT.text))
    .reduce(withoutDoubt, payload)
}
