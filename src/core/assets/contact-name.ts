import { once } from '../once.ts'
import { lookOf } from './look-alikes.ts'

/*
 * Names of the address book: letters and marks of one script, digits 0 to 9, `-` and `_`. Scripts are those that are in general
 * use today by UAX #31, table 5, https://www.unicode.org/reports/tr31; Japanese, Korean and Chinese names mix the scripts that
 * UTS #39 lets them mix. Within one script nothing passes for another letter, as `а` does for `a`; digits of other scripts do.
 */

/** How the keys of settings begin that hold a contact. */
export const CONTACT_PREFIX = 'contact.'

/** The name of the contact that a setting holds: `bob` for `contact.bob`; undefined for any other setting. */
export function contactOfKey(key: string): string | undefined {
  return key.startsWith(CONTACT_PREFIX) ? key.slice(CONTACT_PREFIX.length) : undefined
}

/** Most UTF-16 units of a name. */
const MOST_UNITS = 61

/** Scripts whose letters may stand in one name. */
const SCRIPTS = [
  ['Latin'], ['Cyrillic'], ['Greek'], ['Arabic'], ['Hebrew'], ['Devanagari'], ['Thai'], ['Han', 'Hiragana', 'Katakana'],
  ['Hangul', 'Han'], ['Han', 'Bopomofo'], ['Armenian'], ['Georgian'], ['Bengali'], ['Tamil'], ['Telugu'], ['Kannada'],
  ['Malayalam'], ['Gujarati'], ['Gurmukhi'], ['Oriya'], ['Sinhala'], ['Ethiopic'], ['Khmer'], ['Lao'], ['Myanmar'], ['Thaana'],
  ['Tibetan'],
] as const // prettier-ignore

/** Made at the first name that is not plain: most are. */
const patterns = once(() => ({
  form: /^(?!.*\p{Default_Ignorable_Code_Point})[\p{L}0-9](?:(?<=[\p{L}\p{M}])\p{M}|[\p{L}0-9_-])*$/u,
  // More would be drawn over other lines, and shown as their codes.
  manyMarks: /\p{M}{4}/u,
  scripts: SCRIPTS.map((names) => {
    const letters = names.map((name) => `\\p{Script_Extensions=${name}}`).join('')
    return new RegExp(`^[${letters}\\p{Script=Inherited}0-9_-]*$`, 'u')
  }),
}))

/** A name of the address book as it is kept, or why a text is none, as a predicate. */
export type ContactNameReading =
  { readonly ok: true; readonly name: string } | { readonly ok: false; readonly problem: string }

/** Reads a name in any letter case, without `@`. */
export function readContactName(text: string): ContactNameReading {
  if (/^[a-z0-9][a-z0-9:_-]{0,60}$/i.test(text)) return { ok: true, name: text.toLowerCase() }
  const name = foldContactName(text)
  if (name === '' || name.length > MOST_UNITS) return { ok: false, problem: `must have 1 to ${MOST_UNITS} characters` }
  const { form, manyMarks, scripts } = patterns()
  if (!form.test(name) || manyMarks.test(name)) {
    return {
      ok: false,
      problem: 'must be letters, digits from 0 to 9, - and _, and begin with a letter or a digit',
    }
  }
  if (scripts.some((script) => script.test(name))) return { ok: true, name }
  return { ok: false, problem: 'must have letters of one script that is in general use: others can pass for them' }
}

/** True for a name as it is kept. */
export function isContactName(text: string): boolean {
  const read = readContactName(text)
  return read.ok && read.name === text
}

/**
 * A text in the one letter case and normal form of names: NFC, by the case mappings of Unicode. `ß` is `ss`, and `σ` at the end of
 * a word `ς`; the dotless `ı` stays, as in the case folding of Unicode.
 */
export function foldContactName(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[^\u0131]+/gu, (part) => part.toLowerCase().toUpperCase().toLowerCase())
    .normalize('NFC')
}

/**
 * Another name that looks like this one, such as `boba` for `вова`; undefined where none does. Names of ASCII are told apart by
 * whoever chose them.
 * @param name as it is kept, like the others
 */
export function lookAlikeContact(name: string, others: Iterable<string>): string | undefined {
  const look = lookOf(name)
  for (const other of others) {
    if (other !== name && !(isAscii(name) && isAscii(other)) && lookOf(other) === look) return other
  }
  return undefined
}

/**
 * Another name that a person may take for this one, those of ASCII too: `bob` for `b0b`, `modern` for `modem`; undefined where
 * there is none. @param name as it is kept, like the others
 */
export function confusableContact(name: string, others: Iterable<string>): string | undefined {
  const look = confusableLook(name)
  for (const other of others) if (other !== name && confusableLook(other) === look) return other
  return undefined
}

/** Marks do not count, and neither do letters that stand for one when they are close. */
function confusableLook(name: string): string {
  return lookOf(name).replace(/\p{M}/gu, '').replaceAll('\u0131', 'l').replaceAll('rn', 'm').replaceAll('vv', 'w')
}

/** True for a name that reads like an address, which would pay somebody else than it says. */
export function looksLikeAddress(name: string): boolean {
  return /^0x[0-9a-f]{4}/.test(name) || (/^[a-z0-9:]{25,}$/.test(name) && /[0-9].*[0-9]/.test(name))
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text)
}
