import {
  confusableContact,
  lookAlikeContact,
  looksLikeAddress,
  readContactName,
} from '../../../core/assets/contact-name.ts'
import { isSecretSetting, type SettingKey, settingProblem } from '../../../io/index.ts'
import { type AppEffect, type AppFacts, notify, type ScreenInput, step } from '../../events.ts'
import { noSuchAction } from '../../bindings.ts'
import { findActions } from '../../key-actions.ts'
import { isActionOf } from '../../keys.ts'
import { changeSifting, editSifting, isSiftAction, NO_SIFTING, type SiftAction } from '../../kit/find/sift.ts'
import { isMove, MOVES, moveIndex } from '../../kit/moves.ts'
import { type SettingsAction, TASK_KEYS } from './keys.ts'
import { type Edit, editLine, type Line, lineOf } from '../../kit/text/line-edit.ts'
import { groupOf, markedIndex, reopens, type ShownSetting, settingRows } from './rows.ts'
import { SETTING_SIFTING, shownSettings } from './sifting.ts'
import type { Keyed, Option, SettingsEvent, SettingsState, SettingsStep, Task } from './state.ts'

/** The screen after something happened. */
export function updateSettings(
  state: SettingsState,
  event: ScreenInput<SettingsAction> | SettingsEvent,
  app: AppFacts,
): SettingsStep {
  if (event.on === 'settings') return receive(state, event)
  switch (event.type) {
    case 'shown':
      return load(state)
    case 'action':
      return act(state, event.action, app)
    case 'edit':
      return step(editTask(state, event.edit))
    case 'opened':
    case 'tick':
    case 'left':
    case 'settings-changed':
      return step(state)
  }
}

function receive(state: SettingsState, event: SettingsEvent): SettingsStep {
  switch (event.type) {
    case 'facts':
      return step({ ...state, origins: event.origins, accounts: event.accounts })
    case 'wanted':
      // What is being kept is not given up by that.
      return step(state.busy ? state : { ...state, task: undefined, sifting: NO_SIFTING, marked: event.key })
    case 'named':
      return state.task?.kind === 'name'
        ? step(openEditor({ ...state, busy: false, marked: event.key }, event.key, ''))
        : step(state)
    case 'refused': {
      const { task } = state
      const idle = { ...state, busy: false }
      if (task?.kind === 'value' || task?.kind === 'name')
        return step({ ...idle, task: { ...task, problem: event.text } })
      return step({ ...idle, task: undefined }, notify('bad', event.text))
    }
    case 'kept': {
      const { key, isSet, note } = event
      const after = { ...state, busy: false, task: undefined, marked: isSet ? key : keyAfterRemoval(key) }
      if (reopens(key)) return step(after, { on: 'app', type: 'leave', how: 'reopen' })
      const text = `${key} ${isSet ? 'saved' : 'removed'}${note === '' ? '' : `: ${note}`}`
      return step(after, notify('good', text), { on: 'settings', type: 'load' })
    }
  }
}

/** What is marked once a setting is gone: the row that adds one to its group, or what holds without it. */
function keyAfterRemoval(key: SettingKey): string {
  const group = groupOf(key)
  return group === undefined ? key : `${group}.`
}

function act(state: SettingsState, action: SettingsAction, app: AppFacts): SettingsStep {
  if (action === 'back' || action === 'no') {
    const next = { ...state, task: undefined, busy: false }
    return state.busy ? step(next, { on: 'settings', type: 'leave' }) : step(next)
  }
  if (state.busy) return step(state)
  return state.task === undefined ? actOnList(state, action, app) : actOnTask(state, state.task, action, app)
}

function actOnList(state: SettingsState, action: Exclude<SettingsAction, 'back' | 'no'>, app: AppFacts): SettingsStep {
  if (isActionOf(TASK_KEYS, action)) return step(state)
  const rows = shownSettings(state, app)
  const at = markedIndex(state, rows)
  const row = rows[at]
  if (isSiftAction(action)) return step(sift(state, action, row?.key, app))
  if (isMove(action)) return step({ ...state, marked: rows[moveIndex(at, MOVES[action], rows.length)]?.key ?? '' })
  if (action === 'refresh') return load(state)
  if (row === undefined) return step(state)
  switch (action) {
    case 'change':
      return change(state, row, app)
    case 'add': {
      const group = groupOf(row.key)
      if (group !== undefined) return add(state, group)
      return step(state, notify('info', 'select an address or an RPC first'))
    }
    case 'take-out':
      return remove(state, row, app)
    case 'copy':
      return copy(state, row, app)
  }
}

