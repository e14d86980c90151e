import { TOKENS } from '../../../core/evm/tokens.ts'
import { COIN, type Decoder, HostileCall } from './call-types.ts'
import { accountOf, asCoin, numberOf } from './collect.ts'

/*
 * Bridges of the rollups and sidechains themselves, from Ethereum to one chain each. They pay one for one, in the token that
 * they have for the one that they take, which is seldom the issuer's own: whatever else a call names does not arrive.
 */

/** A bridge's one destination, and what it pays there for what it takes on Ethereum; both of a pair have as many decimals. */
interface NativeBridge {
  /** EIP-155 id. */
  readonly destination: bigint
  readonly pairs: readonly (readonly [taken: string, paid: string])[]
}

const ETHEREUM = 1
const { USDC, DAI, WBTC } = TOKENS.ethereum

/** By the name of LI.FI's facet. A token that is not in the list is left in doubt. */
export const NATIVE_BRIDGES = {
  ArbitrumBridge: {
    destination: 42161n,
    pairs: [
      [COIN, COIN],
      [USDC, TOKENS.arbitrum['USDC.e']],
      [DAI, TOKENS.arbitrum.DAI],
      [WBTC, '0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f'],
    ],
  },
  GnosisBridge: { destination: 100n, pairs: [[DAI, COIN]] },
  MegaETHBridge: { destination: 4326n, pairs: [[COIN, COIN]] },
  OmniBridge: {
    destination: 100n,
    pairs: [
      [USDC, '0xDDAfbb505ad214D7b80b1f830fcCc89B60fb7A83'],
      [COIN, '0x6A023CCd1ff6F2045C3309768eAd9E68F978f6e1'],
    ],
  },
  OptimismBridge: {
    destination: 10n,
    pairs: [
      [COIN, COIN],
      [USDC, TOKENS.optimism['USDC.e']],
      [WBTC, '0x68f180fcCe6836688e9084f035309E29Bf0A2095'],
    ],
  },
  PolygonBridge: {
    destination: 137n,
    pairs: [
      [COIN, '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619'],
      [USDC, TOKENS.polygon['USDC.e']],
      [DAI, TOKENS.polygon.DAI],
      [WBTC, '0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6'],
    ],
  },
} as const satisfies Record<string, NativeBridge>

/** Least gas of a transaction, and the least that Arbitrum takes for a unit: https://docs.arbitrum.io/how-arbitrum-works/gas-fees */
const LEAST_GAS = 21_000n
const LEAST_GAS_PRICE = 10_000_000n

/** Arbitrum finishes a transfer by itself only with the gas that it is given; else somebody has to, within a week. */
export const withGas =
  (decode: Decoder): Decoder =>
  (found, call, nested) => {
    if (numberOf(found, 'gas') < LEAST_GAS || numberOf(found, 'gasPrice') < LEAST_GAS_PRICE) {
      throw new HostileCall('gives its bridge no gas to finish the transfer')
    }
    return decode(found, call, nested)
  }

/** What a bridge's reader says, bound to its destination, and to what it pays for a token that is in its list. */
export function boundTo({ destination, pairs }: NativeBridge, decode: Decoder): Decoder {
  return (found, call, nested) => {
    const { isSameAsset, tokenOut, ...decoded } = decode(found, call, nested)
    if (decoded.destination !== destination) throw new HostileCall('names a chain that its bridge does not go to')
    const token = asCoin(accountOf(found, 'tokenIn'))
    const paid = pairs.find(([taken]) => taken.toLowerCase() === token)?.[1].toLowerCase()
    if (paid === undefined || call.chainId !== ETHEREUM || decoded.recipients === undefined) {
      return { ...decoded, ...(tokenOut === undefined ? { isSameAsset: isSameAsset === true } : { tokenOut }) }
    }
    // For the coin the bridge does not read the token that is named.
    if (tokenOut !== undefined && tokenOut !== paid && token !== COIN) {
      throw new HostileCall('names a token that its bridge does not pay')
    }
    return { ...decoded, tokenOut: paid, minimum: numberOf(found, 'amountIn') }
  }
}
