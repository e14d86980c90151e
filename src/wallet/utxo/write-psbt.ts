import { fromHex, joinBytes, sameBytes } from '../../core/assets/addresses/codecs.ts'
import type { SwapError } from '../../core/api/errors.ts'
import { refusalFor } from '../refusal.ts'
import type { OutputScript } from './output-script.ts'
import type { Coin } from './plan.ts'
import { type RawOutput, readTransaction, withCount, writeOutput, writeUnsigned } from './raw-transaction.ts'

/** What a transaction is made of, everything in the order that it will have. */
export interface PsbtParts {
  readonly inputs: readonly { readonly coin: Coin; readonly previous: Uint8Array }[]
  /** The one address that all inputs are of. */
  readonly from: OutputScript
  readonly outputs: readonly RawOutput[]
  /** Of each input. */
  readonly sequence: number
}

/** `psbt` and what no text has behind it. */
const MAGIC = fromHex('70736274ff')
/** Ends a map. */
const END = Uint8Array.of(0)
/** Of the global map. */
const UNSIGNED_TX = 0x00
/** Of an input: the whole transaction that paid the coin, and its output alone. */
const [NON_WITNESS_UTXO, WITNESS_UTXO] = [0x00, 0x01] as const

/**
 * Writes an unsigned transaction for other wallets to sign: a PSBT of version 0
 * (https://github.com/bitcoin/bips/blob/master/bip-0174.mediawiki), with the previous transactions in full, so that no
 * source of coins can lie about an amount. The order is that of the parts.
 * @throws WALLET_REFUSED where a previous transaction is another one, or does not pay that amount to that address
 */
export function writePsbt({ inputs, from, outputs, sequence }: PsbtParts): Uint8Array {
  for (const { coin, previous } of inputs) verifyPrevious(coin, previous, from)
  const unsigned = writeUnsigned({ inputs: inputs.map(({ coin }) => coin), outputs, sequence })
  const isWitness = from.kind === 'p2wpkh' || from.kind === 'p2tr'
  return joinBytes(
    MAGIC,
    field(UNSIGNED_TX, unsigned),
    END,
    ...inputs.flatMap(({ coin: { units }, previous }) => [
      field(NON_WITNESS_UTXO, previous),
      ...(isWitness ? [field(WITNESS_UTXO, writeOutput({ units, script: from.script }))] : []),
      END,
    ]),
    ...outputs.map(() => END),
  )
}

/** A key of one byte, and its value. */
function field(key: number, value: Uint8Array): Uint8Array {
  return joinBytes(Uint8Array.of(1, key), withCount(value))
}

function verifyPrevious({ txid, vout, units }: Coin, previous: Uint8Array, from: OutputScript): void {
  const read = readTransaction(previous)
  if (read === undefined) {
    throw refusalFor(
      'balance',
      `The transaction ${txid}, which paid one of the coins, has a form that is not read here`,
      'Move this coin to the same address with your wallet first, or follow the steps of the deposit',
    )
  }
  if (read.txid !== txid) throw lie(`the bytes of ${txid} are those of ${read.txid}`)
  const output = read.outputs[vout]
  if (output?.units === units && sameBytes(output.script, from.script)) return
  throw lie(`output ${vout} of ${txid} is not ${units} base units for ${from.address}`)
}

function lie(what: string): SwapError {
  return refusalFor(
    'nodes',
    `The esplora that is set is not to be believed: ${what}`,
    'Nothing was written. Set another one: swapcli config set esplora.CHAIN URL',
  )
}
