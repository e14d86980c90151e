import { COIN_STAND_IN, needsAllowanceReset } from '../../../core/evm/tokens.ts'
import { type CatalogChain, type PricedAsset } from '../../../core/assets/catalog.ts'
import type { RouteStep } from '../../../core/api/documents.ts'
import { type Fee, coinOfEvmChain } from '../../../core/money/fees.ts'
import type { MicroUsd } from '../../../core/money/usd.ts'
import { sameAddress, type WalletCall, walletCallExec } from '../wallet-call.ts'
import {
  type NoRoute,
  type Prepared,
  ProviderError,
  type ProviderLock,
  type ProviderQuoteRequest,
} from '../../contract.ts'
import { routeIdOf } from '../route-id.ts'

/* What aggregators of one EVM chain have in common: one call of one router, known in advance, swaps the whole amount. */

/** Most steps that a route shows, and the longest name of one, in characters. */
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

/** Why a pair is none for an aggregator of one chain; undefined when it is one. */
export function refuseCrossChain(
  { src, dst }: ProviderQuoteRequest,
  serves: (chain: CatalogChain) => boolean,
): NoRoute | undefined {
  if (src.chain.key !== dst.chain.key) return unsupported('It swaps within one chain only')
  return serves(src.chain) ? undefined : unsupported('It does not serve this chain')
}

function unsupported(message: string): NoRoute {
  return { code: 'pair_unsupported', message }
}

/** There is one way for a pair and an amount: the provider's best. */
export function swapRouteId(prefix: string, { src, dst, amountIn }: ProviderQuoteRequest): string {
  const text = [src.chain.key, src.asset.address, dst.asset.address, amountIn.toString()].join('|')
  return routeIdOf(prefix, text)
}

/** The exchanges of a route, each once, in the order in which they are first used. */
export function swapSteps(exchanges: readonly string[], fallback: { name: string; image: string }): RouteStep[] {
  const names = [...new Set(exchanges)].filter((name) => name !== '').slice(0, MAX_STEPS)
  if (names.length === 0) return [{ type: 'swap', name: fallback.name, image: fallback.image }]
  return names.map((name) => ({ type: 'swap', name: name.slice(0, MAX_NAME_LENGTH), image: '' }))
}

/** Seconds until a swap is in a block, when no provider states them: a slot of Ethereum is 12 s, blocks elsewhere are short. */
export function swapTimeSec(chain: CatalogChain): number {
  return chain.key === 'ethereum' ? 15 : 5
}

/** Network cost that is paid on top; `amount` in base units of the native coin, which has 18 decimals on all these chains. */
export function gasFee(
  chain: CatalogChain,
  amount: bigint,
  usd: MicroUsd | undefined,
  told: { readonly description: string; readonly providerLabel: string },
): Fee {
  return {
    type: 'source_gas',
    amount,
    token: coinOfEvmChain(chain),
    usd,
    ...told,
    included: false,
  }
}

/** The call of a router that takes tokens itself. */
export function routerCall(src: PricedAsset, to: string, data: string, value: string): WalletCall {
  return {
    to,
    data,
    value,
    spender: src.asset.isNative ? null : to,
    resetsApproval: needsAllowanceReset(src.chain.key, src.asset.address),
  }
}

/** What a router's calldata says about a swap; addresses are in small letters. */
export interface CalldataTerms {
  readonly srcToken: string
  readonly dstToken: string
  readonly recipient: string
  /** Base units of the source asset. */
  readonly amountIn: bigint
}

/**
 * Holds calldata against a swap.
 * @param terms undefined when the calldata could not be read
 * @throws ProviderError bad_response
 */
export function checkCalldata<T extends CalldataTerms>(
  terms: T | undefined,
  swap: { readonly src: PricedAsset; readonly dst: PricedAsset; readonly amountIn: bigint },
  recipient: string,
): T {
  const wrong = (what: string) => new ProviderError('bad_response', `Its calldata ${what}`)
  if (terms === undefined) throw wrong('calls a function that is not known to be safe')
  if (!isCoinAddress(swap.src, terms.srcToken)) throw wrong('takes another asset')
  if (!isCoinAddress(swap.dst, terms.dstToken)) throw wrong('pays out another asset')
  if (terms.amountIn !== swap.amountIn) throw wrong('takes another amount')
  if (!sameAddress(terms.recipient, recipient)) throw wrong('pays out to another wallet')
  return terms
}

/** The address in a 32-byte word of calldata. */
export function wordToAddress(word: bigint): string {
  return `0x${word.toString(16).padStart(40, '0').slice(-40)}`
}

/** What execute hands out for a checked call; the wallet's hash decides what becomes of it. */
export function preparedSwap(lock: ProviderLock, call: WalletCall, providerName: string): Prepared {
  const { src, dst, depositor, recipient } = lock
  return {
    exec: walletCallExec(call, lock, {
      type: 'swap',
      description: `Swap ${src.asset.symbol} for ${dst.asset.symbol} through ${providerName}`,
    }),
    providerResult: { execution: 'client', status: 'awaiting_deposit' },
    tracking: { depositor, recipient },
    needsHash: true,
  }
}
