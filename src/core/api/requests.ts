import { CHAIN_TYPES, CONFIDENTIALITIES, SOURCE_TYPES, TRANSACTION_STATUSES } from './enums.ts'
import { DEFAULT_SLIPPAGE_BPS, MAX_SLIPPAGE_BPS } from '../swap/defaults.ts'
import type { RequestFields, RequestOf } from './request-fields.ts'

/*
 * Every request of the API, declared once. A new field is added here; types and tests show what else it needs.
 */

/** Most characters of a string without a limit of its own. */
const MAX_TEXT = 4_096
/** Most characters of a public transaction id, a route id or a search term. */
const MAX_ID = 200
/** Most characters of a memo: none of any chain is longer. */
const MAX_MEMO = 300
/** Most characters of a hash, which may be a TON external message in base64. */
const MAX_HASH = 65_536

const page = {
  kind: 'integer',
  minimum: 1,
  maximum: 1_000_000_000,
  default: 1,
  description: 'Page number, from 1',
} as const

const perPage = <const D extends number, const M extends number>(fallback: D, maximum: M) =>
  ({
    kind: 'integer',
    minimum: 1,
    maximum,
    default: fallback,
    description: `1 to ${maximum}; default ${fallback}`,
  }) as const

const referralCode = { kind: 'text', maxLength: 100, description: 'Affiliate referral code' } as const

export const CHAINS_QUERY = {
  page,
  perPage: perPage(100, 1000),
  query: { kind: 'search', maxLength: MAX_ID, description: 'Searches name, shortname and key', example: 'eth' },
  type: { kind: 'choice', values: CHAIN_TYPES, description: CHAIN_TYPES.join(', ') },
} as const satisfies RequestFields

export const ASSETS_QUERY = {
  page,
  perPage: perPage(100, 1000),
  query: { kind: 'search', maxLength: MAX_ID, description: 'Searches name, symbol and address', example: 'usdc' },
  chain: { kind: 'text', maxLength: 100, description: 'Chain key', example: 'ethereum' },
} as const satisfies RequestFields

export const SOURCES_QUERY = {
  page,
  perPage: perPage(20, 300),
  type: { kind: 'choice', values: SOURCE_TYPES, description: SOURCE_TYPES.join(', ') },
} as const satisfies RequestFields

export const QUOTE_REQUEST = {
  srcChain: { kind: 'text', required: true, maxLength: MAX_TEXT, description: 'Source chain key' },
  srcAddress: { kind: 'text', required: true, maxLength: MAX_TEXT, description: 'Source asset address' },
  dstChain: { kind: 'text', required: true, maxLength: MAX_TEXT, description: 'Destination chain key' },
  dstAddress: { kind: 'text', required: true, maxLength: MAX_TEXT, description: 'Destination asset address' },
  amount: { kind: 'amount', required: true, description: 'Positive amount as a plain decimal string' },
  slippage: {
    kind: 'basisPoints',
    minimum: 0,
    maximum: MAX_SLIPPAGE_BPS,
    default: DEFAULT_SLIPPAGE_BPS,
    invalidCode: 'INVALID_SLIPPAGE',
    description: `Slippage tolerance in basis points, fractions included; default ${DEFAULT_SLIPPAGE_BPS} (${DEFAULT_SLIPPAGE_BPS / 100} %)`,
  },
  confidentiality: {
    kind: 'choice',
    values: CONFIDENTIALITIES,
    default: 'public',
    description: 'public (default) or basic, which only the intent-based provider supports',
  },
  depositor: { kind: 'wallet', description: 'Source wallet; improves accuracy' },
  recipient: { kind: 'wallet', description: 'Destination wallet; improves accuracy' },
  recipientMemo: {
    kind: 'text',
    maxLength: MAX_MEMO,
    description:
      'What the payment to the recipient must state, as exchanges ask for: destination tag (XRP Ledger), id:, text: or hash: memo (Stellar), comment (TON), memo (Cosmos chains); none is the same as leaving it out',
    example: '12345',
  },
  exclude: { kind: 'providerKeys', maxItems: 300, description: 'Provider keys to exclude' },
  acceptDeadAsset: {
    kind: 'boolean',
    description: 'True to receive an asset whose form is dead, which is refused otherwise; the same in quote and lock',
  },
} as const satisfies RequestFields

