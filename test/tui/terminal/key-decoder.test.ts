import { describe, expect, test } from 'vitest'
import { createKeyDecoder, type KeyName, type KeyPress, type Press } from '../../../src/tui/terminal/key-decoder.ts'

const ESC = '\u001B'
const key = (name: KeyName): KeyPress => ({ name, text: '' })
const typed = (...names: readonly KeyName[]): KeyPress[] => names.map((name) => ({ name, text: name }))

/** Time stands still. */
const STILL = () => 0

/** What texts that are read one after the other press, with nothing more coming. */
function pressed(...texts: readonly string[]): readonly Press[] {
  const { read, flush } = createKeyDecoder(STILL)
  return [...texts.flatMap((text) => read(text)), ...flush()]
}

describe('keys', () => {
  test.each([
    ['x', { name: 'x', text: 'x' }],
    ['汉', { name: 'character', text: '汉' }],
    [`${ESC}汉`, key('alt-character')],
    [`${ESC}[27721;5u`, key('ctrl-character')],
    ['\r', key('enter')],
    ['\n', key('enter')],
    ['\t', key('tab')],
    [`${ESC}[Z`, key('shift-tab')],
    ['\u0003', key('ctrl-c')],
    ['\u001A', key('ctrl-z')],
    ['\u007F', key('backspace')],
    ['\b', key('backspace')],
    [ESC, key('esc')],
    [`${ESC}[A`, key('up')],
    [`${ESC}OB`, key('down')],
    [`${ESC}[1;2C`, key('right')],
    [`${ESC}[1;5D`, key('ctrl-left')],
    [`${ESC}[1;3C`, key('alt-right')],
    [`${ESC}[3~`, key('delete')],
    [`${ESC}[5~`, key('pageup')],
    [`${ESC}OH`, key('home')],
    [`${ESC}[4~`, key('end')],
    [`${ESC}OP`, key('f1')],
    [`${ESC}[11~`, key('f1')],
    [`${ESC}OR`, key('f3')],
    [`${ESC}[15~`, key('f5')],
    [`${ESC}[24;5~`, key('ctrl-f12')],
    [`${ESC}OM`, key('enter')],
    [`${ESC}b`, key('alt-b')],
    [`${ESC}1`, key('alt-1')],
    [`${ESC}\u007F`, key('alt-backspace')],
    [`${ESC}[121u`, { name: 'y', text: 'y' }],
    [`${ESC}[99;5u`, key('ctrl-c')],
    [`${ESC}[27u`, key('esc')],
    [`${ESC}[27;5;99~`, key('ctrl-c')],
    [`${ESC}[9;2u`, key('shift-tab')],
  ])('%j have names', (text, press) => {
    expect(pressed(text)).toEqual([press])
  })

  test('that were typed faster than they were read each count by themselves', () => {
    expect(pressed('1\r\u0003')).toEqual([...typed('1'), key('enter'), key('ctrl-c')])
    expect(pressed(`j${ESC}[Ak${ESC}`)).toEqual([...typed('j'), key('up'), ...typed('k'), key('esc')])
    expect(pressed(`${ESC}${ESC}`)).toEqual([key('esc'), key('esc')])
  })

  test.each([
    ['\u0003', 'ctrl-c'],
    ['\u001A', 'ctrl-z'],
    ['\u0015', 'ctrl-u'],
    ['\r', 'enter'],
    ['\t', 'tab'],
    ['\b', 'backspace'],
  ] as const)('that control, right behind an Esc, are Esc and then that key: %j', (text, name) => {
    expect(pressed(`${ESC}${text}`)).toEqual([key('esc'), key(name)])
  })

  test('Ctrl-C is never taken for a part of a code', () => {
    for (const begun of ['[', '[1', 'O', ']', ']11;rgb', 'P>|', '_G', ESC]) {
      expect([begun, pressed(`${ESC}${begun}\u0003`).at(-1)]).toEqual([begun, key('ctrl-c')])
    }
  })

  test.each([`${ESC}[A`, `${ESC}OA`, `${ESC}[1;1A`])('may be cut anywhere between two reads: %j', (text) => {
    for (let at = 1; at < text.length; at += 1) {
      expect([at, pressed(text.slice(0, at), text.slice(at))]).toEqual([at, [key('up')]])
    }
  })
})

