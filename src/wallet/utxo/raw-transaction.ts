import { RawOldTx, RawTx } from '@scure/btc-signer/script.js'
import { sha256d, toHex } from '../../core/assets/addresses/codecs.ts'

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
  /** The outputs that it spends: their transactions, written like `txid`, and their places in these. */
  readonly inputs: readonly { readonly txid: string; readonly vout: number }[]
  readonly outputs: readonly RawOutput[]
}

/**
 * Reads what a transaction spends and pays, and the id that its bytes have.
 * @returns undefined for bytes of another form, such as those of special transactions of Dash or of MWEB
 */
export function readTransaction(bytes: Uint8Array): RawTransaction | undefined {
  const raw = decode(bytes)
  // Where others have inputs, MWEB has a zero and a flag that the library does not know.
  if (raw === undefined || raw.inputs.length === 0) return undefined
  // Its types leave open what inputs and outputs hold.
  const outputs: readonly { readonly script: Uint8Array; readonly amount: bigint }[] = raw.outputs
  // The old form has no witnesses, and neither has what an id is the hash of.
  const txid = toHex(sha256d(RawOldTx.encode(raw)).reverse())
  const spent: readonly { readonly txid: Uint8Array; readonly index: number }[] = raw.inputs
  const inputs = spent.map(({ txid: hash, index }) => ({ txid: toHex(hash), vout: index }))
  return { txid, inputs, outputs: outputs.map(({ script, amount }) => ({ script, units: amount })) }
}

function decode(bytes: Uint8Array): ReturnType<typeof RawTx.decode> | undefined {
  try {
    return RawTx.decode(bytes)
  } catch {
    // The library has no error of its own for bytes that it cannot read.
    return undefined
  }
}