/** The mark stays on its setting. */
function sift(state: SettingsState, action: SiftAction, marked: string | undefined, app: AppFacts): SettingsState {
  const sifting = changeSifting(SETTING_SIFTING, settingRows(state, app), state.sifting, action)
  return sifting === state.sifting ? state : { ...state, sifting, marked: marked ?? state.marked }
}

/** A key while something is being changed. */
function actOnTask(state: SettingsState, task: Task, action: SettingsAction, app: AppFacts): SettingsStep {
  if (isMove(action)) return step(moveChoice(state, task, MOVES[action], app))
  if (!isActionOf(TASK_KEYS, action)) return step(state)
  switch (task.kind) {
    case 'action':
      return action === 'complete'
        ? step(completeAction(state, task, app))
        : action === 'choose'
          ? chooseAction(state, task, app)
          : step(state)
    case 'choice':
      return action === 'choose' ? choose(state, task.key, task.options[task.selected], app) : step(state)
    case 'ask':
      return action === 'yes' ? keep(state, task.key, task.value) : step(state)
    case 'value':
      return action === 'submit' ? submitValue(state, task.key, task.line.text.trim(), app) : step(state)
    case 'name':
      return action === 'submit' ? submitName(state, task.group, task.line.text.trim(), app) : step(state)
  }
}

/** Moves the mark of what there is to choose from. @param by rows, negative for up */
function moveChoice(state: SettingsState, task: Task, by: number, { keyRules }: AppFacts): SettingsState {
  switch (task.kind) {
    case 'choice':
      return { ...state, task: { ...task, selected: moveIndex(task.selected, by, task.options.length) } }
    case 'action': {
      const found = findActions(keyRules.actions(), task.line.text)
      return { ...state, task: { ...task, selected: moveIndex(task.selected, by, found.length) } }
    }
    case 'ask':
    case 'name':
    case 'value':
      return state
  }
}

function change(state: SettingsState, row: ShownSetting, { settings }: AppFacts): SettingsStep {
  const { key, change: how } = row
  switch (how.how) {
    case 'not here':
      return step(state, refuseChange(key))
    case 'add':
      return add(state, how.group)
    case 'text':
      return step(openEditor(state, key, isSecretSetting(key) ? '' : (settings[key] ?? '')))
    case 'choice': {
      const at = how.options.findIndex(({ value }) => value === settings[key])
      const task = { kind: 'choice', key, options: how.options, selected: Math.max(0, at) } as const
      return step({ ...state, task })
    }
  }
}

/** The lines on the marked setting say why, and where it is changed. */
function refuseChange(key: SettingKey): AppEffect {
  return notify('info', `${key} cannot be changed here: see above`)
}

function add(state: SettingsState, group: Keyed): SettingsStep {
  const begun = { line: lineOf(''), problem: undefined }
  const task: Task = group === 'keys' ? { kind: 'action', selected: 0, ...begun } : { kind: 'name', group, ...begun }
  return step({ ...state, marked: `${group}.`, task })
}

function remove(
  state: SettingsState,
  { key, value, isKept, change: how }: ShownSetting,
  { settings, keyRules }: AppFacts,
): SettingsStep {
  if (how.how === 'not here') return step(state, refuseChange(key))
  if (!isKept) return step(state, notify('info', 'nothing is set here to remove'))
  const clash = groupOf(key) === 'keys' ? keyRules.problemWithout(settings, key) : undefined
  if (clash !== undefined)
    return step(state, notify('bad', `${key} stays: without it, ${clash}. Remove or change the other keys first`))
  const question =
    groupOf(key) === undefined && !reopens(key)
      ? `Remove ${key} and use the default again?`
      : groupOf(key) === undefined
        ? `Remove ${key} and use the default again? ${REOPEN}`
        : `Remove ${key}, which is ${value}?`
  return step({ ...state, task: { kind: 'ask', key, value: undefined, question } })
}

const REOPEN = 'The screens reopen: the Swap form is cleared, and a swap under way stops where it can be continued.'

function choose(state: SettingsState, key: SettingKey, option: Option | undefined, app: AppFacts): SettingsStep {
  const value = option?.value
  if (value === undefined) return step({ ...state, task: undefined })
  if (key !== 'network') return keep(state, key, value)
  if (value === app.place.network) return step({ ...state, task: undefined })
  const question =
    value === 'live'
      ? `Go to the LIVE network, where swaps move real money? Commands then use it too. ${REOPEN}`
      : `Go to the sandbox, where money is paper? Commands then use it too. ${REOPEN}`
  return step({ ...state, task: { kind: 'ask', key, value, question } })
}

type ActionTask = Extract<Task, { readonly kind: 'action' }>

