import type { Key } from 'ink'
import { describe, expect, test } from 'vitest'
import { createPressReader } from '../../src/tui/press.ts'

const NO_KEY: Key = {
  upArrow: false,
  downArrow: false,
  leftArrow: false,
  rightArrow: false,
  pageDown: false,
  pageUp: false,
  home: false,
  end: false,
  return: false,
  escape: false,
  ctrl: false,
  shift: false,
  tab: false,
  backspace: false,
  delete: false,
  meta: false,
  super: false,
  hyper: false,
  capsLock: false,
  numLock: false,
}

describe('keys', () => {
  test('have names', () => {
    const { read } = createPressReader()
    expect(read('', { ...NO_KEY, upArrow: true })).toEqual([{ name: 'up', text: '' }])
    expect(read('', { ...NO_KEY, tab: true, shift: true })).toEqual([{ name: 'shift-tab', text: '' }])
    expect(read('c', { ...NO_KEY, ctrl: true })).toEqual([{ name: 'ctrl-c', text: '' }])
    expect(read('b', { ...NO_KEY, meta: true })).toEqual([{ name: 'alt-b', text: '' }])
    expect(read('x', NO_KEY)).toEqual([{ name: 'x', text: 'x' }])
  })

  test('that were typed faster than they were read each count by themselves', () => {
    expect(createPressReader().read('1\r\u0003', NO_KEY)).toEqual([
      { name: '1', text: '1' },
      { name: 'enter', text: '' },
      { name: 'ctrl-c', text: '' },
    ])
  })
})

describe('a paste', () => {
  test('is one press, whatever it holds', () => {
    const { read } = createPressReader()
    expect(read('[200~', NO_KEY)).toEqual([])
    expect(read('q1', NO_KEY)).toEqual([])
    expect(read('', { ...NO_KEY, return: true })).toEqual([])
    expect(read('[201~', NO_KEY)).toEqual([{ name: 'paste', text: 'q1\n' }])
    expect(read('q', NO_KEY)).toEqual([{ name: 'q', text: 'q' }])
  })
})
