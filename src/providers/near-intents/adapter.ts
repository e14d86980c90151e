import type { PricedAsset } from '../../core/assets/catalog.ts'
import {
  type ProviderAdapter,
  type ProviderContext,
  ProviderError,
  type ProviderLabel,
  type ProviderQuoteRequest,
  type QuoteAnswer,
} from '../contract.ts'
import { refusePair } from '../kit/offer.ts'
import { ask, type Asked, askTokens, headersOf, type Terms, WAIT_MS, walletsOf } from './ask.ts'
import { listAssets } from './assets.ts'
import { prepare } from './call.ts'
import { chainCode, findToken } from './chains.ts'
import { NEEDS_KEY } from './refusals.ts'
import { toDraft } from './route.ts'
import { readStatus } from './status.ts'

/** Prices, deposit addresses and progress of swaps over NEAR Intents. */
export const nearIntentsAdapter: ProviderAdapter = { quote, prepare, status: readStatus, assets: listAssets }

async function quote(request: ProviderQuoteRequest, context: ProviderContext): Promise<QuoteAnswer> {
  const { src, dst } = request
  if (request.confidentiality === 'basic' && headersOf(context)['x-api-key'] === undefined) {
    return { status: 'no_route', noRoute: NEEDS_KEY }
  }
  const stranger = [src, dst].find(({ chain }) => chainCode(chain.key) === undefined)
  if (stranger !== undefined) return refusePair(`It does not serve ${stranger.chain.name}`)
  const wallets = walletsOf(request)
  if (wallets === undefined) {
    return {
      status: 'no_route',
      noRoute: { code: 'needs_wallet', message: 'It needs the depositor and the recipient to give a price' },
    }
  }
  const tokens = await askTokens(context)
  const origin = findToken(tokens, src)
  if (origin === undefined) return refuseUnlisted(src)
  const destination = findToken(tokens, dst)
  if (destination === undefined) return refuseUnlisted(dst)
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

function toAnswer(asked: Asked, terms: Terms, label: ProviderLabel): QuoteAnswer {
  return 'noRoute' in asked
    ? { status: asked.status, noRoute: asked.noRoute }
    : { status: 'routes', routes: [toDraft(asked.reply, terms, label)] }
}

function refuseUnlisted({ asset, chain }: PricedAsset): QuoteAnswer {
  return refusePair(`It does not list ${asset.symbol} on ${chain.name}`)
}
