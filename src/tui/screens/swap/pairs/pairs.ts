import { type AppEffect, type AppFacts, notify, step } from '../../../events.ts'
import { moveIndex } from '../../../kit/moves.ts'
import type { SwapAsset } from '../../../kit/run/swap-asset.ts'
import {
  isSamePair,
  type KeptPair,
  type Remembered,
  rememberedPairs,
  rememberPair,
  toggleFavourite,
} from '../../../remembered.ts'
import type { RepeatedSwap, SwapState, SwapStep } from '../state.ts'

/** Opens the list of pairs that were used, and of favourites, or closes it. */
export function togglePairs(state: SwapState, { remembered }: AppFacts): SwapStep {
  if (state.pairs !== undefined) return step({ ...state, pairs: undefined })
  if (remembered === undefined || rememberedPairs(remembered).length === 0) {
    return step(state, notify('info', 'no pair was used yet'))
  }
  return step({ ...state, pairs: 0 })
}

/** The list with the mark so many rows further. @param by may be infinite */
export function movePairs(state: SwapState, by: number, app: AppFacts): SwapState {
  return state.pairs === undefined ? state : { ...state, pairs: moveIndex(state.pairs, by, pairsOf(app).length) }
}

/** The marked pair of the list; undefined where it is not open. */
export function markedPair({ pairs }: SwapState, app: AppFacts): KeptPair | undefined {
  return pairs === undefined ? undefined : pairsOf(app)[pairs]
}

/** All pairs of the list. */
export function pairsOf({ remembered }: AppFacts): readonly KeptPair[] {
  return remembered === undefined ? [] : rememberedPairs(remembered)
}

/** Makes the marked pair, or that of the form, a favourite, or none where it was one. */
export function markFavourite(state: SwapState, app: AppFacts): SwapStep {
  const pair = markedPair(state, app) ?? pairOfForm(state)
  if (app.remembered === undefined || pair === undefined) return step(state, notify('info', 'no pair to mark yet'))
  const remembered = toggleFavourite(app.remembered, pair)
  const isNew = remembered.favourites.some((each) => isSamePair(each, pair))
  const text = `${pairText(pair)} is ${isNew ? 'a favourite' : 'no favourite any more'}`
  const pairs = rememberedPairs(remembered)
  // The mark stays on the pair, wherever that goes.
  const at = state.pairs === undefined ? undefined : pairs.findIndex((each) => isSamePair(each, pair))
  const next = at === undefined ? state : { ...state, pairs: at < 0 ? (pairs.length === 0 ? undefined : 0) : at }
  return step(next, remember(remembered), notify('info', text))
}

/** What is remembered once a pair was quoted. */
export function rememberQuoted(from: SwapAsset, to: SwapAsset, { remembered }: AppFacts): readonly AppEffect[] {
  if (remembered === undefined) return []
  const [pair, [last]] = [pairOf(from, to), remembered.recent]
  return last !== undefined && isSamePair(last, pair) ? [] : [remember(rememberPair(remembered, pair))]
}

/** A pair as a swap whose amount is still to be written. */
export function swapOfPair({ from, to }: KeptPair): RepeatedSwap {
  return { from, to, amount: '', recipient: '' }
}

/** `ethereum:USDC → base:USDC`. */
export function pairText({ from, to }: KeptPair): string {
  return `${from.chain}:${from.symbol} → ${to.chain}:${to.symbol}`
}

function pairOfForm({ from, to }: SwapState): KeptPair | undefined {
  return from === undefined || to === undefined ? undefined : pairOf(from, to)
}

function pairOf(from: SwapAsset, to: SwapAsset): KeptPair {
  const endOf = ({ chain, address, symbol, isNative }: SwapAsset) => {
    return { chain, contract: isNative ? null : address, symbol }
  }
  return { from: endOf(from), to: endOf(to) }
}

function remember(remembered: Remembered): AppEffect {
  return { on: 'app', type: 'send', event: { on: 'app', type: 'remember', remembered } }
}
