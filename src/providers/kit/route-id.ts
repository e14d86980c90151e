import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { ProviderQuoteRequest } from '../contract.ts'

/** The id of a route: the same for the same `way`, a text of any length. */
export function routeIdOf(prefix: string, way: string): string {
  return `${prefix}-${bytesToHex(sha256(utf8ToBytes(way))).slice(0, 16)}`
}

/** The id of a route by its pair and amount, and by the `way` where a provider has several. */
export function pairRouteId(
  prefix: string,
  { src, dst, amountIn }: Pick<ProviderQuoteRequest, 'src' | 'dst' | 'amountIn'>,
  ...way: readonly string[]
): string {
  const pair = [src.chain.key, src.asset.address, dst.chain.key, dst.asset.address, amountIn.toString()]
  return routeIdOf(prefix, [...pair, ...way].join('|'))
}
