import { checkAddress } from '../core/address.ts'
import { explainAmountProblem, parseAmount } from '../core/amount.ts'
import type { Catalog, CatalogAsset, CatalogChain, PricedAsset } from '../core/catalog.ts'
import { CHAIN_TYPES, SOURCE_TYPES, TRANSACTION_STATUSES, type TransactionStatus } from '../core/enums.ts'
import type { MicroUsd } from '../core/usd.ts'
import { addressKey } from '../core/address.ts'
import type { TransactionFilter } from '../store/store.ts'
import {
  createProblems,
  fieldsOf,
  isMissing,
  oneOf,
  optionalText,
  type Problems,
  requiredText,
  textList,
  wholeNumber,
} from './problems.ts'

/** Slippage of a request that names none, in basis points. */
export const DEFAULT_SLIPPAGE_BPS = 100

const QUOTE_FIELDS = [
  'srcChain',
  'srcAddress',
  'dstChain',
  'dstAddress',
  'amount',
  'slippage',
  'confidentiality',
  'depositor',
  'recipient',
  'exclude',
  'provider',
  'routeId',
  'referralCode',
] as const

/** A quote request after every check. */
export interface CheckedQuote {
  readonly src: PricedAsset
  readonly dst: PricedAsset
  readonly amountText: string
  readonly amountIn: bigint
  readonly slippageBps: number
  readonly confidentiality: 'public' | 'basic'
  readonly depositor: string | undefined
  readonly recipient: string | undefined
  readonly exclude: ReadonlySet<string>
}

/** A lock request after every check. */
export interface CheckedLock extends CheckedQuote {
  readonly provider: string
  readonly depositor: string
  readonly recipient: string
  readonly routeId: string | undefined
  readonly referralCode: string | undefined
}

/** What request checks need to know. */
export interface RequestContext {
  readonly catalog: Catalog
  /** Price of one whole token in micro-dollars, where known. */
  price(chain: CatalogChain, asset: CatalogAsset): MicroUsd | undefined
}

/** @throws VALIDATION_ERROR INVALID_AMOUNT INVALID_SLIPPAGE INVALID_ADDRESS UNSUPPORTED_PAIR, listing every problem */
export async function checkQuoteRequest(context: RequestContext, request: unknown): Promise<CheckedQuote> {
  const fields = fieldsOf(request)
  const problems = createProblems(QUOTE_FIELDS)
  const draft = await checkQuoteFields(context, problems, fields, isMissing)
  problems.throwIfAny()
  return checked(draft)
}

/** @throws as checkQuoteRequest, and MISSING_PROVIDER */
export async function checkLockRequest(context: RequestContext, request: unknown): Promise<CheckedLock> {
  const fields = fieldsOf(request)
  const problems = createProblems(QUOTE_FIELDS)
  const draft = await checkQuoteFields(context, problems, fields, () => false)
  const provider = requiredText(problems, 'provider', fields['provider'], 'MISSING_PROVIDER')
  const routeId = optionalText(problems, 'routeId', fields['routeId'], 200)
  const referralCode = optionalText(problems, 'referralCode', fields['referralCode'], 100)
  problems.throwIfAny()
  const quote = checked(draft)
  return {
    ...quote,
    provider: present(provider),
    depositor: present(quote.depositor),
    recipient: present(quote.recipient),
    routeId,
    referralCode,
  }
}

type Draft = { [K in keyof CheckedQuote]: CheckedQuote[K] | undefined }

/** @param mayLack tells whether a missing wallet is fine */
async function checkQuoteFields(
  context: RequestContext,
  problems: Problems,
  fields: Readonly<Record<string, unknown>>,
  mayLack: (value: unknown) => boolean,
): Promise<Draft> {
  const src = await checkSide(context, problems, fields, 'srcChain', 'srcAddress')
  const dst = await checkSide(context, problems, fields, 'dstChain', 'dstAddress')
  if (
    src.asset !== undefined &&
    dst.asset !== undefined &&
    src.asset.chain === dst.asset.chain &&
    src.asset.address === dst.asset.address
  ) {
    problems.add('dstAddress', 'source and destination are the same asset on the same chain', 'UNSUPPORTED_PAIR')
  }
  const slippageBps = checkSlippage(problems, fields['slippage'])
  const confidentiality = oneOf(problems, 'confidentiality', fields['confidentiality'], ['public', 'basic'])
  return {
    src: priced(context, src),
    dst: priced(context, dst),
    amountText: typeof fields['amount'] === 'string' ? fields['amount'] : undefined,
    amountIn: checkAmount(problems, fields['amount'], src.asset),
    slippageBps,
    confidentiality: confidentiality ?? 'public',
    depositor: await checkWallet(context, problems, 'depositor', fields['depositor'], src.chain, mayLack),
    recipient: await checkWallet(context, problems, 'recipient', fields['recipient'], dst.chain, mayLack),
    exclude: checkExclude(problems, fields['exclude']),
  }
}

