/*
 * What the simulator gets of a simulated EVM chain. One chain is one object, everything is synchronous, and the same seed with
 * the same calls at the same times gives the same hashes, blocks and answers. Addresses are 0x-hex in any case where they come
 * in, and small letters where they come out; amounts are base units; times are epoch milliseconds of the simulation's true time,
 * which is not what the clock of a simulated process says.
 */

/** An ERC-20 token of a chain. */
export interface SimulatedToken {
  readonly address: string
  readonly symbol: string
  readonly decimals: number
  /** True for a token that, as Tether's, refuses to change an allowance that is not zero. @default false */
  readonly wantsReset?: boolean
  /** True for the chain's wrapped coin. @default false */
  readonly isWrappedCoin?: boolean
}

/** What a chain is made of. */
export interface SimulatedChainOptions {
  /** Uniform in [0, 1): every choice of the chain comes from it. */
  readonly random: () => number
  /** The simulation's true time; nodes and reads bring the chain up to it by themselves. */
  readonly now: () => number
  /** EIP-155 id. */
  readonly chainId: number
  /** Operators, one node each. */
  readonly nodes: readonly string[]
  readonly tokens: readonly SimulatedToken[]
  /** Milliseconds between two blocks. @default 12000 */
  readonly blockMs?: number
  /** Wei for one gas in the first block. @default 1 gwei */
  readonly baseFee?: bigint
  /** Blocks behind the head of the block that nodes call safe. @default 32 */
  readonly safeDepth?: number
  /** Blocks behind the head of the block that nodes call finalized: nothing takes it back. @default 64 */
  readonly finalDepth?: number
  /** Milliseconds that a transaction takes from one node to the others and to the builder of blocks. @default 200 */
  readonly gossipMs?: number
  /**
   * Who signed bytes with this hash, where the simulation knows it (`signer.ts` tells): recovering that from a signature takes
   * milliseconds. @default it is recovered
   */
  readonly senderOf?: (hash: string) => string | undefined
  /** Gets what happens, for a trace that a person reads. */
  readonly tell?: (event: ChainEvent) => void
}

/** What happened on a chain, for a trace. */
export type ChainEvent =
  | { readonly kind: 'accepted'; readonly node: string; readonly hash: string; readonly isLost: boolean }
  | { readonly kind: 'refused'; readonly node: string; readonly hash: string; readonly reason: string }
  | { readonly kind: 'mined'; readonly hash: string; readonly block: number; readonly ok: boolean }
  | { readonly kind: 'dropped'; readonly hash: string }
  | { readonly kind: 'taken back'; readonly hash: string; readonly block: number }
  | { readonly kind: 'reorganised'; readonly fromBlock: number; readonly depth: number }

/** What becomes of the transactions of blocks that a reorganisation takes back. */
export type FateOfTakenBack =
  /** They stand in the new blocks again. */
  | 'mined-again'
  /** They wait in the mempool again, for the blocks to come. */
  | 'wait'
  /** Every node and the builder forget them; whoever has the bytes may send them again. */
  | 'forgotten'
  /** Another transaction of the same account and nonce that some node once accepted is mined in place; one without such a rival waits. */
  | 'rival-mined'

/** A simulated chain. */
export interface SimulatedChain {
  readonly chainId: number
  /** The contract into which bridged money is paid: Across' SpokePool of the real chain, `depositV3`. */
  readonly spokePool: string
  /** SwapRouter02 of the real chain, which pays any known token for another at the price that `setRate` gives. */
  readonly swapRouter: string
  /** @throws Error for a name that is not among the options */
  node(name: string): SimulatedNode
  readonly nodes: readonly SimulatedNode[]
  /** Brings the chain up to a time: gossip arrives and blocks are made; a time that has passed changes nothing. */
  advanceTo(atMs: number): void
  /** When the next block is due. */
  nextBlockAtMs(): number
  head(): { readonly number: number; readonly atMs: number }

