import type { SwapService } from '../../core/api/service.ts'
import type { Asset } from '../../core/api/documents.ts'
import { SwapError } from '../../core/api/errors.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import type { RunSide } from '../../wallet/index.ts'
import type { PayPlace } from '../place.ts'
import { verifyDecimals } from '../verify-decimals.ts'

/** The two ends of a swap, as a request names them. */
export interface NamedPair {
  readonly srcChain: string
  readonly srcAddress: string
  readonly dstChain: string
  readonly dstAddress: string
}

/** A token that the bundled catalog lacks, as its own contract describes it; only a service of this machine knows such. */
export type ReadToken = (chainKey: string, address: string) => Promise<Asset>

/** Reads tokens by the service itself, where it is one of this machine. */
export function tokenReader(service: SwapService): ReadToken | undefined {
  if (!('token' in service) || typeof service.token !== 'function') return undefined
  const read = service.token as ReadToken
  return (chainKey, address) => read.call(service, chainKey, address)
}

/**
 * Both ends of a swap as the bundled catalog has them, or their own contracts: no server has a say in decimals and symbols.
 * @throws VALIDATION_ERROR for an unknown one, WALLET_REFUSED for decimals that nobody but a server states
 */
export async function findSides(
  place: PayPlace,
  token: ReadToken | undefined,
  { srcChain, srcAddress, dstChain, dstAddress }: NamedPair,
): Promise<readonly [RunSide, RunSide]> {
  const ends = [
    await findEnd(place, token, 'srcAddress', srcChain, srcAddress),
    await findEnd(place, token, 'dstAddress', dstChain, dstAddress),
  ] as const
  const { assets } = await verifyDecimals(place, ends, false)
  return [sideOf(assets[0]), sideOf(assets[1])]
}

type End = Awaited<ReturnType<typeof findEnd>>

function sideOf({ label, chain: { chainId, addressFamily }, asset: { isNative, symbol, decimals } }: End): RunSide {
  return { reference: label, chainId, addressFamily, isNative, symbol, decimals }
}

async function findEnd(
  place: PayPlace,
  token: ReadToken | undefined,
  field: 'srcAddress' | 'dstAddress',
  chainKey: string,
  address: string,
) {
  const catalog = await place.bundledCatalog()
  const chain = await catalog.chain(chainKey)
  if (chain === undefined) throw unknownEnd(field, `There is no chain ${cleanText(chainKey, 60)} in the catalog`)
  const listed = await catalog.asset(chainKey, address)
  const asset = listed ?? (place.network === 'live' ? await token?.(chainKey, address) : undefined)
  if (asset === undefined) {
    const message = `${cleanText(address, 80)} is not in the catalog of ${chain.name}, and only a service of this machine reads other tokens, on the live network`
    throw unknownEnd(field, message)
  }
  const { symbol, isNative, decimals } = asset
  return {
    label: `${chainKey}:${listed === undefined ? asset.address : symbol}`,
    chain,
    asset: { address: asset.address, symbol, isNative, decimals },
  }
}

function unknownEnd(field: string, message: string): SwapError {
  return new SwapError('VALIDATION_ERROR', message, { field })
}