describe('the mouse', () => {
  test('presses no key with the rest of a code that comes late, or never', () => {
    const text = `${ESC}[<0;12;34M`
    for (let at = 3; at < text.length; at += 1) {
      const { read, flush } = createKeyDecoder(STILL)
      const presses = [read(text.slice(0, at)), flush(), read(text.slice(at)), read('y')].flat()
      expect([at, presses]).toEqual([at, [{ name: 'click', column: 11, line: 33 }, ...typed('y')]])
    }
    const { read, flush } = createKeyDecoder(STILL)
    expect([read(`${ESC}[<0;1`), flush(), read(`${ESC}[A`)].flat().map(({ name }) => name)).toEqual(['up'])
  })

  test.each([
    [`${ESC}[<0;1;1M`, { name: 'click', column: 0, line: 0 }],
    [`${ESC}[<0;250;80M`, { name: 'click', column: 249, line: 79 }],
    [`${ESC}[<64;10;5M`, { name: 'wheel-up', column: 9, line: 4 }],
    [`${ESC}[<65;10;5M`, { name: 'wheel-down', column: 9, line: 4 }],
  ])('is pressed at a cell, however its code is cut: %j', (text, press) => {
    expect(pressed(text)).toEqual([press])
    for (let at = 1; at < text.length; at += 1) {
      expect([at, pressed(text.slice(0, at), `${text.slice(at)}y`)]).toEqual([at, [press, ...typed('y')]])
    }
  })
})

describe('what is no key', () => {
  test.each([
    ['a button of the mouse that is let go', `${ESC}[<0;10;10m`],
    ['another button', `${ESC}[<2;10;10M`],
    ['a mouse that moves', `${ESC}[<35;10;10M`],
    ['a mouse that is nowhere', `${ESC}[<0;;M`],
    ['a mouse of the old kind', `${ESC}[M\`yy`],
    ['which terminal it is', `${ESC}[?62;4;22c`],
    ['where its cursor is', `${ESC}[24;80R`],
    ['its colour', `${ESC}]11;rgb:1111/2222/3333\u0007`],
    ['its colour, ended the other way', `${ESC}]11;rgb:1111/2222/3333${ESC}\\`],
    ['what it has of an option', `${ESC}P1+r5463=yy${ESC}\\`],
    ['a malfunction', `${ESC}[3n`],
    ['a function key that there is not', `${ESC}[25~`],
    ['where the cursor is', `${ESC}[1;1R`],
    ['a key of the linux console', `${ESC}[[A`],
    ['a key that is let go', `${ESC}[121;1:3u`],
    ['a paste that only ends', `${ESC}[201~`],
    ['characters that control', '\u0000\u001C\u009B'],
  ])('presses nothing, and hides no key after it: %s', (_what, text) => {
    expect(pressed(text)).toEqual([])
    expect(pressed(`${text}y`)).toEqual(typed('y'))
    for (let at = 1; at < text.length; at += 1) {
      const { read } = createKeyDecoder(STILL)
      expect([at, [...read(text.slice(0, at)), ...read(`${text.slice(at)}y`)]]).toEqual([at, typed('y')])
    }
  })

  test('says whether the terminal has the focus', () => {
    expect(pressed(`${ESC}[I${ESC}[O`).map(({ name }) => name)).toEqual(['focus', 'blur'])
  })

  test('is forgotten where it is cut for good', () => {
    const { read, flush, isWaiting } = createKeyDecoder(STILL)
    expect([read(`${ESC}]11;rgb:yyyy`), isWaiting()]).toEqual([[], true])
    expect([flush(), isWaiting()]).toEqual([[], false])
    expect(read('q')).toEqual(typed('q'))
  })
})

