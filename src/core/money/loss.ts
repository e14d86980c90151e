import { divideUp } from './divide-up.ts'
import { SwapError } from '../api/errors.ts'
import type { RefusalReason } from '../api/refusal-reasons.ts'
import { defined } from '../defined.ts'
import { formatUsdForPeople } from './fees.ts'
import { lossBps, MOST_LOSS_BPS, percentOf, type ValuedTerms } from './price-loss.ts'
import { roundUpToTwoDigits } from './fitting.ts'
import type { MicroUsd } from './usd.ts'
import { type Evidence, middleOf, type SwapValue, type Valuation } from './valuation.ts'

/** Loss that needs no agreement on the live network, in basis points of what leaves: of one asset in two forms, and of two assets. */
export const MOST_LOSS_BPS_OF = { same: 100, priced: 300 } as const satisfies Record<SwapValue['kind'], number>
/** Loss that needs no agreement however small the swap is, in micro-dollars. */
const MOST_SMALL_LOSS: MicroUsd = 1_000_000n
/** How much more may arrive than leaves before something is wrong with the quote, in basis points. */
const MOST_GAIN_BPS = 200n

/** What a swap loses, by evidence that no counterparty makes. */
export interface SwapLoss {
  readonly kind: SwapValue['kind']
  /** Basis points of what leaves, costs on top but that of the network included, rounded up; 0 for a gain. Undefined where nobody independent says. */
  readonly bps?: number
  /** The same in micro-dollars; undefined where only the share is known. */
  readonly usd?: MicroUsd
  /** Middle value of what leaves, costs on top included, in micro-dollars. */
  readonly leavesUsd?: MicroUsd
  /** Middle value of what is shown to arrive, in micro-dollars. */
  readonly arrivesUsd?: MicroUsd
  /** What the prices of both sides may be off together, in basis points: no loss, and no evidence where it is over the bound. */
  readonly uncertaintyBps?: number
  /** What others offer, for where prices are too uncertain. */
  readonly offered?: Pick<SwapLoss, 'usd' | 'by'> & { readonly bps: number }
  /** The weakest evidence that it rests on. */
  readonly by?: Evidence
  /** Basis points by the values of the quote and the price impact that its counterparty states; it never loosens a bound. */
  readonly statedBps?: number
  /** True where over 2 % more arrives than leaves. */
  readonly isTooGood: boolean
  /** True where only one node could be asked: shown, and no evidence. */
  readonly isSingleNode: boolean
  /** Costs on top that nobody independent can value, as they are described. */
  readonly unvalued: readonly string[]
  /** The other costs on top, and their share of what leaves in basis points: all of it where that has no value. */
  readonly onTop?: { readonly usd: MicroUsd; readonly bps: number }
  /** What is lost beside costs that nobody independent can value; undefined where all are valued, or nobody says. */
  readonly rest?: Pick<SwapLoss, 'usd' | 'by'> & { readonly bps: number }
}

/** What is lost without being asked about. */
export interface LossBound {
  /** Basis points, 0 to 10000, as `--max-loss` says. @default $1 or 1 % (same) or 3 % (priced), whichever is more; in the sandbox 15 % */
  readonly mostBps?: number | undefined
  readonly isSandbox: boolean
  /** True where `--min-receive` bounds what nobody can price. */
  readonly hasMinReceive: boolean
  /** True where `--accept fee-on-top` takes costs on top that nobody can value. @default false */
  readonly acceptsOnTop?: boolean
}

/** From the strongest to the weakest. */
const STRENGTH: readonly Evidence[] = ['market', 'parity', 'oracle', 'pool', 'peers']

/**
 * What a swap loses: the middle value of what leaves, with the costs on top, against that of what is shown to arrive. What
 * prices may be off stands beside it: an honest swap would seem to lose as much.
 * @param value undefined where nothing was valued
 * @param stated by the counterparty
 */
