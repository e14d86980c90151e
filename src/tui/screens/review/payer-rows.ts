import { readAmount } from '../../../core/api/answers.ts'
import { sideText } from '../../../core/swap/terms.ts'
import type { AppFacts } from '../../events.ts'
import { BLANK, fieldRows, type Row } from '../../kit/text/rows.ts'
import type { Work } from './state.ts'

/** Lines of the terminal from which on this is shown: nothing else is scrolled away for it. */
const LEAST_LINES = 36

/** What the payer holds before and after a payment, and how swaps with its provider ended here. */
export function payerRows(
  { asked, held, run }: Pick<Work, 'asked' | 'held' | 'run'>,
  { size }: AppFacts,
  width: number,
): readonly Row[] {
  if (size.rows < LEAST_LINES || asked === undefined) return []
  const rows = [
    ...fieldRows(
      'balance',
      typeof held === 'object'
        ? `not known: ${held.reason}`
        : balanceText(held ?? asked.balance, held !== undefined, run),
      width,
    ),
    ...fieldRows('done here', asked.past ?? '', width),
  ]
  return rows.length === 0 ? [] : [BLANK, ...rows]
}

/** Where there is less than is sent, that is said beside the question. */
function balanceText(balance: string | undefined, isNow: boolean, run: Work['run']): string {
  const src = run?.lock?.terms.src
  const held = src === undefined || balance === undefined ? undefined : readAmount(balance, src.decimals)
  if (src === undefined || held === undefined || held < src.amount) return ''
  const left = sideText({ ...src, amount: held - src.amount })
  return `${sideText({ ...src, amount: held })} ${isNow ? 'now' : 'when this was chosen'}, ${left} after it (network cost apart)`
}
