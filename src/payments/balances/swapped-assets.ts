import { sameAddress } from '../../core/assets/address-key.ts'
import { NATIVE_ADDRESS } from '../../core/assets/catalog.ts'
import type { HistoryTransaction } from '../../core/api/documents.ts'
import { HISTORY_QUERY } from '../../core/api/requests.ts'
import type { SwapService } from '../../core/api/service.ts'
import type { UsedAsset } from './account-holdings.ts'

/** Past swaps of some wallets, newest first, as many as `mostPages` pages hold. @param mostPages from 1 */
export async function readPastSwaps(
  service: Pick<SwapService, 'history'>,
  addresses: readonly string[],
  mostPages: number,
): Promise<{ readonly swaps: readonly HistoryTransaction[]; readonly hasMore: boolean }> {
  const swaps: HistoryTransaction[] = []
  let hasMore = true
  for (let page = 1; hasMore && page <= mostPages; page += 1) {
    const found = await service.history({ addresses: [...addresses], page, perPage: HISTORY_QUERY.perPage.maximum })
    swaps.push(...found.data)
    hasMore = found.pagination.hasMore
  }
  return { swaps, hasMore }
}

/** What a wallet has sent in its swaps, and what they sent it, each once. */
export function swappedAssets(swaps: readonly HistoryTransaction[], address: string): readonly UsedAsset[] {
  const sides = swaps.flatMap(({ walletAddress, recipientWalletAddress, srcAsset, dstAsset }) => [
    ...(sameAddress(walletAddress, address) ? [srcAsset] : []),
    ...(sameAddress(recipientWalletAddress, address) ? [dstAsset] : []),
  ])
  const used = sides.flatMap(({ chain, contract }) =>
    chain === null ? [] : [{ chain, address: contract ?? NATIVE_ADDRESS }],
  )
  return [...new Map(used.map((asset) => [`${asset.chain} ${asset.address}`, asset])).values()]
}
