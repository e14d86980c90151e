import { MOST_DECIMALS } from '../../core/money/amount.ts'
import { isEvmAddress, toChecksumAddress } from '../../core/assets/addresses/evm.ts'
import { type CatalogAsset, type CatalogChain, NATIVE_ADDRESS, NATIVE_EVM_ADDRESS } from '../../core/assets/catalog.ts'
import { chainNames, spelledAsKey } from '../../core/assets/chain-reference.ts'
import { isCalled } from '../../core/assets/symbols/answer.ts'
import { isReservedSymbol } from '../../core/assets/symbols/reserved.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import { CHAIN_TYPES } from '../../core/api/enums.ts'
import { assetKey } from './catalog.ts'
import type { Store } from '../../store/index.ts'
import type { ServiceContext } from '../context.ts'

/** The catalog that imported rows are checked against. */
type ImportContext = Pick<ServiceContext, 'catalogData'> & { readonly store: Pick<Store, 'catalog'> }

/** Rows to add to the catalog; their text is untrusted. */
interface ImportRows {
  readonly chains: readonly CatalogChain[]
  readonly assets: readonly CatalogAsset[]
}

/** How far `addedAt` may lie in the future, in milliseconds: clocks differ. */
const CLOCK_SLACK_MS = 60 * 60 * 1000
const LONGEST = { key: 60, symbol: 40, name: 80, address: 200, url: 500 } as const
const ADVERTISING = /:\/\/|www\.|t\.me\/|\b(?:claim|airdrop|voucher|reward)s?\b.*\.[a-z]{2,}/i

/** Accepted rows in canonical form, and one sentence per refused row. */
interface ImportPlan {
  readonly chains: readonly CatalogChain[]
  readonly assets: readonly CatalogAsset[]
  readonly refused: readonly string[]
}

/**
 * What an import of these rows would add and refuse; writes nothing. A row is refused, with a sentence that is safe to
 * print, when it is malformed, advertises, or contradicts the catalog (other decimals or symbol of a bundled asset, a
 * second native coin, a chain id in use). Bundled rows are skipped.
 * @param nowMs epoch milliseconds
 */
export async function planImport(context: ImportContext, rows: ImportRows, nowMs: number): Promise<ImportPlan> {
  const refused: string[] = []
  const refuse = (what: string, why: string): void => void refused.push(`${cleanText(what, 100)}: ${why}`)
  const bundled = new Map(context.catalogData.chains().map((chain) => [chain.key, chain]))
  const known = new Map([
    ...(await context.store.catalog.chains()).map((chain) => [chain.key, chain] as const),
    ...bundled,
  ])
  const { input, ambiguous } = context.catalogData.aliases()
  const bundledNames = [...input.keys(), ...ambiguous.keys(), ...[...bundled.values()].flatMap(chainNames)]
  const names = new Set(bundledNames.map(spelledAsKey))
  const chains: CatalogChain[] = []
  for (const chain of rows.chains) {
    if (bundled.has(chain.key)) continue
    const why = chainProblem(chain, [...known.values()], names, nowMs)
    if (why !== undefined) refuse(chain.key, why)
    else {
      chains.push(chain)
      known.set(chain.key, chain)
    }
  }
  const assets: CatalogAsset[] = []
  const bundledAssets = new Map<string, ReadonlyMap<string, CatalogAsset>>()
  for (const row of rows.assets) {
    const what = `${row.chain}:${row.symbol}`
    const chain = known.get(row.chain)
    if (chain === undefined) {
      refuse(what, 'its chain is not in the catalog')
      continue
    }
    const onChain =
      bundledAssets.get(chain.key) ??
      new Map(context.catalogData.assets(chain.key).map((asset) => [assetKey(chain, asset.address), asset]))
    bundledAssets.set(chain.key, onChain)
    const asset = canonicalAsset(chain, row)
    const before = onChain.get(assetKey(chain, asset.address))
    const why = before === undefined ? assetProblem(chain, asset, nowMs) : contradiction(before, asset)
    if (why !== undefined) refuse(what, why)
    else if (before === undefined) assets.push(asset)
  }
  return { chains, assets, refused }
}

