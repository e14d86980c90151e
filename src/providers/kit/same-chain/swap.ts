import { COIN_STAND_IN, needsAllowanceReset } from '../../../core/evm/tokens.ts'
import type { CatalogChain, PricedAsset } from '../../../core/assets/catalog.ts'
import type { RouteStep } from '../../../core/api/documents.ts'
import { type Fee, coinOfEvmChain } from '../../../core/money/fees.ts'
import type { MicroUsd } from '../../../core/money/usd.ts'
import { sameAddress } from '../../../core/assets/address-key.ts'
import type { NoRoute, Prepared, ProviderLock, ProviderQuoteRequest, RouteDraft } from '../../contract.ts'
import { badReply, refusePair } from '../refuse.ts'
import { routeIdOf } from '../route-id.ts'
import { preparedCall, type WalletCall } from '../wallet-call.ts'

/* What exchanges on one EVM chain share: one call of one known router swaps the whole amount. */

/** Most steps of a route, and the longest name of one, in characters. */
const MAX_STEPS = 8
const MAX_NAME_LENGTH = 60

/** The provider's address of an asset. */
export function coinAddress({ asset }: PricedAsset): string {
  return asset.isNative ? COIN_STAND_IN : asset.address
}

/** True when `address` is the provider's address of the asset. */
export function isCoinAddress(side: PricedAsset, address: string): boolean {
  return sameAddress(coinAddress(side), address)
}

/** The answer for a chain that the provider does not serve. */
export const UNSERVED: NoRoute = refusePair('It does not serve this chain')

/** Refuses a pair across chains or, unless `isServed`, on the source chain; undefined for a pair to quote. */
export function refuseCrossChain({ src, dst }: ProviderQuoteRequest, isServed: boolean): NoRoute | undefined {
  if (src.chain.key !== dst.chain.key) return refusePair('It swaps within one chain only')
  return isServed ? undefined : UNSERVED
}

/** The id of the one route for a pair and an amount: the provider's best. */
export function swapRouteId(prefix: string, { src, dst, amountIn }: ProviderQuoteRequest): string {
  const text = [src.chain.key, src.asset.address, dst.asset.address, amountIn.toString()].join('|')
  return routeIdOf(prefix, text)
}

/** The exchanges of a route, each once, in order of first use. */
export function swapSteps(exchanges: readonly string[], fallback: { name: string; image: string }): RouteStep[] {
  const names = [...new Set(exchanges)].filter((name) => name !== '').slice(0, MAX_STEPS)
  if (names.length === 0) return [{ type: 'swap', name: fallback.name, image: fallback.image }]
  return names.map((name) => ({ type: 'swap', name: name.slice(0, MAX_NAME_LENGTH), image: '' }))
}

/** Seconds until a swap is in a block, when the provider states none: Ethereum's slots take 12 s, other chains' blocks less. */
export function swapTimeSec(chain: CatalogChain): number {
  return chain.key === 'ethereum' ? 15 : 5
}

/** Network cost, paid on top; `amount` in base units of the native coin, which has 18 decimals on all these chains. */
export function gasFee(
  chain: CatalogChain,
  amount: bigint,
  usd: MicroUsd | undefined,
  words: { readonly description: string; readonly providerLabel: string },
): Fee {
  return {
    type: 'source_gas',
    amount,
    token: coinOfEvmChain(chain),
    usd,
    ...words,
    included: false,
  }
}

/** That a swap costs something on top though nobody states how much: what a draft says of it where its fees have none. */
export function unknownNetworkCost(fees: readonly Fee[]): Pick<RouteDraft, 'unknownCosts'> {
  return fees.some(({ included }) => included === false) ? {} : { unknownCosts: ['Network cost of the swap'] }
}

/** The call of a router, which is also the spender of a token. */
export function routerCall(src: PricedAsset, to: string, data: string, value: string): WalletCall {
  return {
    to,
    data,
    value,
    spender: src.asset.isNative ? null : to,
    resetsApproval: needsAllowanceReset(src.chain.key, src.asset.address),
  }
}

/** What a router's calldata says about a swap; addresses in lower case. */
export interface CalldataTerms {
  readonly srcToken: string
  readonly dstToken: string
  readonly recipient: string
  /** Base units of the source asset. */
  readonly amountIn: bigint
}

/**
 * Verifies calldata against a swap.
 * @param terms undefined when the calldata could not be read
 * @throws ProviderError bad_response
 */
export function checkCalldata<T extends CalldataTerms>(
  terms: T | undefined,
  swap: { readonly src: PricedAsset; readonly dst: PricedAsset; readonly amountIn: bigint },
  recipient: string,
): T {
  const wrong = (what: string) => badReply(`Its calldata ${what}`)
  if (terms === undefined) throw wrong('calls a function that is not known to be safe')
  if (!isCoinAddress(swap.src, terms.srcToken)) throw wrong('takes another asset')
  if (!isCoinAddress(swap.dst, terms.dstToken)) throw wrong('pays out another asset')
  if (terms.amountIn !== swap.amountIn) throw wrong('takes another amount')
  if (!sameAddress(terms.recipient, recipient)) throw wrong('pays out to another wallet')
  return terms
}

/** What execute returns for a verified call of a router. */
export function preparedSwap(lock: ProviderLock, call: WalletCall, providerName: string): Prepared {
  const { src, dst } = lock
  return preparedOnChain(lock, call, `Swap ${src.asset.symbol} for ${dst.asset.symbol} through ${providerName}`)
}

/** What execute returns for a verified call; tracking needs the wallet's hash. */
export function preparedOnChain(lock: ProviderLock, call: WalletCall, description: string): Prepared {
  const { depositor, recipient } = lock
  return preparedCall(
    lock,
    call,
    { type: 'swap', description },
    { tracking: { depositor, recipient }, needsHash: true },
  )
}
