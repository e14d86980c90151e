/*
 * Calldata as the contract ABI lays it out, read with bounds: whatever a hostile sender wrote, the answer is a value or
 * Unreadable. https://docs.soliditylang.org/en/latest/abi-spec.html
 */

/** Calldata that does not hold what its function takes. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/** Arguments of a call, or of a tuple within it. */
export interface Words {
  /** Hex digits of all arguments, in small letters, without 0x. */
  readonly hex: string
  /** Digit at which these arguments begin; pointers count from it. */
  readonly start: number
}

/** Most elements of a list that is looked at: no honest call of the known functions comes near it. */
const MOST_ELEMENTS = 32

/** The arguments behind the selector of 0x-hex calldata. */
export function argumentsOf(data: string): Words {
  return { hex: data.slice(10).toLowerCase(), start: 0 }
}

/** The number at a position, counted in words from 0. @throws Unreadable */
export function readNumber(words: Words, index: number): bigint {
  const at = words.start + index * 64
  const digits = words.hex.slice(at, at + 64)
  if (digits.length !== 64) throw new Unreadable('too short')
  return BigInt(`0x${digits}`)
}

/** Epoch seconds; one that is too far away to be a time is the last that there is. @throws Unreadable */
export function readSeconds(words: Words, index: number): number {
  const seconds = readNumber(words, index)
  return seconds > 9_999_999_999n ? 9_999_999_999 : Number(seconds)
}

/** The 0x address at a position, in small letters. @throws Unreadable when the word holds more than an address */
export function readAddress(words: Words, index: number): string {
  const value = readNumber(words, index)
  if (value >> 160n !== 0n) throw new Unreadable('no address')
  return `0x${value.toString(16).padStart(40, '0')}`
}

/** The 32 bytes at a position, 0x-hex. @throws Unreadable */
export function readBytes32(words: Words, index: number): string {
  return `0x${readNumber(words, index).toString(16).padStart(64, '0')}`
}

/** The tuple to which a position points. @throws Unreadable */
export function readTuple(words: Words, index: number): Words {
  return { hex: words.hex, start: words.start + readSize(words, index) }
}

/** The bytes to which a position points, 0x-hex. @throws Unreadable */
export function readBytes(words: Words, index: number): string {
  const inner = readTuple(words, index)
  const length = readSize(inner, 0)
  const from = inner.start + 64
  if (from + length > words.hex.length) throw new Unreadable('too short')
  return `0x${words.hex.slice(from, from + length)}`
}

/** The text to which a position points. @throws Unreadable when it is no printable ASCII */
export function readText(words: Words, index: number): string {
  const hex = readBytes(words, index).slice(2)
  const text = (hex.match(/../g) ?? []).map((pair) => String.fromCharCode(parseInt(pair, 16))).join('')
  if (!/^[\x20-\x7e]*$/.test(text)) throw new Unreadable('no text')
  return text
}

/** The elements of the list to which a position points, as words of their own. @throws Unreadable */
export function readList(words: Words, index: number): { readonly length: number; readonly elements: Words } {
  const inner = readTuple(words, index)
  const length = readNumber(inner, 0)
  if (length > BigInt(MOST_ELEMENTS)) throw new Unreadable('too long a list')
  return { length: Number(length), elements: { hex: words.hex, start: inner.start + 64 } }
}

/** The addresses of a list, in small letters. @throws Unreadable */
export function readAddresses(words: Words, index: number): string[] {
  const { length, elements } = readList(words, index)
  return Array.from({ length }, (_, position) => readAddress(elements, position))
}

/** The byte strings of a list, 0x-hex. @throws Unreadable */
export function readCalls(words: Words, index: number): string[] {
  const { length, elements } = readList(words, index)
  return Array.from({ length }, (_, position) => readBytes(elements, position))
}

/** A number of bytes, in hex digits. */
function readSize(words: Words, index: number): number {
  const bytes = readNumber(words, index)
  if (bytes > BigInt(words.hex.length)) throw new Unreadable('out of bounds')
  return Number(bytes) * 2
}
