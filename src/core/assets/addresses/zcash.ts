import { bech32m } from '@scure/base'
import { blake2b } from '@noble/hashes/blake2.js'
import { accept, BAD_CHECKSUM, refuse, type AddressCheck } from './check.ts'
import { bytesOfWords, decodeBech32, isZero, joinBytes } from './codecs.ts'
import { checkUtxo } from './utxo.ts'
import type { UtxoNetwork } from './utxo-networks.ts'

const HASH_LENGTH = 20
const SHIELDED_LENGTH = 43

/** Typecodes of the receivers that wallets pay, and how many bytes each has (ZIP-316). */
const RECEIVER_LENGTHS: ReadonlyMap<number, number> = new Map([
  [0x00, HASH_LENGTH],
  [0x01, HASH_LENGTH],
  [0x02, SHIELDED_LENGTH],
  [0x03, SHIELDED_LENGTH],
])
const [P2PKH, P2SH, SAPLING, ORCHARD] = [0x00, 0x01, 0x02, 0x03]
/** Typecodes of items that whoever does not know them must not pass over; others are ignored. */
const [FIRST_CONDITION, LAST_CONDITION] = [0xe0, 0xfc]

/** Checks a Zcash address: t1, t3 and unified ones (u1) are payable, tex1 with a warning, other shielded ones are refused. */
export function checkZcash(network: UtxoNetwork, text: string): AddressCheck {
  const lower = text.toLowerCase()
  if (lower.startsWith('zs1') || text.startsWith('zc')) {
    return refuse('Shielded Zcash addresses cannot be paid by swaps: give a unified (u1) or transparent one (t1 or t3)')
  }
  if (isUnifiedZcash('zcash', text)) return checkUnified(text)
  if (!lower.startsWith('tex1')) return checkUtxo(network, text)
  const decoded = bech32m.decodeUnsafe(text)
  if (decoded === undefined) return refuse(BAD_CHECKSUM)
  if (decoded.prefix !== 'tex' || bytesOfWords(decoded.words)?.length !== HASH_LENGTH) {
    return refuse(`This is not a ${network.name} address: ${network.looks}`)
  }
  return accept(lower, 'A tex address can only be paid from transparent funds, and not every provider pays it')
}

/** True for what looks like a unified address of Zcash. */
export function isUnifiedZcash(family: string, text: string): boolean {
  return family === 'zcash' && /^u1/i.test(text)
}

/** Checks a unified address of mainnet, revision 0 (ZIP-316): padding, order, kinds and lengths of its receivers. */
function checkUnified(text: string): AddressCheck {
  const decoded = decodeBech32(text, text.length)
  const jumbled = decoded?.variant === 'bech32m' && decoded.prefix === 'u' ? bytesOfWords(decoded.words) : undefined
  if (jumbled === undefined) return refuse(BAD_CHECKSUM)
  const types = jumbled.length < LEAST_JUMBLED ? undefined : receiverTypes(unjumble(jumbled))
  if (types === undefined) return refuse('This unified address is damaged inside: copy it again')
  if (types.some((type) => type >= FIRST_CONDITION && type <= LAST_CONDITION)) {
    return refuse('This unified address has conditions that are not understood here: give a transparent one (t1 or t3)')
  }
  if (!types.some((type) => type === SAPLING || type === ORCHARD)) {
    return refuse('This unified address has no receiver that is known here: give a transparent one (t1 or t3)')
  }
  return accept(text.toLowerCase())
}

/** The prefix, filled with zeros to 16 bytes, that ends what is jumbled. */
const PADDING = Uint8Array.of(0x75, ...new Array<number>(15).fill(0))

/** The typecodes of all items, in their order; undefined for what ZIP-316 does not allow. */
function receiverTypes(raw: Uint8Array): readonly number[] | undefined {
  const end = raw.length - PADDING.length
  if (!PADDING.every((byte, index) => raw[end + index] === byte)) return undefined
  const types: number[] = []
  let at = 0
  while (at < end) {
    const type = readCompactSize(raw, at, end)
    const length = type === undefined ? undefined : readCompactSize(raw, type.next, end)
    if (type === undefined || length === undefined || length.next + length.value > end) return undefined
    const expected = RECEIVER_LENGTHS.get(type.value)
    if (expected !== undefined && length.value !== expected) return undefined
    if (expected !== undefined && isZero(raw.subarray(length.next, length.next + length.value))) return undefined
    if (type.value <= (types.at(-1) ?? -1)) return undefined
    types.push(type.value)
    at = length.next + length.value
  }
  return types.includes(P2PKH) && types.includes(P2SH) ? undefined : types
}

/** A number as Bitcoin's serialization writes it, in its shortest form and at most 0x02000000; undefined for any other. */
function readCompactSize(
  bytes: Uint8Array,
  at: number,
  end: number,
): { readonly value: number; readonly next: number } | undefined {
  const first = bytes[at] ?? 0
  const size = first < 0xfd ? 0 : first === 0xfd ? 2 : first === 0xfe ? 4 : 8
  if (at + 1 + size > end || size === 8) return undefined
  if (size === 0) return { value: first, next: at + 1 }
  const value = bytes.subarray(at + 1, at + 1 + size).reduceRight((sum, byte) => sum * 256 + byte, 0)
  const isShortest = value > (size === 2 ? 0xfc : 0xffff)
  return isShortest && value <= 0x02_00_00_00 ? { value, next: at + 1 + size } : undefined
}

/** Fewest bytes that F4Jumble is defined for. */
const LEAST_JUMBLED = 48
const HASH_BYTES = 64

/** The inverse of F4Jumble, four rounds of BLAKE2b (ZIP-316). @param bytes at least 48 */
function unjumble(bytes: Uint8Array): Uint8Array {
  const cut = Math.min(HASH_BYTES, Math.floor(bytes.length / 2))
  const [c, d] = [bytes.subarray(0, cut), bytes.subarray(cut)]
  const y = xor(c, roundH(1, d, c.length))
  const x = xor(d, roundG(1, y, d.length))
  const a = xor(y, roundH(0, x, y.length))
  return joinBytes(a, xor(x, roundG(0, a, x.length)))
}

function roundH(round: number, input: Uint8Array, length: number): Uint8Array {
  return blake2b(input, { dkLen: length, personalization: personal('UA_F4Jumble_H', round, 0) })
}

function roundG(round: number, input: Uint8Array, length: number): Uint8Array {
  const blocks = Array.from({ length: Math.ceil(length / HASH_BYTES) }, (_, block) =>
    blake2b(input, { dkLen: HASH_BYTES, personalization: personal('UA_F4Jumble_G', round, block) }),
  )
  return joinBytes(...blocks).subarray(0, length)
}

function personal(name: string, round: number, block: number): Uint8Array {
  return joinBytes(new TextEncoder().encode(name), Uint8Array.of(round, block & 0xff, block >>> 8))
}

function xor(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.map((byte, index) => byte ^ (b[index] ?? 0))
}
