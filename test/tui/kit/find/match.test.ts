import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findBest, matchLine, readPattern } from '../../../../src/tui/kit/find/match.ts'

/** What of a line a pattern finds, between brackets; undefined where it does not find it. */
const marked = (pattern: string, line: string) => {
  const found = matchLine(readPattern(pattern), line)
  if (found === undefined) return undefined
  return found.spans.reduceRight(
    (text, [start, end]) => `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`,
    line,
  )
}
const found = (pattern: string, lines: readonly string[]) => findBest(lines, (line) => line, readPattern(pattern))

describe('a pattern', () => {
  test.each([
    ['', 'Refresh quotes', 'Refresh quotes'],
    ['rq', 'Refresh quotes', '[R]efresh [q]uotes'],
    ['quo ref', 'Refresh quotes', '[Ref]resh [quo]tes'],
    ['set', 'reset settings', 'reset [set]tings'],
    ["'qu", 'Refresh quotes', 'Refresh [qu]otes'],
    ['^ref', 'Refresh quotes', '[Ref]resh quotes'],
    ['tes$', 'Refresh quotes', 'Refresh quo[tes]'],
    ['^stats$', 'Stats', '[Stats]'],
    ['!pause', 'Refresh quotes', 'Refresh quotes'],
    ['!pause ref', 'Refresh quotes', '[Ref]resh quotes'],
    ['usd₮', 'Tether USD₮0', 'Tether [USD₮]0'],
    ['é', 'cafe\u0301', undefined],
    ['e\u0301', 'cafe\u0301', 'caf[e\u0301]'],
    ['$', 'costs $5', 'costs [$]5'],
    ["' ! ^", 'Refresh', 'Refresh'],
  ])('%s in "%s" is %s', (pattern, line, text) => {
    expect(marked(pattern, line)).toBe(text)
  })

  test.each([
    ['qr', 'Refresh quotes'],
    ["'rq", 'Refresh quotes'],
    ['^quotes', 'Refresh quotes'],
    ['refresh$', 'Refresh quotes'],
    ['^refresh$', 'Refresh quotes'],
    ['!quotes', 'Refresh quotes'],
    ['ref nothing', 'Refresh quotes'],
    ['longer', 'long'],
  ])('%s is not in "%s"', (pattern, line) => {
    expect(marked(pattern, line)).toBeUndefined()
  })

  test('finds the starts of words before what stands within them, and the shorter of two alike', () => {
    expect(found('set', ['Reset', 'Settings', 'base test', 'Set slippage'])).toEqual([
      'Settings',
      'Set slippage',
      // Two words that are begun count as much as one that is held.
      'base test',
      'Reset',
    ])
    expect(found('pr', ['Copy record', 'Providers', 'pause refresh'])[0]).toBe('Providers')
    expect(found('', ['b', 'a'])).toEqual(['b', 'a'])
  })

  test('scores as fzf does', () => {
    const score = (pattern: string, line: string) => matchLine(readPattern(pattern), line)?.score
    // From the tests of fzf's algorithm (junegunn/fzf, src/algo/algo_test.go, FuzzyMatchV1 with its default scheme).
    expect(score('obz', 'fooBarbaz1')).toBe(16 * 3 + 7 - 3 - 1 * 3)
    expect(score('fbb', 'foo bar baz')).toBe(16 * 3 + 10 * 2 + 10 * 2 - 2 * 3 - 1 * 4)
  })
})

test('whatever is looked for in whatever line, the spans are in order and hold the letters of each word', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.stringMatching(/^[a-c '!^$]{0,12}$/))
  fc.assert(
    fc.property(text, text, (pattern, line) => {
      const match = matchLine(readPattern(pattern), line)
      if (match === undefined) return
      let at = -1
      for (const [start, end] of match.spans) {
        expect(start).toBeGreaterThan(at)
        expect(end).toBeGreaterThan(start)
        at = end
      }
      expect(at).toBeLessThanOrEqual(line.length)
    }),
  )
})

test('a word that is found letter by letter is a subsequence, and every subsequence is found', () => {
  const letters = fc.stringMatching(/^[ab]{1,8}$/)
  const isSubsequence = (word: string, line: string) => new RegExp([...word].join('.*')).test(line)
  fc.assert(
    fc.property(letters, letters, (word, line) => {
      expect(matchLine(readPattern(word), line) !== undefined).toBe(isSubsequence(word, line))
    }),
  )
})
