import { base58, bech32 } from '@scure/base'
import { accept, BAD_CHECKSUM, refuse, type AddressCheck } from './check.ts'
import { bytesOfWords, crc32, decodeWith } from './codecs.ts'

const BYRON = /^(Ae2|DdzFF|37btjrVyb4K|2cWKMJemoBa|4swhHtx)[1-9A-HJ-NP-Za-km-z]{40,120}$/
/** Attribute that holds the encrypted derivation path, which is always 30 bytes on mainnet. */
const PATH_ATTRIBUTE = 1
const PATH_LENGTH = 30
/** Attribute that holds the network magic, which mainnet addresses leave out. */
const NETWORK_ATTRIBUTE = 2

/** Checks a Cardano payment address: Shelley types 0-3 and 6-7 on mainnet (CIP-19), or Byron with its CRC-32. */
export function checkCardano(text: string): AddressCheck {
  const lower = text.toLowerCase()
  if (lower.startsWith('addr_test1') || lower.startsWith('stake_test1')) {
    return refuse('This is a testnet address; give one that starts with addr1')
  }
  if (lower.startsWith('stake1'))
    return refuse('This is a stake address, which cannot be paid: give one that starts with addr1')
  if (lower.startsWith('addr1')) return checkShelley(text)
  if (BYRON.test(text)) return checkByron(text)
  return refuse('A Cardano address starts with addr1, or with Ae2 or DdzFF in its old form')
}

/** The enterprise address (key hash, no stake part) of 28 bytes. */
export function encodeCardano(hash: Uint8Array): string {
  return bech32.encode('addr', bech32.toWords(Uint8Array.of(0x61, ...hash)), false)
}

function checkShelley(text: string): AddressCheck {
  const decoded = bech32.decodeUnsafe(text, false)
  const bytes = decoded === undefined || decoded.prefix !== 'addr' ? undefined : bytesOfWords(decoded.words)
  const header = bytes?.[0]
  if (bytes === undefined || header === undefined) return refuse(BAD_CHECKSUM)
  if ((header & 0x0f) !== 1) return refuse('This is a testnet address; give a Cardano mainnet address')
  const type = header >> 4
  if (type === 4 || type === 5)
    return refuse('Pointer addresses are no longer supported on Cardano: use another address')
  const isPayable = type <= 3 || type === 6 || type === 7
  if (!isPayable || bytes.length !== (type <= 3 ? 57 : 29))
    return refuse('This is not a kind of Cardano address that can be paid')
  return accept(text.toLowerCase())
}

/** A Byron address is CBOR: [tag 24 of bytes, CRC-32], and the bytes are CBOR: [28-byte root, attributes, type]. */
function checkByron(text: string): AddressCheck {
  const bytes = decodeWith(base58, text)
  if (bytes === undefined || bytes[0] !== 0x82 || bytes[1] !== 0xd8 || bytes[2] !== 0x18 || bytes[3] !== 0x58)
    return refuse(BAD_CHECKSUM)
  const end = 5 + (bytes[4] ?? 0)
  const payload = bytes.subarray(5, end)
  const isWhole = bytes[end] === 0x1a && bytes.length === end + 5
  if (!isWhole || new DataView(bytes.buffer, bytes.byteOffset).getUint32(end + 1) !== crc32(payload))
    return refuse(BAD_CHECKSUM)
  const attributes = byronAttributes(payload)
  if (attributes === undefined) return refuse('This is not a kind of Cardano address that can be paid')
  if (attributes.includes(NETWORK_ATTRIBUTE)) return refuse('This is a testnet address; give a Cardano mainnet address')
  return accept(text)
}

/** The attribute keys of a Byron payload, or undefined when it is not of the expected layout. */
function byronAttributes(payload: Uint8Array): number[] | undefined {
  if (payload[0] !== 0x83 || payload[1] !== 0x58 || payload[2] !== 28) return undefined
  const count = (payload[31] ?? 0) - 0xa0
  if (count < 0 || count > 3) return undefined
  const keys: number[] = []
  let offset = 32
  for (let index = 0; index < count; index++) {
    const [key, head] = [payload[offset], payload[offset + 1]]
    if (key === undefined || head === undefined || key > 23) return undefined
    keys.push(key)
    const length = head === 0x58 ? payload[offset + 2] : head >= 0x40 && head <= 0x57 ? head - 0x40 : undefined
    if (length === undefined || (key === PATH_ATTRIBUTE && length !== PATH_LENGTH)) return undefined
    offset += (head === 0x58 ? 3 : 2) + length
  }
  const type = payload[offset]
  return type !== undefined && type <= 2 && payload.length === offset + 1 ? keys : undefined
}
