import type { PricedAsset } from '../../core/assets/catalog.ts'
import type { NoRoute, ProviderAdapter, ProviderContext, ProviderQuoteRequest, QuoteAnswer } from '../contract.ts'
import { badReply, refuse, refusePair } from '../kit/refuse.ts'
import { checkPrice } from './amounts.ts'
import { askQuote, askTokens, keyOf, type NearTerms, WAIT_MS, walletsOf } from './ask.ts'
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
  if (request.confidentiality === 'basic' && keyOf(context).headers === undefined) return NEEDS_KEY
  const unserved = [src, dst].find(({ chain }) => chainCode(chain.key) === undefined)
  if (unserved !== undefined) return refusePair(`It does not serve ${unserved.chain.name}`)
  if (src.chain.key === 'near' && src.asset.isNative) return NATIVE_NEAR
  const wallets = walletsOf(request)
  if (wallets === undefined) return refuse('needs_wallet', 'It needs the depositor and the recipient to give a price')
  const tokens = await askTokens(context)
  const origin = findToken(tokens, src)
  if (origin === undefined) return refuseUnlisted(src)
  const destination = findToken(tokens, dst)
  if (destination === undefined) return refuseUnlisted(dst)
  if (origin.decimals !== src.asset.decimals || destination.decimals !== dst.asset.decimals) {
    throw badReply('It counts an asset in other decimals than the catalog')
  }
  const assets = { originAsset: origin.assetId, destinationAsset: destination.assetId }
  const terms: NearTerms = { ...request, ...wallets, ...assets }
  const ask = (waitMs: number) => askQuote(terms, { dry: true, nowMs: context.clock.now(), waitMs }, context)
  const first = await ask(request.forLock ? WAIT_MS.promise : WAIT_MS.price)
  const repeat = request.forLock && first.status === 'no_route' && first.isWorthRetry
  const answer = repeat ? await ask(WAIT_MS.again) : first
  if (answer.status === 'quoted') {
    checkPrice(answer.reply, destination)
    return { status: 'routes', routes: [toDraft(answer.reply, terms, context.provider)] }
  }
  const { isWorthRetry: _retry, ...noRoute } = answer
  return noRoute
}

/** Its documents contradict each other on whether a deposit is NEAR or wrapped NEAR, and the wrong one would be lost. */
const NATIVE_NEAR = refusePair('It does not say plainly whether a deposit is NEAR or wrapped NEAR: it is not offered')

function refuseUnlisted({ asset, chain }: PricedAsset): NoRoute {
  return refusePair(`It does not list ${asset.symbol} on ${chain.name}`)
}
