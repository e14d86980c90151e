import { Terminal } from '@xterm/headless'
import { describe, expect, test } from 'vitest'
import { clean } from '../../../src/core/text/clean-text.ts'
import type { Piece, Row } from '../../../src/tui/kit/text/rows.ts'
import { createScreenWriter, DRAWN_SCREEN, SPOKEN_SCREEN } from '../../../src/tui/terminal/screen-writer.ts'
import { createTerminalSigns } from '../../../src/tui/terminal/terminal-signs.ts'
import { ROLES, themeOf, withoutColour } from '../../../src/tui/theme.ts'
import { createRandom } from '../../simulation/random.ts'

const THEME = themeOf('dark')

function openScreen(columns: number, rows: number, colour = true, hold = DRAWN_SCREEN) {
  const terminal = new Terminal({ cols: columns, rows, allowProposedApi: true })
  const written: string[] = []
  const writer = createScreenWriter(
    hold,
    (text) => {
      written.push(text)
      terminal.write(text)
    },
    (role) => (colour ? THEME[role] : withoutColour(THEME[role])),
    createTerminalSigns(),
  )
  const settled = () => new Promise<void>((done) => terminal.write('', done))
  const lines = async () => {
    await settled()
    const { active } = terminal.buffer
    return Array.from({ length: rows }, (_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? '')
  }
  /** Every cell: its text, and how it looks. */
  const cells = async () => {
    await settled()
    const { active } = terminal.buffer
    return Array.from({ length: rows }, (_, y) =>
      Array.from({ length: columns }, (__, x) => {
        const cell = active.getLine(active.baseY + y)?.getCell(x)
        const text = cell?.getChars() ?? ''
        const marks = [cell?.isInverse(), cell?.isUnderline()].map(Number).join('')
        if ((text === '' || text === ' ') && cell?.getWidth() === 1) return ` ${marks}`
        return `${text} ${marks} ${cell?.isBold()} ${cell?.getFgColorMode()} ${cell?.getFgColor()} ${cell?.getWidth()}`
      }),
    )
  }
  return { terminal, writer, written, lines, cells }
}

const rows = (...texts: readonly string[]): readonly Row[] => texts.map((text) => (text === '' ? [] : [{ text }]))

describe('a screen', () => {
  test('shows the last frame, whatever the one before was', async () => {
    const { writer, lines } = openScreen(10, 4)
    writer.enter()
    writer.show(rows('one', 'two', 'three', 'four'), 10)
    writer.show(rows('one', '2'), 10)
    expect(await lines()).toEqual(['one', '2', '', ''])
  })

  test('is written to only where a cell differs', () => {
    const { writer, written } = openScreen(40, 4)
    writer.enter()
    writer.show(rows('one', 'a long line that ends in 1'), 40)
    written.length = 0
    writer.show(rows('one', 'a long line that ends in 1'), 40)
    expect(written).toEqual([])
    writer.show(rows('one', 'a long line that ends in 2'), 40)
    expect(written).toEqual(['\u001B[2;26H2'])
  })

  test('writes several changes at once, and a style only where it changes', () => {
    const { writer, written } = openScreen(40, 4)
    writer.enter()
    writer.show(rows('', ''), 40)
    written.length = 0
    writer.show(
      [
        [
          { text: 'a b', role: 'bad' },
          { text: ' c d', role: 'bad' },
        ],
        [{ text: 'e' }],
      ],
      40,
    )
    expect(written).toEqual(['\u001B[?2026h\u001B[1H\u001B[31ma b c d\u001B[2H\u001B[me\u001B[?2026l'])
  })

  test('is whole again after the terminal changed its size', async () => {
    const { terminal, writer, lines } = openScreen(20, 6)
    writer.enter()
    writer.show(rows('a', 'b', 'c', 'd', 'e', 'f'), 20)
    terminal.resize(12, 4)
    writer.show(rows('a', 'b', 'c', 'x'), 12)
    expect((await lines()).slice(0, 4)).toEqual(['a', 'b', 'c', 'x'])
  })

  test('fills the last cell without scrolling, and leaves out what is wider', async () => {
    const { writer, lines } = openScreen(3, 2)
    writer.enter()
    writer.show(rows('abc', 'defghi'), 3)
    expect(await lines()).toEqual(['abc', 'def'])
  })

  test('gives back what was there before, once', async () => {
    const { terminal, writer, written, lines } = openScreen(10, 3)
    terminal.write('before')
    writer.enter()
    writer.show(rows('frame'), 10)
    writer.leave()
    const { length } = written
    writer.leave()
    writer.show(rows('late'), 10)
    expect(written.length).toBe(length)
    expect(await lines()).toEqual(['before', '', ''])
    expect(written.at(-1)).toContain('\u001B[?25h')
    expect(terminal.modes.wraparoundMode).toBe(true)
  })

  test('takes the mouse only while it is wanted, and never keeps it', () => {
    const { terminal, writer } = openScreen(10, 3)
    const modes: string[] = []
    const note = () => void terminal.write('', () => modes.push(terminal.modes.mouseTrackingMode))
    writer.takeMouse(true)
    note()
    writer.enter()
    note()
    for (const isWanted of [true, true, false, true]) {
      writer.takeMouse(isWanted)
      note()
    }
    writer.leave()
    note()
    writer.enter()
    note()
    writer.takeMouse(true)
    return new Promise<void>((done) => terminal.write('', done)).then(() => {
      expect(modes).toEqual(['none', 'none', 'vt200', 'vt200', 'none', 'vt200', 'none', 'none'])
      expect(terminal.modes.mouseTrackingMode).toBe('vt200')
    })
  })

  test('that another program has set otherwise is set again, with mouse and title, when it is entered again', async () => {
    const { terminal, writer, written } = openScreen(20, 3)
    const tell = () => writer.tell({ title: 'swapcli', percent: undefined }, 0)
    const modes = async () => {
      await new Promise<void>((done) => terminal.write('', done))
      const { bracketedPasteMode, sendFocusMode, wraparoundMode, mouseTrackingMode } = terminal.modes
      return [bracketedPasteMode, sendFocusMode, wraparoundMode, mouseTrackingMode]
    }
    const taken = [true, true, false, 'vt200']
    writer.enter()
    writer.takeMouse(true)
    tell()
    // As a shell leaves it that was in between, while the program was stopped from elsewhere.
    terminal.write('\u001B[?2004l\u001B[?1004l\u001B[?7h\u001B[?1000l\u001B[?25h\u001B]2;shell\u0007')
    written.length = 0
    writer.enter()
    tell()
    expect([await modes(), written.at(-1)]).toEqual([taken, '\u001B]2;swapcli\u0007'])
    // As on another terminal that shows the same program, which has a size of its own.
    terminal.write('\u001B[?2004l\u001B[?1004l\u001B[?7h\u001B[?1000l')
    writer.reset()
    expect(await modes()).toEqual(taken)
    writer.leave()
    expect(await modes()).toEqual([false, false, true, 'none'])
    writer.reset()
    expect(await modes()).toEqual([false, false, true, 'none'])
  })

  test('that is spoken rings, has a title and takes a paste as one, and moves and hides nothing', async () => {
    const { terminal, writer, written, lines } = openScreen(20, 3, true, SPOKEN_SCREEN)
    const heard: string[] = []
    terminal.onBell(() => heard.push('bell'))
    terminal.onTitleChange((title) => heard.push(title))
    terminal.write('$ swapcli\r\nsaid')
    writer.enter()
    writer.tell({ title: 'swapcli', percent: undefined }, 0)
    writer.write(clean`\u0007`)
    writer.reset()
    expect(await lines()).toEqual(['$ swapcli', 'said', ''])
    expect([heard, terminal.modes.bracketedPasteMode, terminal.buffer.active.type]).toEqual([
      ['swapcli', 'bell'],
      true,
      'normal',
    ])
    writer.leave()
    expect(await lines()).toEqual(['$ swapcli', 'said', ''])
    expect([terminal.modes.bracketedPasteMode, terminal.modes.sendFocusMode]).toEqual([false, false])
    expect(written.join('')).not.toMatch(/\?25|\?7|\?1049|2J/)
  })

  test('gets nothing of a text that acts on it, and links to pages only', () => {
    const { writer, written } = openScreen(200, 3)
    writer.enter()
    writer.show(
      [
        [{ text: '0x12', link: 'https://etherscan.io/tx/0x12' }],
        [{ text: '\u001B]52;c;QQ==\u0007\u001B[2J\u009B31m\u202E' }],
        [
          { text: 'x', link: 'file:///x' },
          { text: 'y', link: 'https://a.example/\u0007\u001B[2J' },
        ],
      ],
      200,
    )
    expect(written.at(-1)).toBe(
      '\u001B[?2026h\u001B[2J\u001B[1H\u001B]8;;https://etherscan.io/tx/0x12\u00070x12' +
        '\u001B[2H\u001B]8;;\u0007\\u{1b}]52;c;QQ==\\u{7}\\u{1b}[2J\\u{9b}31m\\u{202e}' +
        '\u001B[3Hx\u001B]8;;https://a.example/\\u{7}\\u{1b}[2J\u0007y\u001B]8;;\u0007\u001B[?2026l',
    )
  })

  test('has no colours where there are to be none', () => {
    const { writer, written } = openScreen(10, 3, false)
    writer.enter()
    writer.show(
      [
        [
          { text: 'red', role: 'bad' },
          { text: 'x', role: 'cursor' },
        ],
      ],
      10,
    )
    expect(written.at(-1)).toContain('red\u001B[7mx')
    expect(written.at(-1)).not.toContain('31m')
  })
})

describe('random frames', () => {
  const TEXTS = ['a', 'bc', ' ', '   ', '汉', '字汉', 'é', 'é́', '½', '…', '█▁', '│', '\u001B[2J'] as const
  const SIZES = [
    [7, 3],
    [40, 10],
    [61, 5],
  ] as const

  test.each(SIZES)('on %i x %i leave every cell as a screen that shows only the last one', async (columns, height) => {
    const random = createRandom(columns)
    const pick = <T>(all: readonly T[]): T => random.pick(all)
    const line = (): Row =>
      Array.from({ length: random.below(8) }, (): Piece => ({
        text: pick(TEXTS).repeat(1 + random.below(9)),
        role: pick(ROLES),
      }))
    const one = openScreen(columns, height)
    one.writer.enter()
    let frame: readonly Row[] = Array.from({ length: height }, line)
    for (let round = 0; round < 150; round += 1) {
      one.writer.show(frame, columns)
      const whole = openScreen(columns, height)
      whole.writer.enter()
      whole.writer.show(frame, columns)
      expect(await one.cells()).toEqual(await whole.cells())
      frame = frame.map((row) => {
        const change = random.below(4)
        if (change === 0) return line()
        if (change > 1 || row.length === 0) return row
        const at = random.below(row.length)
        return row.map((piece, index) => (index === at ? { ...piece, text: pick(TEXTS) } : piece))
      })
    }
  })
})

test('title and progress are told only on the alternate screen, and given back before it is left', () => {
  const { writer, written } = openScreen(20, 3)
  const wanted = { title: 'swapcli', percent: 5 }
  writer.tell(wanted, 0)
  expect(written).toEqual([])
  writer.enter()
  writer.tell(wanted, 0)
  writer.tell(wanted, 1)
  expect(written.slice(1)).toEqual(['\u001B[22;2t\u001B]2;swapcli\u0007\u001B]9;4;1;5\u0007'])
  writer.leave()
  writer.leave()
  expect(written.slice(2)).toEqual([
    // eslint-disable-next-line no-control-regex -- these are the codes that are written
    expect.stringMatching(/^\u001B\]9;4;0\u0007\u001B\]2;\u0007\u001B\[23;2t[^]*\u001B\[\?1004l[^]*\u001B\[\?1049l$/),
  ])
})
