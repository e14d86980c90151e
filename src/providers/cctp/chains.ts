import { sameAddress } from '../../core/assets/address-key.ts'
import type { PricedAsset } from '../../core/assets/catalog.ts'
import { type CctpChain, cctpChainOf } from '../../core/evm/cctp/chains.ts'
import { isEvm } from '../kit/stated-side.ts'

/** Decimals of native USDC on every chain. */
export const USDC_DECIMALS = 6

/** Seconds until a standard burn is attested, by Circle's domain of the source, https://developers.circle.com/cctp/concepts/finality-and-block-confirmations */
const WITH_ETHEREUM_SEC = 19 * 60
const STANDARD_SEC: ReadonlyMap<number, number> = new Map([
  [0, WITH_ETHEREUM_SEC],
  [2, WITH_ETHEREUM_SEC],
  [3, WITH_ETHEREUM_SEC],
  [6, WITH_ETHEREUM_SEC],
  [10, WITH_ETHEREUM_SEC],
  // Its blocks are final once Ethereum has their proof.
  [11, 6 * 3600],
  [14, WITH_ETHEREUM_SEC],
  [21, WITH_ETHEREUM_SEC],
  [22, WITH_ETHEREUM_SEC],
  [30, WITH_ETHEREUM_SEC],
  [37, WITH_ETHEREUM_SEC],
])
/** On the others, whose blocks are final at once. */
const FINAL_AT_ONCE_SEC = 10

/** Seconds until a fast burn is attested, by domain of the source; the others have no fast burns. */
const FAST_SEC: ReadonlyMap<number, number> = new Map([
  [0, 20],
  [2, 8],
  [3, 8],
  [6, 8],
  [10, 8],
  [11, 8],
  [14, 8],
  [21, 8],
  [22, 8],
  // Circle's pages state no seconds of these two; its kit waits for one block of them, as for the other chains of Ethereum.
  [30, 8],
  [37, 8],
])

/** Domains on which Circle's forwarding service does not mint. */
const NOT_FORWARDED: readonly number[] = [29, 30, 31, 32, 33, 37]

/** A pair of chains between which USDC can go. */
export interface Corridor {
  readonly from: CctpChain
  readonly to: CctpChain
  /** Seconds until a burn is attested; `fastSec` is undefined where there are no fast burns. */
  readonly standardSec: number
  readonly fastSec: number | undefined
  /** True where Circle's forwarding service mints on the destination. */
  readonly isForwarded: boolean
}

/** The corridor of a pair of native USDC on two chains of CCTP; undefined for any other pair. */
export function corridorOf({
  src,
  dst,
}: {
  readonly src: PricedAsset
  readonly dst: PricedAsset
}): Corridor | undefined {
  const from = usdcChainOf(src)
  const to = usdcChainOf(dst)
  if (from === undefined || to === undefined || from === to) return undefined
  return {
    from,
    to,
    standardSec: STANDARD_SEC.get(from.domain) ?? FINAL_AT_ONCE_SEC,
    fastSec: FAST_SEC.get(from.domain),
    isForwarded: !NOT_FORWARDED.includes(to.domain),
  }
}

function usdcChainOf({ chain, asset }: PricedAsset): CctpChain | undefined {
  const found = isEvm(chain) ? cctpChainOf(chain.chainId) : undefined
  const isUsdc = found !== undefined && sameAddress(found.usdc, asset.address) && asset.decimals === USDC_DECIMALS
  return isUsdc ? found : undefined
}
