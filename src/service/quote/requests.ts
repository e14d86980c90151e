import { type CheckedFields, type Problems, type RequestCheck, startCheck } from '../../core/api/request-check.ts'
import { LOCK_REQUEST, QUOTE_REQUEST } from '../../core/api/requests.ts'
import { type AddressCheck, checkAddress } from '../../core/assets/address.ts'
import { isUnifiedZcash } from '../../core/assets/addresses/zcash.ts'
import { backingWarnings, DEAD_ASSET, deadRefusal } from '../../core/assets/backing-text.ts'
import { checkRecipientMemo, memoWord, NO_MEMO } from '../../core/assets/recipient-memo.ts'
import { memoPayee } from '../../core/assets/memo-payees.ts'
import { explainAmountProblem, MOST_DECIMALS, parseAmount } from '../../core/money/amount.ts'
import { defined } from '../../core/defined.ts'
import type { CatalogAsset, CatalogChain, PricedAsset } from '../../core/assets/catalog.ts'
import { isEvmAddress } from '../../core/assets/addresses/evm.ts'
import type { RoutePair } from '../../core/swap/records.ts'
import { assetKey } from '../catalog/catalog.ts'
import type { ServiceContext } from '../context.ts'

/** Fields that are resolved to assets, base units and addresses, or decide whether they may be. All others stay as checked. */
const RESOLVED = [
  'srcChain',
  'srcAddress',
  'dstChain',
  'dstAddress',
  'amount',
  'slippage',
  'depositor',
  'recipient',
  'recipientMemo',
  'acceptDeadAsset',
] as const
type Resolved = (typeof RESOLVED)[number]

/** A quote request that passed every check. */
export interface CheckedQuote extends Omit<CheckedFields<typeof QUOTE_REQUEST>, Resolved> {
  readonly src: PricedAsset
  readonly dst: PricedAsset
  readonly amountText: string
  readonly amountIn: bigint
  readonly slippageBps: number
  readonly depositor: string | undefined
  readonly recipient: string | undefined
  /** In the form of the destination chain; undefined for none. */
  readonly recipientMemo?: string | undefined
}

/** A lock request that passed every check. */
export interface CheckedLock extends CheckedQuote, Omit<CheckedFields<typeof LOCK_REQUEST>, Resolved> {
  readonly depositor: string
  readonly recipient: string
}

/** Source and destination of a checked request. */
export function pairOf({ src, dst }: Pick<CheckedQuote, 'src' | 'dst'>): RoutePair {
  return {
    srcChain: src.chain.key,
    srcAddress: src.asset.address,
    dstChain: dst.chain.key,
    dstAddress: dst.asset.address,
  }
}

/** What a request is checked against. */
type RequestContext = Pick<ServiceContext, 'catalog' | 'price' | 'findUnlisted' | 'requiresMemo'> & {
  /** True where what nobody can say ends the request. */
  readonly isLock: boolean
  readonly signal: AbortSignal | undefined
}

/** Checks a quote request. @throws VALIDATION_ERROR INVALID_AMOUNT INVALID_SLIPPAGE INVALID_ADDRESS UNSUPPORTED_PAIR, with every problem */
export async function checkQuoteRequest(
  context: ServiceContext,
  request: unknown,
  signal: AbortSignal | undefined,
): Promise<CheckedQuote> {
  const check = startCheck(QUOTE_REQUEST, request)
  const swap = await resolveSwap({ ...context, signal, isLock: false }, check)
  return { ...omitResolved(check.finish()), ...requireSwap(swap) }
}

/** Checks a lock request. @throws as checkQuoteRequest, and MISSING_PROVIDER */
export async function checkLockRequest(
  context: ServiceContext,
  request: unknown,
  signal: AbortSignal | undefined,
): Promise<CheckedLock> {
  const check = startCheck(LOCK_REQUEST, request)
  const swap = await resolveSwap({ ...context, signal, isLock: true }, check)
  return {
    ...omitResolved(check.finish()),
    ...requireSwap(swap),
    depositor: requireValue(swap.depositor),
    recipient: requireValue(swap.recipient),
  }
}

