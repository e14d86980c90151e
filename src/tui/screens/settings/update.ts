import { isSecretSetting, settingProblem, settingRow } from '../../../io/index.ts'
import { type AppFacts, type Effect, type ScreenInput, stay, type Step } from '../../events.ts'
import { type Edit, editLine, type Line, lineOf } from '../../kit/text/line-edit.ts'
import { groupOf, markedIndex, reopens, type SettingRow, settingRows } from './rows.ts'
import type { Keyed, Option, SettingsEvent, SettingsState, Task } from './state.ts'

/** Rows that Page Up and Page Down move by. */
const PAGE = 10

/** The screen after something happened. */
export function updateSettings(
  state: SettingsState,
  event: ScreenInput | SettingsEvent,
  app: AppFacts,
): Step<SettingsState> {
  if (event.on === 'settings') return heard(state, event)
  switch (event.type) {
    case 'shown':
      return load(state)
    case 'action':
      return act(state, event.action, app)
    case 'edit':
      return stay(edited(state, event.edit))
    case 'opened':
    case 'tick':
      return stay(state)
  }
}

function heard(state: SettingsState, event: SettingsEvent): Step<SettingsState> {
  switch (event.type) {
    case 'facts':
      return stay({ ...state, origins: event.origins, accounts: event.accounts })
    case 'named':
      return state.task?.kind === 'name'
        ? stay(editing({ ...state, busy: false, marked: event.key }, event.key, ''))
        : stay(state)
    case 'refused': {
      const { task } = state
      const idle = { ...state, busy: false }
      if (task?.kind === 'value' || task?.kind === 'name')
        return stay({ ...idle, task: { ...task, problem: event.text } })
      return tell({ ...idle, task: undefined }, 'bad', event.text)
    }
    case 'kept': {
      const { key, isSet, note } = event
      const after = { ...state, busy: false, task: undefined, marked: isSet ? key : markAfter(key) }
      if (reopens(key)) return { state: after, effects: [{ on: 'app', type: 'leave', how: 'reopen' }] }
      const told = tell(after, 'good', `${key} is ${isSet ? 'kept' : 'removed'}${note === '' ? '' : `: ${note}`}`)
      return { state: told.state, effects: [...told.effects, { on: 'settings', type: 'load' }] }
    }
  }
}

/** What is marked once a setting is gone: the row that adds one to its group, or what holds without it. */
function markAfter(key: string): string {
  const group = groupOf(key)
  return group === undefined ? key : `${group}.`
}

function act(state: SettingsState, action: string, app: AppFacts): Step<SettingsState> {
  if (action === 'settings.back') {
    const effects: readonly Effect[] = state.busy ? [{ on: 'settings', type: 'leave' }] : []
    return { state: { ...state, task: undefined, busy: false }, effects }
  }
  if (state.busy) return stay(state)
  if (state.task !== undefined) return actOn(state, state.task, action, app)
  const rows = settingRows(state, app)
  const row = rows[markedIndex(state, rows)]
  switch (action) {
    case 'settings.up':
      return stay(moved(state, rows, -1))
    case 'settings.down':
      return stay(moved(state, rows, 1))
    case 'settings.page-up':
      return stay(moved(state, rows, -PAGE))
    case 'settings.page-down':
      return stay(moved(state, rows, PAGE))
    case 'settings.load':
      return load(state)
    case 'settings.change':
      return row === undefined ? stay(state) : change(state, row, app)
    case 'settings.add': {
      const group = row === undefined ? undefined : groupOf(row.key)
      return group === undefined
        ? tell(state, 'info', 'mark an address or an RPC first: those can be added')
        : add(state, group)
    }
    case 'settings.remove':
      return row === undefined ? stay(state) : remove(state, row)
    case 'settings.copy':
      return row === undefined ? stay(state) : copy(state, row, app)
    default:
      return stay(state)
  }
}

/** A key while something is being changed. */
function actOn(state: SettingsState, task: Task, action: string, app: AppFacts): Step<SettingsState> {
  switch (task.kind) {
    case 'choice': {
      if (action === 'settings.done') return chosen(state, task.key, task.options[task.selected], app)
      const by = action === 'settings.up' ? -1 : action === 'settings.down' ? 1 : 0
      const selected = Math.max(0, Math.min(task.options.length - 1, task.selected + by))
      return stay({ ...state, task: { ...task, selected } })
    }
    case 'ask':
      return action === 'settings.done' ? keep(state, task.key, task.value) : stay(state)
    case 'value':
      return action === 'settings.done' ? entered(state, task.key, task.line.text.trim()) : stay(state)
    case 'name':
      return action === 'settings.done' ? named(state, task.group, task.line.text.trim()) : stay(state)
  }
}

function change(state: SettingsState, row: SettingRow, { settings }: AppFacts): Step<SettingsState> {
  const { key, change: how } = row
  switch (how.how) {
    case 'not here':
      return tell(state, 'info', how.why)
    case 'add':
      return add(state, how.group)
    case 'text':
      return stay(editing(state, key, isSecretSetting(key) ? '' : (settings[key] ?? '')))
    case 'choice': {
      const at = how.options.findIndex(({ value }) => value === settings[key])
      const task = { kind: 'choice', key, options: how.options, selected: Math.max(0, at) } as const
      return stay({ ...state, task })
    }
  }
}

