import type { RoutePair } from '../swap/records.ts'
import { cleanText } from '../text/clean-text.ts'
import type { Catalog, CatalogAsset } from './catalog.ts'
import { type Backing, backingText, EVIDENCE_WORDS } from './evidence.ts'
import { addressLabel } from './symbols/ambiguous.ts'
import { isBacked } from './symbols/answer.ts'

/*
 * What people and programs are told of what stands behind an asset, where that is not plain.
 */

/** Name of the acceptance of a dead asset that is received, as `--accept` takes it. */
export const DEAD_ASSET = 'dead-asset'

/** What happened to a dead asset, as far as its form says. */
const DEAD_BECAUSE = 'frozen, replaced or of a broken bridge'

/** True for the coin of a chain, and for what the issuer itself gives out there: nothing has to be said of it. */
export function isPlainlyBacked({ evidence, form, successor }: Backing): boolean {
  return form === 'native' || (evidence === 'issuer' && successor === undefined && (form === null || form === 'issuer'))
}

/** True for the coin of a chain, and for what is not dead and has its issuer or two lists behind it. */
function isVouchedFor({ evidence, form }: Backing): boolean {
  return form === 'native' || (form !== 'dead' && isBacked({ evidence }))
}

/** What to look at twice of what stands behind an asset, in a word or two; what only its contract says is `unlisted` already. */
export function backingDoubts(backing: Backing): readonly string[] {
  if (backing.form === 'dead') return ['dead']
  return isVouchedFor(backing) || backing.evidence === 'contract' ? [] : [EVIDENCE_WORDS[backing.evidence]]
}

/** What a quote warns of on account of an asset; none where it is vouched for, and of unlisted ones, which have their own warnings. */
export function backingWarnings(asset: CatalogAsset): readonly string[] {
  if (asset.form === 'dead') return [`${deadText(asset)}${instead(asset)}`]
  const { symbol, evidence, successor } = asset
  if (isVouchedFor(asset)) {
    return successor === undefined
      ? []
      : [
          `${cleanText(symbol, 40)} (${addressLabel(asset)}) is being replaced by its issuer: ${cleanText(successor, 300)}`,
        ]
  }
  switch (evidence) {
    case 'one_list':
      return [`${cleanText(symbol, 40)} is known to one list only: ${addressLabel(asset)}`]
    case 'provider':
      return [`${cleanText(symbol, 40)} is known only to a provider: ${addressLabel(asset)}`]
    case 'issuer':
    case 'two_lists':
    case 'contract':
      return []
  }
}

/** Why a dead asset is not received, and what to have instead; undefined for any other. */
export function deadRefusal(asset: CatalogAsset): string | undefined {
  return asset.form === 'dead' ? `${deadText(asset)}: nobody should receive it${instead(asset)}` : undefined
}

function deadText(asset: CatalogAsset): string {
  return `${cleanText(asset.symbol, 40)} (${addressLabel(asset)}) is dead (${DEAD_BECAUSE})`
}

function instead({ successor }: Backing): string {
  return successor === undefined ? '' : `; have ${cleanText(successor, 300)} instead`
}

/** An end of a swap as its request names it. */
export interface NamedEnd {
  /** Chain key. */
  readonly chain: string
  readonly address: string
  /** As whoever quoted it calls it; undefined where that is not known. */
  readonly symbol: string | undefined
}

/** Both ends of a swap, what is sent first. */
export function endsOf(
  { srcChain, srcAddress, dstChain, dstAddress }: RoutePair,
  srcSymbol: string | undefined,
  dstSymbol: string | undefined,
): readonly NamedEnd[] {
  return [
    { chain: srcChain, address: srcAddress, symbol: srcSymbol },
    { chain: dstChain, address: dstAddress, symbol: dstSymbol },
  ]
}

/** `USDT, Tether USD (linea:0x…): two lists, canonical bridge`, for each end of a swap whose backing is not plain; clean text. */
export async function describeBacking(
  catalog: Pick<Catalog, 'asset'>,
  ends: readonly NamedEnd[],
): Promise<readonly string[]> {
  const lines = await Promise.all(
    ends.map(async ({ chain, address, symbol }) => {
      const asset = await catalog.asset(chain, address)
      if (asset !== undefined && isPlainlyBacked(asset)) return []
      if (asset === undefined)
        return [cleanText(`${symbol ?? 'the asset'} (${chain}:${address}): not in the catalog`, 400)]
      const name = asset.name === asset.symbol ? asset.symbol : `${asset.symbol}, ${asset.name}`
      return [cleanText(`${name} (${addressLabel(asset)}): ${backingText(asset)}`, 400)]
    }),
  )
  return lines.flat()
}
