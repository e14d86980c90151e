import { TOKENS } from '../tokens.ts'

/*
 * Circle's Cross-Chain Transfer Protocol, V2: native USDC is burnt on one chain and minted on another, by the attestation of
 * Circle. https://developers.circle.com/cctp/evm-smart-contracts, https://developers.circle.com/cctp/cctp-supported-blockchains
 */

/** Burns, and takes the tokens for it; the same on every chain of the table. */
export const CCTP_TOKEN_MESSENGER = '0x28b5a0e9C621a5BadaA536219b3a228C8168cf5d'
/** Takes attested messages, by which the token messenger of its chain mints; the same on every chain of the table. */
export const CCTP_MESSAGE_TRANSMITTER = '0x81D40F21F12A8F0E3252Bccb954D722d4c464B64'

/** Finality that a burn asks for: Circle attests it as soon as the block is likely to stay, or once it is final. */
export const CCTP_FAST = 1000
export const CCTP_STANDARD = 2000

/**
 * The hook of a burn that asks Circle's forwarding service to mint on an EVM chain: `cctp-forward` in 24 bytes, version 0,
 * and nothing of its own. https://developers.circle.com/cctp/concepts/forwarding-service
 */
export const CCTP_FORWARD_HOOK = '0x636374702d666f72776172640000000000000000000000000000000000000000'

/** A chain as CCTP V2 knows it. */
export interface CctpChain {
  /** Circle's own number of the chain. */
  readonly domain: number
  /** EIP-155 id. */
  readonly chainId: number
  /** The native USDC, which has 6 decimals everywhere. */
  readonly usdc: string
}

/** The EVM chains of V2. Left out is EDGE, whose contracts stand elsewhere, and what the catalog does not have. */
export const CCTP_CHAINS: readonly CctpChain[] = [
  { domain: 0, chainId: 1, usdc: TOKENS.ethereum.USDC },
  { domain: 1, chainId: 43_114, usdc: TOKENS.avalanche.USDC },
  { domain: 2, chainId: 10, usdc: TOKENS.optimism.USDC },
  { domain: 3, chainId: 42_161, usdc: TOKENS.arbitrum.USDC },
  { domain: 6, chainId: 8453, usdc: TOKENS.base.USDC },
  { domain: 7, chainId: 137, usdc: TOKENS.polygon.USDC },
  { domain: 10, chainId: 130, usdc: TOKENS.unichain.USDC },
  { domain: 11, chainId: 59_144, usdc: TOKENS.linea.USDC },
  { domain: 13, chainId: 146, usdc: '0x29219dd400f2Bf60E5a23d13Be72B486D4038894' },
  // A bridged USDC that became the native one in its place, and kept its symbol in many lists.
  { domain: 14, chainId: 480, usdc: TOKENS.worldchain['USDC.e'] },
  { domain: 15, chainId: 143, usdc: TOKENS.monad.USDC },
  { domain: 16, chainId: 1329, usdc: '0xe15fC38F6D8c56aF07bbCBe3BAf5708A2Bf42392' },
  { domain: 18, chainId: 50, usdc: '0xfA2958CB79b0491CC627c1557F441eF849Ca8eb1' },
  { domain: 19, chainId: 999, usdc: '0xb88339CB7199b77E23DB6E890353E22632Ba630f' },
  { domain: 21, chainId: 57_073, usdc: TOKENS.ink.USDC },
  { domain: 22, chainId: 98_866, usdc: '0x222365EF19F7947e5484218551B56bb3965Aa7aF' },
  { domain: 26, chainId: 5042, usdc: '0x3600000000000000000000000000000000000000' },
  { domain: 29, chainId: 1776, usdc: '0xa00C59fF5a080D2b954d0c75e46E22a0c371235a' },
  { domain: 30, chainId: 2818, usdc: '0xCfb1186F4e93D60E60a8bDd997427D1F33bc372B' },
  { domain: 31, chainId: 1672, usdc: '0xC879C018dB60520F4355C26eD1a6D572cdAC1815' },
  { domain: 32, chainId: 25, usdc: '0x3D7F2C478aAfdB65542BCB44bCeeC05849999d2D' },
  { domain: 33, chainId: 9745, usdc: '0x2d661C89D812261039AF9764eceaAee884f5F67F' },
  { domain: 37, chainId: 196, usdc: '0xB6CEceAB302E2E4948951eE7843FC24E92933061' },
]

/** The chain of an EIP-155 id; undefined for chains that CCTP does not serve. */
export function cctpChainOf(chainId: number | undefined): CctpChain | undefined {
  return CCTP_CHAINS.find((chain) => chain.chainId === chainId)
}
