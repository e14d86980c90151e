import { fromHex, joinBytes, sha256d, toHex } from '../../core/assets/addresses/codecs.ts'

/*
 * The bytes of transactions of Bitcoin-like chains. By hand: a library for it is 44 kB of the package, of which 1 kB would be
 * used, and nothing is signed here. Tests hold it against `@scure/btc-signer` and a node.
 */

/** An output of a transaction. */
export interface RawOutput {
  readonly script: Uint8Array
  /** Base units. */
  readonly units: bigint
}

/** A transaction that was read. */
export interface RawTransaction {
  /** 64 hex digits, as people write it. */
  readonly txid: string
  readonly outputs: readonly RawOutput[]
}

/** A transaction without signatures. */
export interface UnsignedRawTransaction {
  readonly inputs: readonly { readonly txid: string; readonly vout: number }[]
  readonly outputs: readonly RawOutput[]
  /** Of each input. */
  readonly sequence: number
}

/** Of a transaction with relative times (BIP-68), which wallets write today. */
const VERSION = 2

export function writeUnsigned({ inputs, outputs, sequence }: UnsignedRawTransaction): Uint8Array {
  return joinBytes(
    little(VERSION, 4),
    writeCount(inputs.length),
    ...inputs.flatMap(({ txid, vout }) => [
      fromHex(txid).reverse(),
      little(vout, 4),
      Uint8Array.of(0),
      little(sequence, 4),
    ]),
    writeCount(outputs.length),
    ...outputs.map(writeOutput),
    little(0, 4),
  )
}

export function writeOutput({ script, units }: RawOutput): Uint8Array {
  return joinBytes(little(units, 8), withCount(script))
}

/** Bytes behind how many they are. */
export function withCount(bytes: Uint8Array): Uint8Array {
  return joinBytes(writeCount(bytes.length), bytes)
}

/** The shortest form of a number below 2^32, as counts are written. */
function writeCount(count: number): Uint8Array {
  if (count < 0xfd) return Uint8Array.of(count)
  return count <= 0xffff
    ? joinBytes(Uint8Array.of(0xfd), little(count, 2))
    : joinBytes(Uint8Array.of(0xfe), little(count, 4))
}

function little(value: number | bigint, bytes: number): Uint8Array {
  return Uint8Array.from({ length: bytes }, (_, at) => Number((BigInt(value) >> BigInt(8 * at)) & 0xffn))
}

/**
 * Reads the outputs of a transaction, and the id that its bytes have.
 * @returns undefined for bytes of another form, such as those of special transactions of Dash or of MWEB
 */
export function readTransaction(bytes: Uint8Array): RawTransaction | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let at = 0
  const skip = (count: number) => {
    at += count
    if (at > bytes.length) throw new RangeError('it ends too early')
  }
  const readCount = () => {
    const first = view.getUint8(at)
    skip(1)
    if (first < 0xfd) return first
    if (first === 0xff) throw new RangeError('too many')
    const count = first === 0xfd ? view.getUint16(at, true) : view.getUint32(at, true)
    skip(first === 0xfd ? 2 : 4)
    return count
  }
  try {
    skip(4)
    // No input, and a flag: witnesses stand behind the outputs.
    const hasWitness = view.getUint8(at) === 0 && view.getUint8(at + 1) === 1
    if (hasWitness) skip(2)
    const begin = at
    const inputs = readCount()
    if (inputs === 0) return undefined
    for (let one = 0; one < inputs; one += 1) {
      skip(36)
      skip(readCount())
      skip(4)
    }
    const outputs: RawOutput[] = []
    for (let left = readCount(); left > 0; left -= 1) {
      const units = view.getBigUint64(at, true)
      skip(8)
      const length = readCount()
      outputs.push({ units, script: bytes.slice(at, at + length) })
      skip(length)
    }
    const end = at
    if (hasWitness) {
      for (let one = 0; one < inputs; one += 1) {
        for (let left = readCount(); left > 0; left -= 1) skip(readCount())
      }
    }
    if (at + 4 !== bytes.length) return undefined
    const hashed = joinBytes(bytes.subarray(0, 4), bytes.subarray(begin, end), bytes.subarray(at))
    return { txid: toHex(sha256d(hashed).reverse()), outputs }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
