import { keyFor } from '../../bindings.ts'
import type { AppFacts } from '../../events.ts'
import { scrolledRows } from '../../kit/layout/scrolled-rows.ts'
import { titledRule } from '../../kit/layout/titled-rule.ts'
import { addressRows, fieldRows, type Row, textRow, textRows } from '../../kit/text/rows.ts'
import { textField } from '../../kit/text/text-field.ts'
import type { ScreenProps } from '../../screen.ts'
import type { BalancesState } from './state.ts'
import type { AskingWork } from './work.ts'

/** What is asked, pinned below what is to be known of it, which scrolls. */
export function workRows(work: AskingWork, { app, width, height, spoken }: ScreenProps<BalancesState>): readonly Row[] {
  const { question, title, told, scroll } = work
  const head = titledRule(title.toUpperCase(), width)
  if (question === undefined) return [head, textRow(told === '' ? 'one moment …' : `${told} …`, width, 'dim')]
  const pinned = questionRows(work, app, width)
  const room = Math.max(0, height - pinned.length - 1)
  const seen = scrolledRows(factRows(work, width), { scroll, width, height: room, spoken })
  return [head, ...(spoken ? seen : seen.slice(0, room)), ...pinned]
}

/** What is to be known before the question is answered. */
export function factRows({ question }: AskingWork, width: number): readonly Row[] {
  return (question?.facts ?? []).flatMap(([name, value]) =>
    name === 'address' ? addressRows(name, value, '', width) : fieldRows(name, value, width, roleOf(name)),
  )
}

function roleOf(name: string): 'warn' | 'text' {
  return name === 'warning' ? 'warn' : 'text'
}

/** The question, and what the next key does: never scrolled away. */
export function questionRows({ question, line }: AskingWork, app: AppFacts, width: number): readonly Row[] {
  if (question === undefined) return []
  const { kind, text, wrong } = question
  const refused = wrong === '' ? [] : textRows(`! ${wrong}`, width, 'bad')
  if (kind === 'agree' || kind === 'pay') {
    const no = keyFor(app, 'no', 'n')
    const yes = kind === 'pay' ? keyFor(app, 'pay', 'P') : keyFor(app, 'yes', 'Y')
    const does = kind === 'pay' ? 'signs and sends it' : 'yes'
    return [
      ...refused,
      ...textRows(`${text} ${yes} ${does}, ${no} ${kind === 'pay' ? 'declines' : 'no'}.`, width, 'warn'),
    ]
  }
  const field = textField({ line, width: width - 2, hidden: kind === 'hidden', active: true })
  return [...refused, ...textRows(text, width, 'warn'), [{ text: '> ', role: 'accent' }, ...field]]
}