interface Side {
  readonly chain: CatalogChain | undefined
  readonly asset: CatalogAsset | undefined
}

async function checkSide(
  context: RequestContext,
  problems: Problems,
  fields: Readonly<Record<string, unknown>>,
  chainField: string,
  addressField: string,
): Promise<Side> {
  const key = requiredText(problems, chainField, fields[chainField])
  const address = requiredText(problems, addressField, fields[addressField])
  const chain = key === undefined ? undefined : await context.catalog.chain(key)
  if (key !== undefined && chain === undefined)
    problems.add(chainField, `${chainField} is not the key of a listed chain`)
  if (chain === undefined || address === undefined) return { chain, asset: undefined }
  const asset = await context.catalog.asset(chain.key, address)
  if (asset === undefined)
    problems.add(addressField, `${addressField} is not the address of a listed asset of ${chain.key}`)
  return { chain, asset }
}

function priced(context: RequestContext, side: Side): PricedAsset | undefined {
  if (side.chain === undefined || side.asset === undefined) return undefined
  return { chain: side.chain, asset: side.asset, priceUsd: context.price(side.chain, side.asset) }
}

function checkAmount(problems: Problems, value: unknown, asset: CatalogAsset | undefined): bigint | undefined {
  if (isMissing(value)) return problems.add('amount', 'amount is required')
  const decimals = asset?.decimals ?? 36
  const parsed = parseAmount(value, decimals)
  if (parsed.ok) return parsed.units
  return problems.add('amount', explainAmountProblem(parsed.problem, decimals), 'INVALID_AMOUNT')
}

function checkSlippage(problems: Problems, value: unknown): number | undefined {
  if (isMissing(value)) return DEFAULT_SLIPPAGE_BPS
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 10_000) return value
  return problems.add(
    'slippage',
    'slippage must be a whole number of basis points from 0 to 10000 (100 is 1 %)',
    'INVALID_SLIPPAGE',
  )
}

async function checkWallet(
  context: RequestContext,
  problems: Problems,
  field: string,
  value: unknown,
  chain: CatalogChain | undefined,
  mayLack: (value: unknown) => boolean,
): Promise<string | undefined> {
  if (mayLack(value)) return undefined
  if (isMissing(value) || value === '') {
    return isMissing(value)
      ? problems.add(field, `${field} is required`)
      : problems.add(field, `${field} is empty`, 'INVALID_ADDRESS')
  }
  if (typeof value !== 'string') return problems.add(field, `${field} must be a string`, 'INVALID_ADDRESS')
  if (chain === undefined) return undefined
  const check = checkAddress(chain.addressFamily, value)
  if (!check.ok) return problems.add(field, `${field} is no ${chain.name} address: ${check.reason}`, 'INVALID_ADDRESS')
  const contract = await context.catalog.asset(chain.key, check.canonical)
  if (contract !== undefined) {
    return problems.add(
      field,
      contract.isNative
        ? `${field} is the placeholder of the native coin, which nobody holds the key of`
        : `${field} is the contract of the token ${contract.symbol}, not a wallet`,
      'INVALID_ADDRESS',
    )
  }
  return check.canonical
}

function checkExclude(problems: Problems, value: unknown): ReadonlySet<string> | undefined {
  if (isMissing(value)) return new Set()
  if (!Array.isArray(value) || value.length > 300)
    return problems.add('exclude', 'exclude must be a list of provider keys')
  const keys = new Set<string>()
  for (const item of value as unknown[]) {
    if (typeof item !== 'string') return problems.add('exclude', 'exclude must be a list of provider keys')
    keys.add(item)
  }
  return keys
}

function checked(draft: Draft): CheckedQuote {
  return {
    src: present(draft.src),
    dst: present(draft.dst),
    amountText: present(draft.amountText),
    amountIn: present(draft.amountIn),
    slippageBps: present(draft.slippageBps),
    confidentiality: present(draft.confidentiality),
    depositor: draft.depositor,
    recipient: draft.recipient,
    exclude: present(draft.exclude),
  }
}

/** For fields whose absence has already been reported as a problem. */
function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a field passed its checks without a value')
  return value
}

/** A page of a list: numbers within the endpoint's limits. */
export interface CheckedPage {
  readonly page: number
  readonly perPage: number
}

function checkPage(
  problems: Problems,
  fields: Readonly<Record<string, unknown>>,
  perPage: { fallback: number; most: number },
): CheckedPage {
  return {
    page: wholeNumber(problems, 'page', fields['page'], { least: 1, most: 1_000_000_000, fallback: 1 }),
    perPage: wholeNumber(problems, 'perPage', fields['perPage'], { least: 1, ...perPage }),
  }
}

function optional<K extends string, T>(key: K, value: T | undefined): { [P in K]?: T } {
  // The computed key keeps its type only through this cast.
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: T }
}

