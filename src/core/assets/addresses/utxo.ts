import { bech32 } from '@scure/base'
import { accept, BAD_CHECKSUM, refuse, type AddressCheck } from './check.ts'
import {
  bytesOfWords,
  decodeBase58Check,
  decodeBech32,
  encodeBase58Check,
  fromHex,
  joinBytes,
  toHex,
  type Bech32Text,
} from './codecs.ts'
import type { UtxoNetwork } from './utxo-networks.ts'

const HASH_LENGTH = 20
const MAX_BASE58_LENGTH = 40
const TESTNET_VERSIONS = new Set(['6f', 'c4', 'ef', '3a01', '1d25', '1cba'])
const TESTNET_PREFIXES = new Set('tb bcrt tltc rltc textest utest ztestsapling dgbt tgrs tmona'.split(' '))

/** Checks an address of a Bitcoin-like chain: base58 with its version bytes, or segwit with its prefix (BIP-173, BIP-350). */
export function checkUtxo(network: UtxoNetwork, text: string): AddressCheck {
  const segwit = decodeBech32(text)
  if (segwit !== undefined) return checkSegwit(network, segwit, text)
  if (network.segwit !== undefined && text.toLowerCase().startsWith(`${network.segwit.prefix}1`)) {
    return refuse(text === text.toLowerCase() || text === text.toUpperCase() ? BAD_CHECKSUM : MIXED_CASE)
  }
  const decoded = text.length > MAX_BASE58_LENGTH ? undefined : decodeBase58Check(text, network.digest)
  if (decoded === undefined || decoded.payload.length <= HASH_LENGTH) return foreign(network)
  const version = toHex(decoded.payload.subarray(0, -HASH_LENGTH))
  if (!decoded.intact) return network.versions.includes(version) ? refuse(BAD_CHECKSUM) : foreign(network)
  if (network.versions.includes(version)) return accept(text)
  if (network.oldScriptVersion === version) {
    const today = encodeVersioned(network, network.versions[1], decoded.payload.subarray(-HASH_LENGTH))
    return refuse(
      `This form looks like a Bitcoin address; if it is from a ${network.name} wallet, write it as ${today}`,
    )
  }
  if (TESTNET_VERSIONS.has(version)) return refuse(`This is a testnet address; give a ${network.name} mainnet address`)
  return foreign(network)
}

/** The base58 address of a 20-byte hash under a version of the network, in hex. */
export function encodeVersioned(network: UtxoNetwork, version: string, hash: Uint8Array): string {
  return encodeBase58Check(joinBytes(fromHex(version), hash), network.digest)
}

/** The version 0 segwit address of a 20-byte key hash. */
export function encodeSegwit(prefix: string, hash: Uint8Array): string {
  return bech32.encode(prefix, [0, ...bech32.toWords(hash)])
}

const MIXED_CASE = 'A segwit address is written in lower case only (or in capitals only): copy it again'

function checkSegwit(network: UtxoNetwork, decoded: Bech32Text, text: string): AddressCheck {
  if (TESTNET_PREFIXES.has(decoded.prefix)) {
    return refuse(`This is a testnet address; give a ${network.name} mainnet address`)
  }
  if (decoded.prefix !== network.segwit?.prefix) return foreign(network)
  const version = decoded.words[0]
  const program = bytesOfWords(decoded.words.slice(1))
  if (version === undefined || program === undefined) return refuse(BAD_CHECKSUM)
  if (decoded.variant !== (version === 0 ? 'bech32' : 'bech32m')) return refuse(BAD_CHECKSUM)
  if (version > network.segwit.version) {
    return refuse(
      version === 1
        ? `Taproot addresses are not accepted on ${network.name}: use another address of that wallet`
        : `No ${network.name} wallet can spend from this segwit version: use another address`,
    )
  }
  const lengths = version === 0 ? [20, 32] : [32]
  if (!lengths.includes(program.length)) return refuse('This segwit address has a length that nobody can spend from')
  return accept(text.toLowerCase())
}

function foreign(network: UtxoNetwork): AddressCheck {
  return refuse(`This is not a ${network.name} address: ${network.looks}`)
}
