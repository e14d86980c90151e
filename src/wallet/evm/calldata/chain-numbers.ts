import { CCTP_CHAINS } from '../../../core/evm/cctp/chains.ts'
import { MAYAN_CHAINS } from '../../../core/evm/bridges/mayan.ts'

/* Chains as bridges number them, where those are not the ids that wallets use. */

/** EIP-155 id by Circle's domain. */
export const CCTP_DOMAINS: ReadonlyMap<number, bigint> = new Map(
  CCTP_CHAINS.map(({ domain, chainId }) => [domain, BigInt(chainId)]),
)

/** EIP-155 id by LayerZero's endpoint. https://docs.layerzero.network/v2/deployments/deployed-contracts */
export const LAYER_ZERO_ENDPOINTS: ReadonlyMap<number, bigint> = new Map([
  [30101, 1n],
  [30102, 56n],
  [30106, 43114n],
  [30109, 137n],
  [30110, 42161n],
  [30111, 10n],
  [30183, 59144n],
  [30184, 8453n],
])

/** As LI.FI numbers it. */
const SOLANA = 1_151_111_081_099_710n

/** Chain as LI.FI numbers it by Wormhole's id. */
export const WORMHOLE_CHAINS: ReadonlyMap<number, bigint> = new Map(
  MAYAN_CHAINS.map(({ wormholeId, chainId }) => [wormholeId, chainId === undefined ? SOLANA : BigInt(chainId)]),
)

/**
 * Catalog key by a number of one bridge's own: deBridge's and Across' for Solana, then those of LI.FI.
 * https://github.com/lifinance/contracts/blob/main/src/Helpers/LiFiData.sol
 */
export const BRIDGE_CHAINS: ReadonlyMap<bigint, string> = new Map([
  [7_565_164n, 'solana'],
  [34_268_394_551_451n, 'solana'],
  [SOLANA, 'solana'],
  [20_000_000_000_001n, 'bitcoin'],
  [9_270_000_000_000_000n, 'sui'],
  [728_126_428n, 'tron'],
  [1_885_080_386_571_452n, 'tron'],
])
