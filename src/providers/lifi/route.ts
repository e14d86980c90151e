import type { RouteStep } from '../../core/api/documents.ts'
import { ProviderError, type ProviderQuoteRequest, type RouteDraft } from '../contract.ts'
import { checkWalletCall, sameAddress } from '../kit/wallet-call.ts'
import { toLockState, type Offer } from '../kit/offer.ts'
import { routeIdOf } from '../kit/route-id.ts'
import { matchesStated, type StatedSide, parseStatedUsd } from '../kit/stated-side.ts'
import type { LifiAnswer } from './ask.ts'
import { type LifiCall, readCall } from './call.ts'
import { isServedEvm } from './chains.ts'
import { readFees } from './fees.ts'
import type { LifiStep } from './wire.ts'

/** A quote, and the checked call that executes it where it was asked for a lock. */
export type LifiOffer = Offer<LifiCall>

/**
 * The route of a way, held against the request.
 * @throws ProviderError bad_response
 */
export function toOffer({ step, src, dst }: LifiAnswer, request: ProviderQuoteRequest): LifiOffer {
  checkTerms(step, request, src, dst)
  const locked = request.forLock ? readCall(step, request) : undefined
  if (locked !== undefined) checkWalletCall(locked.call, { ...request, onTop: BigInt(locked.onTop) })
  return { draft: toDraft(step, request, [src, dst], locked), locked }
}

function checkTerms(step: LifiStep, request: ProviderQuoteRequest, src: StatedSide, dst: StatedSide): void {
  const { action, estimate } = step
  const differs = (what: string) => new ProviderError('bad_response', `Its quote is for another ${what}`)
  const { depositor, recipient } = request
  const isRecipient = (text: string, wallet: string) =>
    isServedEvm(request.dst.chain) ? sameAddress(text, wallet) : text === wallet
  if (action.fromChainId !== src.chainId || !matchesStated(src, action.fromToken)) throw differs('source asset')
  if (action.toChainId !== dst.chainId || !matchesStated(dst, action.toToken)) throw differs('destination asset')
  if (action.fromAmount !== request.amountIn || estimate.fromAmount !== request.amountIn) throw differs('amount')
  if (depositor !== undefined && action.fromAddress !== undefined && !sameAddress(action.fromAddress, depositor)) {
    throw differs('wallet')
  }
  if (recipient !== undefined && action.toAddress !== undefined && !isRecipient(action.toAddress, recipient)) {
    throw differs('recipient')
  }
}

function toDraft(
  step: LifiStep,
  request: ProviderQuoteRequest,
  sides: readonly StatedSide[],
  locked: LifiCall | undefined,
): RouteDraft {
  const { estimate } = step
  return {
    routeId: idOf(step, request),
    amountOut: estimate.toAmount,
    minimumOut: estimate.toAmountMin,
    srcUsd: parseStatedUsd(estimate.fromAmountUSD, estimate.fromAmount),
    dstUsd: parseStatedUsd(estimate.toAmountUSD, estimate.toAmount),
    fees: readFees(step, sides),
    steps: stepsOf(step, request),
    estimatedTimeSec: estimate.executionDuration,
    state: toLockState(locked),
  }
}

/**
 * Between chains the bridge is part of the way, since it decides how long it takes and whom one trusts. Within a chain the
 * exchange that is best changes from one quote to the next, and the price alone matters.
 */
function idOf(step: LifiStep, { src, dst, amountIn }: ProviderQuoteRequest): string {
  const way = src.chain.key === dst.chain.key ? 'swap' : step.tool
  const text = [src.chain.key, src.asset.address, dst.chain.key, dst.asset.address, amountIn.toString(), way].join('|')
  return routeIdOf('lifi', text)
}

/** The tools that are used; taking LI.FI's fee is no step for anybody. */
function stepsOf(step: LifiStep, request: ProviderQuoteRequest): RouteStep[] {
  const show = (type: string, of: Pick<LifiStep, 'tool' | 'toolDetails'>): RouteStep => ({
    type,
    name: (of.toolDetails?.name ?? of.tool).slice(0, 60),
    image: of.toolDetails?.logoURI?.slice(0, 500) ?? '',
  })
  const used = step.includedSteps.filter(({ type }) => type !== 'protocol')
  if (used.length > 0) return used.map((item) => show(item.type === 'cross' ? 'bridge' : 'swap', item))
  return [show(request.src.chain.key === request.dst.chain.key ? 'swap' : 'bridge', step)]
}
