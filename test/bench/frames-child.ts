/*
 * The part of the bench of the screens that runs by itself: the real screens over the sandbox, without a terminal. Prints what
 * their frames cost as JSON.
 */
import { Writable } from 'node:stream'
import { render } from 'ink'
import { createElement } from 'react'
import { systemClock } from '../../src/io/clock.ts'
import { openSwapService } from '../../src/open.ts'
import type { TuiContext } from '../../src/tui/context.ts'
import type { Size } from '../../src/tui/events.ts'
import { SpokenFrame } from '../../src/tui/frame/App.tsx'
import { createFrameRows } from '../../src/tui/frame/frame.ts'
import { isSameRow, type Row } from '../../src/tui/kit/text/rows.ts'
import { createRuntime } from '../../src/tui/runtime.ts'
import { SCREENS } from '../../src/tui/screens.ts'
import { startState } from '../../src/tui/state.ts'
import { createStyles, type StyleOf } from '../../src/tui/terminal/cells.ts'
import { createKeyDecoder, isKeyPress } from '../../src/tui/terminal/key-decoder.ts'
import { createScreenWriter, DRAWN_SCREEN } from '../../src/tui/terminal/screen-writer.ts'
import { createTerminalSigns } from '../../src/tui/terminal/terminal-signs.ts'
import { themeOf } from '../../src/tui/theme.ts'
import { update } from '../../src/tui/update.ts'
import type { FrameFigures, KeyBytes } from './frames.ts'
import { median } from './measure.ts'

const THEME = themeOf('dark')
const KEYS = { enter: '\r', esc: '\u001B', up: '\u001B[A', down: '\u001B[B', backspace: '\u007F' } as const
/** A key is over when nothing was drawn for so long: searches and quotes answer within that. */
const QUIET_MS = 120

const home = process.argv[2] ?? ''
const service = await openSwapService({ home })

/** The screens on a terminal of this size, with what each key wrote. */
function openRecorded(size: Size) {
  const context: TuiContext = {
    place: { network: 'sandbox', api: undefined, version: '0.0.0' },
    clock: systemClock,
    settings: { values: {}, write: async () => undefined },
    open: async () => ({ service, catalog: service.catalog, embedded: service }),
    accounts: async () => ({ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }),
  }
  const start = startState(SCREENS, { now: Date.now(), size, place: context.place, settings: {} })
  const written = { cells: 0, lines: 0 }
  const { writer, styleOf } = openWriter((text) => (written.cells += Buffer.byteLength(text)))
  const draw = createFrameRows()
  let shown: readonly Row[] = []
  let drawnAt = 0
  let state = start
  writer.enter()
  const runtime = createRuntime(SCREENS, context, start, {
    draw: (next) => {
      state = next
      const rows = draw(SCREENS, next, false)
      writer.show(rows, size.columns)
      written.lines += bytesOfLines(shown, rows, styleOf)
      shown = rows
      drawnAt = performance.now()
    },
    write: () => undefined,
  })
  runtime.dispatch({ on: 'app', type: 'started' })
  const decoder = createKeyDecoder(() => performance.now())
  const settle = async () => {
    const pressedAt = performance.now()
    while (performance.now() - Math.max(pressedAt, drawnAt) < QUIET_MS) {
      await new Promise((done) => void setTimeout(done, 10))
    }
  }
  return {
    state: () => state,
    settle,
    /** Presses a key, and waits until all that it brought is drawn. @returns what it wrote */
    press: async (key: string) => {
      const before = { ...written }
      const text = Object.hasOwn(KEYS, key) ? KEYS[key as keyof typeof KEYS] : key
      for (const press of [...decoder.read(text), ...decoder.flush()].filter(isKeyPress)) {
        runtime.dispatch({ on: 'app', type: 'key', press })
      }
      await settle()
      return { cells: written.cells - before.cells, lines: written.lines - before.lines }
    },
    leave: async () => {
      runtime.dispatch({ on: 'app', type: 'key', press: { name: 'ctrl-c', text: '' } })
      await runtime.left
    },
  }
}

function openWriter(write: (text: string) => void) {
  const styleOf = createStyles((role) => THEME[role])
  return { writer: createScreenWriter(DRAWN_SCREEN, write, (role) => THEME[role], createTerminalSigns()), styleOf }
}

/** Bytes of the lines that changed, each written whole, at once: how a writer that knows lines draws. */
function bytesOfLines(before: readonly Row[], rows: readonly Row[], styleOf: StyleOf): number {
  const changed = rows.flatMap((row, y) => (isSameRow(before[y] ?? [], row) ? [] : [{ row, y }]))
  if (changed.length === 0) return 0
  const lines = changed.map(({ row, y }) => {
    const texts = row.map(({ text, role = 'text', link }) => {
      const { sgr } = styleOf(role, link)
      return sgr === '' ? text : `\u001B[${sgr}m${text}\u001B[m`
    })
    return `\u001B[${y + 1};1H${texts.join('').trimEnd()}\u001B[K`
  })
  return Buffer.byteLength(`\u001B[?2026h${lines.join('')}\u001B[?2026l`)
}

