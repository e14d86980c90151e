import { sha256 } from '@noble/hashes/sha2.js'
import { sampleAddress } from '../../core/assets/addresses/sample.ts'
import { sameAddress } from '../../core/assets/address-key.ts'
import type { PricedAsset } from '../../core/assets/catalog.ts'
import type { Json } from '../../core/ports.ts'
import type { NoRoute, ProviderCall, ProviderContext, ProviderLock, ProviderQuoteRequest } from '../contract.ts'
import { keyHeaders } from '../kit/api-key.ts'
import { depositWindow } from '../kit/deposit-window.ts'
import { askList } from '../kit/listed-asset.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { badReply, refuse } from '../kit/refuse.ts'
import { checkStatements } from './amounts.ts'
import { isWorthRetry, readRefusal } from './refusals.ts'
import { errorSchema, type QuoteReply, quoteReplySchema, REDIRECTIONS, type Token, tokensSchema } from './wire.ts'

/** What a request to the API states, and what its reply is verified against. */
export interface NearTerms extends Pick<
  ProviderQuoteRequest,
  'src' | 'dst' | 'amountIn' | 'slippageBps' | 'confidentiality'
> {
  readonly originAsset: string
  readonly destinationAsset: string
  /** Where a refund goes; a placeholder when the request names no depositor. */
  readonly refundTo: string
  readonly recipient: string
  readonly isDepositorReal: boolean
  readonly isRecipientReal: boolean
}

/** How a quote is requested. */
export interface QuoteMode {
  /** True for a price alone; false creates the deposit address. */
  readonly dry: boolean
  /** Epoch milliseconds. */
  readonly nowMs: number
  /** How long market makers may take, in milliseconds. */
  readonly waitMs: number
}

/** When a refund of what has not been swapped begins, epoch milliseconds, a whole second. */
export function askedDeadlineMs(terms: NearTerms, { nowMs }: Pick<QuoteMode, 'nowMs'>): number {
  return Math.floor((nowMs + depositWindow(terms.src).asked) / 1000) * 1000
}

/** The wallets of a request, with placeholders for missing ones; undefined for a lock, or on a chain without a placeholder. */
export function walletsOf(
  request: ProviderQuoteRequest,
): Pick<NearTerms, 'refundTo' | 'recipient' | 'isDepositorReal' | 'isRecipientReal'> | undefined {
  const refundTo = request.depositor ?? placeholder(request, request.src)
  const recipient = request.recipient ?? placeholder(request, request.dst)
  if (refundTo === undefined || recipient === undefined) return undefined
  return {
    refundTo,
    recipient,
    isDepositorReal: request.depositor !== undefined,
    isRecipientReal: request.recipient !== undefined,
  }
}

/** An address that nobody owns: for a price, never for a lock. */
function placeholder(request: ProviderQuoteRequest, side: PricedAsset): string | undefined {
  if (request.forLock) return undefined
  return sampleAddress(side.chain.addressFamily, sha256(new TextEncoder().encode('swapcli price check')))
}

/** The terms of a lock. */
export function termsOfLock(
  lock: ProviderLock,
  assets: Pick<NearTerms, 'originAsset' | 'destinationAsset'>,
): NearTerms {
  return { ...lock, ...assets, refundTo: lock.depositor, isDepositorReal: true, isRecipientReal: true }
}

/** The body of POST /v0/quote. It holds nothing that identifies the user, because that would undo confidentiality. */
export function quoteBody(terms: NearTerms, mode: QuoteMode): Json {
  return {
    dry: mode.dry,
    swapType: 'EXACT_INPUT',
    depositMode: depositMode(terms.src),
    slippageTolerance: terms.slippageBps,
    originAsset: terms.originAsset,
    depositType: 'ORIGIN_CHAIN',
    destinationAsset: terms.destinationAsset,
    amount: terms.amountIn.toString(),
    refundTo: terms.refundTo,
    refundType: 'ORIGIN_CHAIN',
    recipient: terms.recipient,
    recipientType: 'DESTINATION_CHAIN',
    deadline: new Date(askedDeadlineMs(terms, mode)).toISOString(),
    confidentiality: terms.confidentiality,
    quoteWaitingTimeMs: mode.waitMs,
  }
}

function depositMode(src: PricedAsset): 'MEMO' | 'SIMPLE' {
  return needsMemo(src) ? 'MEMO' : 'SIMPLE'
}

/** True on chains where swaps share one deposit address and a memo identifies the deposit. */
export function needsMemo(src: PricedAsset): boolean {
  return src.chain.key === 'stellar'
}

