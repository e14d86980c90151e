import { Box, useIsScreenReaderEnabled } from 'ink'
import { isSecretSetting, settingRow } from '../../../io/index.ts'
import type { ScreenProps } from '../../screen.ts'
import { Table, type TableColumn, type TableRow } from '../../kit/components/Table.tsx'
import { TextField } from '../../kit/components/TextField.tsx'
import { Tone } from '../../kit/components/Tone.tsx'
import { wrapAtMost } from '../../kit/text/rows.ts'
import { textWidth } from '../../kit/text/text-fit.ts'
import { markedIndex, type ShownSetting, settingRows } from './rows.ts'
import type { SettingsState, Task } from './state.ts'

const COLUMNS: readonly TableColumn[] = [
  { header: 'GROUP', most: 14 },
  { header: 'SETTING', most: 30 },
  { header: 'VALUE', grows: 20 },
  { header: 'FROM', most: 26 },
]
const OPTION_COLUMNS: readonly TableColumn[] = [
  { header: 'CHOOSE', most: 34 },
  { header: '', grows: 10 },
]

/** Lines below the table. */
const PANEL_LINES = 5
/** Widest table: what belongs together should not stand far apart. */
const MOST_COLUMNS = 130

/** One frame of the Settings screen. */
export function Settings({ state, app, width, height }: ScreenProps<SettingsState>) {
  const spoken = useIsScreenReaderEnabled()
  const rows = settingRows(state, app)
  const at = markedIndex(state, rows)
  const row = rows[at]
  const { task } = state
  const panel = task?.kind === 'choice' ? Math.min(height - 6, task.options.length + 3) : PANEL_LINES
  return (
    <Box width={width} height={spoken ? undefined : height} flexDirection="column">
      <Table
        columns={COLUMNS}
        rows={rows.map((each, index) => tableRow(each, rows[index - 1], spoken))}
        selected={at}
        width={Math.min(width, MOST_COLUMNS)}
        height={height - panel}
        noun="setting"
      />
      <Tone> </Tone>
      {task === undefined ? (
        row === undefined ? null : (
          <About row={row} value={app.settings[row.key]} width={width} />
        )
      ) : (
        <Changing task={task} busy={state.busy} width={width} height={panel - 1} />
      )}
    </Box>
  )
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

interface AboutProps {
  readonly row: ShownSetting
  /** As it is set; undefined where it is not, or hidden. */
  readonly value: string | undefined
  readonly width: number
}

/** What the marked setting is, and how it is changed. */
function About({ row, value, width }: AboutProps) {
  const { key, about, change, from } = row
  const name = change.how === 'add' ? '' : `${key}: `
  const values = value !== undefined && textWidth(value) > 20 ? wrapAtMost(value, width, 2) : []
  const how =
    change.how === 'not here'
      ? change.why
      : change.how === 'add'
        ? 'Enter adds one.'
        : from === 'settings file'
          ? 'Enter changes it, x removes it.'
          : 'Enter changes it.'
  return (
    <Box flexDirection="column" width={width} height={PANEL_LINES - 1}>
      <Tone role="title">{name + about}</Tone>
      {values.map((line, index) => (
        <Tone key={index}>{line}</Tone>
      ))}
      {wrapAtMost(how, width, PANEL_LINES - 2 - values.length).map((line, index) => (
        <Tone key={index} role={change.how === 'not here' ? 'warn' : 'dim'}>
          {line}
        </Tone>
      ))}
    </Box>
  )
}

interface ChangingProps {
  readonly task: Task
  readonly busy: boolean
  readonly width: number
  readonly height: number
}

/** What is being changed. */
function Changing({ task, busy, width, height }: ChangingProps) {
  switch (task.kind) {
    case 'choice':
      return (
        <Box flexDirection="column" width={width} height={height}>
          <Tone role="title">{`Which ${task.key}?`}</Tone>
          <Table
            columns={OPTION_COLUMNS}
            rows={task.options.map(({ label, note }) => ({ key: label, cells: [label, note] }))}
            selected={task.selected}
            width={Math.min(width, MOST_COLUMNS)}
            height={height - 1}
            noun="choice"
          />
        </Box>
      )
    case 'ask':
      return (
        <Box flexDirection="column" width={width} height={height}>
          {wrapAtMost(task.question, width, 3).map((line, index) => (
            <Tone key={index} role="warn">
              {line}
            </Tone>
          ))}
          <Tone>{busy ? 'one moment …' : 'y for yes, n for no'}</Tone>
        </Box>
      )
    case 'value':
    case 'name': {
      const secret = task.kind === 'value' && isSecretSetting(task.key)
      const problem = task.problem === undefined ? (busy ? 'checking …' : '') : `! ${task.problem}`
      return (
        <Box flexDirection="column" width={width} height={height}>
          <Tone role="title">{titleOf(task)}</Tone>
          <Box height={1}>
            <Tone role="accent">{'> '}</Tone>
            <TextField line={task.line} width={width - 2} hidden={secret} active={true} />
          </Box>
          {wrapAtMost(problem, width, 2).map((line, index) => (
            <Tone key={index} role={task.problem === undefined ? 'dim' : 'bad'}>
              {line}
            </Tone>
          ))}
        </Box>
      )
    }
  }
}

function titleOf(task: Extract<Task, { readonly kind: 'value' | 'name' }>): string {
  if (task.kind === 'name') {
    if (task.group === 'contact') return 'A name you choose, such as alice'
    if (task.group === 'esplora') return 'Of which Bitcoin-like chain?'
    return task.group === 'rpc' || task.group === 'send-rpc'
      ? 'Of which EVM chain?'
      : 'For which chain, or family of chains such as evm?'
  }
  const row = settingRow(task.key)
  return `${task.key}: ${row?.description ?? ''}`
}
