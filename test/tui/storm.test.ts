import { Terminal } from '@xterm/headless'
import { expect, test } from 'vitest'
import { createFrameRows, frameRows } from '../../src/tui/frame/frame.ts'
import { pointAt } from '../../src/tui/frame/point-at.ts'
import type { Size } from '../../src/tui/events.ts'
import { isNarrow } from '../../src/tui/kit/text/narrow-text.ts'
import { type Row, rowWidth } from '../../src/tui/kit/text/rows.ts'
import { createRuntime } from '../../src/tui/runtime.ts'
import { type AppState, SCREENS } from '../../src/tui/screens.ts'
import { startState } from '../../src/tui/state.ts'
import { createKeyDecoder, isAnswer, isKeyPress } from '../../src/tui/terminal/key-decoder.ts'
import { createScreenWriter, DRAWN_SCREEN } from '../../src/tui/terminal/screen-writer.ts'
import { createTerminalSigns } from '../../src/tui/terminal/terminal-signs.ts'
import { themeOf } from '../../src/tui/theme.ts'
import { createRandom, type Random } from '../simulation/random.ts'
import { swapWorld } from './screens/review/swap-world.ts'
import { lineOf } from './frame-lines.ts'

/** Of each seed: a hundred thousand in all. */
const KEYS = 25_000
/** What a key types; those that move and choose come more often than letters. */
const OFTEN = [
  '\r',
  '\u001B',
  '\t',
  '\u001B[A',
  '\u001B[B',
  '\u001B[H',
  '\u001B[F',
  '\u001B[5~',
  '\u001B[6~',
  ' ',
  '\u007F',
]
const RARELY = [
  ...[
    'q',
    '\u0003',
    '\u001A',
    '\u001B[I',
    '\u001B[O',
    '\u001B[200~0.5 eth to usdc\u001B[201~',
    '\u0015',
    '\u000B',
    '\u001B[Z',
  ],
  ...['汉', 'é', '🙂', '\u202E', '\u0000', '\u009B31m', '\u001B[<0;5;6M', '\u001Bz', '\u001Bo', '\u001B1', '\u001Ba'],
]
const LETTERS = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).filter(
  (letter) => letter !== 'q',
)
/** What is found, so that forms are filled in and swaps are begun. */
const WORDS = ['ethereum:usdc\r', 'base:usdc\r', '100\r', '0.5\r', 'status:failed\r', '1', '2', '3']

function pressed(random: Random): string {
  const at = random.next()
  if (at < 0.05) return `\u001B[<${random.pick([0, 0, 64, 65])};${1 + random.below(260)};${1 + random.below(90)}M`
  if (at < 0.45) return random.pick(OFTEN)
  if (at < 0.9) return random.pick(LETTERS)
  return random.pick(at < 0.96 ? WORDS : RARELY)
}

const sizeOf = (random: Random) => ({ columns: 1 + random.below(260), rows: 1 + random.below(90) })

/** The screens on a terminal of their own, until they are left. */
function openStorm(world: Awaited<ReturnType<typeof swapWorld>>, random: Random) {
  let size = sizeOf(random)
  const { place, settings, clock } = world.context
  const start = startState(SCREENS, { now: clock.now(), size, place, settings: settings.values })
  const terminal = new Terminal({ cols: size.columns, rows: size.rows, allowProposedApi: true })
  const writer = createScreenWriter(
    DRAWN_SCREEN,
    (text) => terminal.write(text),
    (role) => themeOf('dark')[role],
    createTerminalSigns(),
  )
  const draw = createFrameRows()
  let frames = 0
  let last: { readonly size: Size; readonly lines: readonly string[] } = { size, lines: [] }
  let drawn: { readonly state: AppState; readonly rows: readonly Row[] } = { state: start, rows: [] }
  const show = (state: AppState) => {
    const rows = draw(SCREENS, state, false)
    frames += 1
    expect(rows.length).toBe(state.size.rows)
    expect(rows.filter((row) => rowWidth(row) > state.size.columns).map(lineOf)).toEqual([])
    if (frames % 16 === 0) expect(rows).toEqual(frameRows(SCREENS, state, false))
    writer.show(rows, state.size.columns)
    last = { size: state.size, lines: rows.map(lineOf) }
    drawn = { state, rows }
  }
  writer.enter()
  const runtime = createRuntime(SCREENS, world.context, start, {
    draw: show,
    write: (code) => writer.write(code),
    leave: () => writer.leave(),
  })
  let isOver = false
  const left = runtime.left.finally(() => (isOver = true))
  // Seen where it is awaited.
  left.catch(() => undefined)
  runtime.dispatch({ on: 'app', type: 'started' })
  const decoder = createKeyDecoder(() => clock.now())
  return {
    left,
    isOver: () => isOver,
    type: (text: string) => {
      for (const press of decoder.read(text)) {
        if (isKeyPress(press)) runtime.dispatch({ on: 'app', type: 'key', press })
        else if (!isAnswer(press)) {
          const pointed = pointAt(SCREENS, drawn.state, drawn.rows, press)
          runtime.dispatch({ on: 'app', type: 'mouse', name: press.name, pointed })
        }
      }
    },
    resize: () => {
      size = sizeOf(random)
      terminal.resize(size.columns, size.rows)
      writer.reset()
      runtime.dispatch({ on: 'app', type: 'resized', size })
    },
    /** Lines of the last frame that the terminal shows otherwise; none while it has another size than that. */
    wrongLines: async () => {
      await new Promise<void>((done) => terminal.write('', done))
      if (last.size !== size) return []
      const { active } = terminal.buffer
      const shown = (y: number) =>
        active
          .getLine(active.baseY + y)
          ?.translateToString(true)
          .trimEnd()
      // How wide other characters are, terminals do not agree on.
      return last.lines.flatMap((line, y) => (!isNarrow(line) || shown(y) === line ? [] : [[line, shown(y)]]))
    },
    /** What a terminal must be like that was given back. */
    terminalFacts: async () => {
      await new Promise<void>((done) => terminal.write('', done))
      const { bracketedPasteMode, sendFocusMode, wraparoundMode } = terminal.modes
      const { type } = terminal.buffer.active
      terminal.dispose()
      return { buffer: type, bracketedPasteMode, sendFocusMode, wraparoundMode }
    },
  }
}

test.each([1, 2, 3, 4])(
  'keys of seed %i, at changing sizes, crash nothing; the terminal is given back each time that they are left',
  async (seed) => {
    const world = await swapWorld()
    const random = createRandom(seed)
    let typed = 0
    while (typed < KEYS) {
      const storm = openStorm(world, random)
      while (typed < KEYS && !storm.isOver()) {
        const count = 1 + random.below(40)
        storm.type(Array.from({ length: count }, () => pressed(random)).join(''))
        typed += count
        if (random.chance(0.05)) storm.resize()
        await new Promise<void>((done) => (random.chance(0.1) ? setTimeout(done, 20) : setImmediate(done)))
        if (random.chance(0.02) && !storm.isOver()) expect(await storm.wrongLines()).toEqual([])
      }
      if (!storm.isOver()) storm.type('\u0003')
      const { how } = await storm.left
      expect(['quit', 'interrupted', 'reopen']).toContain(how)
      expect(await storm.terminalFacts()).toEqual({
        buffer: 'normal',
        bracketedPasteMode: false,
        sendFocusMode: false,
        wraparoundMode: true,
      })
    }
  },
)
