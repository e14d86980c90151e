import { type Catalog, type CatalogAsset, NATIVE_ADDRESS } from '../core/assets/catalog.ts'
import type { HistoryTransaction, TransactionAsset } from '../core/api/documents.ts'
import { parseAmount } from '../core/money/amount.ts'

/** What the paper wallet begins with, in whole tokens: the first asset of the symbol on the chain. */
const BEGINNING: readonly (readonly [chain: string, symbol: string, amount: string])[] = [
  ['ethereum', 'ETH', '10'],
  ['ethereum', 'USDC', '25000'],
  ['base', 'ETH', '5'],
  ['base', 'USDC', '10000'],
  ['arbitrum', 'ETH', '5'],
  ['arbitrum', 'USDC', '10000'],
  ['bsc', 'BNB', '20'],
  ['polygon', 'POL', '5000'],
  ['bitcoin', 'BTC', '1'],
  ['solana', 'SOL', '100'],
]

/** What the paper wallet holds of an asset. */
export interface PaperHolding {
  readonly asset: CatalogAsset
  /** Base units, more than 0. */
  readonly units: bigint
}

/**
 * What the paper wallet holds: what it began with, less what its swaps took and with what they brought or gave back. Paper is
 * printed where a swap takes more than there is; network costs take none.
 * @param swaps newest first, as history lists them
 * @param isOwn true for an address of the paper wallet
 */
export async function readPaperMoney(
  catalog: Pick<Catalog, 'asset' | 'assets'>,
  swaps: readonly HistoryTransaction[],
  isOwn: (address: string) => boolean,
): Promise<readonly PaperHolding[]> {
  const held = new Map<string, PaperHolding>()
  const add = (asset: CatalogAsset, units: bigint) => {
    const key = `${asset.chain} ${asset.address}`
    const sum = (held.get(key)?.units ?? 0n) + units
    held.set(key, { asset, units: sum > 0n ? sum : 0n })
  }
  for (const [chain, symbol, amount] of BEGINNING) {
    const asset = (await catalog.assets(chain)).find((one) => one.symbol === symbol)
    if (asset !== undefined) add(asset, unitsIn(amount, asset))
  }
  for (const swap of [...swaps].reverse()) {
    const { status, stage, walletAddress, recipientWalletAddress, srcAmount, dstAmount, progress } = swap
    const isPaid = status !== 'PENDING' || (stage !== undefined && stage !== 'awaiting_deposit')
    const [src, dst] = [await assetOf(catalog, swap.srcAsset), await assetOf(catalog, swap.dstAsset)]
    if (src !== undefined && isPaid && isOwn(walletAddress)) {
      add(src, -unitsIn(srcAmount, src))
      if (status === 'REFUND') add(src, unitsIn(progress?.srcRefunded ?? srcAmount, src))
    }
    if (dst !== undefined && status === 'SUCCESS' && isOwn(recipientWalletAddress)) add(dst, unitsIn(dstAmount, dst))
  }
  return [...held.values()].filter(({ units }) => units > 0n)
}

async function assetOf(
  catalog: Pick<Catalog, 'asset'>,
  { chain, contract }: TransactionAsset,
): Promise<CatalogAsset | undefined> {
  return chain === null ? undefined : catalog.asset(chain, contract ?? NATIVE_ADDRESS)
}

function unitsIn(amount: string, { decimals }: CatalogAsset): bigint {
  const read = parseAmount(amount, decimals)
  return read.ok ? read.units : 0n
}
