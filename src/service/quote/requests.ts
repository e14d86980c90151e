import { checkAddress } from '../../core/assets/address.ts'
import { explainAmountProblem, parseAmount } from '../../core/money/amount.ts'
import type { Catalog, CatalogAsset, CatalogChain, PricedAsset } from '../../core/assets/catalog.ts'
import { isEvmAddress } from '../../core/assets/addresses/evm.ts'
import type { MicroUsd } from '../../core/money/usd.ts'
import { DEFAULT_SLIPPAGE_BPS, MAX_SLIPPAGE_BPS } from '../../core/swap/defaults.ts'
import { createProblems, fieldsOf, isMissing, oneOf, optionalText, type Problems, requiredText } from '../problems.ts'
import type { TokenLookup } from '../catalog/unlisted-tokens.ts'

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
  /** Looks for a token that the catalog lacks; undefined, or absent, where there can be none. */
  unlisted?(chain: CatalogChain, address: string): Promise<TokenLookup | undefined>
}

/** What a quote asks for. @throws VALIDATION_ERROR INVALID_AMOUNT INVALID_SLIPPAGE INVALID_ADDRESS UNSUPPORTED_PAIR, listing every problem */
export async function checkQuoteRequest(context: RequestContext, request: unknown): Promise<CheckedQuote> {
  const fields = fieldsOf(request)
  const problems = createProblems(QUOTE_FIELDS)
  const draft = await checkQuoteFields(context, problems, fields, isMissing)
  problems.throwIfAny()
  return checked(draft)
}

/** What a lock asks for. @throws as checkQuoteRequest, and MISSING_PROVIDER */
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
  const wallet = (field: 'depositor' | 'recipient', chain: CatalogChain | undefined) =>
    checkWallet(context, problems, { name: field, value: fields[field], mayLack }, chain, [src.asset, dst.asset])
  const slippageBps = checkSlippage(problems, fields['slippage'])
  const confidentiality = oneOf(problems, 'confidentiality', fields['confidentiality'], ['public', 'basic'])
  return {
    src: priced(context, src),
    dst: priced(context, dst),
    amountText: typeof fields['amount'] === 'string' ? fields['amount'] : undefined,
    amountIn: checkAmount(problems, fields['amount'], src.asset),
    slippageBps,
    confidentiality: confidentiality ?? 'public',
    depositor: await wallet('depositor', src.chain),
    recipient: await wallet('recipient', dst.chain),
    exclude: checkExclude(problems, fields['exclude']),
  }
}

interface Side {
  readonly chain: CatalogChain | undefined
  readonly asset: CatalogAsset | undefined
  readonly lookTwice?: readonly string[]
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
  if (asset !== undefined) return { chain, asset }
  const unlisted = isEvmAddress(address) ? await context.unlisted?.(chain, address) : undefined
  if (unlisted?.kind === 'token') return { chain, ...unlisted }
  const message = `${addressField} is not the address of a listed asset of ${chain.key}`
  if (unlisted === undefined) problems.add(addressField, message)
  else problems.add(addressField, `${message}, and ${unlisted.why}`, unlisted.code)
  return { chain, asset: undefined }
}

function priced(context: RequestContext, side: Side): PricedAsset | undefined {
  if (side.chain === undefined || side.asset === undefined) return undefined
  const { chain, asset, lookTwice } = side
  return { chain, asset, priceUsd: context.price(chain, asset), ...(lookTwice === undefined ? {} : { lookTwice }) }
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
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_SLIPPAGE_BPS) return value
  return problems.add(
    'slippage',
    'slippage must be a whole number of basis points from 0 to 10000 (100 is 1 %)',
    'INVALID_SLIPPAGE',
  )
}

interface WalletField {
  readonly name: 'depositor' | 'recipient'
  readonly value: unknown
  readonly mayLack: (value: unknown) => boolean
}

/** @param swapped assets of the request, which the catalog may lack */
async function checkWallet(
  context: RequestContext,
  problems: Problems,
  { name: field, value, mayLack }: WalletField,
  chain: CatalogChain | undefined,
  swapped: readonly (CatalogAsset | undefined)[],
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
  const contract =
    (await context.catalog.asset(chain.key, check.canonical)) ??
    swapped.find((asset) => asset?.chain === chain.key && asset.address === check.canonical)
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
