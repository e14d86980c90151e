/**
 * Why the wallet refuses terms or a payment, by a word that programs can rely on, with the option that would accept it.
 * `details.reason` of an error carries the word. A reason without an option cannot be accepted.
 */
export const REFUSAL_REASONS = {
  'below-floor': '--slippage',
  loss: '--max-loss',
  'too-good': '--max-loss',
  'no-price': '--min-receive',
  decimals: undefined,
  cost: '--max-cost',
  fee: '--max-fee',
  name: undefined,
  network: undefined,
  doubt: '--accept',
  simulation: undefined,
  terms: undefined,
  payload: undefined,
  nodes: undefined,
  files: undefined,
  token: undefined,
  nonce: undefined,
  balance: undefined,
  account: undefined,
  password: undefined,
  device: undefined,
  declined: undefined,
  run: undefined,
  'older-home': '--accept',
  'paid-before': '--accept',
  'agreement-over': '--yes',
  'lost-writes': '--accept',
  'damaged-run': '--accept',
  'lost-record': '--accept',
  backup: undefined,
  'store-moved': undefined,
  'store-busy': undefined,
  'store-away': undefined,
} as const satisfies Record<string, string | undefined>

/** A word for why the wallet refuses. */
export type RefusalReason = keyof typeof REFUSAL_REASONS
