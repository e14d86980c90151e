/**
 * What may stay in doubt about a payment, by the code that accepts it (`--accept unknown-call,fee-on-top`). None of them
 * loosens the floor, the price or the cost.
 */
export const ACCEPTANCES = {
  'unknown-call': 'a function or contract that is not known',
  'opaque-call': 'a known function that does not show who is paid, or how much',
  'order-by-number': 'a deposit that names its order by a number only',
  'passed-on': 'a contract on the destination chain that passes the money on',
  'swaps-first': 'a swap before the bridge: a refund pays what that swap gave',
  deposit: 'a deposit address that nothing ties to the provider',
  vault: 'a vault of THORChain or Maya that is not known to be theirs',
  'fee-on-top': 'fees on top of the amount',
  'fee-on-transfer': 'a token that takes a fee from each transfer',
  'untried-transfer': 'a token of which no node shows whether it takes a fee from each transfer',
  'not-simulated': 'a payment that no node can simulate',
  'needs-claim': 'a transfer that somebody has to finish with a second transaction, on the destination chain',
  'single-node': 'what only one node says',
} as const satisfies Record<string, string>

/** Code by which a doubt is accepted. */
export type AcceptCode = keyof typeof ACCEPTANCES

/** The codes in the order of the table. */
export const ACCEPT_CODES = Object.keys(ACCEPTANCES) as readonly AcceptCode[]

/** Something about a payment that cannot be verified. */
export interface Doubt {
  readonly code: AcceptCode
  /** A sentence. */
  readonly text: string
  /** Set where the provider's own contract or address gets the money: whoever asks the provider itself takes its word for it. */
  readonly isPromise?: true
}

/** The warnings of a review that are none of its doubts. */
export function warningsBeside(doubts: readonly Doubt[], warnings: readonly string[]): readonly string[] {
  return warnings.filter((warning) => !doubts.some(({ text }) => text === warning))
}