function add(state: SettingsState, group: Keyed): Step<SettingsState> {
  return stay({ ...state, marked: `${group}.`, task: { kind: 'name', group, line: lineOf(''), problem: undefined } })
}

function remove(state: SettingsState, { key, value, isKept, change: how }: SettingRow): Step<SettingsState> {
  if (how.how === 'not here') return tell(state, 'info', how.why)
  if (!isKept) return tell(state, 'info', 'nothing is kept here that could be removed')
  const question =
    groupOf(key) === undefined && !reopens(key)
      ? `Take back ${key}, so that the default holds again?`
      : groupOf(key) === undefined
        ? `Take back ${key}, so that the default holds again? ${REOPEN}`
        : `Remove ${key}, which is ${value}?`
  return stay({ ...state, task: { kind: 'ask', key, value: undefined, question } })
}

const REOPEN =
  'The screens open anew: what the Swap screen holds is forgotten, and a swap under way stops where it can be continued.'

function chosen(state: SettingsState, key: string, option: Option | undefined, app: AppFacts): Step<SettingsState> {
  const value = option?.value
  if (value === undefined) return stay({ ...state, task: undefined })
  if (key !== 'network') return keep(state, key, value)
  if (value === app.place.network) return stay({ ...state, task: undefined })
  const question =
    value === 'live'
      ? `Go to the LIVE network, where swaps move real money? Commands then use it too. ${REOPEN}`
      : `Go to the sandbox, where money is paper? Commands then use it too. ${REOPEN}`
  return stay({ ...state, task: { kind: 'ask', key, value, question } })
}

/** A value was written: it is kept where it holds. */
function entered(state: SettingsState, key: string, text: string): Step<SettingsState> {
  if (text === '') return refused(state, 'write a value, or leave with Esc; x removes a setting')
  const problem = settingProblem(key, text)
  if (problem !== undefined) return refused(state, `${key} ${problem}`)
  if (!reopens(key)) return keep(state, key, text)
  return stay({ ...state, task: { kind: 'ask', key, value: text, question: `Set ${key} to ${text}? ${REOPEN}` } })
}

function named(state: SettingsState, group: Keyed, text: string): Step<SettingsState> {
  if (text === '') return refused(state, group === 'contact' ? 'write a name' : 'write a chain, such as ethereum')
  if (group !== 'contact')
    return { state: { ...state, busy: true }, effects: [{ on: 'settings', type: 'name', group, text }] }
  const key = `contact.${text.toLowerCase().replace(/^@/, '')}`
  if (settingRow(key) === undefined) return refused(state, 'a name has letters from a to z, digits and - only')
  return stay(editing({ ...state, marked: key }, key, ''))
}

function keep(state: SettingsState, key: string, value: string | undefined): Step<SettingsState> {
  return { state: { ...state, busy: true }, effects: [{ on: 'settings', type: 'keep', key, value }] }
}

function copy(state: SettingsState, { key, change: how }: SettingRow, { settings }: AppFacts): Step<SettingsState> {
  const text = settings[key]
  if (how.how === 'add' || text === undefined) return tell(state, 'info', 'nothing is set here that could be copied')
  return { state, effects: [{ on: 'app', type: 'copy', text, what: key }] }
}

function editing(state: SettingsState, key: string, text: string): SettingsState {
  return { ...state, task: { kind: 'value', key, line: lineOf(text), problem: undefined } }
}

function edited(state: SettingsState, edit: Edit): SettingsState {
  const { task, busy } = state
  if (busy || (task?.kind !== 'value' && task?.kind !== 'name')) return state
  const line = editLine(task.line, edit)
  return { ...state, task: { ...task, line, problem: isTooLong(task.line, line, edit) ? TOO_LONG : undefined } }
}

const TOO_LONG = 'that is too long for this field, so nothing was taken of it: use swapcli config set'

function isTooLong(before: Line, after: Line, edit: Edit): boolean {
  return edit.type === 'insert' && before === after && edit.text.trim() !== ''
}

function refused(state: SettingsState, problem: string): Step<SettingsState> {
  const { task } = state
  if (task?.kind !== 'value' && task?.kind !== 'name') return stay(state)
  return stay({ ...state, task: { ...task, problem } })
}

function moved(state: SettingsState, rows: readonly SettingRow[], by: number): SettingsState {
  const at = Math.max(0, Math.min(rows.length - 1, markedIndex(state, rows) + by))
  return { ...state, marked: rows[at]?.key ?? '' }
}

function load(state: SettingsState): Step<SettingsState> {
  return { state, effects: [{ on: 'settings', type: 'load' }] }
}

function tell(state: SettingsState, tone: 'info' | 'good' | 'bad', text: string): Step<SettingsState> {
  const told: Effect = { on: 'app', type: 'send', event: { on: 'app', type: 'notice', notice: { tone, text } } }
  return { state, effects: [told] }
}
