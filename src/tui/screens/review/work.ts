import { readTerms } from '../../../core/api/answers.ts'
import type { Route } from '../../../core/api/documents.ts'
import { isSwapError } from '../../../core/api/errors.ts'
import type { StatedTerms } from '../../../core/swap/terms.ts'
import { symbolsOf } from '../../kit/run/run-facts.ts'
import type { AskedSwap } from '../../kit/run/swap-asset.ts'
import type { Work } from './state.ts'
import { groupThousands } from '../../../core/money/amount.ts'

/** A swap that was just begun, before anything of it is known. */
export function newWork(id: number): Work {
  return {
    id,
    asks: 0,
    route: undefined,
    asked: undefined,
    held: undefined,
    run: undefined,
    isRunning: true,
    question: undefined,
    loss: undefined,
    seen: undefined,
    before: undefined,
    backing: [],
    notes: [],
    problem: undefined,
    device: undefined,
    scroll: 0,
    qr: undefined,
    showsQr: false,
  }
}

/** The terms of a route that was chosen; undefined where they cannot be read: then no run of it begins. */
export function termsOfRoute(route: Route, { from, to }: AskedSwap): StatedTerms | undefined {
  try {
    return readTerms('route', route, { src: from.decimals, dst: to.decimals })
  } catch (error) {
    if (isSwapError(error)) return undefined
    throw error
  }
}

/** The terms that the user saw last, to hold the new ones against. */
export function termsBefore({ run, before }: Work): StatedTerms | undefined {
  return run?.lock?.terms ?? before
}

/** `1,000 USDC to ETH`. */
export function workName({ run, asked }: Pick<Work, 'run' | 'asked'>): string {
  const {
    amount = '',
    from,
    to,
  } = run !== undefined
    ? { amount: run.amount, ...symbolsOf(run) }
    : { amount: asked?.request.amount, from: asked?.from.symbol, to: asked?.to.symbol }
  return from === undefined || to === undefined ? 'a swap' : `${groupThousands(amount)} ${from} to ${to}`
}
