import { RawTx, Transaction } from '@scure/btc-signer'
import { sameBytes, toHex } from '../../core/assets/addresses/codecs.ts'
import { SwapError } from '../../core/api/errors.ts'
import { refusalFor } from '../refusal.ts'
import type { OutputScript } from './output-script.ts'
import type { Coin } from './plan.ts'

/** An output in its place. */
export interface PlannedOutput {
  readonly script: Uint8Array
  /** Base units. */
  readonly units: bigint
}

/** What a transaction is made of, everything in the order that it will have. */
export interface PsbtParts {
  readonly inputs: readonly { readonly coin: Coin; readonly previous: Uint8Array }[]
  /** The one address that all inputs are of. */
  readonly from: OutputScript
  readonly outputs: readonly PlannedOutput[]
  /** Of each input. */
  readonly sequence: number
}

/**
 * Writes an unsigned transaction for other wallets to sign: a PSBT of version 0 (BIP-174), with the previous transactions in
 * full, so that no source of coins can lie about an amount. The order is that of the parts.
 * @throws WALLET_REFUSED where a previous transaction is another one, or does not pay that amount to that address
 */
export function writePsbt({ inputs, from, outputs, sequence }: PsbtParts): Uint8Array {
  const transaction = new Transaction({ version: 2, allowUnknownOutputs: true })
  for (const { coin, previous } of inputs) {
    verifyPrevious(coin, previous, from)
    const isWitness = from.kind === 'p2wpkh' || from.kind === 'p2tr'
    transaction.addInput({
      ...{ txid: coin.txid, index: coin.vout, sequence, nonWitnessUtxo: previous },
      ...(isWitness ? { witnessUtxo: { script: from.script, amount: coin.units } } : {}),
    })
  }
  for (const { script, units } of outputs) transaction.addOutput({ script, amount: units })
  const bytes = transaction.toPSBT(0)
  verifyWritten(bytes, { inputs, outputs, sequence })
  return bytes
}

function verifyPrevious({ txid, vout, units }: Coin, previous: Uint8Array, from: OutputScript): void {
  const outputs = readPrevious(txid, previous)
  const output = outputs[vout]
  if (output?.amount === units && sameBytes(output.script, from.script)) return
  throw lie(`output ${vout} of ${txid} is not ${units} base units for ${from.address}`)
}

/** The outputs of a transaction, once its bytes are those of its id. */
function readPrevious(
  txid: string,
  bytes: Uint8Array,
): readonly { readonly amount: bigint; readonly script: Uint8Array }[] {
  try {
    const { outputs } = RawTx.decode(bytes)
    const { id } = Transaction.fromRaw(bytes, { allowUnknownInputs: true, allowUnknownOutputs: true })
    if (id !== txid) throw lie(`the bytes of ${txid} are those of ${id}`)
    return outputs
  } catch (error) {
    if (error instanceof SwapError) throw error
    throw refusalFor(
      'balance',
      `The transaction ${txid}, which paid one of the coins, has a form that is not read here`,
      'Move this coin to the same address with your wallet first, or follow the steps of the deposit',
      { cause: error },
    )
  }
}

function lie(what: string): SwapError {
  return refusalFor(
    'nodes',
    `The esplora that is set is not to be believed: ${what}`,
    'Nothing was written. Set another one: swapcli config set esplora.CHAIN URL',
  )
}

/** Reads what was written once more: nothing may have been sorted, left out or added. */
function verifyWritten(bytes: Uint8Array, { inputs, outputs, sequence }: Omit<PsbtParts, 'from'>): void {
  const read = Transaction.fromPSBT(bytes, { allowUnknownOutputs: true })
  const areInputs =
    read.inputsLength === inputs.length &&
    inputs.every(({ coin }, at) => {
      const input = read.getInput(at)
      const isCoin = input.txid !== undefined && toHex(input.txid) === coin.txid && input.index === coin.vout
      return isCoin && input.sequence === sequence
    })
  const areOutputs =
    read.outputsLength === outputs.length &&
    outputs.every(({ script, units }, at) => {
      const output = read.getOutput(at)
      return output.amount === units && output.script !== undefined && sameBytes(output.script, script)
    })
  if (!areInputs || !areOutputs || read.lockTime !== 0)
    throw new Error('the PSBT is not the transaction that was planned')
}
