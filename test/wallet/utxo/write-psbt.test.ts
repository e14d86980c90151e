import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { writePsbt } from '../../../src/wallet/utxo/write-psbt.ts'
import { PSBT_CASES, partsOf } from './psbt-cases.ts'

const VECTORS = JSON.parse(readFileSync(new URL('psbt-vectors.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, string>
>
const BASE = PSBT_CASES['bitcoin, a key in a witness']

describe('a PSBT', () => {
  // The vectors are of code of our own, which wrote them before the library did.
  test.each(Object.entries(PSBT_CASES))('has the same bytes each time: %s', (name, one) => {
    const bytes = writePsbt(partsOf(one))
    expect(Buffer.from(bytes).toString('base64')).toBe(VECTORS[name])
  })

  test.each([
    ['whose bytes are those of another transaction', { txid: 'ab'.repeat(32) }, /the bytes of (ab){32} are those of/],
    ['of another amount', { units: 45_000_001n }, /output 1 of [0-9a-f]{64} is not 45000001 base units for bc1/],
    ['of another output', { vout: 0 }, /output 0 of/],
    ['of an output that is not there', { vout: 7 }, /output 7 of/],
  ])('is not written for a coin %s', (_name, change, message) => {
    const parts = partsOf(BASE)
    const inputs = parts.inputs.map((one, at) => (at === 0 ? { ...one, coin: { ...one.coin, ...change } } : one))
    expect(() => writePsbt({ ...parts, inputs })).toThrow(
      expect.objectContaining({
        ...{ code: 'WALLET_REFUSED', reason: 'nodes' },
        message: expect.stringMatching(message) as string,
      }),
    )
  })

  test('is not written for a coin of a transaction that cannot be read', () => {
    const parts = partsOf(BASE)
    const inputs = parts.inputs.map((one) => ({ ...one, previous: Uint8Array.of(...one.previous, 0) }))
    expect(() => writePsbt({ ...parts, inputs })).toThrow(
      expect.objectContaining({
        ...{ code: 'WALLET_REFUSED', reason: 'balance' },
        message: expect.stringMatching(/has a form that is not read here$/) as string,
      }),
    )
  })
})
