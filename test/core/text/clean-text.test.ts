import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanText } from '../../../src/core/text/clean-text.ts'

const ESC = '\u001b'

/** What a hostile token name or provider message may hold, and how it is shown. */
const HOSTILE: readonly (readonly [what: string, text: string, shown: string])[] = [
  ['colour', `${ESC}[31mred`, '\\u{1b}[31mred'],
  ['hidden text', `${ESC}[8msecret${ESC}[0m`, '\\u{1b}[8msecret\\u{1b}[0m'],
  ['cursor movement', `${ESC}[2A${ESC}[K`, '\\u{1b}[2A\\u{1b}[K'],
  ['clear screen', `${ESC}[2J`, '\\u{1b}[2J'],
  ['reset', `${ESC}c`, '\\u{1b}c'],
  ['window title', `${ESC}]0;pwned\u0007`, '\\u{1b}]0;pwned\\u{7}'],
  ['link', `${ESC}]8;;https://evil.example\u0007USDC`, '\\u{1b}]8;;https://evil.example\\u{7}USDC'],
  ['clipboard', `${ESC}]52;c;ZXZpbA==\u0007`, '\\u{1b}]52;c;ZXZpbA==\\u{7}'],
  ['device control string', `${ESC}P+q544e${ESC}\\`, '\\u{1b}P+q544e\\u{1b}\\'],
  ['application command', `${ESC}_Gf=32;${ESC}\\`, '\\u{1b}_Gf=32;\\u{1b}\\'],
  ['C1 control sequence', '\u009b31mred', '\\u{9b}31mred'],
  ['C1 operating system command', '\u009d0;x\u009c', '\\u{9d}0;x\\u{9c}'],
  ['carriage return', 'you get 1\ryou get 9', 'you get 1\\u{d}you get 9'],
  ['line feed', 'ok\nerror: send again', 'ok\\u{a}error: send again'],
  ['backspace', '100\b\b\b1', '100\\u{8}\\u{8}\\u{8}1'],
  ['tab', 'a\tb', 'a\\u{9}b'],
  ['null', 'a\u0000b', 'a\\u{0}b'],
  ['delete', 'a\u007fb', 'a\\u{7f}b'],
  ['next line', 'a\u0085b', 'a\\u{85}b'],
  ['right-to-left override', '\u202ecdsu', '\\u{202e}cdsu'],
  ['bidi isolate', '\u2066x\u2069', '\\u{2066}x\\u{2069}'],
  ['right-to-left mark', 'a\u200fb', 'a\\u{200f}b'],
  ['Arabic letter mark', 'a\u061cb', 'a\\u{61c}b'],
  ['zero-width space', 'US\u200bDC', 'US\\u{200b}DC'],
  ['zero-width joiner', 'US\u200dDC', 'US\\u{200d}DC'],
  ['byte order mark', '\ufeffUSDC', '\\u{feff}USDC'],
  ['soft hyphen', 'US\u00adDC', 'US\\u{ad}DC'],
  ['word joiner', 'US\u2060DC', 'US\\u{2060}DC'],
  ['line separator', 'a\u2028b', 'a\\u{2028}b'],
  ['paragraph separator', 'a\u2029b', 'a\\u{2029}b'],
  ['tag characters', 'a\u{e0041}', 'a\\u{e0041}'],
  ['private use', '\ue000\u{f0000}', '\\u{e000}\\u{f0000}'],
  ['lone surrogates', 'a\ud800b\udc00', 'a\\u{d800}b\\u{dc00}'],
  ['unassigned code point', '\u{e0fff}\uffff', '\\u{e0fff}\\u{ffff}'],
  ['Hangul filler', 'US\u3164DC', 'US\\u{3164}DC'],
  ['empty Braille cell', 'US\u2800DC', 'US\\u{2800}DC'],
  ['variation selector', 'USDC\ufe00', 'USDC\\u{fe00}'],
  ['grapheme joiner', 'US\u034fDC', 'US\\u{34f}DC'],
  ['stacked marks', `Z${'\u0301'.repeat(5)}`, `Z${'\u0301'.repeat(3)}\\u{301}\\u{301}`],
]

describe('text from outside', () => {
  test.each(HOSTILE)('shows %s instead of obeying it', (_, text, shown) => {
    expect(cleanText(text)).toBe(shown)
  })

  test('stays as it is when it is plain, in any script', () => {
    for (const text of ['', 'USD Coin', 'USD₮0', 'Junø Apes', 'Bażeński', 'ビットコイン', 'ภาษาไทย', '🚀', '%_\\"']) {
      expect(cleanText(text), text).toBe(text)
    }
  })

  test('is cut to its length, which the ellipsis counts in, and never inside a character', () => {
    expect(cleanText('abcdef', 6)).toBe('abcdef')
    expect(cleanText('abcdef', 5)).toBe('abcd…')
    expect(cleanText('ab\u0007def', 6)).toBe('ab…')
    expect(cleanText('🚀🚀🚀', 4)).toBe('🚀…')
    expect(cleanText('abc', 1)).toBe('…')
    expect(cleanText('abc', 0)).toBe('')
    expect(cleanText('x'.repeat(1000))).toHaveLength(200)
  })

  test('is never longer than allowed, has nothing hidden left, and is clean when cleaned again', () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 })
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 80 }), (value, maxLength) => {
        const clean = cleanText(value, maxLength)
        expect(clean.length).toBeLessThanOrEqual(maxLength)
        expect(clean).not.toMatch(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u)
        expect(cleanText(clean, maxLength)).toBe(clean)
      }),
    )
  })
})
