import { BITCOIN_CASH, encodeCash } from '../assets/addresses/cashaddr.ts'
import { toHex } from '../assets/addresses/codecs.ts'
import { encodeSegwit, encodeVersioned } from '../assets/addresses/utxo.ts'
import { UTXO_NETWORKS } from '../assets/addresses/utxo-networks.ts'

/*
 * How a memo travels in the outputs of a transaction on a Bitcoin-like chain. THORChain reads a longer one than an OP_RETURN
 * output holds from further outputs, whose addresses are its bytes and whose coins are burnt:
 * https://dev.thorchain.org/concepts/sending-transactions.html
 */

/** An output that carries a memo or a part of it. */
export type MemoOutput =
  | {
      readonly type: 'op_return'
      /** What it pushes, hex digits. */
      readonly data: string
    }
  | {
      readonly type: 'address'
      /** Twenty bytes of the memo as an address, which nobody has a key of. */
      readonly address: string
      /** Base units that are burnt. */
      readonly units: bigint
    }

/** Most bytes of an OP_RETURN output that every node passes on. */
export const OP_RETURN_BYTES = 80

/** Bytes of the memo in one further output: the length of a key's hash. */
const CHUNK_BYTES = 20

/** Most further outputs: with deposit, change and OP_RETURN ten, as many as the network documents. */
const MOST_CHUNKS = 7

/** Most bytes of a memo with further outputs. The last byte of the OP_RETURN output says that more follows. */
export const SPLIT_MEMO_BYTES = OP_RETURN_BYTES - 1 + MOST_CHUNKS * CHUNK_BYTES

/** What follows a memo that goes on in further outputs: `^`. */
const GOES_ON = 0x5e

/** By address family: the address of twenty bytes, and the least that nodes of the chain pass on in one. */
const BURNING: ReadonlyMap<string, { readonly address: (chunk: Uint8Array) => string; readonly units: bigint }> =
  new Map([
    ['bitcoin', { address: (chunk) => encodeSegwit('bc', chunk), units: 294n }],
    ['litecoin', { address: (chunk) => encodeSegwit('ltc', chunk), units: 2_940n }],
    ['bitcoincash', { address: (chunk) => encodeCash(BITCOIN_CASH, 0, chunk), units: 546n }],
    ['dogecoin', { address: (chunk) => keyAddress('dogecoin', chunk), units: 18_200_000n }],
  ])

/** True where longer memos than an OP_RETURN output holds can be sent. */
export function canSplitMemo(family: string): boolean {
  return BURNING.has(family)
}

/**
 * The outputs behind deposit and change that carry a memo.
 * @param memo printable ASCII
 * @returns undefined for one that is empty, not ASCII or too long, and for a long one where the chain has no such outputs
 */
export function memoOutputs(family: string, memo: string): readonly MemoOutput[] | undefined {
  if (!/^[\x20-\x7e]+$/.test(memo)) return undefined
  const bytes = new TextEncoder().encode(memo)
  if (bytes.length <= OP_RETURN_BYTES) return [{ type: 'op_return', data: toHex(bytes) }]
  const burning = BURNING.get(family)
  if (burning === undefined || bytes.length > SPLIT_MEMO_BYTES) return undefined
  const first = bytes.slice(0, OP_RETURN_BYTES)
  first[OP_RETURN_BYTES - 1] = GOES_ON
  const outputs: MemoOutput[] = [{ type: 'op_return', data: toHex(first) }]
  for (let at = OP_RETURN_BYTES - 1; at < bytes.length; at += CHUNK_BYTES) {
    const chunk = new Uint8Array(CHUNK_BYTES)
    chunk.set(bytes.subarray(at, at + CHUNK_BYTES))
    outputs.push({ type: 'address', address: burning.address(chunk), units: burning.units })
  }
  return outputs
}

function keyAddress(family: string, hash: Uint8Array): string {
  const network = UTXO_NETWORKS[family]
  if (network === undefined) throw new Error(`no network ${family}`)
  return encodeVersioned(network, network.versions[0], hash)
}
