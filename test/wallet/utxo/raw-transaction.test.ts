import { RawTx, Transaction } from '@scure/btc-signer'
import { describe, expect, test } from 'vitest'
import { readTransaction, writeUnsigned } from '../../../src/wallet/utxo/raw-transaction.ts'

const script = (length: number) => new Uint8Array(length).fill(0x51)

/** A transaction as the library writes it. */
function written(hasWitness: boolean, scripts: readonly number[], inputs = 2) {
  return RawTx.encode({
    ...{ version: 2, segwitFlag: hasWitness, lockTime: 800_000 },
    inputs: Array.from({ length: inputs }, (_, index) => ({
      ...{ txid: new Uint8Array(32).fill(index + 1), index, sequence: 0xfffffffd },
      finalScriptSig: hasWitness ? new Uint8Array() : script(107),
    })),
    outputs: scripts.map((length, at) => ({ amount: BigInt(at) * 1_000_000n, script: script(length) })),
    witnesses: hasWitness ? Array.from({ length: inputs }, () => [script(72), script(300)]) : undefined,
  })
}

describe('a transaction', () => {
  test.each([
    ['of old', false, [25, 22]],
    ['with witnesses', true, [22, 34, 83]],
    ['of many outputs, some of them long', true, Array.from({ length: 300 }, (_, at) => at)],
  ])('%s is read as the library reads it', (_name, hasWitness, scripts) => {
    const bytes = written(hasWitness, scripts)
    const { id } = Transaction.fromRaw(bytes, {
      allowUnknownInputs: true,
      allowUnknownOutputs: true,
      disableScriptCheck: true,
    })
    expect(readTransaction(bytes)).toEqual({
      txid: id,
      outputs: scripts.map((length, at) => ({ units: BigInt(at) * 1_000_000n, script: script(length) })),
    })
  })

  test('is not read where it ends early, or goes on', () => {
    const bytes = written(true, [22, 34])
    for (let end = 0; end < bytes.length; end += 1) expect(readTransaction(bytes.subarray(0, end))).toBeUndefined()
    expect(readTransaction(Uint8Array.of(...bytes, 0))).toBeUndefined()
  })

  test('is written as the library writes it', () => {
    const transaction = new Transaction({ allowUnknownOutputs: true })
    const inputs = [3, 4].map((vout) => ({ txid: `${vout}`.repeat(64), vout }))
    for (const { txid, vout } of inputs) transaction.addInput({ txid, index: vout, sequence: 0xfffffffd })
    const outputs = [22, 255].map((length) => ({ script: script(length), units: 5_000_000_000_000_000n }))
    for (const output of outputs) transaction.addOutput({ script: output.script, amount: output.units })
    expect(writeUnsigned({ inputs, outputs, sequence: 0xfffffffd })).toEqual(transaction.unsignedTx)
  })
})
