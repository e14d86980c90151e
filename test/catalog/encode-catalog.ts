import { type CatalogChain, NATIVE_ADDRESS, NATIVE_EVM_ADDRESS } from '../../src/core/assets/catalog.ts'
import type { AssetForm, AssetEvidence } from '../../src/core/assets/evidence.ts'
import { readFacts, type MadeAsset } from './make-catalog.ts'

/*
 * The rows as `src/io/data-files.ts` reads them.
 */

const EVIDENCE_LETTERS: Readonly<Partial<Record<AssetEvidence, string>>> = {
  issuer: 'i',
  two_lists: 't',
  one_list: 'l',
}
const FORM_LETTERS: Readonly<Partial<Record<AssetForm, string>>> = {
  issuer: 'i',
  canonical_bridge: 'c',
  other_bridge: 'b',
  wrapped_native: 'w',
  dead: 'd',
}

interface Native {
  readonly chain: string
  readonly symbol: string
  readonly others: string
  readonly decimals: string
  readonly name: string
  readonly image: string
}

/**
 * The text of the file of each chain, by its key.
 * @param imageBases what URLs of images begin with; a row names one by its place
 */
export function encodeCatalog(
  chains: readonly CatalogChain[],
  assets: readonly MadeAsset[],
  imageBases: readonly string[],
): ReadonlyMap<string, string> {
  const shortImage = (url: string): string => {
    const at = imageBases.findIndex((base) => url.startsWith(base))
    return at === -1 ? url : `${at}|${url.slice(imageBases[at]?.length)}`
  }
  const encodeAsset = ({ symbol, others, address, decimals, name, image, ...backing }: MadeAsset): string[] => {
    const cells = [symbol, others.join(','), address, String(decimals), name, shortImage(image)]
    const letters = lettersOf(backing)
    return letters === 'l' ? cells : [...cells, letters]
  }
  const natives = new Map(readFacts<Native>('natives').map((native) => [native.chain, native]))
  return new Map(
    chains.map(({ key, type }) => {
      const coin = natives.get(key)
      if (coin === undefined) throw new Error(`facts/natives.tsv lacks the coin of ${key}`)
      const address = type === 'EVM' ? NATIVE_EVM_ADDRESS : NATIVE_ADDRESS
      const first = [coin.symbol, coin.others, address, coin.decimals, coin.name, shortImage(coin.image)]
      const rows = assets.filter(({ chain }) => chain === key).map(encodeAsset)
      return [key, [first, ...rows].map((cells) => `${cells.join('\t')}\n`).join('')]
    }),
  )
}

function lettersOf({ evidence, form, successor }: Pick<MadeAsset, 'evidence' | 'form' | 'successor'>): string {
  return `${EVIDENCE_LETTERS[evidence] ?? ''}${form === null ? '' : (FORM_LETTERS[form] ?? '')}${successor}`
}
