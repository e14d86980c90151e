import { type CatalogChain, NATIVE_ADDRESS, NATIVE_EVM_ADDRESS, type PricedAsset } from '../core/assets/catalog.ts'
import { type Fee, type FeeToken, tokenOfAsset } from '../core/money/fees.ts'
import { type MicroUsd, unitsForUsd } from '../core/money/usd.ts'
import { type FeeRule, feeRule } from './economics.ts'
import type { SandboxMarket } from './market.ts'

/** Cost of one transfer in micro-dollars, where it is not the default. A contract call costs three times as much. */
const TRANSFER_COST: Readonly<Record<string, MicroUsd>> = {
  ethereum: 150_000n,
  bitcoin: 400_000n,
  tron: 250_000n,
  bsc: 12_000n,
  litecoin: 10_000n,
  dogecoin: 20_000n,
  'bitcoin-cash': 3_000n,
  thorchain: 14_000n,
}
const DEFAULT_TRANSFER_COST: MicroUsd = 5_000n
const CALL_FACTOR = 3n

/** Decimals of native coins on chains other than EVM; a missing chain states a network cost for its native coin only. */
const NATIVE_DECIMALS: Readonly<Record<string, number>> = {
  ...{ bitcoin: 8, litecoin: 8, dogecoin: 8, 'bitcoin-cash': 8, dash: 8, zcash: 8 },
  ...{ solana: 9, sui: 9, aptos: 8, ton: 9, tron: 6, near: 24, xrpl: 6, stellar: 7, cardano: 6, polkadot: 10 },
  ...{ cosmos: 6, osmosis: 6, thorchain: 8, mayachain: 10, kujira: 6, noble: 6, celestia: 6, dydx: 18, juno: 6 },
}

/** The network cost of the payout, deducted from the swap. */
export function payoutFee({ chain }: PricedAsset): FeeRule {
  const description = `Network cost of the payout on ${chain.name}`
  return feeRule('destination_gas', 'dst', description, 'Network cost', { flatUsd: transferCostUsd(chain) })
}

function transferCostUsd(chain: CatalogChain): MicroUsd {
  return TRANSFER_COST[chain.key] ?? DEFAULT_TRANSFER_COST
}

/**
 * The network cost of the wallet's own transactions, paid on top of the amount in the chain's native coin.
 * @param sends number of plain transfers and of contract calls
 */
export function sourceGas(
  src: PricedAsset,
  sends: { readonly transfers: number; readonly calls: number },
  priceAt: SandboxMarket,
  nowMs: number,
): Fee[] {
  const token = nativeToken(src)
  if (token === undefined) return []
  const weight = BigInt(sends.transfers) + BigInt(sends.calls) * CALL_FACTOR
  const usd = transferCostUsd(src.chain) * weight
  const price = priceAt(nowMs, src.chain.key, token.symbol, token.address)
  return [
    {
      type: 'source_gas',
      amount: unitsForUsd(usd, token.decimals, price),
      token,
      usd,
      description: `Network cost of sending on ${src.chain.name}`,
      providerLabel: 'Network cost',
      included: false,
    },
  ]
}

function nativeToken(side: PricedAsset): FeeToken | undefined {
  const { chain, asset } = side
  if (asset.isNative) return tokenOfAsset(side)
  const evm = chain.type === 'EVM'
  const decimals = evm ? 18 : NATIVE_DECIMALS[chain.key]
  if (decimals === undefined) return undefined
  return {
    chainId: chain.chainId,
    chainName: chain.name,
    address: evm ? NATIVE_EVM_ADDRESS : NATIVE_ADDRESS,
    symbol: chain.nativeSymbol,
    decimals,
  }
}
