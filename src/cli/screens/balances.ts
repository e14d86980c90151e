import { formatAmount } from '../../core/money/amount.ts'
import { findFamily, loadFamily, type PayChain } from '../../wallet/index.ts'
import type { HeldAsset, TuiContext } from '../../tui/index.ts'

/** Where balances come from. */
export interface BalanceSource {
  /** A chain by its key; undefined for one that no balance can be read of. */
  chain(key: string): Promise<PayChain | undefined>
  /** Address whose balances they are; undefined where there is none. */
  address(): Promise<string | undefined>
  /** Epoch milliseconds. */
  now(): number
}

/** Time for which a balance is not asked for again, in milliseconds; also where the node gave none. */
const FRESH_MS = 60_000

/** Reads balances for the screens: those of one chain in one go, and each at most once a minute. Never rejects. */
export function createBalanceReader(source: BalanceSource): NonNullable<TuiContext['balances']> {
  const known = new Map<string, { readonly atMs: number; readonly text: Promise<string | undefined> }>()
  return async (chain, assets) => {
    const address = await source.address().catch(() => undefined)
    if (address === undefined || (await findFamily(address)) === undefined) return assets.map(() => undefined)
    const nameOf = (asset: HeldAsset) => `${address} ${chain} ${asset.address}`
    const atMs = source.now()
    const due = assets.filter((asset) => atMs - (known.get(nameOf(asset))?.atMs ?? -Infinity) >= FRESH_MS)
    if (due.length > 0) {
      const reading = readTexts(source, chain, address, due)
      for (const asset of due) {
        known.set(nameOf(asset), { atMs, text: reading.then((texts) => texts.get(asset)) })
      }
    }
    return Promise.all(assets.map((asset) => known.get(nameOf(asset))?.text ?? Promise.resolve(undefined)))
  }
}

/** A balance is an extra: without an answer there is none. */
async function readTexts(
  source: BalanceSource,
  key: string,
  address: string,
  assets: readonly HeldAsset[],
): Promise<ReadonlyMap<HeldAsset, string>> {
  try {
    const chain = await source.chain(key)
    if (chain === undefined) return new Map()
    const reader = await (await loadFamily(chain.family)).loadBalances?.()
    if (reader === undefined) return new Map()
    const { balances } = await reader.readBalances(chain, address, assets)
    return new Map(balances.map(({ asset, units }) => [asset, formatAmount(units, asset.decimals)]))
  } catch {
    return new Map()
  }
}
