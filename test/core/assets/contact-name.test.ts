import { describe, expect, test } from 'vitest'
import {
  confusableContact,
  looksLikeAddress,
  foldContactName,
  isContactName,
  lookAlikeContact,
  readContactName,
} from '../../../src/core/assets/contact-name.ts'

const nameOf = (text: string) => {
  const read = readContactName(text)
  return read.ok ? read.name : read.problem
}

describe('names of contacts', () => {
  test.each([
    ['Bob', 'bob'],
    ['cold_wallet-2', 'cold_wallet-2'],
    ['МАША', 'маша'],
    ['Νίκος', 'νίκος'],
    ['ΝΊΚΟΣ', 'νίκος'],
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['Yıldız', 'yıldız'],
    ['Jose\u0301', 'josé'],
    ['JOSÉ', 'josé'],
    ['Nguyễn_Hưng', 'nguyễn_hưng'],
    ['राम-2', 'राम-2'],
    ['ทำงาน', 'ทำงาน'],
    ['علي', 'علي'],
    ['ユーザー', 'ユーザー'],
    ['山田はなこ', '山田はなこ'],
    ['김철수', '김철수'],
  ])('%s is kept as %s, which is a name itself', (text, name) => {
    expect(nameOf(text)).toBe(name)
    expect(isContactName(name)).toBe(true)
    expect(isContactName(text)).toBe(text === name)
  })

  const SCRIPT = 'must have letters of one script that is in general use: others can pass for them'
  const FORM = 'must be letters, digits from 0 to 9, - and _, and begin with a letter or a digit'
  test.each([
    ['nothing', '', 'must have 1 to 61 characters'],
    ['62 letters', 'ж'.repeat(62), 'must have 1 to 61 characters'],
    ['Latin and Cyrillic', 'bоb', SCRIPT],
    ['Cyrillic and Greek', 'иλ', SCRIPT],
    ['mathematical letters', '𝐛𝐨𝐛', SCRIPT],
    ['letters of Cherokee, which look Latin', 'ᏴᎾᏴ', SCRIPT],
    ['a digit of another script', 'علي٣', FORM],
    ['a hyphen first', '-маша', FORM],
    ['a space', 'маша петрова', FORM],
    ['a control character', 'маша\u0007', FORM],
    ['a line end', 'маша\n', FORM],
    ['a mark that turns the direction', 'маша\u202e', FORM],
    ['an isolate', '\u2068أحمد\u2069', FORM],
    ['a zero-width space', 'ма\u200bша', FORM],
    ['a zero-width joiner', 'ма\u200dша', FORM],
    ['a Hangul filler', '김\u3164', FORM],
    ['a variation selector', 'ма\ufe0fша', FORM],
    ['a mark on no letter', 'ж-\u0301', FORM],
    ['four marks on one letter', `ж${'\u0301'.repeat(4)}`, FORM],
    ['half of a character', 'ж\ud83d', FORM],
    ['an emoji', 'ж🙂', FORM],
  ])('%s: refused', (_what, text, problem) => {
    expect(nameOf(text)).toBe(problem)
  })

  test('every letter that is a name alone stays itself when it is read again', () => {
    const wrong: string[] = []
    for (let code = 0xa0; code < 0x30000; code += 1) {
      const read = code >= 0xd800 && code < 0xe000 ? undefined : readContactName(String.fromCodePoint(code))
      if (read?.ok === true && foldContactName(read.name) !== read.name) wrong.push(code.toString(16))
    }
    expect(wrong).toEqual([])
  })

  test('a name that looks like another one is told, but two of ASCII', () => {
    expect(lookAlikeContact('вова', ['alice', 'boba'])).toBe('boba')
    expect(lookAlikeContact('boba', ['вова'])).toBe('вова')
    expect(lookAlikeContact('ｂｏｂ', ['bob'])).toBe('bob')
    expect(lookAlikeContact('вова', ['вова', 'вера'])).toBeUndefined()
    expect(lookAlikeContact('josé', ['jose'])).toBeUndefined()
    expect(lookAlikeContact('hùng', ['hưng'])).toBeUndefined()
    expect(lookAlikeContact('bob1', ['bobl'])).toBeUndefined()
  })
})

test.each([
  ['b0b', 'bob'],
  ['pau1', 'paul'],
  ['a1ice', 'alice'],
  ['modern', 'modem'],
  ['ı', 'i'],
  ['josé', 'jose'],
])('%s is easily taken for %s', (name, other) => {
  expect([confusableContact(name, ['carol', other]), confusableContact(other, [other, name])]).toEqual([other, name])
})

test.each([
  ['0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266', true],
  ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', true],
  ['0xf39f', true],
  ['alice', false],
  ['savings-2026-of-the-whole-family', false],
  ['0xana', false],
])('the name %s reads like an address: %s', (name, answer) => {
  expect(looksLikeAddress(name)).toBe(answer)
})
