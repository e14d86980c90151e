import { isSwapError } from '../../src/core/api/errors.ts'
import { sameAddress } from '../../src/core/assets/address-key.ts'
import type { PublicNodes } from '../../src/core/evm/nodes.ts'
import type { SwapRun } from '../../src/wallet/run/journal.ts'
import { createSimulatedChain } from './chain/simulated-chain.ts'
import type { ChainEvent, SimulatedChain } from './chain/interface.ts'
import { createKernel, type Hazards, type Kernel, type Process } from './kernel.ts'
import { createMachine, type Machine } from './machine.ts'
import { DAI, USDC } from './market.ts'
import { createNetwork, type Network } from './network.ts'
import { createOracle, type Intent, type Oracle } from './oracle.ts'
import type { ProviderMood, ProviderWorld } from './provider.ts'
import { createRandom, type Random } from './random.ts'

/** Everything that a seed makes. */
export interface World {
  readonly kernel: Kernel
  readonly dice: Random
  /** For what came to the stories later, so that it leaves the rest of a seed as it was. */
  readonly fate: Random
  readonly hazards: Hazards
  readonly network: Network
  readonly chain: SimulatedChain
  readonly providers: readonly ProviderWorld[]
  readonly mood: ProviderMood
  readonly nodes: { readonly own: string | undefined; readonly public: PublicNodes }
  /** Where the user sits. */
  readonly home: Machine
  /** Where the server of the seeds runs that have one. */
  readonly server: Machine
  readonly oracle: Oracle
  readonly counts: Map<string, number>
  /** Hashes of what the owner's key signed: recovering who signed takes milliseconds. */
  readonly signed: Set<string>
  count(what: string): void
  nextNumber(): number
  note(process: Process, line: string): void
  /** A failure that is no coded one is a bug. */
  complainOfBug(process: Process, error: unknown): void
  /** Changes what providers and the router pay, in parts of ten thousand of parity. */
  setPrice(bps: number): void
  /** Lifetime of a lock, in milliseconds. */
  readonly lockTtlMs: number
  /** Called at each step of a run that a user hears of, once it is noted. @default nothing */
  onProgress: (process: Process, run: SwapRun) => void
  /** Called at each event of the chain. @default nothing */
  onChain: (event: ChainEvent) => void
}

/** The account that pays: the first one of the development nodes. */
export const KEY = Uint8Array.from(
  Buffer.from('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80', 'hex'),
)
export const OWNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
/** Somebody whom users pay. */
export const FRIEND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** Base URL of the server. */
export const SERVER = 'http://server.example:8787/api/v1'
const NODES = ['alpha', 'beta', 'gamma'] as const

export function createWorld(seed: number): World {
  const random = createRandom(seed)
  const hazards: Hazards = { killing: 0, hangingDisk: 0 }
  const kernel = createKernel(random, hazards)
  const dice = random.fork('world')
  const network = createNetwork(kernel)
  const counts = new Map<string, number>()
  const count = (what: string) => void counts.set(what, (counts.get(what) ?? 0) + 1)
  const oracle = createOracle(() => kernel.now())
  const chainDice = random.fork('chain')
  const signed = new Set<string>()
  const chain = createSimulatedChain({
    random: () => chainDice.next(),
    now: () => kernel.now(),
    chainId: 1,
    nodes: NODES,
    senderOf: (hash) => (signed.has(hash) ? OWNER : undefined),
    tokens: [USDC, DAI],
    blockMs: dice.pick([2_000, 4_000, 12_000]),
    tell: (event) => {
      count(`chain ${event.kind}`)
      // Bytes are sent again until they are in a block.
      const isNews = event.kind !== 'refused' || event.reason !== 'already known'
      if (isNews) kernel.note(`chain: ${describeEvent(event)}`)
      world.onChain(event)
    },
  })
  for (const name of NODES) {
    network.serve(`${name}.example`, (_url, { body = '' }) => chain.node(name).exchange(body))
  }
  chain.grant(OWNER, 10n ** 20n)
  chain.grant(OWNER, 10n ** 12n, USDC.address)
  const mood: ProviderMood = { failing: 0, slow: 0, stealing: 0, lying: 0 }
  let priceBps = 9_990n
  const setPrice = (bps: number) => {
    priceBps = BigInt(bps)
    chain.setRate(USDC.address, DAI.address, { in: 10n ** 10n, out: priceBps * 10n ** 18n })
  }
  setPrice(9_990)
  const urls = NODES.map((name) => `https://${name}.example`)
  let number = 0
  const world: World = {
    ...{
      kernel,
      dice,
      fate: random.fork('fate'),
      hazards,
      network,
      chain,
      mood,
      oracle,
      counts,
      count,
      signed,
      setPrice,
    },
    providers: ['SIM_ONE', 'SIM_TWO'].map((key, index) => ({
      key,
      mood,
      dice: random.fork(key),
      price: (amountIn) => (amountIn * 10n ** 12n * (priceBps - BigInt(index))) / 10_000n,
      now: () => kernel.now(),
    })),
    nodes: {
      own: dice.chance(0.3) ? urls.slice(0, 1 + dice.below(2)).join(',') : undefined,
      public: { nodes: NODES.map((name) => `${name} https://${name}.example`), laggingBlocks: 3, blockMs: 12_000 },
    },
    home: createMachine('home'),
    server: createMachine('server'),
    onProgress: () => undefined,
    onChain: () => undefined,
    lockTtlMs: random.fork('locks').pick([60_000, 60_000, 900_000]),
    nextNumber: () => (number += 1),
    note: (process, line) => kernel.note(`${process.name}: ${line}`),
    complainOfBug: (process, error) => {
      if (isSwapError(error)) return
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
      kernel.note(`BUG in ${process.name}: ${text}`)
      oracle.complain(`a bug in ${process.name}: ${text.split('\n').slice(0, 3).join(' ')}`)
    },
  }
  return world
}

/** What somebody sees who looks at the chain himself: whether it was paid, or still may be. */
export function mayBePaid({ chain }: World, { units }: Intent): boolean {
  const amount = units.toString(16).padStart(64, '0')
  const mined = chain.ledger().filter(({ from }) => sameAddress(from, OWNER))
  const next = Math.max(0, ...mined.map(({ nonce }) => nonce + 1))
  return chain
    .seen()
    .filter(({ data }) => data.includes(amount))
    .some(({ hash, nonce }) => nonce >= next || mined.some((one) => one.hash === hash && one.ok))
}

function describeEvent(event: ChainEvent): string {
  switch (event.kind) {
    case 'accepted':
      return `${event.node} takes ${event.hash}${event.isLost ? ', and forgets it' : ''}`
    case 'refused':
      return `${event.node} refuses ${event.hash}: ${event.reason}`
    case 'mined':
      return `block ${event.block} holds ${event.hash}${event.ok ? '' : ', reverted'}`
    case 'dropped':
      return `all nodes forget ${event.hash}, which no block has taken`
    case 'taken back':
      return `block ${event.block} with ${event.hash} is taken back`
    case 'reorganised':
      return event.depth === 1
        ? `block ${event.fromBlock}, the newest, is another one now`
        : `${event.depth} blocks from ${event.fromBlock} on, the newest, are others now`
  }
}
