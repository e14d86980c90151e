import { formatAmount } from '../../core/money/amount.ts'
import type { RouteStep } from '../../core/api/documents.ts'
import type { WalletCall } from '../kit/evm-exec.ts'
import { keptState, type Offer, unsupportedOffer } from '../kit/offer.ts'
import { parseReply } from '../kit/parse-reply.ts'
import {
  type ProviderContext,
  ProviderError,
  type ProviderLabel,
  type ProviderQuoteRequest,
  type RouteDraft,
} from '../contract.ts'
import { routeIdOf } from '../kit/route-id.ts'
import { isStatedAs, type StatedSide } from '../kit/stated-fee.ts'
import { readCall } from './call.ts'
import { isEvm, PLACEHOLDERS, toAcrossSide } from './chains.ts'
import { readFees, readValues } from './fees.ts'
import { readRefusal } from './refusals.ts'
import { type AcrossQuote, approvalSchema, refusalSchema } from './wire.ts'

/** Most slippage that it accepts, in basis points. */
const MOST_SLIPPAGE_BPS = 5_000

/** What executes a quote, as the lock keeps it. */
export type AcrossLocked = {
  readonly quoteId: string
  readonly call: WalletCall
  /** Epoch milliseconds at which the call no longer works; 0 when it always does. */
  readonly expiresAtMs: number
  /** Symbol of the token that the bridge itself delivers. */
  readonly bridged: string
}

/** A quote, and what executes it where it was asked for a lock. */
export type AcrossOffer = Offer<AcrossLocked>

/**
 * Prices a request by `GET /swap/approval`, which also gives the transaction. Routes start on EVM chains.
 * @throws ProviderError
 */
export async function askAcross(request: ProviderQuoteRequest, context: ProviderContext): Promise<AcrossOffer> {
  if (!isEvm(request.src.chain))
    return unsupportedOffer('From this chain it needs a wallet that this program does not have')
  if (request.src.chain.key === request.dst.chain.key) return unsupportedOffer('It does not swap within one chain')
  const src = toAcrossSide(request.src)
  const dst = toAcrossSide(request.dst)
  if (src === undefined || dst === undefined) return unsupportedOffer('It does not serve this chain')
  const key = context.setting('API_KEY')
  const reply = await context.http.request({
    method: 'GET',
    path: '/swap/approval',
    query: queryOf(request, src, dst, context.setting('INTEGRATOR_ID')),
    ...(key === undefined || key === '' ? {} : { headers: { authorization: `Bearer ${key}` } }),
  })
  if (reply.status !== 200) {
    return {
      status: 'no_route',
      noRoute: readRefusal(reply.status, parseReply(refusalSchema, reply.body, 'refusal'), request.src),
    }
  }
  const quote = parseReply(approvalSchema, reply.body, 'quote')
  checkTerms(quote, request, src, dst)
  const locked = lockedOf(quote, request)
  return { draft: toDraft(quote, request, [src, dst], locked, context.provider), locked }
}

/** Without a wallet it cannot simulate, so it is told not to. */
function queryOf(
  request: ProviderQuoteRequest,
  src: StatedSide,
  dst: StatedSide,
  integratorId: string | undefined,
): Record<string, string | boolean | undefined> {
  const { depositor, recipient, amountIn, slippageBps } = request
  return {
    tradeType: 'exactInput',
    amount: amountIn.toString(),
    inputToken: src.address,
    outputToken: dst.address,
    originChainId: src.chainId.toString(),
    destinationChainId: dst.chainId.toString(),
    depositor: depositor ?? PLACEHOLDERS.evm,
    recipient: recipient ?? (isEvm(request.dst.chain) ? undefined : PLACEHOLDERS.solana),
    slippage: formatAmount(BigInt(Math.min(slippageBps, MOST_SLIPPAGE_BPS)), 4),
    integratorId: integratorId === '' ? undefined : integratorId,
    ...(depositor === undefined ? { skipOriginTxEstimation: true, skipChecks: true } : {}),
  }
}

function checkTerms(quote: AcrossQuote, request: ProviderQuoteRequest, src: StatedSide, dst: StatedSide): void {
  const differs = (what: string) => new ProviderError('bad_response', `Its quote is for another ${what}`)
  if (!isStatedAs(src, quote.inputToken)) throw differs('source asset')
  if (!isStatedAs(dst, quote.outputToken)) throw differs('destination asset')
  if (quote.inputAmount !== request.amountIn) throw differs('amount')
}

function lockedOf(quote: AcrossQuote, request: ProviderQuoteRequest): AcrossLocked | undefined {
  const { recipient } = request
  if (!request.forLock || recipient === undefined) return undefined
  return {
    quoteId: quote.id,
    call: readCall(quote, { ...request, recipient }),
    expiresAtMs: (quote.quoteExpiryTimestamp ?? 0) * 1000,
    bridged: quote.steps.bridge.tokenOut.symbol.slice(0, 40),
  }
}

function toDraft(
  quote: AcrossQuote,
  request: ProviderQuoteRequest,
  sides: readonly StatedSide[],
  locked: AcrossLocked | undefined,
  label: ProviderLabel,
): RouteDraft {
  const fees = readFees(quote, sides)
  const expiry = quote.quoteExpiryTimestamp ?? 0
  return {
    routeId: idOf(request, quote.steps.bridge.provider),
    amountOut: quote.expectedOutputAmount,
    minimumOut: quote.minOutputAmount,
    ...readValues(quote, fees),
    fees,
    steps: stepsOf(quote, label),
    estimatedTimeSec: quote.expectedFillTime,
    ...(expiry === 0 ? {} : { expiresAt: expiry * 1000 }),
    state: keptState(locked),
  }
}

/** Across gives one route a request: the bridge it takes is the way, whichever exchanges swap before and after. */
function idOf({ src, dst, amountIn }: ProviderQuoteRequest, bridge: string): string {
  const parts = [src.chain.key, src.asset.address, dst.chain.key, dst.asset.address, amountIn.toString(), bridge]
  return routeIdOf('across', parts.join('|'))
}

const BRIDGES: ReadonlyMap<string, string> = new Map([
  ['across', 'Across'],
  ['cctp', 'CCTP'],
  ['oft', 'OFT'],
])

function stepsOf(quote: AcrossQuote, { image }: ProviderLabel): RouteStep[] {
  const { originSwap, bridge, destinationSwap } = quote.steps
  const swap = (step: typeof originSwap): RouteStep[] =>
    step === undefined || step === null ? [] : [{ type: 'swap', name: step.swapProvider.name.slice(0, 60), image: '' }]
  return [
    ...swap(originSwap),
    {
      type: 'bridge',
      name: BRIDGES.get(bridge.provider) ?? bridge.provider.slice(0, 60),
      image: bridge.provider === 'across' ? image : '',
    },
    ...swap(destinationSwap),
  ]
}
