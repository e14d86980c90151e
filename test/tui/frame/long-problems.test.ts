import { describe, expect, test } from 'vitest'
import type { AppState, ProgramEvent } from '../../../src/tui/screens.ts'
import { problemText } from '../../../src/tui/problem.ts'
import { linesOf } from '../frame-lines.ts'
import { asking, keys, play, screensOf } from '../sample-swap.ts'

/** Words of the frame, however they are cut into lines. */
const wordsOf = (state: AppState) =>
  linesOf(state)
    .flatMap((line) => line.trim().split(/ +/))
    .join(' ')

test('a sentence before its next step has one full stop', () => {
  expect(problemText({ message: 'Permission denied.', hint: 'Grant it' })).toBe('Permission denied. Grant it')
})

const problem = {
  message: `The server ${'https://api.example/a/long/path '.repeat(4)}does not answer`,
  hint: `Start it again: swapcli serve --port 8787 ${'--and-another-long-flag '.repeat(3).trim()}`,
}
const opened: ProgramEvent = { on: 'app', type: 'opened' }
const small = () => play(screensOf(80, 24), [opened]).state
const failedQuote = () => {
  const state = asking(80, 24)
  return play(state, [{ on: 'swap', type: 'quote-failed', id: state.screens.swap.quote?.id ?? -1, problem }]).state
}

describe('a problem that is longer than a line of the terminal', () => {
  const scenes: readonly (readonly [string, () => AppState])[] = [
    ['a quote', failedQuote],
    ['the history', () => play(small(), [...keys('3'), { on: 'activity', type: 'load-failed', id: 1, problem }]).state],
    ['the providers', () => play(small(), [...keys('4'), { on: 'providers', type: 'list-failed', problem }]).state],
    ['the counts', () => play(small(), [...keys('5'), { on: 'stats', type: 'failed', id: 1, problem }]).state],
  ]

  test.each(scenes)('of %s is said whole, with what to do', (_name, scene) => {
    const state = { ...scene(), notice: undefined }
    expect(wordsOf(state)).toContain(`! ${problem.message} ${problem.hint}`)
    expect(linesOf(state)).toHaveLength(24)
  })

  test('takes lines from the screen above the keys, three at most', () => {
    const say = (text: string) => linesOf({ ...small(), notice: { tone: 'bad', text } })
    const words = 'word '.repeat(20).trim()
    expect(say(words).slice(-3, -1).join(' ').trim().split(/ +/).join(' ')).toBe(words)
    const long = say('word '.repeat(200))
    expect(long).toHaveLength(24)
    expect(long.at(-2)?.trimEnd().endsWith('…')).toBe(true)
    expect(long.slice(-5, -4).join('').trim()).toBe('')
  })
})

test('the help says on whom copying depends', () => {
  const help = play(screensOf(80, 60), keys('?')).state
  expect(linesOf(help).map((line) => line.trimEnd())).toContain(
    'Copying goes to tmux, to a clipboard program, or to the terminal (OSC 52).',
  )
})
