import { describe, expect, test } from 'vitest'
import { noticeCode, titleCode } from '../../../src/tui/terminal/terminal-codes.ts'
import { createTerminalSigns } from '../../../src/tui/terminal/terminal-signs.ts'
import type { TerminalForms } from '../../../src/tui/terminal/terminal-forms.ts'

const BELL = '\u0007'
const FORMS: TerminalForms = {
  desktop: undefined,
  isDoubtful: false,
  hasTitle: true,
  hasProgress: true,
  isAsked: false,
}
const ALL = { bell: true, desktop: true }

describe('a notice', () => {
  test.each([
    [{}, BELL],
    [{ desktop: 'osc9' }, '\u001B]9;swapcli: 4, done\u0007'],
    [{ desktop: 'osc777' }, '\u001B]777;notify;swapcli;4, done\u0007'],
    [{ desktop: 'osc777', isDoubtful: true }, '\u001B]777;notify;swapcli;4, done\u0007\u0007'],
    [
      { desktop: 'osc99' },
      '\u001B]99;i=swapcli-7:d=0:p=title;swapcli\u001B\\\u001B]99;i=swapcli-7:d=1:p=body;4, done\u001B\\',
    ],
  ] as const)('has one form: %j', (change, code) => {
    expect(noticeCode('4; done', 7, { ...FORMS, ...change }, ALL)).toBe(code)
  })

  test('is the bell, or nothing, where its user wants no more', () => {
    const forms: TerminalForms = { ...FORMS, desktop: 'osc9' }
    expect(noticeCode('x', 1, forms, { bell: true, desktop: false })).toBe(BELL)
    expect(noticeCode('x', 1, forms, { bell: false, desktop: false })).toBe('')
    expect(noticeCode('x', 1, FORMS, { bell: false, desktop: true })).toBe('')
  })

  test('holds no code of a stranger, and no more than a line', () => {
    const hostile = `\u001B]52;c;eA==\u0007\u009D${'a'.repeat(500)}`
    for (const desktop of ['osc9', 'osc777', 'osc99'] as const) {
      const code = noticeCode(hostile, 1, { ...FORMS, desktop }, ALL)
      /* eslint-disable no-control-regex -- codes of our own begin and end it */
      const inside = code.replaceAll(/\u001B\](?:9|777|99);|\u0007|\u001B\\/g, '')
      expect([desktop, /[\u0000-\u001F\u007F-\u009F]/.test(inside), code.length < 250]).toEqual([desktop, false, true])
    }
    expect(titleCode(hostile).length).toBeLessThan(130)
  })
})

describe('title and progress', () => {
  const TITLE = '\u001B]2;'

  test('are told when they change, the title with the one of before kept, and both are given back', () => {
    const signs = createTerminalSigns()
    expect(signs.show({ title: 'a', percent: undefined }, 0)).toBe(`\u001B[22;2t${TITLE}a${BELL}`)
    expect(signs.show({ title: 'a', percent: undefined }, 60_000)).toBe('')
    expect(signs.show({ title: 'b', percent: 5 }, 60_000)).toBe(`${TITLE}b${BELL}\u001B]9;4;1;5${BELL}`)
    expect(signs.leave()).toBe(`\u001B]9;4;0${BELL}${TITLE}${BELL}\u001B[23;2t`)
    expect(signs.leave()).toBe('')
    // As after Ctrl-Z and fg.
    expect(signs.show({ title: 'b', percent: undefined }, 90_000)).toBe(`\u001B[22;2t${TITLE}b${BELL}`)
  })

  test('are told again where a terminal would forget progress', () => {
    const signs = createTerminalSigns()
    const at = (nowMs: number) => signs.show({ title: undefined, percent: 5 }, nowMs)
    expect([at(10_000), at(14_999), at(15_000), at(16_000)]).toEqual([
      '\u001B]9;4;1;5\u0007',
      '',
      '\u001B]9;4;1;5\u0007',
      '',
    ])
  })

  test('are told again after another program may have set them, and the title of before is kept once', () => {
    const signs = createTerminalSigns()
    const show = () => signs.show({ title: 'a', percent: 5 }, 100)
    expect([show(), show()]).toEqual([`\u001B[22;2t${TITLE}a${BELL}\u001B]9;4;1;5${BELL}`, ''])
    signs.reset()
    expect([show(), show()]).toEqual([`${TITLE}a${BELL}\u001B]9;4;1;5${BELL}`, ''])
    signs.reset()
    expect(signs.leave()).toBe(`\u001B]9;4;0${BELL}${TITLE}${BELL}\u001B[23;2t`)
    expect(signs.show({ title: undefined, percent: undefined }, 200)).toBe('')
  })

  test('are left alone where nobody wants them', () => {
    const signs = createTerminalSigns()
    signs.reset()
    expect([signs.show({ title: undefined, percent: undefined }, 0), signs.leave()]).toEqual(['', ''])
  })
})
