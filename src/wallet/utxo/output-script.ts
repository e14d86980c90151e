import { Script } from '@scure/btc-signer/script.js'
import {
  decodeBase58Check,
  decodeBech32,
  bytesOfWords,
  fromHex,
  joinBytes,
  sha256d,
  toHex,
} from '../../core/assets/addresses/codecs.ts'
import { UTXO_NETWORKS } from '../../core/assets/addresses/utxo-networks.ts'
import { checkAddress } from '../../core/assets/address.ts'
import type { AddressKind } from './psbt-chains.ts'

/** What an output to an address holds. */
export interface OutputScript {
  /** Canonical. */
  readonly address: string
  readonly kind: AddressKind
  readonly script: Uint8Array
}

/** The script that pays an address of a Bitcoin-like chain; undefined for one that is none, or of a kind unknown here. */
export function outputScript(family: string, text: string): OutputScript | undefined {
  const checked = checkAddress(family, text)
  const network = UTXO_NETWORKS[family]
  if (!checked.ok || network === undefined) return undefined
  const address = checked.canonical
  const decoded = network.segwit === undefined ? undefined : decodeBech32(address)
  if (decoded !== undefined) {
    const [version, ...words] = decoded.words
    const program = bytesOfWords(words)
    const kind = version === undefined || program === undefined ? undefined : witnessKind(version, program.length)
    if (version === undefined || program === undefined || kind === undefined) return undefined
    // OP_0, or OP_1 to OP_16.
    const opcode = version === 0 ? 0 : 0x50 + version
    return { address, kind, script: joinBytes(Uint8Array.of(opcode, program.length), program) }
  }
  const payload = decodeBase58Check(address, network.digest ?? sha256d)?.payload
  if (payload?.length !== 21) return undefined
  const [version, hash] = [toHex(payload.subarray(0, 1)), payload.subarray(1)]
  if (version === network.versions[0]) {
    return { address, kind: 'p2pkh', script: joinBytes(fromHex('76a914'), hash, fromHex('88ac')) }
  }
  return version === network.versions[1]
    ? { address, kind: 'p2sh', script: joinBytes(fromHex('a914'), hash, fromHex('87')) }
    : undefined
}

function witnessKind(version: number, length: number): AddressKind | undefined {
  if (version === 0) return length === 20 ? 'p2wpkh' : length === 32 ? 'p2wsh' : undefined
  return version === 1 && length === 32 ? 'p2tr' : undefined
}

/** OP_RETURN and what it pushes. @param data hex digits of 1 to 80 bytes */
export function returnScript(data: string): Uint8Array {
  return Script.encode(['RETURN', fromHex(data)])
}
