import { base58 } from '@scure/base'
import { sha256 } from '@noble/hashes/sha2.js'
import { encodeTezos, encodeWaves } from './base58-accounts.ts'
import { ALEO, encodeBech32Account, encodeNervos, encodeRadix, MULTIVERSX, ZILLIQA } from './bech32-accounts.ts'
import { encodeCardano } from './cardano.ts'
import { BITCOIN_CASH, ECASH, encodeCash } from './cashaddr.ts'
import { encodeBase58Check, encodeBech32, isZero, joinBytes, toHex } from './codecs.ts'
import { toChecksumAddress } from './evm.ts'
import { cosmosPrefix, ss58Prefix } from './family.ts'
import { encodeAlgorand, encodeIcp, encodeNano } from './key-accounts.ts'
import { encodeMonero } from './monero.ts'
import { isOnCurve } from './solana.ts'
import { encodeStellar } from './stellar.ts'
import { encodeSubstrate } from './substrate.ts'
import { encodeTonFriendly } from './ton.ts'
import { TRON_VERSION } from './tron.ts'
import { UTXO_NETWORKS } from './utxo-networks.ts'
import { encodeSegwit, encodeVersioned } from './utxo.ts'
import { encodeXrpl } from './xrpl.ts'

const SEED_LENGTH = 32
const HASH_LENGTH = 20

/**
 * A well-formed address of `family` made from the first 20 to 32 bytes of a 32-byte `seed`, the same for the same seed;
 * `checkAddress` accepts it. Nobody holds its key, so it is for paper money only. Undefined for an unknown family or a
 * seed of another length.
 */
export function sampleAddress(family: string, seed: Uint8Array): string | undefined {
  if (seed.length !== SEED_LENGTH) return undefined
  const key = isZero(seed.subarray(0, 12)) ? sha256(seed) : seed
  const hash = key.subarray(0, HASH_LENGTH)
  const encode = ENCODERS.get(family)
  if (encode !== undefined) return encode(key, hash)
  const network = Object.hasOwn(UTXO_NETWORKS, family) ? UTXO_NETWORKS[family] : undefined
  if (network?.segwit !== undefined) return encodeSegwit(network.segwit.prefix, hash)
  if (network !== undefined) return encodeVersioned(network, network.versions[0], hash)
  const prefix = cosmosPrefix(family)
  if (prefix !== undefined) return encodeBech32('bech32', prefix, hash)
  const number = ss58Prefix(family)
  return number === undefined ? undefined : encodeSubstrate(number, key)
}

/** True where `sampleAddress` makes addresses of a family. */
export function hasSampleAddress(family: string): boolean {
  const isKnown = ENCODERS.has(family) || Object.hasOwn(UTXO_NETWORKS, family)
  return isKnown || cosmosPrefix(family) !== undefined || ss58Prefix(family) !== undefined
}

/** From the 32 bytes of a key and the 20 bytes of a hash, both never all zero. */
type Encoder = (key: Uint8Array, hash: Uint8Array) => string

const ENCODERS: ReadonlyMap<string, Encoder> = new Map<string, Encoder>([
  ['evm', (_, hash) => toChecksumAddress(`0x${toHex(hash)}`)],
  ['bitcoincash', (_, hash) => encodeCash(BITCOIN_CASH, 0, hash)],
  ['utxo:ecash', (_, hash) => encodeCash(ECASH, 0, hash)],
  ['solana', (key) => base58.encode(curvePoint(key))],
  ['ton', (key) => encodeTonFriendly(key)],
  ['tron', (_, hash) => encodeBase58Check(joinBytes(Uint8Array.of(TRON_VERSION), hash))],
  ['xrpl', (_, hash) => encodeXrpl(hash)],
  ['near', (key) => toHex(key)],
  ['sui', (key) => `0x${toHex(key)}`],
  ['aptos', (key) => `0x${toHex(key)}`],
  ['starknet', (key) => `0x${toHex(withTop(key, 0x03))}`],
  ['cardano', (key) => encodeCardano(key.subarray(0, 28))],
  ['stellar', (key) => encodeStellar(key)],
  ['monero', (key) => encodeMonero(curvePoint(key), curvePoint(sha256(key)))],
  ['algorand', (key) => encodeAlgorand(key)],
  ['hedera', (key) => `0.0.${new DataView(joinBytes(key).buffer).getUint32(0) + 1000}`],
  ['tezos', (_, hash) => encodeTezos(hash)],
  [
    'multiversx',
    (key) => encodeBech32Account(MULTIVERSX, joinBytes(Uint8Array.of((key[0] ?? 0) | 0x80), key.subarray(1))),
  ],
  ['icp', (key) => encodeIcp(key.subarray(0, 28))],
  ['nano', (key) => encodeNano(key)],
  ['zilliqa', (_, hash) => encodeBech32Account(ZILLIQA, hash)],
  ['nervos', (_, hash) => encodeNervos(hash)],
  ['antelope', (key) => Array.from(key.subarray(0, 12), (byte) => ANTELOPE_LETTERS.charAt(byte & 31)).join('')],
  ['waves', (_, hash) => encodeWaves(hash)],
  ['radix', (key) => encodeRadix(key.subarray(0, 29))],
  ['aleo', (key) => encodeBech32Account(ALEO, joinBytes(key.subarray(0, 31), Uint8Array.of((key[31] ?? 0) & 0x0f)))],
])

const ANTELOPE_LETTERS = 'abcdefghijklmnopqrstuvwxyz12345a'

/** The first of `key` and its repeated hashes that is a point of the ed25519 curve, as a wallet's key is; about half are. */
function curvePoint(key: Uint8Array): Uint8Array {
  let candidate = key
  while (!isOnCurve(candidate)) candidate = sha256(candidate)
  return candidate
}

/** `key` with only the lowest bits of `mask` left in its first byte. */
function withTop(key: Uint8Array, mask: number): Uint8Array {
  return joinBytes(Uint8Array.of((key[0] ?? 0) & mask), key.subarray(1))
}
