import type { KnownAccount, NewAccountWay } from '../../context.ts'
import { keyFor } from '../../bindings.ts'
import type { AppFacts } from '../../events.ts'
import { moveIndex } from '../../kit/moves.ts'
import { addressRows, BLANK, fieldRows, problemRows, type Row, textRow, textRows } from '../../kit/text/rows.ts'
import { scrolledRows } from '../../kit/layout/scrolled-rows.ts'
import { titledRule } from '../../kit/layout/titled-rule.ts'
import { fitText } from '../../kit/text/text-fit.ts'
import { textField } from '../../kit/text/text-field.ts'
import type { ScreenProps } from '../../screen.ts'
import type { BalancesState } from './state.ts'
import type { AskingWork, WorkQuestion } from './work.ts'

/** Ways to a new account, in the order in which they are offered. */
export const WAYS: readonly NewAccountWay[] = ['create', 'key', 'words', 'watch']

const WAY_NAMES: Readonly<Record<NewAccountWay, string>> = {
  create: 'create an account',
  key: 'import a private key',
  words: 'import recovery words',
  watch: 'watch an address',
}

const KIND_NAMES: Readonly<Record<KnownAccount['kind'], string>> = {
  keystore: 'key file',
  ledger: 'Ledger',
  watch: 'watch only',
}

/** The way that is marked. */
export function markedWay({ way }: BalancesState): NewAccountWay {
  return WAYS[way] ?? 'create'
}

/** The mark so many ways further. */
export function moveWay(state: BalancesState, by: number): BalancesState {
  return { ...state, way: moveIndex(state.way, by, WAYS.length) }
}

/** The accounts of this machine, and how another one is added; or the work on that. */
export function accountRows(props: ScreenProps<BalancesState>): readonly Row[] {
  const { state, width, height, spoken } = props
  if (state.work !== undefined) return workRows(state.work, props)
  const told = state.told.flatMap((text) => textRows(text, width, 'good'))
  const ways = WAYS.map((way, index): Row => {
    const text = `${index === state.way ? '▸' : ' '} ${WAY_NAMES[way]}`
    return [{ text: fitText(text, width), role: index === state.way ? 'selected' : 'text' }]
  })
  const room = height - ways.length - 1
  const above = [...told, ...knownRows(state, width)]
  return [
    titledRule('ACCOUNTS OF THIS MACHINE', width),
    ...scrolledRows(above, { scroll: 0, width, height: Math.max(0, room), spoken }).slice(0, spoken ? undefined : room),
    ...ways,
  ].slice(0, spoken ? undefined : height)
}

function knownRows({ known, knownProblem: problem }: BalancesState, width: number): readonly Row[] {
  if (problem !== undefined) return problemRows(problem, width)
  if (known === undefined) return textRows('reading …', width, 'dim')
  if (known.length === 0) return textRows('There is none yet: what it holds and pays is real money.', width, 'dim')
  const columns = Math.max(...known.map(({ name }) => name.length))
  return known.map(({ name, address, kind, inUse }) =>
    textRow(`  ${name.padEnd(columns)}  ${KIND_NAMES[kind]}${inUse ? ', in use' : ''}  ${address}`, width),
  )
}

/** What is asked, pinned below what is to be known of it. */
function workRows(work: AskingWork, { app, width, height, spoken }: ScreenProps<BalancesState>): readonly Row[] {
  const { question, way } = work
  const title = titledRule(WAY_NAMES[way].toUpperCase(), width)
  if (question === undefined) return [title, textRow('one moment …', width, 'dim')]
  const pinned = questionRows(question, work, app, width)
  const facts = question.facts.flatMap(([name, value]) =>
    name === 'address' ? addressRows(name, value, '', width) : fieldRows(name, value, width),
  )
  const room = Math.max(0, height - pinned.length - 1)
  const seen = scrolledRows(facts, { scroll: 0, width, height: room, spoken }).slice(0, spoken ? undefined : room)
  return [title, ...seen, ...pinned]
}

function questionRows({ kind, text, wrong }: WorkQuestion, { line }: AskingWork, app: AppFacts, width: number) {
  const refused = wrong === '' ? [] : textRows(`! ${wrong}`, width, 'bad')
  if (kind === 'agree') {
    const [yes, no] = [keyFor(app, 'yes', 'Y'), keyFor(app, 'no', 'n')]
    return [...refused, ...textRows(`${text} ${yes} yes, ${no} no.`, width, 'warn')]
  }
  const field = textField({ line, width: width - 2, hidden: kind === 'hidden', active: true })
  return [
    ...refused,
    ...textRows(text, width, 'warn'),
    [{ text: '> ', role: 'accent' } as const, ...field],
    ...(refused.length > 0 || kind !== 'hidden' ? [] : [BLANK]),
  ]
}
