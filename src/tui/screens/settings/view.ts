import { isSecretSetting } from '../../../io/index.ts'
import { keyFor } from '../../bindings.ts'
import type { AppFacts } from '../../events.ts'
import { actionText, findActions } from '../../key-actions.ts'
import { siftRows, sortedColumns } from '../../kit/find/sift-rows.ts'
import { type TableColumn, type TableRow, tableRows } from '../../kit/layout/table.ts'
import { BLANK, fillRows, type Row, textRow, wrapAtMost } from '../../kit/text/rows.ts'
import { cleanDocument } from '../../kit/text/clean-document.ts'
import type { Line } from '../../kit/text/line-edit.ts'
import { textField } from '../../kit/text/text-field.ts'
import type { ScreenProps } from '../../screen.ts'
import { textWidth } from '../../kit/text/text-fit.ts'
import { aboutSetting, markedIndex, type ShownSetting, settingRows } from './rows.ts'
import { SETTING_SIFTING, shownSettings } from './sifting.ts'
import type { SettingsState, Task } from './state.ts'

/** The name and the value stay, and share a narrow line. @param width columns of the table */
const columnsOf = (width: number): readonly TableColumn[] => [
  { header: 'GROUP', most: 14, drop: 2 },
  { header: 'SETTING', most: Math.min(30, Math.floor(width / 2)) },
  { header: 'VALUE', grows: 20 },
  { header: 'FROM', most: 26, drop: 1 },
]
const OPTION_COLUMNS: readonly TableColumn[] = [
  { header: 'CHOOSE', most: 34 },
  { header: '', grows: 10 },
]

const ACTION_COLUMNS: readonly TableColumn[] = [
  { header: 'ACTION', most: 16 },
  { header: 'WHAT IT DOES, AND ITS KEYS NOW', grows: 10 },
]

/** Lines below the table. */
const PANEL_LINES = 5
/** Lines that the table keeps while a choice is listed below it. */
const LEAST_TABLE_LINES = 6
/** Lines from which on table and panel stand below each other; with fewer a task has them all. */
const LEAST_FOR_BOTH = 14
/** Widest table: what belongs together should not stand far apart. */
const MOST_COLUMNS = 130

/** The lines of the Settings screen. */
export function viewSettings({ state, app, width, height, spoken }: ScreenProps<SettingsState>): readonly Row[] {
  const rows = shownSettings(state, app).map(cleanDocument)
  const at = markedIndex(state, rows)
  const row = rows[at]
  const { task } = state
  if (height < LEAST_FOR_BOTH && task !== undefined)
    return changingRows(task, state.busy, { app, width, height, spoken })
  const panel =
    task?.kind === 'choice'
      ? Math.min(height - LEAST_TABLE_LINES, task.options.length + 3)
      : task?.kind === 'action'
        ? height - LEAST_TABLE_LINES
        : Math.min(PANEL_LINES, Math.floor(height / 2))
  const all = settingRows(state, app)
  const list = { table: SETTING_SIFTING, rows: all, shown: rows.length, width, spoken }
  const head = siftRows(list, state.sifting)
  const table = tableRows({
    columns: sortedColumns(columnsOf(width), state.sifting, app, spoken),
    rows: rows.map((each, index) => tableRow(each, rows[index - 1], spoken)),
    selected: at,
    width: Math.min(width, MOST_COLUMNS),
    height: height - panel - head.length,
    noun: 'setting',
    spoken,
  })
  return [
    ...head,
    ...(spoken ? table : fillRows(table, height - panel - head.length)),
    BLANK,
    ...(task !== undefined
      ? changingRows(task, state.busy, { app, width, height: panel - 1, spoken })
      : row === undefined
        ? []
        : aboutRows(row, app, width, panel - 1)),
  ]
}

function tableRow(row: ShownSetting, before: ShownSetting | undefined, spoken: boolean): TableRow {
  const { key, section, value, from, change } = row
  const isAdd = change.how === 'add'
  return {
    key,
    role: isAdd || from === 'default' ? 'dim' : 'text',
    cells: [before?.section === section && !spoken ? '' : section, isAdd ? '' : key, value, from],
  }
}

/**
 * What the marked setting is, its value where that is long, and how it is changed.
 * @param height lines
 */
