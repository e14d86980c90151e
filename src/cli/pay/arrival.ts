import { sameAddress } from '../../core/assets/address-key.ts'
import type { StatusTransaction } from '../../core/api/documents.ts'
import { isSwapError } from '../../core/api/errors.ts'
import { formatAmount } from '../../core/money/amount.ts'
import { type Arrival, loadFamily } from '../../wallet/index.ts'
import type { Session } from '../session.ts'
import { broughtNothing, type ShownArrival } from '../views/transaction-view.ts'

/** A transfer of a token that a chain may show. */
export interface ExpectedTransfer {
  /** Catalog key. */
  readonly chainKey: string
  /** Address of the token as the catalog has it; null for the coin. */
  readonly token: string | null
  /** Undefined where only the bundled catalog tells. */
  readonly decimals?: number | undefined
  readonly recipient: string
}

/** What of a swap is to be seen on its chains, however it ended. */
export interface ExpectedEnd {
  readonly payout: ExpectedTransfer
  readonly refund: ExpectedTransfer
  /** Hash of the payment. */
  readonly paidBy: string | undefined
}

/**
 * What the chains themselves show of a swap that ended; undefined for those under way. On one chain the payment's own receipt
 * decides, whatever hash is named. A server's word stands, and is called so, where this program cannot look: for coins, tokens
 * that it does not know, and chains that it has no node of. Of a swap of this machine's own service only that nothing arrived is told.
 */
export async function findArrival(
  session: Session,
  api: string | undefined,
  transaction: StatusTransaction,
  expected: ExpectedEnd = statedEnd(transaction),
): Promise<ShownArrival | undefined> {
  if (transaction.status === 'PENDING' || (api === undefined && transaction.status !== 'SUCCESS')) return undefined
  const stated = api === undefined ? undefined : ({ by: 'server' } as const)
  try {
    const found = await lookForEnd(session, transaction, expected)
    if (api !== undefined) return found ?? stated
    return found?.by === 'chain' && broughtNothing(found) ? { ...found, isOwn: true } : undefined
  } catch (error) {
    if (isSwapError(error)) return stated
    throw error
  }
}

async function lookForEnd(
  session: Session,
  { status, outboundHash, refundHash }: StatusTransaction,
  { payout, refund, paidBy }: ExpectedEnd,
): Promise<ShownArrival | undefined> {
  const isOneChain = refund.chainKey === payout.chainKey && payout.chainKey !== '' && paidBy !== undefined
  const own = isOneChain ? await lookAt(session, payout, paidBy) : undefined
  if (own !== undefined && own.units > 0n) return own.shown
  // A deposit is paid out by another transaction, and not before it.
  const isOther = outboundHash !== null && !(isOneChain && sameAddress(outboundHash, paidBy))
  const other = isOther && (!isOneChain || own !== undefined) ? await lookAt(session, payout, outboundHash) : undefined
  const named = other !== undefined && own !== undefined && other.block < own.block ? undefined : other
  if (named !== undefined && named.units > 0n) return named.shown
  const back = status === 'REFUND' && refundHash !== undefined ? await lookAt(session, refund, refundHash) : undefined
  if (back?.shown.by === 'chain') return { ...back.shown, isRefund: true }
  return (own ?? named)?.shown
}

/** What a transaction brought; undefined where this program cannot tell. */
async function lookAt(
  session: Session,
  { chainKey, token, recipient, decimals: told }: ExpectedTransfer,
  hash: string,
): Promise<(Arrival & { readonly shown: ShownArrival }) | undefined> {
  if (session.network !== 'live' || token === null || !/^0x[0-9a-f]{64}$/i.test(hash)) return undefined
  const listed = await (await session.bundledCatalog()).asset(chainKey, token)
  const decimals = listed?.decimals ?? told
  if (listed?.isNative === true || decimals === undefined) return undefined
  const chain = await (await session.payChains()).chain(chainKey)
  const family = chain === undefined ? undefined : await loadFamily(chain.family)
  if (chain === undefined || family?.readArrival === undefined) return undefined
  const arrival = await family.readArrival(chain, hash, { token, recipient })
  if (arrival === undefined) return undefined
  const { units, isFinal } = arrival
  const asset = `${listed?.symbol ?? token} on ${chainKey}`
  return { ...arrival, shown: { by: 'chain', amount: formatAmount(units, decimals), asset, isFinal } }
}

/** As the server names it, the payment too: it tells against an end without a payout, and is no proof for one. */
function statedEnd(transaction: StatusTransaction): ExpectedEnd {
  const { status, srcAsset, dstAsset, recipientWalletAddress, walletAddress, inboundHash, hash } = transaction
  return {
    payout: { chainKey: dstAsset.chain ?? '', token: dstAsset.contract, recipient: recipientWalletAddress },
    refund: { chainKey: srcAsset.chain ?? '', token: srcAsset.contract, recipient: walletAddress },
    paidBy: status === 'SUCCESS' ? undefined : inboundHash || hash || undefined,
  }
}
