import { leakedWords } from './leaked-words.ts'

/** Least characters of a password that is chosen here; files of other programs may have shorter ones. */
const LEAST_LENGTH = 8
/** Digits alone are tried first: fewer than these are soon through. */
const LEAST_DIGITS = 14
/** Most characters around a common word that guessing programs add to it: `123`, `2024`, `!`. */
const MOST_AROUND = 5
/** Longest part whose repetition is a weak password. */
const LONGEST_REPEATED = 5
/** Least characters of a run. */
const LEAST_RUN = 3

/** Runs that fingers make: rows and columns of keyboards, digits, the alphabet. */
const RUNS = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  ...['qwertyuiop[]', 'asdfghjkl;', 'zxcvbnm,./', 'qwertzuiop', 'yxcvbnm', 'azertyuiop', 'qsdfghjklm', 'wxcvbn'],
  ...['1qaz2wsx3edc4rfv5tgb6yhn7ujm', '1q2w3e4r5t6y7u8i9o0p', 'q1w2e3r4t5y6u7i8o9p0', '147258369', '!@#$%^&*()'],
].flatMap((run) => [run, [...run].reverse().join('')])

/** Characters that stand for a letter. */
const LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/**
 * Why a password protects nothing: whoever has the key file tries what is short or common first; undefined for a good one.
 * @param name of the account
 */
export function passwordProblem(password: string, name: string): string | undefined {
  const characters = [...password].length
  if (characters < LEAST_LENGTH) return `The password must have at least ${LEAST_LENGTH} characters`
  const text = password.toLowerCase()
  if (isAround(text, [name.toLowerCase()])) return 'The password is hardly more than the name of the account'
  if (/^\d+$/.test(text) && characters < LEAST_DIGITS) {
    return `A password of digits alone must have at least ${LEAST_DIGITS} of them`
  }
  if (isRepeated(text) || isRuns(text)) return 'The password only repeats, or runs along the keyboard'
  if (isCommon(text)) return 'The password is one of the most common ones, or hardly more'
  return undefined
}

function isCommon(text: string): boolean {
  const core = coreOf(text)
  const plain = text.length - core.length > MOST_AROUND ? text : core
  return [text, readAsLetters(text), readAsLetters(plain)].some((form) => isAround(form, leakedWords()))
}

/** True for one or two words, the same or others, with a few digits or signs around them. */
function isAround(text: string, words: Iterable<string>): boolean {
  const known = new Set(words)
  const core = coreOf(text)
  if (text.length - core.length > MOST_AROUND) return false
  const joined = core.replace(/[^a-z]/g, '')
  if (known.has(joined) || known.has(core)) return true
  return Array.from({ length: joined.length }, (_, at) => at).some(
    (at) => known.has(joined.slice(0, at)) && known.has(joined.slice(at)),
  )
}

/** A text from its first letter to its last. */
function coreOf(text: string): string {
  return text.replace(/^[^a-z]+|[^a-z]+$/g, '')
}

function readAsLetters(text: string): string {
  return [...text].map((each) => LETTERS[each] ?? each).join('')
}

function isRepeated(text: string): boolean {
  for (let length = 1; length <= Math.min(LONGEST_REPEATED, text.length / 2); length += 1) {
    const part = text.slice(0, length)
    if (part.repeat(Math.ceil(text.length / length)).startsWith(text)) return true
  }
  return false
}

function isRuns(text: string): boolean {
  let at = 0
  while (at < text.length) {
    let longest = 0
    for (const run of RUNS) {
      let length = LEAST_RUN
      while (at + length <= text.length && run.includes(text.slice(at, at + length)))
        longest = Math.max(longest, length++)
    }
    if (longest === 0) return text.length - at < LEAST_RUN && at > 0
    at += longest
  }
  return true
}
