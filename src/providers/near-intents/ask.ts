import { sha256 } from '@noble/hashes/sha2.js'
import { sampleAddress } from '../../core/assets/addresses/sample.ts'
import type { PricedAsset } from '../../core/assets/catalog.ts'
import type { Json } from '../../core/ports.ts'
import {
  type NoRouteAnswer,
  type ProviderContext,
  ProviderError,
  type ProviderLock,
  type ProviderQuoteRequest,
} from '../contract.ts'
import { listRefusal } from '../kit/listed-asset.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { isWorthRetry, readRefusal } from './refusals.ts'
import { errorSchema, type QuoteReply, quoteReplySchema, type Token, tokensSchema } from './wire.ts'

/** What is asked of the API, and what its answer is held against. */
export interface Terms {
  readonly originAsset: string
  readonly destinationAsset: string
  readonly src: PricedAsset
  readonly dst: PricedAsset
  /** Base units of the source asset. */
  readonly amountIn: bigint
  /** Basis points, 0 to 10000. */
  readonly slippageBps: number
  readonly confidentiality: 'public' | 'basic'
  /** Where a refund goes; a placeholder when the request names no depositor. */
  readonly refundTo: string
  readonly recipient: string
  readonly isDepositorReal: boolean
  readonly isRecipientReal: boolean
}

/** One kind of asking for a quote. */
export interface Asking {
  /** True for a price alone; false creates the deposit address. */
  readonly dry: boolean
  /** Epoch milliseconds. */
  readonly nowMs: number
  /** How long market makers may take, in milliseconds. */
  readonly waitMs: number
}

/** How long a deposit may take to arrive and be confirmed before it is refunded, in milliseconds. */
const DEPOSIT_WINDOW_MS = 60 * 60 * 1000

const SLOW_DEPOSIT_WINDOW_MS = 4 * 60 * 60 * 1000

/** The wallets of a request, with placeholders for those that are missing; undefined where a placeholder cannot be made or must not be. */
export function walletsOf(
  request: ProviderQuoteRequest,
): Pick<Terms, 'refundTo' | 'recipient' | 'isDepositorReal' | 'isRecipientReal'> | undefined {
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

/** An address that nobody owns: good for a price, never for a promise. */
function placeholder(request: ProviderQuoteRequest, side: PricedAsset): string | undefined {
  if (request.forLock) return undefined
  return sampleAddress(side.chain.addressFamily, sha256(new TextEncoder().encode('swapcli price check')))
}

/** The terms of a lock. */
export function termsOfLock(lock: ProviderLock, assets: Pick<Terms, 'originAsset' | 'destinationAsset'>): Terms {
  return {
    ...assets,
    src: lock.src,
    dst: lock.dst,
    amountIn: lock.amountIn,
    slippageBps: lock.slippageBps,
    confidentiality: lock.confidentiality,
    refundTo: lock.depositor,
    recipient: lock.recipient,
    isDepositorReal: true,
    isRecipientReal: true,
  }
}

/** The body of POST /v0/quote. Nothing that labels the user is sent, since that would undo confidentiality. */
export function quoteBody(terms: Terms, asking: Asking): Json {
  const windowMs = terms.src.chain.type === 'UTXO' ? SLOW_DEPOSIT_WINDOW_MS : DEPOSIT_WINDOW_MS
  return {
    dry: asking.dry,
    swapType: 'EXACT_INPUT',
    depositMode: needsMemo(terms.src) ? 'MEMO' : 'SIMPLE',
    slippageTolerance: terms.slippageBps,
    originAsset: terms.originAsset,
    depositType: 'ORIGIN_CHAIN',
    destinationAsset: terms.destinationAsset,
    amount: terms.amountIn.toString(),
    refundTo: terms.refundTo,
    refundType: 'ORIGIN_CHAIN',
    recipient: terms.recipient,
    recipientType: 'DESTINATION_CHAIN',
    deadline: new Date(asking.nowMs + windowMs).toISOString(),
    confidentiality: terms.confidentiality,
    quoteWaitingTimeMs: asking.waitMs,
  }
}

/** True where deposits of many swaps share one address and a memo tells them apart. */
export function needsMemo(src: PricedAsset): boolean {
  return src.chain.key === 'stellar'
}

/**
 * Refuses a quote that is for anything but the terms. A missing confidentiality counts as public, so that a deployment
 * that does not know the field cannot turn a confidential swap into a public one.
 * @throws ProviderError bad_response
 */
export function checkEcho(reply: QuoteReply, terms: Terms): void {
  const { quoteRequest: echo, quote } = reply
  const wrong = [
    ['asset', echo.originAsset === terms.originAsset && echo.destinationAsset === terms.destinationAsset],
    ['amount', echo.amount === terms.amountIn && quote.amountIn === terms.amountIn && echo.swapType === 'EXACT_INPUT'],
    ['recipient', isSameAddress(echo.recipient, terms.recipient, terms.dst)],
    ['recipient type', echo.recipientType === 'DESTINATION_CHAIN'],
    ['refund address', isSameAddress(echo.refundTo, terms.refundTo, terms.src)],
    ['deposit or refund type', echo.depositType === 'ORIGIN_CHAIN' && echo.refundType === 'ORIGIN_CHAIN'],
    ['slippage', echo.slippageTolerance === terms.slippageBps],
    ['confidentiality', (echo.confidentiality ?? 'public') === terms.confidentiality],
  ] as const
  const first = wrong.find(([, fits]) => !fits)
  if (first !== undefined) throw new ProviderError('bad_response', `It quoted for another ${first[0]} than asked for`)
}

function isSameAddress(a: string, b: string, side: PricedAsset): boolean {
  return side.chain.addressFamily === 'evm' ? a.toLowerCase() === b.toLowerCase() : a === b
}

/** How long market makers may take, in milliseconds: for a price among many, for a promise, and when nobody answered that. */
export const WAIT_MS = { price: 2_000, promise: 3_000, again: 5_000 } as const

export type Asked = { readonly reply: QuoteReply; readonly text: string } | Refused

interface Refused extends NoRouteAnswer {
  readonly isWorthRetry: boolean
}

/** Asks for a quote and holds the answer against the terms. */
export async function ask(terms: Terms, asking: Asking, context: ProviderContext): Promise<Asked> {
  const { status, body, text } = await context.http.request({
    method: 'POST',
    path: '/v0/quote',
    headers: headersOf(context),
    body: quoteBody(terms, asking),
    readOnly: asking.dry,
    // Without the permission for confidential swaps they are refused with one of these.
    acceptStatuses: terms.confidentiality === 'basic' ? [401, 403] : [],
  })
  if (status >= 400) {
    const message = errorSchema.parse(body)
    return { status: 'no_route', noRoute: readRefusal(status, message, terms), isWorthRetry: isWorthRetry(message) }
  }
  const reply = parseReply(quoteReplySchema, body, 'quote')
  checkEcho(reply, terms)
  return { reply, text }
}

/** The header that carries the partner token, where one is set. */
export function headersOf(context: ProviderContext): Readonly<Record<string, string>> {
  const key = context.setting('API_KEY') ?? ''
  return key === '' ? {} : { 'x-api-key': key }
}

/** The tokens that it swaps. @throws ProviderError */
export async function askTokens(context: ProviderContext): Promise<readonly Token[]> {
  const reply = await context.http.request({ method: 'GET', path: '/v0/tokens', headers: headersOf(context) })
  if (reply.status >= 400) throw listRefusal(reply.status)
  return parseReply(tokensSchema, reply.body, 'token list')
}
