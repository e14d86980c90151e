import { WORD_DIGITS } from '../text/hex.ts'

/*
 * What contracts take and return, read with bounds: whatever a hostile sender or node wrote, the answer is a value or
 * Unreadable. https://docs.soliditylang.org/en/latest/abi-spec.html
 *
 * viem's decoder (2.57.1) takes what these readers refuse: bits above an address, control characters in a text, lists of
 * any length. It would also cost `quote` 4 ms to load, or 400 ms from the library, whose packages are not bundled.
 */

/** Data that does not hold what it should. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/** Values one after the other, each a word of 32 bytes: arguments, results, or the fields of a tuple among them. */
export interface Words {
  /** All data as hex in small letters. */
  readonly hex: string
  /** Digit at which these words begin; pointers count from it. */
  readonly start: number
}

/** Longest list that is read: no honest call of the known functions comes near it. */
const LONGEST_LIST = 32

/** The arguments in 0x-hex calldata, behind the selector. */
export function argumentsOf(calldata: string): Words {
  return { hex: calldata.toLowerCase(), start: 10 }
}

/** The values in 0x-hex that a contract returned. */
export function resultsOf(returned: string): Words {
  return { hex: returned.toLowerCase(), start: 2 }
}

/** What `read` gives; undefined where the data is Unreadable. */
export function readable<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

/** The argument at a position, counted in words from 0; undefined where the calldata ends before it. */
export function readArgument(calldata: string, index: number): bigint | undefined {
  return readable(() => readNumber({ hex: calldata, start: 10 }, index))
}

/** The returned word at a position, counted from 0; undefined where the data ends before it. */
export function readResult(returned: string, index = 0): bigint | undefined {
  return readable(() => readNumber({ hex: returned, start: 2 }, index))
}

/** The number at a position, counted in words from 0. @throws Unreadable */
export function readNumber(words: Words, index: number): bigint {
  const at = words.start + index * 64
  const digits = words.hex.slice(at, at + 64)
  if (!WORD_DIGITS.test(digits)) throw new Unreadable('too short')
  return BigInt(`0x${digits}`)
}

/** The 0x address at a position, in small letters. @throws Unreadable when the word holds more than an address */
export function readAddress(words: Words, index: number): string {
  const value = readNumber(words, index)
  if (value >> 160n !== 0n) throw new Unreadable('no address')
  return `0x${value.toString(16).padStart(40, '0')}`
}

/** The tuple to which a position points. @throws Unreadable */
export function readTuple(words: Words, index: number): Words {
  return { hex: words.hex, start: words.start + readSize(words, index) }
}

/** The tuple of fixed size that begins at a position. */
export function tupleAt(words: Words, index: number): Words {
  return { hex: words.hex, start: words.start + index * 64 }
}

/** The bytes to which a position points, 0x-hex. @throws Unreadable */
export function readBytes(words: Words, index: number): string {
  const inner = readTuple(words, index)
  const length = readSize(inner, 0)
  const from = inner.start + 64
  const digits = words.hex.slice(from, from + length)
  if (digits.length !== length || !/^[0-9a-f]*$/.test(digits)) throw new Unreadable('too short')
  return `0x${digits}`
}

/** The text to which a position points. @throws Unreadable unless it is printable ASCII */
export function readText(words: Words, index: number): string {
  const text = utf8Text(readBytes(words, index))
  if (!/^[\x20-\x7e]*$/.test(text)) throw new Unreadable('no text')
  return text
}

/** The text that `most` bytes at most of 0x-hex are in UTF-8, a byte order mark included. */
export function utf8Text(hex: string, most = Infinity): string {
  const pairs = hex.slice(2, 2 + most * 2).match(/../g) ?? []
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16)),
  )
}

/** The elements of the list to which a position points. @throws Unreadable when there are more than `most` */
export function readList(
  words: Words,
  index: number,
  most = LONGEST_LIST,
): { readonly length: number; readonly elements: Words } {
  const inner = readTuple(words, index)
  const length = readNumber(inner, 0)
  if (length > BigInt(most)) throw new Unreadable('too long a list')
  return { length: Number(length), elements: { hex: words.hex, start: inner.start + 64 } }
}

/** The byte strings of a list, 0x-hex. @throws Unreadable */
export function readCalls(words: Words, index: number): string[] {
  const { length, elements } = readList(words, index)
  return Array.from({ length }, (_, position) => readBytes(elements, position))
}

/** A number of bytes, in hex digits. @throws Unreadable when the data is shorter */
function readSize(words: Words, index: number): number {
  const bytes = readNumber(words, index)
  if (bytes > BigInt(words.hex.length)) throw new Unreadable('out of bounds')
  return Number(bytes) * 2
}