/** Search text without surrounding spaces; undefined when there is none. */
function searchText(problems: Problems, value: unknown): string | undefined {
  if (isMissing(value)) return undefined
  if (typeof value !== 'string' || value.length > 200) {
    return problems.add('query', 'query must be a text of at most 200 characters')
  }
  return value.trim() === '' ? undefined : value.trim()
}

/** @throws VALIDATION_ERROR */
export function checkChainsQuery(query: unknown): CheckedPage & { query?: string; type?: string } {
  const fields = fieldsOf(query)
  const problems = createProblems(['page', 'perPage', 'query', 'type'])
  const result = {
    ...checkPage(problems, fields, { fallback: 100, most: 1000 }),
    ...optional('query', searchText(problems, fields['query'])),
    ...optional('type', oneOf(problems, 'type', fields['type'], CHAIN_TYPES)),
  }
  problems.throwIfAny()
  return result
}

/** @throws VALIDATION_ERROR, also for a chain that is not listed */
export async function checkAssetsQuery(
  catalog: Catalog,
  query: unknown,
): Promise<CheckedPage & { query?: string; chain?: string }> {
  const fields = fieldsOf(query)
  const problems = createProblems(['page', 'perPage', 'query', 'chain'])
  const chain = optionalText(problems, 'chain', fields['chain'], 100)
  if (chain !== undefined && (await catalog.chain(chain)) === undefined) {
    problems.add('chain', 'chain is not the key of a listed chain')
  }
  const result = {
    ...checkPage(problems, fields, { fallback: 100, most: 1000 }),
    ...optional('query', searchText(problems, fields['query'])),
    ...optional('chain', chain),
  }
  problems.throwIfAny()
  return result
}

/** @throws VALIDATION_ERROR */
export function checkSourcesQuery(query: unknown): CheckedPage & { type?: string } {
  const fields = fieldsOf(query)
  const problems = createProblems(['page', 'perPage', 'type'])
  const result = {
    ...checkPage(problems, fields, { fallback: 20, most: 300 }),
    ...optional('type', oneOf(problems, 'type', fields['type'], SOURCE_TYPES)),
  }
  problems.throwIfAny()
  return result
}

const HISTORY_FIELDS = [
  'addresses',
  'page',
  'perPage',
  'query',
  'referralCode',
  'transactionId',
  'statuses',
  'finalizedOnly',
]

/** A history filter; `nothing` when its conditions exclude each other. */
export interface CheckedHistory extends CheckedPage {
  readonly filter: TransactionFilter | 'nothing'
}

/** @throws VALIDATION_ERROR */
export function checkHistoryQuery(query: unknown): CheckedHistory {
  const fields = fieldsOf(query)
  const problems = createProblems(HISTORY_FIELDS)
  const page = checkPage(problems, fields, { fallback: 20, most: 50 })
  const filter = checkFilter(problems, fields)
  problems.throwIfAny()
  return { ...page, filter }
}

/** @throws VALIDATION_ERROR */
export function checkStatsQuery(query: unknown): TransactionFilter | 'nothing' {
  const problems = createProblems(HISTORY_FIELDS)
  const filter = checkFilter(problems, fieldsOf(query))
  problems.throwIfAny()
  return filter
}

function checkFilter(problems: Problems, fields: Readonly<Record<string, unknown>>): TransactionFilter | 'nothing' {
  const addresses = textList(problems, 'addresses', fields['addresses'], 100)
  const statuses = checkStatuses(problems, fields['statuses'])
  const finalizedOnly = fields['finalizedOnly']
  if (!isMissing(finalizedOnly) && typeof finalizedOnly !== 'boolean') {
    problems.add('finalizedOnly', 'finalizedOnly must be true or false')
  }
  const wanted =
    finalizedOnly === true ? (statuses ?? TRANSACTION_STATUSES).filter((status) => status !== 'PENDING') : statuses
  const filter: TransactionFilter = {
    ...optional(
      'addressKeys',
      addresses?.map((address) => addressKey(address)),
    ),
    ...optional('statuses', wanted),
    ...optional('referralCode', optionalText(problems, 'referralCode', fields['referralCode'], 100)),
    ...optional('transactionId', optionalText(problems, 'transactionId', fields['transactionId'], 200)),
    ...optional('query', searchText(problems, fields['query'])),
  }
  return wanted?.length === 0 ? 'nothing' : filter
}

function checkStatuses(problems: Problems, value: unknown): TransactionStatus[] | undefined {
  const items = textList(problems, 'statuses', value, 100)
  if (items === undefined) return undefined
  const statuses: TransactionStatus[] = []
  for (const item of items) {
    const status = oneOf(problems, 'statuses', item, TRANSACTION_STATUSES)
    if (status === undefined) return undefined
    statuses.push(status)
  }
  return [...new Set(statuses)]
}
