import {
  ACROSS_PERIPHERIES,
  ACROSS_SPOKE_POOLS,
  AUGUSTUS,
  DEBRIDGE_FORWARDER,
  type Deployments,
  DLN_SOURCE,
  KYBER_ROUTER,
  KYBER_ROUTER_OF_ZKSYNC,
  LIFI_DIAMOND,
  RELAY_DEPOSITORY,
  RELAY_ROUTERS,
  SWAP_ROUTER_02_OF_CELO,
  SWAP_ROUTER_V3,
  THORCHAIN_ROUTERS,
  UNISWAP,
} from '../../../core/evm/contracts.ts'
import { WRAPPED_COINS } from '../../../core/evm/tokens.ts'

/*
 * Contracts whose code is public and whose functions are decoded here. One that stands at the same address everywhere is
 * made from its own code or by its own deployer, so that no other contract can have its address on another chain.
 */

const ON_EVERY_CHAIN: ReadonlySet<string> = lowerCaseSet([
  SWAP_ROUTER_V3,
  KYBER_ROUTER,
  AUGUSTUS,
  LIFI_DIAMOND,
  ...ACROSS_PERIPHERIES,
  DLN_SOURCE,
  DEBRIDGE_FORWARDER,
  RELAY_DEPOSITORY,
  ...RELAY_ROUTERS,
])

/** The routers of V2 that Uniswap's pages name, by EIP-155 id; its other V2 deployments have not been met. */
const V2_CHAINS: readonly number[] = [1, 10, 56, 130, 137, 8453, 42161, 43114]

const BY_CHAIN: readonly Deployments[] = [
  mapChains(({ swapRouter02 }) => swapRouter02),
  mapChains(({ v2 }, chainId) => (V2_CHAINS.includes(chainId) ? v2?.router : undefined)),
  { 42220: SWAP_ROUTER_02_OF_CELO },
  { 324: KYBER_ROUTER_OF_ZKSYNC },
  ACROSS_SPOKE_POOLS,
  THORCHAIN_ROUTERS,
]

/**
 * True for a contract that this program has met before.
 * @param chainId EIP-155
 * @param address 0x address in any letter case
 */
export function isKnownContract(chainId: number, address: string): boolean {
  const wanted = address.toLowerCase()
  return ON_EVERY_CHAIN.has(wanted) || BY_CHAIN.some((deployments) => deployments[chainId]?.toLowerCase() === wanted)
}

/** Address of a chain's wrapped coin in small letters; undefined where it is not known. @param chainKey of the catalog */
export function wrappedCoin(chainKey: string): string | undefined {
  return WRAPPED_COINS.get(chainKey)?.toLowerCase()
}

function mapChains(pick: (contracts: (typeof UNISWAP)[number], chainId: number) => string | undefined): Deployments {
  return Object.fromEntries(
    Object.entries(UNISWAP).flatMap(([id, contracts]) => {
      const address = pick(contracts, Number(id))
      return address === undefined ? [] : [[id, address]]
    }),
  )
}

function lowerCaseSet(addresses: readonly string[]): ReadonlySet<string> {
  return new Set(addresses.map((address) => address.toLowerCase()))
}
