import { type CatalogChain, NATIVE_ADDRESS, NATIVE_EVM_ADDRESS, type PricedAsset } from '../core/assets/catalog.ts'
import { type Fee, type FeeToken, tokenOfAsset } from '../core/money/fees.ts'
import { type MicroUsd, unitsForUsd } from '../core/money/usd.ts'
import { sandboxPrice } from './market.ts'

/** What one transfer costs, in micro-dollars, where it is not the usual. A contract call costs three times as much. */
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
const USUAL_TRANSFER_COST: MicroUsd = 5_000n
const CALL_FACTOR = 3n

/** Decimals of native coins off EVM chains; a chain that is missing shows its network cost only for its native coin. */
const NATIVE_DECIMALS: Readonly<Record<string, number>> = {
  ...{ bitcoin: 8, litecoin: 8, dogecoin: 8, 'bitcoin-cash': 8, dash: 8, zcash: 8 },
  ...{ solana: 9, sui: 9, aptos: 8, ton: 9, tron: 6, near: 24, xrpl: 6, stellar: 7, cardano: 6, polkadot: 10 },
  ...{ cosmos: 6, osmosis: 6, thorchain: 8, mayachain: 10, kujira: 6, noble: 6, celestia: 6, dydx: 18, juno: 6 },
}

/** Micro-dollars for paying out on `chain`. */
export function payoutCostUsd(chain: CatalogChain): MicroUsd {
  return TRANSFER_COST[chain.key] ?? USUAL_TRANSFER_COST
}

/**
 * The network cost of what the user's own wallet sends, paid on top of the amount in the chain's native coin.
 * @param sends how many plain transfers and how many contract calls it sends
 */
export function sourceGas(
  src: PricedAsset,
  sends: { readonly transfers: number; readonly calls: number },
  seed: number,
  nowMs: number,
): Fee[] {
  const token = nativeToken(src)
  if (token === undefined) return []
  const weight = BigInt(sends.transfers) + BigInt(sends.calls) * CALL_FACTOR
  const usd = (TRANSFER_COST[src.chain.key] ?? USUAL_TRANSFER_COST) * weight
  const price = sandboxPrice(seed, nowMs, src.chain.key, token.symbol, token.address)
  return [
    {
      type: 'source_gas',
      amount: unitsForUsd(usd, token.decimals, price),
      token,
      usd,
      description: `Network cost of sending on ${src.chain.name}, paid on top`,
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
