import { TOKENS } from '../../../core/evm/tokens.ts'
import { COIN, type Decoder, HostileCall } from './call-types.ts'
import { accountOf, asCoin, numberOf } from './collect.ts'
import { POOL_BY_NUMBER } from './doubts.ts'

/* Pools of Stargate's as LI.FI's calls name them: by a number that stands for one asset on every chain. */

/** Chains by EIP-155 id on which Stargate's ETH is the coin. */
const CHAINS_OF_ETH = [1, 10, 8453, 42161, 59144]
const ETH = 13n
const { ethereum, optimism, arbitrum, base, polygon, bsc, avalanche } = TOKENS

/** Number by token. https://github.com/stargate-protocol/stargate-v2/blob/main/packages/stg-definitions-v2/src/constant.ts */
const ASSETS: ReadonlyMap<string, bigint> = new Map(
  [
    ...[ethereum, optimism, arbitrum, base, polygon, bsc, avalanche].map(({ USDC }) => [USDC, 1n] as const),
    ...[ethereum, optimism, polygon, bsc, avalanche].map(({ USDT }) => [USDT, 2n] as const),
    [arbitrum.USDT0, 2n] as const,
  ].map(([token, id]) => [token.toLowerCase(), id]),
)

/** What reads the bridge, bound to the pool of the token that it takes: another one takes what the Diamond has of another. */
export function ofPool(decode: Decoder): Decoder {
  return (found, call, nested) => {
    const decoded = decode(found, call, nested)
    const token = asCoin(accountOf(found, 'tokenIn'))
    const asset = token === COIN ? (CHAINS_OF_ETH.includes(call.chainId) ? ETH : undefined) : ASSETS.get(token)
    if (asset === undefined) return { ...decoded, doubts: [...(decoded.doubts ?? []), POOL_BY_NUMBER] }
    if (numberOf(found, 'assetId') !== asset) throw new HostileCall('gives the money to the pool of another asset')
    return decoded
  }
}