describe('an answer of the terminal', () => {
  const VERSION = { name: 'version', text: 'yyP 3.3a' }
  const STATUS = { name: 'status', text: '' }

  test.each([
    [`${ESC}P>|yyP 3.3a${ESC}\\`, VERSION],
    [`${ESC}P>|yyP 3.3a\u0007`, VERSION],
    [`${ESC}[0n`, STATUS],
  ])('is none of the keys around it, however it is cut: %j', (text, answer) => {
    expect(pressed(`a${text}b`)).toEqual([...typed('a'), answer, ...typed('b')])
    for (let at = 1; at < text.length; at += 1) {
      expect([at, pressed(text.slice(0, at), `${text.slice(at)}b`)]).toEqual([at, [answer, ...typed('b')]])
      for (let then = at + 1; then < text.length; then += 1) {
        expect(pressed(text.slice(0, at), text.slice(at, then), text.slice(then))).toEqual([answer])
      }
    }
  })

  /** What is pressed by texts that come so late after each other that none belongs to the one before. */
  function pressedLate(afterMs: number, ...texts: readonly string[]): readonly string[] {
    let now = 0
    const { read, flush } = createKeyDecoder(() => now)
    return texts.flatMap((text) => {
      now += afterMs
      return [...read(text), ...flush()].map((press) => press.name)
    })
  }

  test.each([`${ESC}P>|yyP(3.3a)${ESC}\\`, `${ESC}[0n`])('is no key where its rest is late: %j', (text) => {
    const name = text.includes('P') ? 'version' : 'status'
    for (let at = 2; at < text.length; at += 1) {
      expect([at, pressedLate(500, text.slice(0, at), text.slice(at), 'y')]).toEqual([at, [name, 'y']])
    }
    // Behind the first character it was the key Esc; what comes then is still no key.
    expect(pressedLate(500, ESC, text.slice(1), 'y')).toEqual(['esc', name, 'y'])
  })

  test('takes no key of a person with it', () => {
    expect(pressedLate(100, ESC, 'P')).toEqual(['esc', 'P'])
    expect(pressedLate(100, ESC, '[', '0', 'n')).toEqual(['esc', '[', '0', 'n'])
    expect(pressedLate(100, ESC, 'P', '>', '|', 'q')).toEqual(['esc', 'P', '>', '|', 'q'])
    expect(pressedLate(100, `${ESC}P`, 'q')).toEqual(['q'])
    expect(pressedLate(100, `${ESC}P>|yy`, '\u0003')).toEqual(['ctrl-c'])
    expect(pressedLate(100, `${ESC}P>|yy`, '\r')).toEqual(['enter'])
    // One whose end never comes takes them for two seconds, and not for as long as somebody types.
    expect(pressedLate(900, `${ESC}P>|yy`, 'a', 'b', 'c', 'd')).toEqual(['c', 'd'])
  })

  test('has a name of some length, and nothing that acts makes it a key', () => {
    expect(pressed(`${ESC}P>|${'y'.repeat(5000)}${ESC}\\`)).toEqual([{ name: 'version', text: 'y'.repeat(200) }])
    expect(pressed(`${ESC}P>|a\r\u0009y\u009D${ESC}\\q`)).toEqual([
      { name: 'version', text: 'a\r\ty\u009D' },
      ...typed('q'),
    ])
  })
})

describe('a paste', () => {
  /** What is pressed in a paste whose end never comes, by what is read at each time in milliseconds. */
  function pressedInLostPaste(...reads: readonly (readonly [number, string])[]) {
    let now = 0
    const { read, flush, isWaiting } = createKeyDecoder(() => now)
    return [[0, `${ESC}[200~abc`] as const, ...reads].flatMap(([at, text]) => {
      now = at
      return [...read(text), ...(isWaiting() ? flush() : [])]
    })
  }

  test('whose end never comes is left by Ctrl-C, however often it is pressed', () => {
    expect(pressedInLostPaste([1000, '\u0003'], [1001, 'q'])).toEqual([key('ctrl-c'), ...typed('q')])
    expect(pressedInLostPaste([400, '\u0003'], [800, '\u0003'], [1200, '\u0003'])).toEqual([key('ctrl-c')])
  })

  test('whose end never comes is ended by Esc', () => {
    expect(pressedInLostPaste([1000, ESC], [1100, 'q'])).toEqual([{ name: 'paste', text: 'abc' }, ...typed('q')])
  })

  test('that goes on holds a Ctrl-C as text, and an Esc that may begin its end', () => {
    const whole = [{ name: 'paste', text: 'abc\u0003d' }]
    expect(pressedInLostPaste([500, '\u0003'], [700, 'd'], [1600, `${ESC}[201~`])).toEqual(whole)
    expect(pressedInLostPaste([500, '\u0003d'], [1400, ESC], [1450, '[201~'])).toEqual(whole)
  })

  const PASTE = `${ESC}[200~q1\r\n${ESC}[A2${ESC}[201~`

  test('is one press, whatever it holds and however it is cut', () => {
    expect(pressed(PASTE)).toEqual([{ name: 'paste', text: `q1\n\n${ESC}[A2` }])
    for (let at = 1; at < PASTE.length; at += 1) {
      const { read, flush } = createKeyDecoder(STILL)
      const first = read(PASTE.slice(0, at))
      // Within a paste nothing is waited for in vain; before it, the rest comes in time.
      const presses = [...first, ...(at >= 6 ? flush() : []), ...read(`${PASTE.slice(at)}x`)]
      expect([at, presses]).toEqual([at, [{ name: 'paste', text: `q1\n\n${ESC}[A2` }, ...typed('x')]])
    }
  })

  test('that is very long is cut', () => {
    const [paste, ...others] = pressed(`${ESC}[200~`, 'a'.repeat(1_000_000), `${ESC}[201~`)
    expect([paste, others]).toEqual([{ name: 'paste', text: 'a'.repeat(10_000) }, []])
  })
})
