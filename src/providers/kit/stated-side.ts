import { toChecksumAddress } from '../../core/assets/addresses/evm.ts'
import { sameAddress } from '../../core/assets/address-key.ts'
import { type CatalogChain, EVM_COIN_DECIMALS, NATIVE_ADDRESS, type PricedAsset } from '../../core/assets/catalog.ts'
import type { Fee, FeeToken } from '../../core/money/fees.ts'
import { isEvmCoin } from '../../core/evm/tokens.ts'
import { type MicroUsd, readSignedUsd } from '../../core/money/usd.ts'
import { badReply } from './refuse.ts'

/** Address that several APIs state for the coin of Solana: that of its system program. */
export const SOLANA_NATIVE = '1'.repeat(32)

/** True for chains whose ids and addresses are those of EVM chains. */
export function isEvm(chain: CatalogChain): boolean {
  return chain.type === 'EVM' && chain.addressFamily === 'evm'
}

/** A token as a provider names it, with its own chain id. */
export interface StatedToken {
  readonly chainId: number
  readonly address: string
  readonly symbol: string
  readonly decimals: number
}

/** One end of a route, with a provider's names for it. */
export interface StatedSide {
  readonly priced: PricedAsset
  /** The provider's id of the chain. */
  readonly chainId: number
  /** The provider's address of the asset. */
  readonly address: string
  /** The provider's address of the chain's native coin, where it has one. */
  readonly native: string | undefined
}

/** True when `stated` is the asset at this end of the route, decimals included; letter case counts except on EVM chains. */
export function matchesStated(side: StatedSide, stated: StatedToken): boolean {
  const { chain, asset } = side.priced
  if (side.chainId !== stated.chainId || asset.decimals !== stated.decimals) return false
  if (chain.type !== 'EVM') return side.address === stated.address
  return sameAddress(side.address, stated.address)
}

/**
 * Refuses a quote for another pair or amount than the request's.
 * @param src the source end and the token that the quote states for it
 * @param amountIn base units that the quote states
 * @throws ProviderError bad_response
 */
export function checkPair(
  src: readonly [StatedSide, StatedToken],
  dst: readonly [StatedSide, StatedToken],
  amountIn: bigint,
  request: { readonly amountIn: bigint },
): void {
  const differs = (what: string) => badReply(`Its quote is for another ${what}`)
  if (!matchesStated(...src)) throw differs('source asset')
  if (!matchesStated(...dst)) throw differs('destination asset')
  if (amountIn !== request.amountIn) throw differs('amount')
}

/**
 * The token of a fee, in our own names when it is on one of the route's chains.
 * @throws ProviderError bad_response for a coin with other decimals than its own
 */
export function toFeeToken(stated: StatedToken, sides: readonly StatedSide[]): FeeToken {
  const exact = sides.find((side) => matchesStated(side, stated))?.priced
  const chain = exact?.chain ?? sides.find((side) => side.chainId === stated.chainId)?.priced.chain
  const native = sides.find((side) => side.chainId === stated.chainId)?.native
  const address = stated.address.slice(0, 200)
  const onChain = {
    chainId: chain?.chainId ?? stated.chainId,
    chainName: chain?.name ?? `chain ${stated.chainId}`,
  }
  if (exact !== undefined) {
    return { ...onChain, address: exact.asset.address, symbol: exact.asset.symbol, decimals: exact.asset.decimals }
  }
  if (
    chain !== undefined &&
    isEvm(chain) &&
    (address === native || isEvmCoin(address)) &&
    stated.decimals !== EVM_COIN_DECIMALS
  ) {
    throw badReply(`A fee in the coin of ${chain.name} is stated with ${stated.decimals} decimals`)
  }
  const ours = chain?.type === 'EVM' ? toChecksumAddress(address) : address === native ? NATIVE_ADDRESS : address
  return { ...onChain, address: ours, symbol: stated.symbol.slice(0, 40), decimals: stated.decimals }
}

/** The row of a stated fee; none for nothing. The network cost of the wallet's own transaction is paid on top. */
export function statedFee(
  words: Pick<Fee, 'type' | 'description' | 'providerLabel'>,
  stated: { readonly amount: bigint; readonly amountUsd?: string | undefined; readonly token: StatedToken } | undefined,
  sides: readonly StatedSide[],
): Fee[] {
  if (stated === undefined || stated.amount === 0n) return []
  const { amount, amountUsd, token } = stated
  const row = { ...words, amount, token: toFeeToken(token, sides), usd: parseStatedUsd(amountUsd, amount) }
  return [words.type === 'source_gas' ? { ...row, included: false } : row]
}

/** Stated dollars of an amount; undefined when the provider states none, or zero for something. */
export function parseStatedUsd(text: string | undefined, units: bigint): MicroUsd | undefined {
  const usd = text === undefined ? undefined : readSignedUsd(text)
  return usd === 0n && units !== 0n ? undefined : usd
}
