import { RawPSBTV0 } from '@scure/btc-signer/psbt.js'
import { RawTx } from '@scure/btc-signer/script.js'
import { fromHex, sameBytes } from '../../core/assets/addresses/codecs.ts'
import { refusalFor } from '../refusal.ts'
import { lyingEsplora, readNamed } from './esplora.ts'
import type { OutputScript } from './output-script.ts'
import type { Coin } from './plan.ts'
import type { RawOutput } from './raw-transaction.ts'

/** What a transaction is made of, everything in the order that it will have. */
export interface PsbtParts {
  readonly inputs: readonly { readonly coin: Coin; readonly previous: Uint8Array }[]
  /** The one address that all inputs are of. */
  readonly from: OutputScript
  readonly outputs: readonly RawOutput[]
  /** Of each input. */
  readonly sequence: number
}

/** Of a transaction with relative times (BIP-68), which wallets write today. */
const VERSION = 2

/**
 * Writes an unsigned transaction for other wallets to sign: a PSBT of version 0
 * (https://github.com/bitcoin/bips/blob/master/bip-0174.mediawiki), with the previous transactions in full, so that no
 * source of coins can lie about an amount. The order is that of the parts.
 * @throws WALLET_REFUSED where a previous transaction is another one, or does not pay that amount to that address
 */
export function writePsbt({ inputs, from, outputs, sequence }: PsbtParts): Uint8Array {
  for (const { coin, previous } of inputs) verifyPrevious(coin, previous, from)
  const isWitness = from.kind === 'p2wpkh' || from.kind === 'p2tr'
  // By the library's coder: its `Transaction` is 16 kB more of the package, and checks the same again, output by output:
  // 3 s for twenty coins of payouts to 3,000 addresses each, where the coder takes 0.1 s.
  const fields = {
    global: {
      unsignedTx: {
        version: VERSION,
        inputs: inputs.map(({ coin: { txid, vout } }) => ({
          ...{ txid: fromHex(txid), index: vout, sequence },
          finalScriptSig: new Uint8Array(),
        })),
        outputs: outputs.map(({ script, units }) => ({ script, amount: units })),
        lockTime: 0,
      },
    },
    inputs: inputs.map(({ coin: { units }, previous }) => ({
      nonWitnessUtxo: RawTx.decode(previous),
      ...(isWitness ? { witnessUtxo: { script: from.script, amount: units } } : {}),
    })),
    outputs: outputs.map(() => ({})),
  }
  // Of nested parts the library declares less than its coders take, and converts its own calls so too.
  return RawPSBTV0.encode(fields as Parameters<typeof RawPSBTV0.encode>[0])
}

function verifyPrevious({ txid, vout, units }: Coin, previous: Uint8Array, from: OutputScript): void {
  const read = readNamed(txid, previous)
  if (read === undefined) {
    throw refusalFor(
      'balance',
      `The transaction ${txid}, which paid one of the coins, has a form that is not read here`,
      'Move this coin to the same address with your wallet first, or follow the steps of the deposit',
    )
  }
  const output = read.outputs[vout]
  if (output?.units === units && sameBytes(output.script, from.script)) return
  throw lyingEsplora(`output ${vout} of ${txid} is not ${units} base units for ${from.address}`)
}
