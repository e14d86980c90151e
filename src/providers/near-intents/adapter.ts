import { checkAddress } from '../../core/assets/address.ts'
import type { PricedAsset } from '../../core/assets/catalog.ts'
import { parseReply } from '../kit/parse-reply.ts'
import {
  type NoRouteAnswer,
  type Prepared,
  type ProviderAdapter,
  type ProviderContext,
  ProviderError,
  type ProviderLabel,
  type ProviderLock,
  type ProviderQuoteRequest,
  type QuoteAnswer,
} from '../contract.ts'
import { listAssets } from './assets.ts'
import { chainCode, findToken } from './chains.ts'
import { toDraft } from './route.ts'
import { isWorthRetry, NEEDS_KEY, readRefusal } from './refusals.ts'
import { headersOf, readStatus } from './status.ts'
import { type Asking, checkEcho, needsMemo, quoteBody, type Terms, termsOfLock, walletsOf } from './ask.ts'
import { errorSchema, type QuoteReply, quoteReplySchema, stateSchema, tokensSchema } from './wire.ts'

/** How long market makers may take, in milliseconds: for a price among many, for a promise, and when nobody answered that. */
const WAIT_MS = { price: 2_000, promise: 3_000, again: 5_000 } as const

/** Longest quote that is kept, in characters; ordinary ones have about 2,000. */
const MAX_PROOF_LENGTH = 32_768

/** Prices, deposit addresses and progress of swaps over NEAR Intents. */
export const nearIntentsAdapter: ProviderAdapter = { quote, prepare, status: readStatus, assets: listAssets }

async function quote(request: ProviderQuoteRequest, context: ProviderContext): Promise<QuoteAnswer> {
  const { src, dst } = request
  if (request.confidentiality === 'basic' && headersOf(context)['x-api-key'] === undefined) {
    return { status: 'no_route', noRoute: NEEDS_KEY }
  }
  const stranger = [src, dst].find(({ chain }) => chainCode(chain.key) === undefined)
  if (stranger !== undefined) return unsupported(`It does not serve ${stranger.chain.name}`)
  const wallets = walletsOf(request)
  if (wallets === undefined) {
    return {
      status: 'no_route',
      noRoute: { code: 'needs_wallet', message: 'It needs the depositor and the recipient to give a price' },
    }
  }
  const reply = await context.http.request({ method: 'GET', path: '/v0/tokens', headers: headersOf(context) })
  const tokens = parseReply(tokensSchema, reply.body, 'token list')
  const origin = findToken(tokens, src)
  if (origin === undefined) return notListed(src)
  const destination = findToken(tokens, dst)
  if (destination === undefined) return notListed(dst)
  if (origin.decimals !== src.asset.decimals || destination.decimals !== dst.asset.decimals) {
    throw new ProviderError('bad_response', 'It counts an asset in other decimals than the catalog')
  }
  const terms: Terms = {
    ...wallets,
    originAsset: origin.assetId,
    destinationAsset: destination.assetId,
    src,
    dst,
    amountIn: request.amountIn,
    slippageBps: request.slippageBps,
    confidentiality: request.confidentiality,
  }
  const label = context.provider
  const asking = { dry: true, nowMs: context.clock.now() }
  if (!request.forLock) return toAnswer(await ask(terms, { ...asking, waitMs: WAIT_MS.price }, context), terms, label)
  const first = await ask(terms, { ...asking, waitMs: WAIT_MS.promise }, context)
  if (!('noRoute' in first) || !first.isWorthRetry) return toAnswer(first, terms, label)
  return toAnswer(await ask(terms, { ...asking, waitMs: WAIT_MS.again }, context), terms, label)
}

type Asked = { readonly reply: QuoteReply; readonly text: string } | Refused
interface Refused extends NoRouteAnswer {
  readonly isWorthRetry: boolean
}

/** Asks for a quote and holds the answer against the terms. */
async function ask(terms: Terms, asking: Asking, context: ProviderContext): Promise<Asked> {
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

function toAnswer(asked: Asked, terms: Terms, label: ProviderLabel): QuoteAnswer {
  return 'noRoute' in asked
    ? { status: asked.status, noRoute: asked.noRoute }
    : { status: 'routes', routes: [toDraft(asked.reply, terms, label)] }
}

function notListed({ asset, chain }: PricedAsset): QuoteAnswer {
  return unsupported(`It does not list ${asset.symbol} on ${chain.name}`)
}

function unsupported(message: string): QuoteAnswer {
  return { status: 'no_route', noRoute: { code: 'pair_unsupported', message } }
}

/** The firm quote: it creates the deposit address, which costs nothing when it stays unused. */
async function prepare(lock: ProviderLock, context: ProviderContext): Promise<Prepared> {
  const terms = termsOfLock(lock, parseReply(stateSchema, lock.state, 'kept route'))
  const { reply, text } = await askForPromise(lock, terms, context)
  const { depositAddress, depositMemo } = reply.quote
  const { deadline } = reply.quoteRequest
  if (depositAddress === undefined || depositAddress === null) throw unusable('no deposit address')
  if (!checkAddress(lock.src.chain.addressFamily, depositAddress).ok) {
    throw unusable(`a deposit address that is none of ${lock.src.chain.name}`)
  }
  if (needsMemo(lock.src) && (depositMemo ?? '') === '') throw unusable('a deposit address without its memo')
  if (Date.parse(deadline) <= context.clock.now()) throw unusable('a deposit address that has already expired')
  const deposit = {
    depositAddress,
    ...(depositMemo === undefined || depositMemo === null ? {} : { depositMemo }),
  }
  const depositBefore = new Date(deadline).toISOString()
  const id = reply.correlationId
  return {
    exec: {
      meta: {
        executionMode: 'server',
        walletExecution: false,
        ...(id === undefined ? {} : { providerQuoteId: id }),
        ...deposit,
        depositBefore,
      },
    },
    providerResult: {
      ...(id === undefined ? {} : { requestId: id }),
      ...deposit,
      depositBefore,
      execution: 'server',
      status: 'awaiting_deposit',
    },
    tracking: {
      ...deposit,
      originAsset: terms.originAsset,
      destinationAsset: terms.destinationAsset,
      submitted: '',
      // The signed quote, as it was sent, is the only proof in a dispute.
      ...(text.length > MAX_PROOF_LENGTH ? {} : { proof: text }),
    },
    needsHash: false,
  }
}

/** A firm quote that keeps the lock's promise. Where the price fell a little, it is asked for with the slippage that is left. */
async function askForPromise(lock: ProviderLock, terms: Terms, context: ProviderContext) {
  const asking = { dry: false, nowMs: context.clock.now(), waitMs: WAIT_MS.promise }
  const first = await askFirm(terms, asking, context)
  const { amountOut, minAmountOut } = first.reply.quote
  if (minAmountOut >= lock.minimumOut) return first
  if (amountOut < lock.minimumOut) throw worse()
  const slippageBps = Number(((amountOut - lock.minimumOut) * 10_000n) / amountOut)
  const second = await askFirm({ ...terms, slippageBps }, asking, context)
  if (second.reply.quote.minAmountOut < lock.minimumOut) throw worse()
  return second
}

async function askFirm(terms: Terms, asking: Asking, context: ProviderContext) {
  const asked = await ask(terms, asking, context)
  if ('noRoute' in asked) throw new ProviderError('unavailable', asked.noRoute.message)
  return asked
}

function worse(): ProviderError {
  return new ProviderError('unavailable', 'The price fell below what was locked')
}

function unusable(what: string): ProviderError {
  return new ProviderError('bad_response', `It gave ${what}`)
}