/** The asset with its address in the catalog's form. */
export function canonicalAsset(chain: CatalogChain, asset: CatalogAsset): CatalogAsset {
  const { address } = asset
  return chain.addressFamily === 'evm' && isEvmAddress(address)
    ? { ...asset, address: toChecksumAddress(address) }
    : asset
}

/** @param names what people call bundled chains, spelled as keys */
function chainProblem(
  chain: CatalogChain,
  known: readonly CatalogChain[],
  names: ReadonlySet<string>,
  nowMs: number,
): string | undefined {
  if (chain.key.length > LONGEST.key || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(chain.key))
    return 'its key is not a lower-case slug'
  if (!CHAIN_TYPES.includes(chain.type)) return 'its type is unknown'
  if (!Number.isSafeInteger(chain.chainId) || chain.chainId < 1) return 'its chain id is not a positive whole number'
  const twin = known.find(({ key, chainId, caip2 }) => {
    return key !== chain.key && (chainId === chain.chainId || (caip2 !== null && caip2 === chain.caip2))
  })
  if (twin !== undefined) return `its chain id belongs to ${twin.key}`
  const called = [chain.key, chain.shortname, chain.name]
  const taken = called.find((name) => names.has(spelledAsKey(name)) || isReservedSymbol(name))
  if (taken !== undefined) return `${cleanText(taken, LONGEST.name)} means another chain or a coin`
  if (!isPlain(chain.shortname, LONGEST.key) || !isPlain(chain.name, LONGEST.name)) return NAME_PROBLEM
  if (!isPlain(chain.nativeSymbol, LONGEST.symbol) || chain.addressFamily === '') return NAME_PROBLEM
  if (![chain.image, ...chain.explorers].every(isImage)) return 'one of its URLs is not https'
  return timeProblem(chain.addedAt, nowMs)
}

function assetProblem(chain: CatalogChain, asset: CatalogAsset, nowMs: number): string | undefined {
  const { address, decimals, isNative } = asset
  if (!isPlain(address, LONGEST.address) || /\s/.test(address)) return 'its address is malformed'
  if (chain.addressFamily === 'evm' && address !== NATIVE_ADDRESS && !isEvmAddress(address)) {
    return 'its address is not an EVM address'
  }
  if (isNative !== (address === (chain.type === 'EVM' ? NATIVE_EVM_ADDRESS : NATIVE_ADDRESS))) {
    return 'the native address and the native flag do not match'
  }
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > MOST_DECIMALS) {
    return `its decimals are not between 0 and ${MOST_DECIMALS}`
  }
  const symbols = [asset.symbol, ...asset.altSymbols]
  if (!symbols.every((symbol) => isPlain(symbol, LONGEST.symbol)) || !isPlain(asset.name, LONGEST.name))
    return NAME_PROBLEM
  if (ADVERTISING.test(`${asset.symbol} ${asset.name}`)) return 'its name is advertising'
  if (!isImage(asset.image)) return 'its image is not an https URL'
  return timeProblem(asset.addedAt, nowMs)
}

function contradiction(before: CatalogAsset, asset: CatalogAsset): string | undefined {
  if (asset.decimals !== before.decimals) return `the bundled catalog says ${before.decimals} decimals`
  return isCalled(asset.symbol)(before) ? undefined : `the bundled catalog calls it ${before.symbol}`
}

const NAME_PROBLEM = 'its name or symbol is empty, too long, or contains invisible characters'

function isPlain(text: string, longest: number): boolean {
  return text.trim() === text && text !== '' && cleanText(text, longest) === text
}

function isImage(url: string): boolean {
  return url === '' || (url.startsWith('https://') && isPlain(url, LONGEST.url))
}

function timeProblem(addedAt: number, nowMs: number): string | undefined {
  return Number.isInteger(addedAt) && addedAt <= nowMs + CLOCK_SLACK_MS
    ? undefined
    : 'its time of addition is in the future'
}
