import { keyFor } from '../../bindings.ts'
import type { AppFacts } from '../../events.ts'
import { scrolledRows } from '../../kit/layout/scrolled-rows.ts'
import { titledRule } from '../../kit/layout/titled-rule.ts'
import { type Row, textRows, wrapParts } from '../../kit/text/rows.ts'
import { textField } from '../../kit/text/text-field.ts'
import type { ScreenProps } from '../../screen.ts'
import { factRows } from './facts.ts'
import type { BalancesState } from './state.ts'
import type { AskingWork } from './work.ts'

/** What is asked, pinned below what is to be known of it, which scrolls. */
export function workRows(work: AskingWork, { app, width, height, spoken }: ScreenProps<BalancesState>): readonly Row[] {
  const { question, title, told, scroll } = work
  const head = titledRule(title.toUpperCase(), width)
  if (question === undefined) return [head, ...textRows(told === '' ? 'one moment …' : `${told} …`, width, 'dim')]
  const pinned = questionRows(work, app, width)
  const room = Math.max(0, height - pinned.length - 1)
  const seen = scrolledRows(factRows(question.facts, width), { scroll, width, height: room, spoken })
  return [head, ...(spoken ? seen : seen.slice(0, room)), ...pinned]
}

/** The question, and what the next key does: never scrolled away. */
export function questionRows({ question, line }: AskingWork, app: AppFacts, width: number): readonly Row[] {
  if (question === undefined) return []
  const { kind, text, wrong, leaving } = question
  const refused = wrong === '' ? [] : textRows(`! ${wrong}`, width, 'bad')
  const words = text.split(' ')
  if (kind === 'agree' || kind === 'pay') {
    const no = keyFor(app, 'no', 'n')
    const keys =
      kind === 'pay'
        ? [`${keyFor(app, 'pay', 'P')} signs and sends it,`, `${no} declines.`]
        : [`${keyFor(app, 'yes', 'Y')} yes,`, `${no} no.`]
    return [...refused, ...partRows([...words, ...keys], width)]
  }
  const field = textField({ line, width: width - 2, hidden: kind === 'hidden', active: true })
  const asked = partRows(leaving === '' ? words : [...words, `(Esc ${leaving})`], width)
  return [...refused, ...asked, [{ text: '> ', role: 'accent' }, ...field]]
}

/** What a key does stays on one line with it. */
function partRows(parts: readonly string[], width: number): readonly Row[] {
  return wrapParts(parts, width).map((line) => [{ text: line, role: 'warn' }])
}