export function assessLoss(value: SwapValue | undefined, stated: ValuedTerms): SwapLoss {
  const { kind = 'priced', src, dst, unvalued = [] } = value ?? {}
  const known = value === undefined ? undefined : figuresOf(value)
  const figures = unvalued.length > 0 ? undefined : known
  const offered = figures?.uncertaintyBps === undefined || value === undefined ? undefined : offeredOf(value)
  const isSingleNode = src?.isSingleNode === true || dst?.isSingleNode === true
  return {
    kind,
    isTooGood: figures?.isTooGood ?? false,
    isSingleNode,
    unvalued,
    ...defined({
      bps: figures?.bps,
      usd: figures?.usd,
      leavesUsd: figures?.leavesUsd,
      arrivesUsd: figures?.arrivesUsd,
      by: figures?.by,
      uncertaintyBps: figures?.uncertaintyBps,
      offered: restOf(offered),
      statedBps: lossBps(stated),
      onTop: value === undefined ? undefined : onTopOf(value),
      rest: figures !== undefined || isSingleNode ? undefined : restOf(known),
    }),
  }
}

/** True where the figure of a loss is evidence. */
export function isKnownLoss(loss: SwapLoss): loss is SwapLoss & { readonly bps: number } {
  return loss.bps !== undefined && !loss.isSingleNode
}

interface Figures {
  readonly bps: number
  readonly usd?: MicroUsd
  readonly leavesUsd?: MicroUsd
  readonly arrivesUsd?: MicroUsd
  readonly by: Evidence
  readonly uncertaintyBps?: number
  readonly isTooGood: boolean
}

function figuresOf(value: SwapValue): Figures | undefined {
  const { src, dst, onTop } = value
  if (src !== undefined && dst !== undefined) {
    const [leaves, arrives] = [middleOf(src) + onTop, middleOf(dst)]
    const uncertaintyBps = offBps(src) + offBps(dst)
    const usd = atLeastZero(leaves - arrives)
    return {
      bps: bpsOf(usd, leaves),
      usd,
      leavesUsd: leaves,
      arrivesUsd: arrives,
      by: weakest(src.by, dst.by),
      // What prices may be off is no gain either.
      isTooGood: isGain(dst.usdLow, src.usdHigh),
      ...(uncertaintyBps === 0 ? {} : { uncertaintyBps }),
    }
  }
  return offeredOf(value)
}

/** By what a fair swap pays, where one side has no value, or an uncertain one. */
function offeredOf({ src, dst, fair, onTop }: SwapValue): Figures | undefined {
  if (fair === undefined || fair.units <= 0n) return undefined
  const { units, shown, by } = fair
  const lost = atLeastZero(units - shown)
  const isTooGood = isGain(shown, units)
  const known = src ?? (shown > 0n ? dst : undefined)
  const worth = known === undefined ? undefined : known === src ? middleOf(known) : (middleOf(known) * units) / shown
  if (worth === undefined) return onTop > 0n ? undefined : { bps: bpsOf(lost, units), by, isTooGood }
  const usd = (worth * lost) / units + onTop
  const leavesUsd = worth + onTop
  const arrivesUsd = (worth * shown) / units
  return { bps: bpsOf(usd, leavesUsd), usd, leavesUsd, arrivesUsd, by: weakest(by, src?.by ?? by), isTooGood }
}

/** What a value may be off its middle, in basis points, rounded up. */
function offBps(value: Valuation): number {
  return bpsOf(value.usdHigh - middleOf(value), middleOf(value))
}

function restOf(known: Figures | undefined): SwapLoss['rest'] {
  return known === undefined ? undefined : { bps: known.bps, by: known.by, ...defined({ usd: known.usd }) }
}

/** A single node is no evidence of what leaves. */
function onTopOf({ src, onTop }: SwapValue): SwapLoss['onTop'] {
  if (onTop <= 0n) return undefined
  const leaves = src === undefined || src.isSingleNode === true ? 0n : middleOf(src)
  return { usd: onTop, bps: bpsOf(onTop, leaves + onTop) }
}

/** Rounded up. */
function bpsOf(part: bigint, whole: bigint): number {
  return whole <= 0n ? 0 : Number(divideUp(part * 10_000n, whole))
}

function isGain(arrives: bigint, leaves: bigint): boolean {
  return arrives * 10_000n > leaves * (10_000n + MOST_GAIN_BPS)
}

function atLeastZero(value: bigint): bigint {
  return value < 0n ? 0n : value
}

