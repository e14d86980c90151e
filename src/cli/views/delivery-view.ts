import type { Delivery } from '../../core/api/documents.ts'
import { differenceText, endedWellText, medianCell, medianText } from '../../core/delivery/delivered-text.ts'
import { spreadClasses } from '../../core/delivery/spread.ts'
import { type BarGlyph, barText } from '../../core/text/bar-text.ts'
import { duration } from '../../core/text/duration.ts'
import type { Output } from '../output/output.ts'
import { right } from '../output/table.ts'

/** Columns of the longest bar. */
export const BAR_COLUMNS = 24

/** Prints what each provider promised and delivered in its newest swaps. */
export async function printDeliveries(output: Output, deliveries: readonly Delivery[]): Promise<void> {
  await output.table(
    [
      ...['PROVIDER', 'NEWEST SWAPS', right('REFUNDED'), right('TOOK'), right('AT WORST'), right('ESTIMATED')],
      ...[right('DELIVERED'), right('AT WORST')],
    ],
    deliveries.map((delivery) => {
      const { provider, refunded, tookSec, estimatedSec, differenceBps } = delivery
      const time = (seconds: number | undefined) => (seconds === undefined ? '' : duration(seconds))
      const median = medianText(delivery)
      return [
        ...[provider, endedWellText(delivery), String(refunded)],
        ...[time(tookSec?.median), time(tookSec?.worst), time(estimatedSec), medianCell(delivery)],
        median === '' || differenceBps === undefined ? '' : differenceText(differenceBps.worst),
      ]
    }),
  )
}

/** Prints bars of how what each provider delivered is spread around what it promised. */
export async function printSpreads(output: Output, deliveries: readonly Delivery[], glyph: BarGlyph): Promise<void> {
  await output.table(
    ['PROVIDER', 'DELIVERED', right('SWAPS'), ''],
    deliveries.flatMap((delivery) =>
      spreadClasses(delivery).map(({ label, count }, at) => [
        ...[at === 0 ? delivery.provider : '', label, String(count)],
        barText(count, delivery.measured, BAR_COLUMNS, glyph),
      ]),
    ),
  )
}
