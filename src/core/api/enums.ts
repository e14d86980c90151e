/*
 * The enumerated values of the HTTP API, apart from the schemas so that a command that validates no document does not
 * load the validator.
 */

/** The networks: an offline sandbox with paper money, and the live chains. */
export const NETWORKS = ['sandbox', 'live'] as const
export type Network = (typeof NETWORKS)[number]

export const CHAIN_TYPES = ['EVM', 'COSMOS', 'UTXO', 'OTHER'] as const
export type ChainType = (typeof CHAIN_TYPES)[number]

export const SOURCE_TYPES = ['BRIDGE', 'EXCHANGE', 'SERVICE'] as const
export type SourceType = (typeof SOURCE_TYPES)[number]

export const TRANSACTION_STATUSES = ['PENDING', 'SUCCESS', 'FAILED', 'REFUND'] as const
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number]

/** How the intent-based provider handles a swap. */
export const CONFIDENTIALITIES = ['public', 'basic'] as const
export type Confidentiality = (typeof CONFIDENTIALITIES)[number]

/** Progress of a pending transaction. */
export const STAGES = ['awaiting_deposit', 'confirming', 'swapping', 'paying_out', 'done'] as const
export type Stage = (typeof STAGES)[number]

/** Fee item types, in the order of the API's table. */
export const FEE_TYPES = [
  'source_gas',
  'destination_gas',
  'liquidity_fee',
  'protocol_fee',
  'bridge_fee',
  'integrator_fee',
  'swap_impact',
  'route_loss',
  'messaging_fee',
  'boost_fee',
  'gas_drop_fee',
  'cctp_fee',
  'transfer_fee',
  'transfer_reward',
  'other',
] as const
export type FeeType = (typeof FEE_TYPES)[number]

/** Who sends the payment of an executed lock: the client's wallet, or the service once the deposit has arrived. */
export const EXECUTIONS = ['client', 'server'] as const

/** The result of a provider in a quote. */
export const VERDICT_OUTCOMES = ['routes', 'no_route', 'error'] as const

/** Why a provider has no route; new codes may appear. */
export type NoRouteCode =
  | 'below_minimum'
  | 'above_maximum'
  | 'pair_unsupported'
  | 'no_liquidity'
  | 'halted'
  | 'excluded'
  | 'needs_key'
  | 'needs_wallet'
  /** Only the user can cure it, such as by another recipient: the message says what to change. */
  | 'needs_change'
  | 'price_impact'
  | 'recipient_unsupported'

/** How a provider failed; new codes may appear. */
export type ProviderErrorCode = 'timeout' | 'rate_limited' | 'unreachable' | 'bad_response' | 'unavailable'