function weakest(a: Evidence, b: Evidence): Evidence {
  return STRENGTH.indexOf(a) > STRENGTH.indexOf(b) ? a : b
}

/** True for a share, and its worth where that is known, that is over what is accepted without asking. */
function isOverBound({ kind }: SwapLoss, bound: LossBound, share: number, value: MicroUsd | undefined): boolean {
  const mostBps = bound.mostBps ?? (bound.isSandbox ? MOST_LOSS_BPS : undefined)
  const isSmall = mostBps === undefined && value !== undefined && value <= MOST_SMALL_LOSS
  return share > (mostBps ?? MOST_LOSS_BPS_OF[kind]) && !isSmall
}

/** Worth of a share of what leaves; undefined where that has no value. */
function shareUsd({ leavesUsd }: SwapLoss, bps: number): MicroUsd | undefined {
  return leavesUsd === undefined ? undefined : (leavesUsd * BigInt(bps)) / 10_000n
}

/** True where prices may be off by more than what is accepted, so that they cannot tell whether it is. */
function isTooUncertain(loss: SwapLoss, bound: LossBound): boolean {
  const { uncertaintyBps = 0 } = loss
  return isOverBound(loss, bound, uncertaintyBps, shareUsd(loss, uncertaintyBps))
}

/** What keeps a swap from being agreed to by `--yes`; undefined where nothing does. */
export function lossProblem(
  loss: SwapLoss,
  bound: LossBound,
): Extract<RefusalReason, 'loss' | 'too-good' | 'no-price'> | undefined {
  const { usd, statedBps = 0, offered } = loss
  const isOver = (share: number, value: MicroUsd | undefined) => isOverBound(loss, bound, share, value)
  if (isOver(statedBps, shareUsd(loss, statedBps))) return 'loss'
  if (!isKnownLoss(loss)) {
    if (bound.isSandbox) return undefined
    // What must arrive says nothing of what is paid on top, and a cost that was accepted nothing of the rest.
    const { onTop, rest } = loss
    if ([onTop, rest].some((part) => part !== undefined && isOver(part.bps, part.usd))) return 'loss'
    return bound.hasMinReceive && !hasUnaccepted(loss, bound) ? undefined : 'no-price'
  }
  if (isOver(loss.bps, usd)) return 'loss'
  if (!bound.isSandbox && isTooUncertain(loss, bound)) {
    if (offered !== undefined && isOver(offered.bps, offered.usd)) return 'loss'
    if (offered === undefined && !bound.hasMinReceive) return 'no-price'
  }
  return loss.isTooGood && bound.mostBps === undefined ? 'too-good' : undefined
}

/** True for costs on top that nobody can value, and that were not accepted. */
function hasUnaccepted({ unvalued }: SwapLoss, { acceptsOnTop = false }: LossBound): boolean {
  return unvalued.length > 0 && !acceptsOnTop
}

const SAY_LEAST = "say what must arrive (the figure is the provider's promise: check it)"

/**
 * Refuses a swap that loses more than is accepted without asking, that is too good to be true, or that nobody independent
 * can value.
 * @param least the amount that `--min-receive` could name: `98.5`
 * @throws WALLET_REFUSED
 */
