/*
 * Calldata as the contract ABI lays it out: https://docs.soliditylang.org/en/latest/abi-spec.html. Providers encode calls
 * while they quote, so viem's coder would slow `quote` as words.ts says; the tests hold this one against it.
 */

/**
 * An argument of a call: a number or address as one word, `bytes` as 0x-hex, an array of any length, or a struct.
 */
export type AbiValue =
  | bigint
  | { readonly bytes: string }
  | { readonly list: readonly AbiValue[] }
  | { readonly struct: readonly AbiValue[] }

/** Hex digits of a word, without 0x. */
const WORD = 64

/**
 * Calldata of a function: its selector, then its arguments.
 * @param selector 0x and 8 hex digits
 * @param args unsigned, each below 2^256
 */
export function encodeCall(selector: string, args: readonly AbiValue[]): string {
  return `${selector}${encodeAll(args)}`
}

/** An EVM address as an argument. @param address 0x and 40 hex digits */
export function addressWord(address: string): bigint {
  return BigInt(address)
}

function encodeAll(values: readonly AbiValue[]): string {
  const encoded = values.map((value) => ({ text: encode(value), isBehind: isDynamic(value) }))
  let offset = encoded.reduce((sum, { text, isBehind }) => sum + (isBehind ? WORD : text.length), 0) / 2
  const heads = encoded.map(({ text, isBehind }) => {
    if (!isBehind) return text
    const head = word(BigInt(offset))
    offset += text.length / 2
    return head
  })
  return [...heads, ...encoded.filter(({ isBehind }) => isBehind).map(({ text }) => text)].join('')
}

function encode(value: AbiValue): string {
  if (typeof value === 'bigint') return word(value)
  if ('struct' in value) return encodeAll(value.struct)
  if ('list' in value) return `${word(BigInt(value.list.length))}${encodeAll(value.list)}`
  const digits = value.bytes.slice(2).toLowerCase()
  return `${word(BigInt(digits.length / 2))}${digits.padEnd(Math.ceil(digits.length / WORD) * WORD, '0')}`
}

function isDynamic(value: AbiValue): boolean {
  if (typeof value === 'bigint') return false
  return 'struct' in value ? value.struct.some(isDynamic) : true
}

function word(value: bigint): string {
  return value.toString(16).padStart(WORD, '0')
}
