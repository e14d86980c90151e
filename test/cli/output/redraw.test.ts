import { describe, expect, test } from 'vitest'
import { clean } from '../../../src/core/text/clean-text.ts'
import { createRedraw } from '../../../src/cli/output/redraw.ts'

const ESCAPE = '\u001B'

function terminal(rows?: number) {
  const written: string[] = []
  const write = (text: string) => void written.push(text)
  return { written, redraw: createRedraw(write, () => rows, 10) }
}

describe('a redraw', () => {
  test('goes back over the rows that the last one took, wrapped lines included', () => {
    const { written, redraw } = terminal(24)
    redraw(clean`one\n12345678901`)
    redraw(clean`\u001B[1mbold\u001B[22m`)
    redraw(clean``)
    redraw(clean`end`)
    expect(written).toEqual([
      'one\n12345678901\n',
      `${ESCAPE}[3A\r${ESCAPE}[0J${ESCAPE}[1mbold${ESCAPE}[22m\n`,
      `${ESCAPE}[1A\r${ESCAPE}[0J`,
      'end\n',
    ])
  })

  test('never draws more than the screen holds, because it could not be drawn over', () => {
    const { written, redraw } = terminal(4)
    redraw(clean`1\n2\n3\n4\n5`)
    expect(written).toEqual(['1\n2\n3\n'])
  })
})