export function checkLoss(loss: SwapLoss, bound: LossBound, least: string): void {
  const reason = lossProblem(loss, bound)
  if (reason === undefined) return
  const isUncertain = isKnownLoss(loss) && isTooUncertain(loss, bound)
  const { uncertaintyBps = 0, offered } = loss
  const refuse = (message: string, hint: string, accept: readonly string[]) =>
    new SwapError('WALLET_REFUSED', message, { hint: `Look at the terms yourself, or ${hint}`, accept, reason })
  switch (reason) {
    case 'loss': {
      const { onTop, rest, statedBps = 0 } = loss
      const share = Math.max(statedBps, isKnownLoss(loss) ? loss.bps : Math.max(onTop?.bps ?? 0, rest?.bps ?? 0))
      const isOnTop = onTop !== undefined && !isKnownLoss(loss) && share > statedBps && onTop.bps > (rest?.bps ?? 0)
      const isOffered = isUncertain && offered !== undefined && offered.bps > share
      const accepted = Math.max(share, isOffered ? offered.bps : 0, isUncertain ? uncertaintyBps : 0)
      const taken = isOnTop
        ? `takes ${formatUsdForPeople(onTop.usd)} on top`
        : `loses ${isOffered ? shareText({ ...loss, ...offered }, percentOf(offered.bps)) : shareText({ ...loss, ...rest }, percentOf(share))}`
      throw refuse(
        `The swap ${taken}, and only ${boundText(loss, bound)} is accepted without confirmation`,
        'accept it',
        ['--max-loss', fittingLoss(accepted)],
      )
    }
    case 'too-good':
      throw refuse('Over 2 % more would arrive than leaves, so the quote is probably wrong', 'accept it', [
        '--max-loss',
        String(MOST_LOSS_BPS_OF[loss.kind] / 100),
      ])
    case 'no-price':
      if (isUncertain) {
        const message = `Prices may be off by ${uncertaintyBps / 100} %, too much to say that the swap loses no more than ${boundText(loss, bound)}`
        throw refuse(message, SAY_LEAST, ['--min-receive', least])
      }
      throw refuse(`What the swap loses is not known: ${unknownText(loss)}`, SAY_LEAST, [
        ...(hasUnaccepted(loss, bound) ? ['--accept', 'fee-on-top'] : []),
        '--min-receive',
        least,
      ])
  }
}

/** Percent that a loss fits in, and still does when prices have moved a little: two digits that count. */
function fittingLoss(bps: number): string {
  const moved = bps + Math.max(5, Math.ceil(bps / 50))
  return String(Math.min(10_000, Number(roundUpToTwoDigits(BigInt(moved)))) / 100)
}

/** @param percent as `percentOf` says it */
function shareText({ bps, usd, by, statedBps = 0 }: SwapLoss, percent: string): string {
  if (bps === undefined || statedBps > bps) return `${percent} of the value by the figures of the quote`
  return `${usd === undefined ? '' : `${formatUsdForPeople(usd)}, `}${percent} of the value${by === undefined ? '' : ` (by ${EVIDENCE[by]})`}`
}

/** The share beside its dollars, to the nearest hundredth of a percent: a bound is held against one that is rounded up. */
function nearestPercent({ bps = 0, usd, leavesUsd = 0n }: SwapLoss): string {
  if (usd === undefined || leavesUsd <= 0n) return percentOf(bps)
  const nearest = Number((usd * 20_000n + leavesUsd) / (2n * leavesUsd))
  return nearest === 0 && usd > 0n ? 'under 0.01 %' : percentOf(nearest)
}

function boundText({ kind }: SwapLoss, { mostBps, isSandbox }: LossBound): string {
  if (mostBps !== undefined) return `${mostBps / 100} %`
  if (isSandbox) return `${MOST_LOSS_BPS / 100} %`
  return `${MOST_LOSS_BPS_OF[kind] / 100} % or ${formatUsdForPeople(MOST_SMALL_LOSS)}`
}

const EVIDENCE = {
  market: 'the market of the sandbox',
  parity: 'parity',
  oracle: 'price feeds',
  pool: 'what pools pay',
  peers: 'what other providers offer',
} as const satisfies Record<Evidence, string>

/** What a value rests on, for people: `price feeds`. */
export function evidenceText(by: Evidence): string {
  return EVIDENCE[by]
}

/** What a swap loses, for review and terms; its network cost has a bound of its own. */
export function lossText(loss: SwapLoss): string {
  if (loss.bps === undefined) return `not known: ${unknownText(loss)}`
  const { uncertaintyBps = 0 } = loss
  const off = uncertaintyBps === 0 ? '' : `; prices may be off by ${uncertaintyBps / 100} %`
  const text = loss.isTooGood
    ? 'none; over 2 % more arrives than leaves'
    : `${shareText({ ...loss, statedBps: 0 }, nearestPercent(loss))}, network cost apart${off}`
  return loss.isSingleNode ? `${text}; by a single node` : text
}

function unknownText({ isSingleNode, unvalued }: SwapLoss): string {
  const [cost] = unvalued
  if (cost !== undefined) return `nobody independent says what a cost on top is worth (${cost})`
  return isSingleNode ? 'a single node says what it is worth' : 'nobody independent says what it is worth'
}