/** How a dead asset is accepted: by a field of the request, and by an option of commands. */
const ACCEPTING_IT = `acceptDeadAsset, or --accept ${DEAD_ASSET}`

type Swap = Omit<CheckedQuote, keyof Omit<CheckedFields<typeof QUOTE_REQUEST>, Resolved>>

/** Resolves the fields against the catalog; those with a problem are undefined. */
async function resolveSwap(
  context: RequestContext,
  { fields, problems }: RequestCheck<typeof QUOTE_REQUEST>,
): Promise<{ [K in keyof Swap]: Swap[K] | undefined }> {
  const src = await resolveSide(context, problems, fields, 'srcChain', 'srcAddress')
  const dst = await resolveSide(context, problems, fields, 'dstChain', 'dstAddress')
  if (
    src.asset !== undefined &&
    dst.asset !== undefined &&
    src.asset.chain === dst.asset.chain &&
    src.asset.address === dst.asset.address
  ) {
    problems.add('dstAddress', 'source and destination are the same asset on the same chain', 'UNSUPPORTED_PAIR')
  }
  const refusal = dst.asset === undefined || fields.acceptDeadAsset === true ? undefined : deadRefusal(dst.asset)
  if (refusal !== undefined) problems.add('dstAddress', `${refusal}, or accept it by name: ${ACCEPTING_IT}`)
  const checkOnce = rememberChecks()
  const wallet = (field: 'depositor' | 'recipient', chain: CatalogChain | undefined) =>
    checkWallet(context, problems, { name: field, value: fields[field], checkOnce }, chain, [src.asset, dst.asset])
  const recipient = await wallet('recipient', dst.chain)
  return {
    src: withPrice(context, src),
    dst: withPrice(context, dst),
    amountText: typeof fields.amount === 'string' ? fields.amount : undefined,
    amountIn: checkAmount(problems, fields.amount, src.asset),
    slippageBps: fields.slippage,
    depositor: await wallet('depositor', src.chain),
    recipient,
    recipientMemo: await checkMemo(context, problems, fields.recipientMemo, dst.chain, recipient),
  }
}

/** Asserts that everything a swap needs was resolved. */
function requireSwap(swap: { [K in keyof Swap]: Swap[K] | undefined }): Swap {
  return {
    src: requireValue(swap.src),
    dst: requireValue(swap.dst),
    amountText: requireValue(swap.amountText),
    amountIn: requireValue(swap.amountIn),
    slippageBps: requireValue(swap.slippageBps),
    depositor: swap.depositor,
    recipient: swap.recipient,
    recipientMemo: swap.recipientMemo,
  }
}

function omitResolved<T extends object>(fields: T): Omit<T, Resolved> {
  const resolved: readonly string[] = RESOLVED
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !resolved.includes(name))) as Omit<T, Resolved>
}

interface Side {
  readonly chain: CatalogChain | undefined
  readonly asset: CatalogAsset | undefined
  readonly warnings?: readonly string[]
}

async function resolveSide<C extends 'srcChain' | 'dstChain', A extends 'srcAddress' | 'dstAddress'>(
  context: RequestContext,
  problems: Problems,
  fields: { readonly [K in C | A]: string | undefined },
  chainField: C,
  addressField: A,
): Promise<Side> {
  const key = fields[chainField]
  const address = fields[addressField]
  const chain = key === undefined ? undefined : await context.catalog.chain(key)
  if (key !== undefined && chain === undefined)
    problems.add(chainField, `${chainField} is not the key of a listed chain`)
  if (chain === undefined || address === undefined) return { chain, asset: undefined }
  const asset = await context.catalog.asset(chain.key, address)
  if (asset !== undefined) return { chain, asset, warnings: backingWarnings(asset) }
  const unlisted = isEvmAddress(address) ? await context.findUnlisted(chain, address, context.signal) : undefined
  if (unlisted?.kind === 'token') return { chain, ...unlisted }
  const message = `${addressField} is not the address of a listed asset of ${chain.key}`
  if (unlisted === undefined) problems.add(addressField, message)
  else problems.add(addressField, `${message}, and ${unlisted.why}`, unlisted.code)
  return { chain, asset: undefined }
}

