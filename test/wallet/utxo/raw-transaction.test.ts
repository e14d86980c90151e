import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readTransaction } from '../../../src/wallet/utxo/raw-transaction.ts'

const bytesOf = (...hex: readonly string[]) => Uint8Array.from(Buffer.from(hex.join(''), 'hex'))
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const idOf = (bytes: Uint8Array) => sha256(sha256(bytes)).reverse().toString('hex')

/** The first transaction of Bitcoin. */
const FIRST = bytesOf(
  '01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d6573',
  '2030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e',
  '6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4',
  'f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000',
)

/* The parts of a transaction of one input and one output, in their order. */
const VERSION = '02000000'
const INPUT = `01${'1122'.repeat(16)}0500000003515151fdffffff`
const INPUTS = [{ txid: '2211'.repeat(16), vout: 5 }]
const SCRIPT = `0014${'42'.repeat(20)}`
const PAY = `0100e1f5050000000016${SCRIPT}`
const LOCK_TIME = '40d10c00'
const OLD_FORM = bytesOf(VERSION, INPUT, PAY, LOCK_TIME)
/** Of two items. */
const WITNESS = '0203aabbcc01dd'
const WITNESS_FORM = bytesOf(VERSION, '0001', INPUT, PAY, WITNESS, LOCK_TIME)

describe('a transaction', () => {
  test('of the first block is read, with its id', () => {
    expect(readTransaction(FIRST)).toEqual({
      txid: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
      inputs: [{ txid: '00'.repeat(32), vout: 0xffffffff }],
      outputs: [{ units: 5_000_000_000n, script: FIRST.subarray(133, 200) }],
    })
  })

  test('has the same id with its witnesses', () => {
    const read = { txid: idOf(OLD_FORM), inputs: INPUTS, outputs: [{ units: 100_000_000n, script: bytesOf(SCRIPT) }] }
    expect(readTransaction(OLD_FORM)).toEqual(read)
    expect(readTransaction(WITNESS_FORM)).toEqual(read)
  })

  test('may have many outputs, scripts that nobody can read, and any amount and version', () => {
    const one = 'ffffffffffffffff026a4c'
    const bytes = bytesOf('feffffff', INPUT, 'fd2c01', one.repeat(300), LOCK_TIME)
    expect(readTransaction(bytes)).toEqual({
      txid: idOf(bytes),
      inputs: INPUTS,
      outputs: Array.from({ length: 300 }, () => ({ units: 2n ** 64n - 1n, script: bytesOf('6a4c') })),
    })
  })

  test('is not read where it ends early, or goes on', () => {
    for (const bytes of [OLD_FORM, WITNESS_FORM]) {
      for (let end = 0; end < bytes.length; end += 1) expect(readTransaction(bytes.subarray(0, end))).toBeUndefined()
      expect(readTransaction(Uint8Array.of(...bytes, 0))).toBeUndefined()
    }
  })

  test.each([
    ['a special one of Dash, with a payload', bytesOf('03000500', INPUT, PAY, LOCK_TIME, '0201aa')],
    ['a special one of Dash, whose payload is empty', bytesOf('03000500', INPUT, PAY, LOCK_TIME, '00')],
    ['one of MWEB', bytesOf(VERSION, '0008', INPUT, PAY, '00', LOCK_TIME)],
    ['one of MWEB with witnesses', bytesOf(VERSION, '0009', INPUT, PAY, WITNESS, '00', LOCK_TIME)],
    ['one without inputs', bytesOf(VERSION, '0002', PAY.slice(2).repeat(2), LOCK_TIME)],
    ['one whose count is written in a longer form', bytesOf(VERSION, 'fd0100', INPUT.slice(2), PAY, LOCK_TIME)],
    ['one with a flag for witnesses and none', bytesOf(VERSION, '0001', INPUT, PAY, '00', LOCK_TIME)],
    ['one that says it has more outputs than fit', bytesOf(VERSION, INPUT, 'ffffffffffffffffff', LOCK_TIME)],
  ])('is not read as another one: %s', (_name, bytes) => {
    expect(readTransaction(bytes)).toBeUndefined()
  })
})
