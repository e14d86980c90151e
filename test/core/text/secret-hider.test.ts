import { describe, expect, test } from 'vitest'
import { HIDDEN, secretHider, secretsOf } from '../../../src/core/text/secret-hider.ts'

const KEY = 'SeCret+/=k "ey\\é'
const base64 = (text: string) => Buffer.from(text).toString('base64')
const everyByte = (text: string) => Buffer.from(text).toString('hex').replaceAll(/../g, '%$&')

test.each([
  ['as it is', KEY],
  ['in capitals', KEY.toUpperCase()],
  ['in small letters', KEY.toLowerCase()],
  ['in a URL', encodeURIComponent(KEY)],
  ['in a form', new URLSearchParams({ x: KEY }).toString().slice(2)],
  ['in a URL, byte by byte', everyByte(KEY)],
  ['in a URL of a URL', encodeURIComponent(encodeURIComponent(KEY)).toLowerCase()],
  ['in JSON', JSON.stringify(KEY).slice(1, -1)],
  ['in JSON of JSON', JSON.stringify(JSON.stringify(KEY)).slice(3, -3)],
  ['in JSON with all escaped', Array.from(KEY, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')],
  ['in hex digits', Buffer.from(KEY).toString('hex').toUpperCase()],
])('a secret is taken out %s', (_name, written) => {
  expect(secretHider([KEY])(`before ${written} after`)).toBe(`before ${HIDDEN} after`)
})

test.each(['', 'a', 'user:', 'Bearer x'])('a secret is taken out in base64, behind %j and before more', (before) => {
  for (const after of ['', ':', ' and more']) {
    const text = base64(`${before}${KEY}${after}`)
    for (const written of [text, text.replaceAll('+', '-').replaceAll('/', '_'), encodeURIComponent(text)]) {
      const shown = secretHider([KEY])(written)
      // What is left holds no more than six bits of it at each end.
      const own = base64(`${before}${KEY}${after}`).length - base64(`${before}${after}`).length
      expect([shown.includes(HIDDEN), written.length - shown.length >= own - 6]).toEqual([true, true])
    }
  }
})

test('what is shorter than four characters stands, and the longest secret goes first', () => {
  expect(secretHider(['abc', 'key-1', 'key-1-more'])('abc key-1-more key-1')).toBe(`abc ${HIDDEN} ${HIDDEN}`)
  expect(secretHider([])('abc')).toBe('abc')
})

describe('of a setting', () => {
  test.each([
    ['a key', 'k-1', ['k-1']],
    ['a switch, a share or a count', 'true false 50', []],
    ['an address without a path', 'https://node.example/', []],
  ])('%s', (_name, value, secrets) => {
    expect(secretsOf(value)).toEqual(secrets)
  })

  test('what is an address is secret but for its host: path, parts that may be keys, name, password and query', () => {
    const secrets = new Set(secretsOf('https://user:p%20w@node.example/api/v2/thorchain/SECRET%20PATH/?k=x%2Fy1'))
    const expected = ['user', 'p%20w', 'p w', 'api/v2/thorchain/SECRET%20PATH', 'api/v2/thorchain/SECRET PATH']
    expect(secrets).toEqual(new Set([...expected, 'SECRET%20PATH', 'SECRET PATH', 'k=x%2Fy1', 'k=x/y1', 'x/y1']))
  })
})
