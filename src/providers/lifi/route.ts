import type { RouteStep } from '../../core/api/documents.ts'
import { sameAddress } from '../../core/assets/address-key.ts'
import { defined } from '../../core/defined.ts'
import type { ProviderQuoteRequest } from '../contract.ts'
import type { Offer } from '../kit/offer.ts'
import { badReply } from '../kit/refuse.ts'
import { pairRouteId } from '../kit/route-id.ts'
import { swapTimeSec } from '../kit/same-chain/swap.ts'
import { checkPair, parseStatedUsd, type StatedSide } from '../kit/stated-side.ts'
import { checkWalletCall } from '../kit/wallet-call.ts'
import type { LifiAnswer } from './ask.ts'
import { type LifiCall, readCall } from './call.ts'
import { readFees } from './fees.ts'
import type { LifiStep } from './wire.ts'

const UNKNOWN_FEE = 'LI.FI states a fee without its amount, so the fees of this route are incomplete'
/** Seconds from chain to chain where the quote states none: most bridges pay out within minutes. */
const USUAL_BRIDGE_SEC = 300

/**
 * The route of a way, verified against the request.
 * @throws ProviderError bad_response
 */
export function toOffer({ step, src, dst }: LifiAnswer, request: ProviderQuoteRequest): Offer<LifiCall> {
  checkTerms(step, request, src, dst)
  const locked = request.forLock ? readCall(step, request) : undefined
  if (locked !== undefined) checkWalletCall(locked.call, { ...request, onTop: BigInt(locked.onTop) })
  const { estimate } = step
  const draft = {
    routeId: idOf(step, request),
    amountOut: estimate.toAmount,
    minimumOut: estimate.toAmountMin,
    srcUsd: parseStatedUsd(estimate.fromAmountUSD, estimate.fromAmount),
    dstUsd: parseStatedUsd(estimate.toAmountUSD, estimate.toAmount),
    fees: readFees(step, [src, dst]),
    steps: stepsOf(step, request),
    estimatedTimeSec: estimate.executionDuration ?? usualTimeSec(request),
    ...defined({ display: hasUnknownFee(step) ? { warnings: [UNKNOWN_FEE] } : undefined }),
  }
  return { status: 'offer', draft, locked }
}

function checkTerms(step: LifiStep, request: ProviderQuoteRequest, src: StatedSide, dst: StatedSide): void {
  const { action, estimate } = step
  const { depositor, recipient } = request
  const isOther = (stated: string | null | undefined, wallet: string | undefined) =>
    stated !== undefined && stated !== null && wallet !== undefined && !sameAddress(stated, wallet)
  checkPair([src, action.fromToken], [dst, action.toToken], action.fromAmount, request)
  if (action.fromChainId !== src.chainId || action.toChainId !== dst.chainId) {
    throw badReply('Its quote is for other chains')
  }
  if (estimate.fromAmount !== request.amountIn) throw badReply('Its estimate is for another amount')
  if (isOther(action.fromAddress, depositor)) throw badReply('Its quote is for another wallet')
  if (isOther(action.toAddress, recipient)) throw badReply('Its quote is for another recipient')
}

/**
 * Between chains the bridge is part of the way: it determines the time and whom the user trusts. Within a chain the best
 * exchange changes from one quote to the next, and only the price matters.
 */
function idOf(step: LifiStep, request: ProviderQuoteRequest): string {
  return pairRouteId('lifi', request, request.src.chain.key === request.dst.chain.key ? 'swap' : step.tool)
}

function usualTimeSec({ src, dst }: ProviderQuoteRequest): number {
  return src.chain.key === dst.chain.key ? swapTimeSec(src.chain) : USUAL_BRIDGE_SEC
}

function hasUnknownFee(step: LifiStep): boolean {
  return step.estimate.feeCosts.some(({ amount }) => amount === undefined)
}

/** The tools of the way; collecting LI.FI's fee is not shown as a step. */
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
