import { sameAddress } from '../../core/assets/address-key.ts'
import type { StatusTransaction } from '../../core/api/documents.ts'
import { isSwapError } from '../../core/api/errors.ts'
import { formatAmount } from '../../core/money/amount.ts'
import { loadFamily } from '../../wallet/index.ts'
import type { Session } from '../session.ts'
import type { ShownArrival } from '../views/transaction-view.ts'

/** What of a swap is to be seen on its destination chain. */
export interface ExpectedArrival {
  /** Catalog key. */
  readonly chainKey: string
  /** Address of the token as the catalog has it; null for the coin. */
  readonly token: string | null
  /** Undefined where only the bundled catalog tells. */
  readonly decimals?: number | undefined
  readonly recipient: string
}

/**
 * What the chain itself shows of a swap that a server calls a success; undefined for swaps of this machine's own service and
 * for those that are none. The server's word stands, and is called so, where this program cannot look: for coins, tokens that
 * it does not know, and chains that it has no node of.
 */
export async function findArrival(
  session: Session,
  api: string | undefined,
  transaction: StatusTransaction,
  expected: ExpectedArrival = statedArrival(transaction),
): Promise<ShownArrival | undefined> {
  if (api === undefined || transaction.status !== 'SUCCESS') return undefined
  try {
    return await lookForArrival(session, transaction, expected)
  } catch (error) {
    if (isSwapError(error)) return { by: 'server' }
    throw error
  }
}

async function lookForArrival(
  session: Session,
  { outboundHash }: StatusTransaction,
  { chainKey, token, recipient, decimals: told }: ExpectedArrival,
): Promise<ShownArrival> {
  if (session.network !== 'live' || token === null || outboundHash === null) return { by: 'server' }
  const { openBundledCatalog } = await import('../quote/bundled-catalog.ts')
  const listed = await openBundledCatalog().asset(chainKey, token)
  const decimals = listed?.decimals ?? told
  if (listed?.isNative === true || decimals === undefined || !/^0x[0-9a-f]{64}$/i.test(outboundHash)) {
    return { by: 'server' }
  }
  const chain = await (await session.payChains()).chain(chainKey)
  const family = chain === undefined ? undefined : await loadFamily(chain.family)
  if (chain === undefined || family?.readArrival === undefined) return { by: 'server' }
  const arrival = await family.readArrival(chain, outboundHash, { token, recipient })
  if (arrival === undefined) return { by: 'server' }
  return { by: 'chain', amount: formatAmount(arrival.units, decimals), isFinal: arrival.isFinal }
}

/** As the server names it. */
function statedArrival({ dstAsset, recipientWalletAddress }: StatusTransaction): ExpectedArrival {
  return { chainKey: dstAsset.chain ?? '', token: dstAsset.contract, recipient: recipientWalletAddress }
}

/** True for a payment on one chain whose own receipt shows that nothing arrived: no other transaction could have paid it. */
export function isPaidByNothing(
  arrival: ShownArrival | undefined,
  { srcChain, dstChain }: { readonly srcChain: string; readonly dstChain: string },
  paidBy: string | undefined,
  { outboundHash }: StatusTransaction,
): boolean {
  const isOwn = srcChain === dstChain && paidBy !== undefined && sameAddress(paidBy, outboundHash ?? '')
  return isOwn && arrival?.by === 'chain' && arrival.amount === '0'
}
