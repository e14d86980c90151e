import type { Delivery, DeliveryFigures } from '../api/documents.ts'
import { duration } from '../text/duration.ts'

/** Fewest amounts of which a median in percent says anything. */
const FEWEST_MEASURED = 5

/** `30 of 30 ended well`: a swap that brought less than the promised least did not. */
export function endedWellText({ finished, success, belowLeast }: DeliveryFigures): string {
  return `${success - belowLeast} of ${finished} ended well`
}

/**
 * `last 30 here: 30 of 30 ended well, median 44s, delivered +0.00 %`: how swaps like this one ended, in one line. No percentage is
 * made of fewer than five amounts.
 * @param of whose they are where not of the whole provider: `ETH→USDC`
 */
export function deliveredText(figures: DeliveryFigures, of = ''): string {
  const { finished, tookSec } = figures
  const difference = medianText(figures)
  return [
    `last ${finished}${of === '' ? '' : ` ${of}`} here: ${endedWellText(figures)}`,
    ...(tookSec === undefined ? [] : [`median ${duration(tookSec.median)}`]),
    ...(difference === '' ? [] : [`delivered ${difference}`]),
  ].join(', ')
}

/**
 * How swaps like those of a route ended: of its pair where its provider has figures of that, else of its provider; '' where none
 * has ended.
 * @param pair as statistics name both ends: `chain:SYMBOL`
 */
export function routeDeliveredText(
  deliveries: readonly Delivery[],
  provider: string,
  pair: { readonly src: string; readonly dst: string },
): string {
  const found = routeFigures(deliveries, provider, pair)
  if (found === undefined) return ''
  return found.isOfPair ? deliveredText(found.figures, 'of this pair') : deliveredText(found.figures)
}

/**
 * Figures of swaps like those of a route: of its pair where its provider has figures of that, else of its provider; undefined where
 * none has ended.
 * @param pair as statistics name both ends: `chain:SYMBOL`
 */
export function routeFigures(
  deliveries: readonly Delivery[],
  provider: string,
  pair: { readonly src: string; readonly dst: string },
): { readonly figures: DeliveryFigures; readonly isOfPair: boolean } | undefined {
  const delivery = deliveries.find((one) => one.provider === provider)
  const own = delivery?.pairs.find(({ src, dst }) => src === pair.src && dst === pair.dst)
  if (own !== undefined) return { figures: own, isOfPair: true }
  return delivery === undefined ? undefined : { figures: delivery, isOfPair: false }
}

/** `+0.01 %`: the middle of what was delivered against what was promised; '' where that is known of fewer than five. */
export function medianText({ measured, differenceBps }: DeliveryFigures): string {
  return differenceBps === undefined || measured < FEWEST_MEASURED ? '' : differenceText(differenceBps.median)
}

/** The same for a cell, which says of how many it is known where these are too few: `2 so far`; '' for none. */
export function medianCell(figures: DeliveryFigures): string {
  const median = medianText(figures)
  return median === '' && figures.measured > 0 ? `${figures.measured} so far` : median
}

/**
 * `median +0.01 %, worst -0.31 %, of 28`: what was delivered against what was promised; of how many that is known where they are
 * fewer than five, '' for none.
 */
export function differencesText(figures: DeliveryFigures): string {
  const { measured, differenceBps } = figures
  const median = medianText(figures)
  if (median === '' && measured > 0)
    return `known of ${measured} so far: a figure is made of ${FEWEST_MEASURED} or more`
  if (differenceBps === undefined || median === '') return ''
  return `median ${median}, worst ${differenceText(differenceBps.worst)}, of ${measured}`
}

/** `median 44s, worst 3m, estimated 45s`; '' where none succeeded. */
export function timesText({ tookSec, estimatedSec }: DeliveryFigures): string {
  if (tookSec === undefined) return ''
  const { median, worst } = tookSec
  return `median ${duration(median)}, worst ${duration(worst)}, estimated ${duration(estimatedSec ?? 0)}`
}

/** `+0.01 %`: a difference from what was promised, rounded down. @param bps in basis points, negative for less */
export function differenceText(bps: number): string {
  const hundredths = Math.floor(bps)
  const size = Math.abs(hundredths)
  return `${hundredths < 0 ? '-' : '+'}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')} %`
}