  /** Gives an address coins or tokens as part of the chain's beginning; it is no transaction and never taken back. */
  grant(address: string, units: bigint, token?: string): void
  /** What an address holds in the newest block. */
  balanceOf(address: string, token?: string): bigint
  allowanceOf(owner: string, spender: string, token: string): bigint
  /** Sets what SwapRouter02 gives for one base unit of a token: `out * units / in`; the coin is the wrapped coin's token. */
  setRate(tokenIn: string, tokenOut: string, rate: { readonly in: bigint; readonly out: bigint }): void

  /** Puts a price feed of Chainlink at an address, that says the same price at all times. @param answered with `decimals` */
  setFeed(address: string, answered: bigint, decimals: number, description: string): void

  /**
   * A transaction of an account that the simulation plays, unsigned: it reaches the builder at once and has the account's next
   * nonce. It may be reverted and taken back as any other.
   * @returns its hash
   */
  submit(call: SimulatedCall): string
  /** Lets the bridge's relayer pay tokens, or coins without `token`, to a recipient by such a transaction. @returns its hash */
  payOut(to: string, units: bigint, token?: string): string
  /** What was paid into the bridge in blocks that stand now. */
  deposits(): readonly BridgeDeposit[]

  /** Makes every node and the builder forget a waiting transaction; nothing for one in a block. */
  drop(hash: string): void
  /** Keeps a waiting transaction out of blocks until a time. */
  delay(hash: string, untilMs: number): void
  /** Makes no blocks until a time; the blocks that were due are never made. */
  stall(untilMs: number): void
  /** Changes the base fee of the blocks to come. @param wei for one gas */
  setBaseFee(wei: bigint): void
  /**
   * Takes the newest blocks back and puts others in their place, as many and with the same times. It goes no deeper than the
   * finalized block.
   * @param depth blocks, from 1
   * @returns the hashes that were taken back
   */
  reorganise(depth: number, fate: FateOfTakenBack): readonly string[]

  /** What is waiting anywhere, for traces and choices of faults. */
  waiting(): readonly WaitingTransaction[]
  /** Every transaction in the blocks that stand now, oldest first: the truth that verdicts rest on. */
  ledger(): readonly LedgerEntry[]
  /** Every transaction that any node ever saw signed bytes of, by hash: also dropped, replaced and lost ones. */
  seen(): readonly SeenTransaction[]
}

/** A call of an account that the simulation plays. */
export interface SimulatedCall {
  readonly from: string
  readonly to: string
  /** 0x-hex. @default 0x */
  readonly data?: string
  /** Base units of the coin. @default 0 */
  readonly value?: bigint
}

/** Tokens or coins that changed hands in a transaction. */
export interface Movement {
  /** Undefined for the coin; what is paid for gas is left out. */
  readonly token: string | undefined
  readonly from: string
  readonly to: string
  readonly units: bigint
}

/** A transaction in a block that stands. */
export interface LedgerEntry {
  readonly hash: string
  readonly from: string
  readonly nonce: number
  readonly to: string
  /** The first four bytes of its data; `0x` for a plain transfer of coins. */
  readonly selector: string
  readonly data: string
  readonly value: bigint
  /** False for one that was reverted: it moved nothing but what it paid for gas. */
  readonly ok: boolean
  readonly reason: string | undefined
  readonly block: number
  readonly atMs: number
  /** Blocks that hold it, its own included. */
  readonly depth: number
  /** True once no reorganisation can take it back. */
  readonly isFinal: boolean
  readonly movements: readonly Movement[]
  /** Base units of the coin that were paid for gas. */
  readonly gasCost: bigint
}

/** A payment into the bridge. */
export interface BridgeDeposit {
  readonly id: number
  readonly hash: string
  readonly depositor: string
  readonly recipient: string
  readonly inputToken: string
  readonly outputToken: string
  readonly inputAmount: bigint
  readonly outputAmount: bigint
  readonly destinationChainId: number
  /** Blocks that hold it, its own included. */
  readonly depth: number
  readonly block: number
}

/** A transaction in no block. */
export interface WaitingTransaction {
  readonly hash: string
  readonly from: string
  readonly nonce: number
  /** Names of the nodes that have it. */
  readonly nodes: readonly string[]
  /** True where the builder of blocks has it: it can be mined. */
  readonly isWithBuilder: boolean
}