export const LOCK_REQUEST = {
  ...QUOTE_REQUEST,
  depositor: { kind: 'wallet', required: true, description: 'Source wallet' },
  recipient: { kind: 'wallet', required: true, description: 'Destination wallet' },
  provider: {
    kind: 'text',
    required: true,
    missingCode: 'MISSING_PROVIDER',
    maxLength: MAX_TEXT,
    description: 'Provider key of the selected route',
  },
  routeId: {
    kind: 'text',
    maxLength: MAX_ID,
    description: 'From the quote; recommended when the provider has several routes',
  },
  referralCode,
} as const satisfies RequestFields

export const EXECUTE_REQUEST = {
  lockId: {
    kind: 'text',
    required: true,
    missingCode: 'MISSING_LOCK_ID',
    maxLength: MAX_TEXT,
    description: 'From the lock',
  },
  referralCode: { ...referralCode, description: 'Default: the code stored with the lock' },
} as const satisfies RequestFields

export const TRACK_REQUEST = {
  transactionId: { kind: 'text', required: true, maxLength: MAX_TEXT, description: 'Public transaction id' },
  txHash: { kind: 'text', maxLength: MAX_HASH, description: 'Source, deposit or inbound hash' },
} as const satisfies RequestFields

export const STATUS_QUERY = {
  transactionId: {
    kind: 'text',
    maxLength: MAX_ID,
    description: 'Required without hash',
    example: 'tx_01',
  },
  hash: { kind: 'text', maxLength: MAX_HASH, description: 'Required without transactionId' },
} as const satisfies RequestFields

const addresses = {
  kind: 'list',
  maxItems: 100,
  description: 'Depositor or recipient wallets',
  example: '0x1111111111111111111111111111111111111111',
} as const

const filters = {
  query: { kind: 'search', maxLength: MAX_ID, description: 'Search term' },
  referralCode: { ...referralCode, description: 'Exact referral code' },
  transactionId: { kind: 'text', maxLength: MAX_ID, description: 'Public transaction id' },
  statuses: {
    kind: 'list',
    maxItems: 100,
    values: TRANSACTION_STATUSES,
    description: TRANSACTION_STATUSES.join(', '),
  },
  finalizedOnly: { kind: 'boolean', description: 'true or 1 for final transactions only' },
} as const

export const HISTORY_QUERY = { addresses, page, perPage: perPage(20, 50), ...filters } as const satisfies RequestFields

export const STATS_QUERY = { addresses, ...filters } as const satisfies RequestFields

/** The request of every method of the service. */
export const REQUESTS = {
  chains: CHAINS_QUERY,
  assets: ASSETS_QUERY,
  sources: SOURCES_QUERY,
  quote: QUOTE_REQUEST,
  lock: LOCK_REQUEST,
  execute: EXECUTE_REQUEST,
  status: STATUS_QUERY,
  track: TRACK_REQUEST,
  history: HISTORY_QUERY,
  stats: STATS_QUERY,
} as const

/** Which active chains to list. */
export type ChainsQuery = RequestOf<typeof CHAINS_QUERY>
/** Which assets to list. */
export type AssetsQuery = RequestOf<typeof ASSETS_QUERY>
/** Which routing providers to list. */
export type SourcesQuery = RequestOf<typeof SOURCES_QUERY>
/** What to swap; slippage in basis points. */
export type QuoteRequest = RequestOf<typeof QUOTE_REQUEST>
/** The quote request, with the chosen route. */
export type LockRequest = RequestOf<typeof LOCK_REQUEST>
/** Which lock to execute. */
export type ExecuteRequest = RequestOf<typeof EXECUTE_REQUEST>
/** Which transaction to track, and the hash of its payment. */
export type TrackRequest = RequestOf<typeof TRACK_REQUEST>
/** A transaction by its id or any of its hashes; one of the two must be given. */
export type StatusQuery = RequestOf<typeof STATUS_QUERY>
/** Which past transactions to list, and which page of them. */
export type HistoryQuery = RequestOf<typeof HISTORY_QUERY>
/** Which past transactions to aggregate. */
export type StatsQuery = RequestOf<typeof STATS_QUERY>