/**
 * Refuses a quote for other terms. A missing confidentiality counts as public, so that a deployment without the field cannot
 * turn a confidential swap into a public one.
 * @throws ProviderError bad_response
 */
export function checkEcho(reply: QuoteReply, terms: NearTerms): void {
  const { quoteRequest: echo, quote } = reply
  const wrong = [
    ['asset', echo.originAsset === terms.originAsset && echo.destinationAsset === terms.destinationAsset],
    ['amount', echo.amount === terms.amountIn && quote.amountIn === terms.amountIn && echo.swapType === 'EXACT_INPUT'],
    ['recipient', sameAddress(echo.recipient, terms.recipient)],
    ['recipient type', echo.recipientType === 'DESTINATION_CHAIN'],
    ['refund address', sameAddress(echo.refundTo, terms.refundTo)],
    ['deposit or refund type', echo.depositType === 'ORIGIN_CHAIN' && echo.refundType === 'ORIGIN_CHAIN'],
    ['slippage', echo.slippageTolerance === terms.slippageBps],
    ['confidentiality', (echo.confidentiality ?? 'public') === terms.confidentiality],
  ] as const
  refuseFirst(wrong)
  const redirection = REDIRECTIONS.find((name) => isStated(echo[name]) || isStated(quote[name]))
  if (redirection !== undefined) {
    throw badReply(`Its quote has ${redirection}, which was not asked for: the money may go to somebody else`)
  }
}

function isStated(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}

/**
 * The same of what only a firm quote must repeat. Its signature does not cover these, and covers the deposit address of no
 * other quote.
 * @throws ProviderError bad_response
 */
export function checkFirmEcho({ quoteRequest: echo, quote }: QuoteReply, terms: NearTerms, mode: QuoteMode): void {
  refuseFirst([
    ['purpose', echo.dry === false],
    ['deposit mode', (echo.depositMode ?? 'SIMPLE') === depositMode(terms.src)],
    ['deadline', Math.abs(Date.parse(echo.deadline ?? '') - askedDeadlineMs(terms, mode)) <= 1000],
    ['amount', (quote.minAmountIn ?? terms.amountIn) <= terms.amountIn],
  ])
}

function refuseFirst(checks: readonly (readonly [what: string, fits: boolean])[]): void {
  const first = checks.find(([, fits]) => !fits)
  if (first !== undefined) throw badReply(`Its quote is for another ${first[0]}`)
}

/** How long market makers may take, in milliseconds: for a price, for a lock, and for a lock that nobody answered at first. */
export const WAIT_MS = { price: 2_000, promise: 3_000, again: 5_000 } as const

/** A quote, and its reply. */
export interface NearQuote {
  readonly status: 'quoted'
  readonly reply: QuoteReply
  /** As it was received. */
  readonly body: unknown
  readonly text: string
}

/** "No route", which asking once more may change. */
interface NearRefusal extends NoRoute {
  readonly isWorthRetry: boolean
}

/** Asks for a quote and verifies it against the terms. */
export async function askQuote(
  terms: NearTerms,
  mode: QuoteMode,
  context: ProviderContext,
): Promise<NearQuote | NearRefusal> {
  const { status, body, text } = await context.http.request({
    method: 'POST',
    path: '/v0/quote',
    ...keyOf(context),
    body: quoteBody(terms, mode),
    readOnly: mode.dry,
    // The API refuses confidential swaps without permission with one of these.
    acceptStatuses: terms.confidentiality === 'basic' ? [401, 403] : [],
  })
  if (status >= 400) {
    const message = errorSchema.parse(body)
    return { ...readRefusal(status, message, terms), isWorthRetry: isWorthRetry(message) }
  }
  const reply = parseReply(quoteReplySchema, body, 'quote')
  checkEcho(reply, terms)
  checkStatements(reply, terms)
  if ((reply.quote.refundFee ?? 0n) >= terms.amountIn) return { ...NO_REFUND, isWorthRetry: false }
  return { status: 'quoted', reply, body, text }
}

/** The answer for a deposit of which nothing would come back. */
const NO_REFUND = refuse('below_minimum', 'The amount is too small: a refund would cost all of it')

/** The header with the partner token, if one is set. */
export function keyOf(context: ProviderContext): Pick<ProviderCall, 'headers'> {
  return keyHeaders(context, 'x-api-key')
}

/** The tokens that it swaps. @throws ProviderError */
export function askTokens(context: ProviderContext): Promise<readonly Token[]> {
  return askList(context, { path: '/v0/tokens', ...keyOf(context) }, tokensSchema, 'token list')
}
