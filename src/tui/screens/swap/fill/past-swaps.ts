import type { HistoryTransaction } from '../../../../core/api/documents.ts'
import { HISTORY_QUERY } from '../../../../core/api/requests.ts'
import type { SwapService } from '../../../../core/api/service.ts'
import { groupThousands } from '../../../../core/money/amount.ts'
import { cleanDocument } from '../../../kit/text/clean-document.ts'

/** Past swaps, newest first. */
export interface PastSwaps {
  readonly past: readonly HistoryTransaction[]
  /** True where there are, or may be, more that fit. */
  readonly hasMore: boolean
}

/** Most past swaps that are offered. */
const MOST_PAST = 8
/** Swaps of one answer that are looked through. */
const LOOKED_THROUGH = HISTORY_QUERY.perPage.maximum
/** Fewest characters by which an id, a hash or an address is found. */
const LEAST_OF_ID = 4

/** The words by which the palette names a past swap: `again 0.5 ETH ethereum to USDC solana`; clean where the swap is. */
export function pastWords({ srcAmount, srcAsset, dstAsset }: HistoryTransaction): string {
  const nameOf = ({ symbol, chain }: typeof srcAsset) => `${symbol ?? '?'} ${chain ?? '?'}`
  return `again ${groupThousands(srcAmount)} ${nameOf(srcAsset)} to ${nameOf(dstAsset)}`
}

/**
 * Past swaps that have every word of a text, in any order: in what the palette says of them, their provider and status, or at the
 * beginning of their id, a hash or an address. Looked through are the newest, and those that the service finds by the longest word.
 * @throws what the service throws
 */
export async function findPastSwaps(service: Pick<SwapService, 'history'>, text: string): Promise<PastSwaps> {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const longest = words.reduce((a, b) => (b.length > a.length ? b : a), '').slice(0, HISTORY_QUERY.query.maxLength)
  const read = (query: { readonly query?: string }) => service.history({ ...query, perPage: LOOKED_THROUGH })
  const pages = await Promise.all([read({}), read({ query: longest })])
  const all = new Map(pages.flatMap(({ data }) => data).map((each) => [each.id, each]))
  const found = [...all.values()]
    .filter((each) => words.every((word) => hasWord(each, word)))
    .sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))
  const isCut = pages.some(({ pagination }) => pagination.hasMore)
  return {
    past: cleanDocument(found.slice(0, MOST_PAST)),
    hasMore: found.length > MOST_PAST || (found.length > 0 && isCut),
  }
}

function hasWord(swap: HistoryTransaction, word: string): boolean {
  const { id, hash, inboundHash, outboundHash, walletAddress, recipientWalletAddress, provider, status, srcAmount } =
    swap
  if (`${pastWords(swap)} ${srcAmount} ${provider} ${status}`.toLowerCase().includes(word)) return true
  if (word.length < LEAST_OF_ID) return false
  return [id, id.replace(/^tx_/, ''), hash, inboundHash, outboundHash, walletAddress, recipientWalletAddress].some(
    (each) => each?.toLowerCase().startsWith(word),
  )
}