async function keyBytes(size: Size): Promise<KeyBytes> {
  const screens = openRecorded(size)
  await screens.settle()
  const own: Wrote[] = []
  const inPicker: Wrote[] = []
  const press = async (keys: readonly string[], kept: Wrote[][]) => {
    for (const key of keys) {
      const wrote = await screens.press(key)
      for (const list of kept) list.push(wrote)
    }
  }
  const choose = async (text: string) => {
    await press(['enter', ...text], [own, inPicker])
    await press(['down', 'down', 'up', 'up', 'down', 'up'], [own, inPicker])
    await press(['enter'], [own])
  }
  await press(['up', 'down', 'down', 'up'], [own])
  await choose('ethereum:usdc')
  await press([...'12345', 'backspace', 'backspace', 'backspace', 'backspace', 'enter'], [own])
  await choose('base:usdc')
  await press(
    Array.from({ length: 12 }, (_, index) => (index % 6 < 3 ? 'down' : 'up')),
    [own],
  )
  await press(['i', 'down', 'up', 'esc', 'R', 'R', '3', '4', '5', '6', '1'], [own])
  await screens.leave()
  const wrote = own.filter(({ lines }) => lines > 0)
  return {
    ...size,
    median: median(wrote.map(({ cells }) => cells)),
    medianOfLines: median(wrote.map(({ lines }) => lines)),
    pickerP95: p95(inPicker.map(({ cells }) => cells)),
    pickerP95OfLines: p95(inPicker.map(({ lines }) => lines)),
  }
}

interface Wrote {
  readonly cells: number
  readonly lines: number
}

function p95(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN
}

const BLOCKS = 8
const FRAMES = 40

/** The CPU of frames in which a countdown and the mark of the routes change, ours and Ink's in turns. */
async function frameCpu(size: Size): Promise<Pick<FrameFigures, 'frameMs' | 'inkMs'>> {
  const screens = openRecorded(size)
  await screens.settle()
  for (const key of [
    'enter',
    ...'ethereum:usdc',
    'enter',
    ...'100',
    'enter',
    ...'base:usdc',
    'enter',
    'down',
    'down',
  ]) {
    await screens.press(key)
  }
  const state = screens.state()
  await screens.leave()
  const options = { debug: true, patchConsole: false }
  const { writer } = openWriter(() => undefined)
  const show = (rows: readonly Row[]) => writer.show(rows, size.columns)
  const draw = createFrameRows()
  const inked = (rows: readonly Row[]) => createElement(SpokenFrame, { rows, theme: THEME, onGone: () => undefined })
  writer.enter()
  show(draw(SCREENS, state, false))
  const ink = render(inked(createFrameRows()(SCREENS, state, false)), { ...options, stdout: standIn(size) })
  const times: Record<'ours' | 'ink', number[]> = { ours: [], ink: [] }
  let current = state
  for (let block = 0; block <= BLOCKS; block += 1) {
    const states = Array.from({ length: FRAMES }, (_, index) => {
      const now = current.now + 1_000
      const key = index % 4 < 2 ? 'down' : 'up'
      const ticked = update(SCREENS, current, { on: 'app', type: 'tick' }, now).state
      current = update(SCREENS, ticked, { on: 'app', type: 'key', press: { name: key, text: '' } }, now).state
      return current
    })
    const [oursMs, inkMs] = [
      cpuOf(() => states.forEach((each) => show(draw(SCREENS, each, false)))),
      // Ink remembers nothing of the last frame, and what it draws was made anew for each.
      cpuOf(() => states.forEach((each) => ink.rerender(inked(createFrameRows()(SCREENS, each, false))))),
    ]
    // The first block warms both up.
    if (block === 0) continue
    times.ours.push(oursMs / FRAMES)
    times.ink.push(inkMs / FRAMES)
  }
  ink.unmount()
  return { frameMs: median(times.ours), inkMs: median(times.ink) }
}

function standIn(size: Size): NodeJS.WriteStream {
  const stream = Object.assign(new Writable({ write: (_chunk, _encoding, done) => done() }), size)
  return stream as unknown as NodeJS.WriteStream
}

/** Milliseconds of CPU of this process. */
function cpuOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const keys: KeyBytes[] = []
for (const [columns, rows] of [
  [80, 24],
  [120, 40],
  [200, 60],
] as const) {
  keys.push(await keyBytes({ columns, rows }))
}
const figures: FrameFigures = { ...(await frameCpu({ columns: 200, rows: 60 })), keys }
await service.close()
console.log(JSON.stringify(figures))
process.exit(0)