function withPrice(context: RequestContext, side: Side): PricedAsset | undefined {
  if (side.chain === undefined || side.asset === undefined) return undefined
  const { chain, asset, warnings } = side
  return { chain, asset, priceUsd: context.price(chain, asset), ...defined({ warnings }) }
}

/** Undefined for a missing amount, which is already reported. */
function checkAmount(problems: Problems, value: unknown, asset: CatalogAsset | undefined): bigint | undefined {
  if (value === undefined || value === null) return undefined
  const decimals = asset?.decimals ?? MOST_DECIMALS
  const parsed = parseAmount(value, decimals)
  if (parsed.ok) return parsed.units
  return problems.add('amount', explainAmountProblem(parsed.problem, decimals), 'INVALID_AMOUNT')
}

interface WalletField {
  readonly name: 'depositor' | 'recipient'
  readonly value: string | undefined
  readonly checkOnce: typeof checkAddress
}

/** Most swaps are paid to the wallet that pays: its address is checked once, for a checksum is a hash. */
function rememberChecks(): typeof checkAddress {
  const checks = new Map<string, AddressCheck>()
  return (family, text) => {
    const key = `${family} ${text}`
    const check = checks.get(key) ?? checkAddress(family, text)
    checks.set(key, check)
    return check
  }
}

/** @param swapped both assets of the request, which may be unlisted */
async function checkWallet(
  context: RequestContext,
  problems: Problems,
  { name: field, value, checkOnce }: WalletField,
  chain: CatalogChain | undefined,
  swapped: readonly (CatalogAsset | undefined)[],
): Promise<string | undefined> {
  if (value === undefined) return undefined
  if (chain === undefined) return undefined
  const check = checkOnce(chain.addressFamily, value)
  if (check.ok && field === 'depositor' && isUnifiedZcash(chain.addressFamily, value)) {
    const reason = 'what is sent back goes to a transparent address (t1 or t3), also where a shielded wallet pays'
    return problems.add(field, `${field} is a unified Zcash address: ${reason}`, 'INVALID_ADDRESS')
  }
  if (!check.ok)
    return problems.add(field, `${field} is not a valid ${chain.name} address: ${check.reason}`, 'INVALID_ADDRESS')
  const contract =
    (await context.catalog.asset(chain.key, assetKey(chain, check.canonical))) ??
    swapped.find((asset) => asset?.chain === chain.key && asset.address === check.canonical)
  if (contract !== undefined) {
    return problems.add(
      field,
      contract.isNative
        ? `${field} is the placeholder address of the native coin, and nobody has its key`
        : `${field} is the contract of the token ${contract.symbol}, not a wallet`,
      'INVALID_ADDRESS',
    )
  }
  return check.canonical
}

/** The memo, where the chain has memos; a problem where it is missing and the recipient is known to need one. */
async function checkMemo(
  context: RequestContext,
  problems: Problems,
  value: string | undefined,
  chain: CatalogChain | undefined,
  recipient: string | undefined,
): Promise<string | undefined> {
  if (chain === undefined) return undefined
  const check = checkRecipientMemo(chain.addressFamily, value ?? NO_MEMO)
  if (!check.ok) return problems.add('recipientMemo', `recipientMemo does not fit ${chain.name}: ${check.reason}`)
  const word = memoWord(chain.addressFamily)
  if (check.memo !== undefined || recipient === undefined || word === undefined) return check.memo
  const payee = memoPayee(chain.key, recipient)
  if (payee !== undefined) {
    const shared = `${recipient} is an account that all customers of ${payee} share`
    return problems.add('recipientMemo', `recipientMemo is required: ${shared}, so give the ${word} that it shows you`)
  }
  if ((await context.requiresMemo?.(chain.key, recipient, context)) !== true) return undefined
  return problems.add('recipientMemo', `recipientMemo is required: ${recipient} takes no payment without a ${word}`)
}

/** For fields whose absence is already reported as a problem. */
function requireValue<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a field passed the checks without a value')
  return value
}
