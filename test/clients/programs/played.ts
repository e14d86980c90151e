/** Wallets of one client's swaps: nobody else's. */
export interface Wallets {
  readonly first: string
  readonly second: string
  /** Has a swap too, and is not asked for. */
  readonly stranger: string
}

/** What a client saw of the server. */
export interface Played {
  /** Body of /healthz. */
  readonly health: string
  /** Types of the lines of a streamed quote, each once. */
  readonly streamed: readonly string[]
  /** True when the chains that the swap names are listed. */
  readonly chains: boolean
  /** True when the assets that the swap names are listed. */
  readonly assets: boolean
  /** Status and code of a quote that is refused. */
  readonly refusal: { readonly status: number; readonly code: string; readonly field: string | undefined }
  /** Last status of the swap that was tracked to its end. */
  readonly end: { readonly status: string; readonly final: boolean; readonly hash: string }
  /** Ids of the swaps of the first and the second wallet, in the order in which they were executed. */
  readonly executed: readonly string[]
  /** Ids that the history lists for these two wallets, oldest first. */
  readonly listed: readonly string[]
  /** Statuses that a list filter of two gives. */
  readonly pending: readonly string[]
}

/** The pair of every swap. */
export const SWAP = {
  srcChain: 'ethereum',
  srcAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  dstChain: 'arbitrum',
  dstAddress: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  amount: '100',
  // Optional, and null as generated types allow.
  slippage: null,
} as const

/** The provider whose route is taken: its swap is paid by the wallet, and tracked by its hash. */
export const PROVIDER = 'SANDBOX_BRIDGE'

/** A hash of a payment from a wallet. */
export function hashOf(wallet: string): string {
  return `0x${wallet.slice(2, 34).repeat(2)}`
}

/** The types of the lines of a streamed quote, each once, in their order. */
export function typesIn(stream: string): readonly string[] {
  const lines = stream.split('\n').filter((line) => line !== '')
  return [...new Set(lines.map((line) => (JSON.parse(line) as { readonly type: string }).type))]
}

/** Reads a status until it is final, which takes the sandbox less than a second. */
export async function untilFinal<T extends { readonly final: boolean }>(read: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const found = await read()
    if (found.final) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the swap is never final')
}

/** The value of an answer. @throws Error where there is none */
export function must<T>(value: T | undefined | null): T {
  if (value === undefined || value === null) throw new Error('the answer has no such value')
  return value
}
