import type { Address } from 'viem'
import { erc20Abi } from './abi.ts'
import { CHAIN_IDS, type ChainKey, contracts, type Contracts, tokens } from './addresses.ts'
import { type DevClient, startAnvil } from './anvil.ts'
import { preparedState } from './prepared-state.ts'
import { setTokenBalance } from './recipe.ts'

export { account, CHAIN_IDS, contracts, decimals, MNEMONIC, NATIVE, tokens } from './addresses.ts'

/** One chain of the devnet. */
export type DevChain = {
  /** Catalog key. */
  readonly key: ChainKey
  readonly chainId: number
  /** JSON-RPC endpoint on the loopback interface. */
  readonly url: string
  /** Process id of the node. */
  readonly pid: number
  readonly client: DevClient
  readonly tokens: (typeof tokens)[ChainKey]
  readonly contracts: Contracts
}

/** Two local chains that hold the real contracts at their real addresses. */
export type Devnet = {
  readonly ethereum: DevChain
  readonly base: DevChain
  /** Ends both nodes. */
  close(): Promise<void>
}

/** How to open a devnet. */
export type DevnetOptions = {
  /** Seconds between blocks, fractions allowed; without it every transaction is mined at once. */
  readonly blockTimeSec?: number
  /** Further arguments of the nodes. */
  readonly args?: readonly string[]
}

/**
 * Starts the two chains from their prepared state, each with a block of now: take deadlines from the latest block.
 * @throws Error when anvil or a package with compiled contracts is missing
 */
export async function openDevnet(options: DevnetOptions = {}): Promise<Devnet> {
  const state = await preparedState()
  const open = async (key: ChainKey) => {
    const anvil = await startAnvil({ ...options, chainId: CHAIN_IDS[key], loadState: state[key] })
    await anvil.client.mine({ blocks: 1 })
    const { url, chainId, pid, client } = anvil
    return { anvil, chain: { key, chainId, url, pid, client, tokens: tokens[key], contracts: contracts[key] } }
  }
  const [ethereum, base] = await Promise.all([open('ethereum'), open('base')])
  return {
    ethereum: ethereum.chain,
    base: base.chain,
    close: async () => {
      await Promise.all([ethereum.anvil.stop(), base.anvil.stop()])
    },
  }
}

/** Base units to add to what an address holds. */
export type Funds = Partial<Readonly<Record<'eth' | 'weth' | 'usdc' | 'usdt' | 'dai', bigint>>>

/** Adds base units to what an address holds. Adding to one address and token from two sides at once loses one. */
export async function fund(chain: DevChain, address: Address, funds: Funds): Promise<void> {
  const { client } = chain
  const held = await balances(chain, address)
  for (const kind of ['weth', 'usdc', 'usdt', 'dai'] as const) {
    const more = funds[kind]
    const token = chain.tokens[kind]
    if (more === undefined) continue
    if (token === undefined) throw new Error(`No ${kind} on ${chain.key}`)
    await setTokenBalance(client, token, address, held[kind] + more)
  }
  if (funds.eth !== undefined) await client.setBalance({ address, value: held.eth + funds.eth })
}

/** What an address holds, in base units. */
export type Balances = Readonly<Record<'eth' | 'weth' | 'usdc' | 'usdt' | 'dai', bigint>>

/** What an address holds of the chain's coin and of each token; 0 for a token that the chain lacks. */
export async function balances(chain: DevChain, address: Address): Promise<Balances> {
  const held = async (token: Address | undefined) =>
    token === undefined
      ? 0n
      : chain.client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [address] })
  const { weth, usdc, usdt, dai } = chain.tokens
  const [eth, ofWeth, ofUsdc, ofUsdt, ofDai] = await Promise.all([
    chain.client.getBalance({ address }),
    ...[weth, usdc, usdt, dai].map(held),
  ])
  return { eth, weth: ofWeth ?? 0n, usdc: ofUsdc ?? 0n, usdt: ofUsdt ?? 0n, dai: ofDai ?? 0n }
}