/** A transaction whose signed bytes some node took. */
export interface SeenTransaction {
  readonly hash: string
  readonly raw: string
  readonly from: string
  readonly nonce: number
  readonly to: string
  readonly data: string
  readonly firstSeenMs: number
}

/** A node of one operator. */
export interface SimulatedNode {
  readonly name: string
  /**
   * Answers a call at once, as `result` of JSON-RPC has it.
   * @throws RpcError for a JSON-RPC error, NodeOutage where it gives none
   */
  answer(call: { readonly method: string; readonly params: readonly unknown[] }): unknown
  /** Answers the body of an HTTP request; undefined where it stays silent. */
  exchange(body: string): NodeHttpReply | undefined
  /** Changes how it behaves from now on; what is not named stays. */
  turn(settings: Partial<NodeSettings>): void
  /** Makes it honest, complete and up to date again. */
  mend(): void
  readonly settings: NodeSettings
  /** Calls that it was sent, by method. */
  readonly calls: ReadonlyMap<string, number>
}

/** An answer over HTTP. */
export interface NodeHttpReply {
  readonly status: number
  readonly body: string
  /** Small letters. */
  readonly headers: Readonly<Record<string, string>>
}

/** How a node behaves. */
export interface NodeSettings {
  /** Blocks by which it is behind the others. @default 0 */
  readonly lagBlocks: number
  /** What it does with signed bytes: passes them on; keeps them for itself; says yes and forgets them. @default 'gossips' */
  readonly sending: 'gossips' | 'keeps' | 'loses'
  /** True where bytes that others pass on do not reach it before they are mined. @default false */
  readonly isDeaf: boolean
  /** What it does with a fee cap below the base fee: geth keeps it, sequencers refuse it. @default 'keeps' */
  readonly lowFeeCap: 'keeps' | 'refuses'
  /** What it fails with; undefined while it works. */
  readonly failing: NodeFailing | undefined
  /** Methods that it does not have: -32601. @default none */
  readonly lacks: readonly string[]
  /** Blocks whose state it keeps; older state is a `missing trie node`. Undefined keeps all. @default 128 */
  readonly stateBlocks: number | undefined
  /** True where it still shows what a reorganisation took back: receipts, transactions and blocks by hash. @default false */
  readonly showsTakenBack: boolean
  readonly lies: NodeLies
}

/** How a node fails. */
export interface NodeFailing {
  readonly how:
    | { readonly kind: 'silence' }
    | { readonly kind: 'http'; readonly status: number; readonly body?: string; readonly retryAfterSec?: number }
    | { readonly kind: 'rpc'; readonly code: number; readonly message: string }
    /** What the call did is done, such as taking bytes, and its answer is lost. */
    | { readonly kind: 'answer-lost' }
  /** @default every method */
  readonly methods?: readonly string[]
}

/** What a node says that is not so; what is absent is the truth. */
export interface NodeLies {
  /** Balances of coin and tokens, and allowances, in parts of ten thousand of the true ones. */
  readonly balanceBps?: number
  readonly allowanceBps?: number
  /** Added to every count of an account's transactions, from 0. */
  readonly nonceShift?: number
  /** Receipts: none of them, a reverted one for one that went well and the other way round, one in another block, or one of waiting ones, reverted or not. */
  readonly receipts?: 'hidden' | 'reversed' | 'elsewhere' | 'invented' | 'failed'
  /** Simulations: the calls change nothing, fail, or change twice as much. */
  readonly simulations?: 'nothing' | 'fails' | 'double'
  /** Added to the number of the newest block. */
  readonly headShift?: number
  /** Base fees and tips, in parts of ten thousand of the true ones. */
  readonly feeBps?: number
}

/** How a node behaves that is honest, complete and up to date. */
export const HONEST_NODE: NodeSettings = {
  lagBlocks: 0,
  sending: 'gossips',
  isDeaf: false,
  lowFeeCap: 'keeps',
  failing: undefined,
  lacks: [],
  stateBlocks: 128,
  showsTakenBack: false,
  lies: {},
}