function aboutRows(row: ShownSetting, app: AppFacts, width: number, height: number): readonly Row[] {
  const value = cleanDocument(app.settings[row.key])
  const { key, about, change, from } = row
  const name = change.how === 'add' ? '' : `${key}: `
  const values = value !== undefined && textWidth(value) > 20 ? wrapAtMost(value, width, Math.min(2, height - 1)) : []
  const how =
    change.how === 'not here'
      ? change.why
      : change.how === 'add'
        ? 'Enter adds one.'
        : from === 'settings file'
          ? `Enter changes it, ${keyFor(app, 'take-out', 'x')} removes it.`
          : 'Enter changes it.'
  const notes = wrapAtMost(how, width, height - 1 - values.length)
  const titles = wrapAtMost(name + about, width, Math.max(1, height - values.length - notes.length))
  return [
    ...titles.map((text): Row => [{ text, role: 'title' }]),
    ...values.map((text): Row => [{ text }]),
    ...notes.map((text): Row => [{ text, role: change.how === 'not here' ? 'warn' : 'dim' }]),
  ]
}

/** The room that is left for what is changed. */
type Room = Pick<ScreenProps<SettingsState>, 'app' | 'width' | 'height' | 'spoken'>

/** What is being changed. */
function changingRows(task: Task, busy: boolean, { app, width, height, spoken }: Room): readonly Row[] {
  switch (task.kind) {
    case 'choice':
      return [
        textRow(`Which ${task.key}?`, width, 'title'),
        ...tableRows({
          columns: OPTION_COLUMNS,
          rows: cleanDocument(task.options).map(({ label, note }) => ({ key: label, cells: [label, note] })),
          selected: task.selected,
          width: Math.min(width, MOST_COLUMNS),
          height: height - 1,
          noun: 'choice',
          spoken,
        }),
      ]
    case 'ask':
      return [
        ...wrapAtMost(cleanDocument(task.question), width, 3).map((text): Row => [{ text, role: 'warn' }]),
        [
          {
            text: busy ? 'one moment …' : `${keyFor(app, 'yes', 'Y')} for yes, ${keyFor(app, 'no', 'n')} for no`,
          },
        ],
      ]
    case 'action':
    case 'value':
    case 'name': {
      const hidden = task.kind === 'value' && isSecretSetting(task.key)
      const problem = task.problem === undefined ? (busy ? 'checking …' : '') : `! ${task.problem}`
      const role = task.problem === undefined ? 'dim' : 'bad'
      const titles = wrapAtMost(titleOf(task, app), width, 2).map((text): Row => [{ text, role: 'title' }])
      const problems = wrapAtMost(problem, width, 2).map((text): Row => [{ text, role }])
      const list =
        task.kind === 'action'
          ? actionRows(task, { app, width, spoken, height: height - titles.length - problems.length - 1 })
          : []
      return [
        ...titles,
        [{ text: '> ', role: 'accent' }, ...textField({ line: task.line, width: width - 2, hidden, active: true })],
        ...problems,
        ...list,
      ]
    }
  }
}

/** The actions that are found, and all of what the marked one does where its line is too narrow for it. */
function actionRows(
  { line, selected }: Extract<Task, { readonly kind: 'action' }>,
  { app, width, height, spoken }: Room,
): readonly Row[] {
  const found = findActions(app.keyRules.actions(), line.text)
  const marked = found[selected]
  const about = marked === undefined ? [] : wrapAtMost(actionText(marked), width, Math.floor(height / 3))
  const isWhole = spoken || about.length <= 1
  const rows = tableRows({
    columns: ACTION_COLUMNS,
    rows: found.map((action) => ({ key: action.id, cells: [action.id, actionText(action)] })),
    selected,
    width,
    height: height - (isWhole ? 0 : about.length),
    noun: 'action',
    spoken,
  })
  return isWhole ? rows : [...rows, ...about.map((text): Row => [{ text, role: 'dim' }])]
}

function titleOf(task: Extract<Task, { readonly line: Line }>, app: AppFacts): string {
  if (task.kind === 'action') return 'Of which action? Type its name, or words of what it does, such as select'
  if (task.kind === 'name') {
    if (task.group === 'contact') return 'A name you choose, such as alice'
    if (task.group === 'esplora') return 'Of which Bitcoin-like chain?'
    return task.group === 'rpc' || task.group === 'send-rpc'
      ? 'Of which EVM chain?'
      : 'For which chain, or family of chains such as evm?'
  }
  return `${task.key}: ${aboutSetting(task.key, app)}`
}
