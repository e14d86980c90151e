import { Terminal } from '@xterm/headless'
import { describe, expect, test } from 'vitest'
import { createScreenWriter } from '../../../src/tui/terminal/screen-writer.ts'

function openScreen(columns: number, rows: number, colour = true) {
  const terminal = new Terminal({ cols: columns, rows, allowProposedApi: true })
  const written: string[] = []
  const writer = createScreenWriter(
    (text) => {
      written.push(text)
      terminal.write(text)
    },
    () => colour,
  )
  const lines = async () => {
    await new Promise<void>((done) => terminal.write('', done))
    const { active } = terminal.buffer
    return Array.from({ length: rows }, (_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? '')
  }
  return { terminal, writer, written, lines }
}

describe('a screen', () => {
  test('shows the last frame, whatever the one before was', async () => {
    const { writer, lines } = openScreen(10, 4)
    writer.enter()
    writer.show('one\ntwo\nthree\nfour')
    writer.show('one\n2')
    expect(await lines()).toEqual(['one', '2', '', ''])
  })

  test('is written to only where a line differs', () => {
    const { writer, written } = openScreen(10, 4)
    writer.enter()
    writer.show('one\ntwo')
    written.length = 0
    writer.show('one\ntwo')
    expect(written).toEqual([])
    writer.show('one\n2')
    expect(written.join('')).not.toContain('one')
  })

  test('is whole again after the terminal changed its size', async () => {
    const { terminal, writer, lines } = openScreen(20, 6)
    writer.enter()
    writer.show('a\nb\nc\nd\ne\nf')
    terminal.resize(12, 4)
    writer.reset()
    writer.show('a\nb\nc\nx')
    expect((await lines()).slice(0, 4)).toEqual(['a', 'b', 'c', 'x'])
  })

  test('fills the last cell without scrolling', async () => {
    const { writer, lines } = openScreen(3, 2)
    writer.enter()
    writer.show('abc\ndef')
    expect(await lines()).toEqual(['abc', 'def'])
  })

  test('gives back what was there before, once', async () => {
    const { terminal, writer, written, lines } = openScreen(10, 3)
    terminal.write('before')
    writer.enter()
    writer.show('frame')
    writer.leave()
    const { length } = written
    writer.leave()
    writer.show('late')
    expect(written.length).toBe(length)
    expect(await lines()).toEqual(['before', '', ''])
    expect(written.at(-1)).toContain('\u001B[?25h')
  })

  test('gets nothing of a frame that acts on it but looks and links', () => {
    const { writer, written } = openScreen(200, 3)
    const link = '\u001B]8;;https://etherscan.io/tx/0x12\u00070x12\u001B]8;;\u0007'
    writer.enter()
    writer.reset()
    writer.show(
      `\u001B[1;31mred\u001B[39m ${link}\n\u001B]52;c;QQ==\u0007\u001B[2J\u009B31m\u202E\u001B]8;;file:///x\u0007`,
    )
    expect(written.at(-1)).toBe(
      `\u001B[?2026h\u001B[2J\u001B[1;1H\u001B[2K\u001B[1;31mred\u001B[39m ${link}` +
        '\u001B[2;1H\u001B[2K\\u{1b}]52;c;QQ==\\u{7}\\u{1b}[2J\\u{9b}31m\\u{202e}\\u{1b}]8;;file:///x\\u{7}\u001B[?2026l',
    )
  })

  test('has no colours where there are to be none', () => {
    const { writer, written } = openScreen(10, 3, false)
    writer.enter()
    writer.show('\u001B[1;31mred\u001B[39;22m')
    expect(written.at(-1)).toContain('red')
    expect(written.at(-1)).not.toContain('31m')
  })
})
