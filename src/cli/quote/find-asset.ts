import { sameAddress } from '../../core/assets/address-key.ts'
import { matchAsset, resolveChain, unresolvedAsset, writeReference } from '../../core/assets/asset-reference.ts'
import type { CatalogAsset, CatalogChain } from '../../core/assets/catalog.ts'
import { isReservedSymbol } from '../../core/assets/symbols/reserved.ts'
import type { Asset } from '../../core/api/documents.ts'
import { isSwapError, SwapError } from '../../core/api/errors.ts'
import { ASSETS_QUERY, CHAINS_QUERY } from '../../core/api/requests.ts'
import { defined } from '../../core/defined.ts'
import type { RunSide } from '../../wallet/index.ts'
import type { ListedService, OpenedService } from '../session.ts'

/** An asset that the user named. */
export interface NamedAsset {
  /** `ethereum:USDC`; with the whole address where the catalog lacks it, or where its symbol does not mean it. */
  readonly label: string
  readonly chain: Pick<CatalogChain, 'key' | 'name' | 'chainId' | 'addressFamily'>
  readonly asset: Pick<CatalogAsset, 'address' | 'symbol' | 'isNative'> & {
    /** Undefined where a server does not say. */
    readonly decimals: number | undefined
  }
}

/** An asset as an end of a run. */
export function runSideOf({ label, chain, asset }: NamedAsset): RunSide {
  const { chainId, addressFamily } = chain
  const { isNative, symbol, decimals } = asset
  return { reference: label, chainId, addressFamily, isNative, symbol, decimals }
}

/** For what an asset is named. */
interface AskedAsset {
  readonly field: 'from' | 'to' | 'asset'
  /** False where nobody looks at what a server takes the symbol for. @default true */
  readonly isSeen?: boolean
}

/**
 * Finds the asset that `text` means: in the catalog, or else on the server in use.
 * @throws VALIDATION_ERROR when it is unknown or not unique, WALLET_REFUSED where only a server says what an unseen symbol means
 */
export async function findAsset(
  opened: OpenedService,
  text: string,
  { field, isSeen = true }: AskedAsset,
): Promise<NamedAsset> {
  try {
    return await fromCatalog(opened, text)
  } catch (error) {
    if (!isSwapError(error)) throw error
    const found = opened.embedded === undefined ? await fromServer(opened, text) : undefined
    if (found === undefined) throw aboutField(error, field)
    if (!isSeen && !text.toLowerCase().includes(found.asset.address.toLowerCase())) {
      throw new SwapError('WALLET_REFUSED', `Only the server says which asset ${text} is`, {
        hint: `Look at it on a terminal, without --yes, or name it by its address: ${found.chain.key}:ADDRESS`,
        reason: 'name',
      })
    }
    return found
  }
}

/** Finds the chain that `text` means and gives its key. @throws VALIDATION_ERROR */
export async function findChain(opened: ListedService, text: string): Promise<string> {
  try {
    return (await resolveChain(opened.catalog, text)).key
  } catch (error) {
    if (!opened.isServers || !isSwapError(error)) throw error
    const { data } = await opened.service.chains({ query: text, perPage: CHAINS_QUERY.perPage.maximum })
    const found = data.find((chain) => chain.key === text)
    if (found === undefined) throw error
    return found.key
  }
}

async function fromCatalog({ catalog, embedded }: OpenedService, text: string): Promise<NamedAsset> {
  const match = await matchAsset(catalog, text)
  if (match.kind === 'ok') {
    const { chain, asset } = match
    return { label: await writeReference(catalog, asset), chain, asset }
  }
  const { chain, contract } = match.kind === 'unknown' ? match : {}
  if (chain === undefined || contract === undefined || embedded?.network !== 'live') throw unresolvedAsset(match)
  const { address, symbol, isNative, decimals } = await embedded.token(chain.key, contract)
  return { label: `${chain.key}:${address}`, chain, asset: { address, symbol, isNative, decimals } }
}

/**
 * `chain:SYMBOL`, or the address of a token of a chain, as the server knows them. The server has no say in what the catalog
 * knows: it could give a contract the name and decimals of another, choose among several of one symbol, or bear a famous one.
 */
async function fromServer({ service, catalog }: OpenedService, text: string): Promise<NamedAsset | undefined> {
  const match = await matchAsset(catalog, text)
  if (match.kind !== 'unknown') return undefined
  const { chain: place, contract } = match
  const [chainKey, name] = place === undefined || contract === undefined ? splitReference(text) : [place.key, contract]
  if (chainKey === undefined || name === undefined || isReservedSymbol(name)) return undefined
  const [chains, assets] = await Promise.all([
    service.chains({ query: chainKey, perPage: CHAINS_QUERY.perPage.maximum }),
    service.assets({ chain: chainKey, query: name, perPage: ASSETS_QUERY.perPage.maximum }),
  ])
  const chain = (await catalog.chain(chainKey)) ?? chains.data.find(({ key }) => key === chainKey)
  const asset = theOne(assets.data, name)
  if (chain === undefined || asset === undefined) return undefined
  if (contract !== undefined && !isSame(asset.address, contract)) return undefined
  const known = await catalog.assets(chainKey)
  if (known.some((other) => isSame(other.address, asset.address) || isSame(other.symbol, name))) return undefined
  const { address, symbol, isNative, decimals, unlisted } = asset
  const addressFamily =
    'addressFamily' in chain
      ? (String(chain.addressFamily) as CatalogChain['addressFamily'])
      : chain.type === 'EVM'
        ? 'evm'
        : ''
  return {
    label: `${chainKey}:${unlisted === true ? address : symbol}`,
    chain: { key: chain.key, name: chain.name, chainId: chain.chainId, addressFamily },
    asset: { address, symbol, isNative, decimals },
  }
}

function splitReference(text: string): [string | undefined, string | undefined] {
  const colon = text.indexOf(':')
  if (colon > 0) return [text.slice(0, colon), text.slice(colon + 1)]
  const at = text.lastIndexOf('@')
  return at > 0 ? [text.slice(at + 1), text.slice(0, at)] : [undefined, undefined]
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

function theOne(assets: readonly Asset[], name: string): Asset | undefined {
  const byAddress = assets.filter(({ address }) => sameAddress(address, name))
  const bySymbol = assets.filter(({ symbol }) => symbol.toLowerCase() === name.toLowerCase())
  const found = byAddress.length > 0 ? byAddress : bySymbol
  return found.length === 1 ? found[0] : undefined
}

function aboutField(error: SwapError, field: string): SwapError {
  return new SwapError(error.code, `${field}: ${error.message}`, {
    field,
    errors: error.errors,
    hint: error.hint ?? 'Search for it: swapcli assets --query TEXT',
    reason: error.reason,
    ...defined({ retryAfterSec: error.retryAfterSec }),
    cause: error,
  })
}
