import { wayText } from '../../../core/swap/way-text.ts'
import type { StatedLock } from '../../../core/api/answers.ts'
import { sentWorthText, statedWorthWarnings } from '../../../core/money/own-worth.ts'
import { type Shortfall, shortfallText } from '../../../core/money/shortfall.ts'
import { type Fee, formatUsdForPeople } from '../../../core/money/fees.ts'
import { sideText, type StatedTerms } from '../../../core/swap/terms.ts'
import { isKnownLoss, lossText, type SwapLoss } from '../../../core/money/loss.ts'
import { lossBps } from '../../../core/money/price-loss.ts'
import { fitText, textWidth } from '../../kit/text/text-fit.ts'
import type { RunFacts } from '../../kit/run/run-facts.ts'
import { recipientRows } from '../../kit/run/run-rows.ts'
import { addressRows, BLANK, fieldRows, type Row, textRows } from '../../kit/text/rows.ts'
import { type MovedRow, movedRows } from './terms.ts'

interface TermsParts {
  readonly run: RunFacts
  readonly lock: StatedLock
  readonly before: StatedTerms | undefined
  /** What need not arrive of what was seen; undefined where that is usual. */
  readonly shortfall: Shortfall | undefined
  /** What they lose, by evidence; undefined where nobody values them. */
  readonly loss: SwapLoss | undefined
  /** True where a server of somebody else states the values. */
  readonly isServed: boolean
  /** What stands behind the assets, where that is not plain. */
  readonly backing: readonly string[]
  /** What the provider warns of. */
  readonly warnings: readonly string[]
  /** True once the lock has run out. */
  readonly isOver: boolean
  readonly width: number
}

/** The locked terms: how long they hold, what moved, who pays, who is paid, and every fee. */
export function termsRows(parts: TermsParts): readonly Row[] {
  const { run, lock, before, shortfall, warnings, width, loss, isServed } = parts
  const { terms } = lock
  const { src } = terms
  return [
    ...lockRows(parts),
    ...comparedRows(movedRows(before, terms), before !== undefined, width),
    BLANK,
    ...fieldRows('send', `${sideText(src)}, worth ${sentWorthText(terms, loss, isServed, 'not stated')}`, width),
    ...addressRows('from', run.depositor, `on ${run.srcChain}`, width),
    ...recipientRows(run, width),
    ...parts.backing.flatMap((line) => fieldRows('asset', line, width)),
    ...lossRows(terms, loss, width),
    ...shortfallRows(shortfall, width),
    ...[...statedWorthWarnings(terms, loss, isServed ? 'The server' : 'The quote'), ...warnings].flatMap((text) =>
      fieldRows('warning', text, width, 'warn'),
    ),
    ...fieldRows('way', wayText(terms.steps.map(({ name }) => name)), width),
    ...(terms.fees.length === 0 ? [] : [[{ text: 'fees', role: 'title' as const }]]),
    ...terms.fees.flatMap((item) => feeRows(item, width)),
  ]
}

function lossRows(terms: StatedTerms, loss: SwapLoss | undefined, width: number): readonly Row[] {
  if (loss !== undefined) return fieldRows('value lost', lossText(loss), width, isKnownLoss(loss) ? 'text' : 'warn')
  if (lossBps(terms) !== undefined) return []
  return fieldRows('value lost', 'not known: no values are stated', width, 'warn')
}

/** What need not arrive, and whether that was agreed to. */
function shortfallRows(shortfall: Shortfall | undefined, width: number): readonly Row[] {
  if (shortfall === undefined) return []
  const why = shortfall.isBelowSeen ? 'that is more than the slippage allows' : 'the slippage allows it'
  const text = `${shortfallText(shortfall)} may arrive: ${why}`
  return fieldRows('warning', text, width, shortfall.isBelowSeen ? 'bad' : 'warn')
}

/** What is to be known about the lock; how long it holds stands beside what is asked. */
function lockRows({ run, isOver, width }: TermsParts): readonly Row[] {
  if (run.step === 'executed') {
    const text = 'It is executed, and what was agreed to is over: agree to it again'
    return [...textRows(text, width, 'warn'), BLANK]
  }
  return isOver ? [...textRows('The lock expired: nothing was sent', width, 'bad'), BLANK] : []
}

const TONE = { same: 'dim', better: 'good', worse: 'bad' } as const

function comparedRows(rows: readonly MovedRow[], isCompared: boolean, width: number): readonly Row[] {
  const column = (pick: (row: MovedRow) => string, header: string) =>
    Math.max(textWidth(header), ...rows.map((row) => textWidth(pick(row))))
  const now = column(({ now: text }) => text, 'locked')
  if (!isCompared) return rows.map(({ name, now: text }) => [{ text: fitText(name, 13), role: 'dim' }, { text }])
  const old = column(({ before }) => before, 'before')
  const change = column(({ change: text }) => text, 'change')
  // Where three columns do not fit, each row is its own short list.
  if (13 + old + now + change + 4 > width) {
    return rows.flatMap((row) => [
      ...fieldRows(row.name, row.now, width),
      ...(row.change === '' || row.change === '='
        ? []
        : fieldRows('', `before ${row.before}, ${row.change}`, width, TONE[row.tone])),
    ])
  }
  return [
    [{ text: `${fitText('', 13)}${fitText('before', old)}  ${fitText('locked', now)}  change`, role: 'dim' }],
    ...rows.map((row): Row => [
      { text: fitText(row.name, 13), role: 'dim' },
      { text: `${fitText(row.before, old)}  `, role: 'dim' },
      { text: `${fitText(row.now, now)}  ` },
      { text: row.change, role: TONE[row.tone] },
    ]),
  ]
}

function feeRows({ type, amount, token, usd, description, included }: Fee, width: number): readonly Row[] {
  const worth = usd === undefined ? '' : `, ${formatUsdForPeople(usd)}`
  const top = included === false ? ', paid on top' : ''
  const row = `${type}: ${sideText({ ...token, amount })}${worth}${top}${description === '' ? '' : ` (${description})`}`
  return textRows(row, width - 2, 'dim').map((line) => [{ text: '  ' }, ...line])
}