function completeAction(state: SettingsState, task: ActionTask, { keyRules }: AppFacts): SettingsState {
  const marked = findActions(keyRules.actions(), task.line.text)[task.selected]
  if (marked === undefined || marked.id === task.line.text) return state
  return { ...state, task: { ...task, line: lineOf(marked.id), selected: 0, problem: undefined } }
}

/** A value was written: it is kept where it holds. */
function submitValue(
  state: SettingsState,
  key: SettingKey,
  text: string,
  { settings, keyRules }: AppFacts,
): SettingsStep {
  if (text === '') return rejectInput(state, 'type a value, or Esc to leave')
  const problem = settingProblem(key, text)
  if (problem !== undefined) return rejectInput(state, `${key} ${problem}`)
  const clash = groupOf(key) === 'keys' ? keyRules.problem({ ...settings, [key]: text }) : undefined
  if (clash !== undefined) return rejectInput(state, clash)
  if (!reopens(key)) return keep(state, key, text)
  return step({ ...state, task: { kind: 'ask', key, value: text, question: `Set ${key} to ${text}? ${REOPEN}` } })
}

function submitName(
  state: SettingsState,
  group: Exclude<Keyed, 'keys'>,
  text: string,
  { settings }: AppFacts,
): SettingsStep {
  if (text === '') return rejectInput(state, group === 'contact' ? 'type a name' : 'type a chain, such as ethereum')
  if (group !== 'contact') return step({ ...state, busy: true }, { on: 'settings', type: 'name', group, text })
  const read = readContactName(text.replace(/^@/, ''))
  if (!read.ok) return rejectInput(state, `a name ${read.problem}`)
  if (looksLikeAddress(read.name)) return rejectInput(state, 'that reads like an address: choose another name')
  const key = `contact.${read.name}` as const
  const other = lookAlikeContact(key, Object.keys(settings))
  if (other !== undefined) return rejectInput(state, `that looks like ${other}: choose another name`)
  const near = confusableContact(key, Object.keys(settings))
  const warning = near === undefined ? [] : [notify('bad', `${key} is easily taken for ${near}`)]
  // Of a name that is kept, what it stands for is changed in sight.
  return step(openEditor({ ...state, marked: key }, key, settings[key] ?? ''), ...warning)
}

/** The keys of the marked action are written next. */
function chooseAction(state: SettingsState, task: ActionTask, { settings, keyRules }: AppFacts): SettingsStep {
  const actions = keyRules.actions()
  const action = findActions(actions, task.line.text)[task.selected]
  if (action === undefined) return rejectInput(state, noSuchAction(actions, task.line.text.trim()))
  const key = `keys.${action.id}` as const
  // Of an action that has other keys already, those are changed.
  return step(openEditor({ ...state, marked: key }, key, settings[key] ?? ''))
}

function keep(state: SettingsState, key: SettingKey, value: string | undefined): SettingsStep {
  return step({ ...state, busy: true }, { on: 'settings', type: 'keep', key, value })
}

function copy(state: SettingsState, { key, change: how }: ShownSetting, { settings }: AppFacts): SettingsStep {
  const text = settings[key]
  if (how.how === 'add' || text === undefined) return step(state, notify('info', 'nothing is set here to copy'))
  return step(state, { on: 'app', type: 'copy', text, what: key })
}

function openEditor(state: SettingsState, key: SettingKey, text: string): SettingsState {
  return { ...state, task: { kind: 'value', key, line: lineOf(text), problem: undefined } }
}

function editTask(state: SettingsState, edit: Edit): SettingsState {
  const { task, busy } = state
  if (task === undefined) return { ...state, sifting: editSifting(state.sifting, edit) }
  if (busy || !isTyped(task)) return state
  const line = editLine(task.line, edit)
  const problem = isTooLong(task.line, line, edit) ? TOO_LONG : undefined
  return {
    ...state,
    task: task.kind === 'action' ? { ...task, line, problem, selected: 0 } : { ...task, line, problem },
  }
}

const TOO_LONG = 'that is too long for this field and was not inserted: use swapcli config set'

function isTooLong(before: Line, after: Line, edit: Edit): boolean {
  return edit.type === 'insert' && before === after && edit.text.trim() !== ''
}

function rejectInput(state: SettingsState, problem: string): SettingsStep {
  const { task } = state
  return isTyped(task) ? step({ ...state, task: { ...task, problem } }) : step(state)
}

/** True for what is typed into a field. */
function isTyped(task: Task | undefined): task is Extract<Task, { readonly line: Line }> {
  return task !== undefined && 'line' in task
}

function load(state: SettingsState): SettingsStep {
  return step(state, { on: 'settings', type: 'load' })
}
