import { Address, p2pkh, p2sh, p2wpkh, Transaction } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPooledHttp } from '../../../src/io/index.ts'
import type { SwapRun } from '../../../src/wallet/run/journal.ts'
import { makeDepositPsbt, type PsbtRequest } from '../../../src/wallet/utxo/deposit-psbt.ts'
import { openEsplora } from '../../../src/wallet/utxo/esplora.ts'
import {
  hasLitecoind,
  type LitecoinNode,
  type NodeEsplora,
  startEsplora,
  startLitecoind,
} from '../../support/litecoind.ts'
import { swapErrorOf } from '../../support/swap-error.ts'
import { depositRun, LONG_MEMO, SHORT_MEMO } from './deposit-run.ts'

/*
 * A real node takes what our PSBT becomes once another program has signed it, in our order. Addresses are those of the main
 * chain: the scripts behind them are the same on a chain of tests.
 */

const has = hasLitecoind()
if (!has) console.warn('Tests of PSBTs with a node are skipped: litecoind is not installed')

const NOW = Date.parse('2026-01-15T12:00:00.000Z')
const MAIN = { bech32: 'ltc', pubKeyHash: 0x30, scriptHash: 0x32, wif: 0xb0 }
const REGTEST = { bech32: 'rltc', pubKeyHash: 0x6f, scriptHash: 0x3a, wif: 0xef }

interface Spender {
  readonly address: string
  /** The same on the node's chain. */
  readonly fundedAs: string
  readonly key: Uint8Array
  readonly redeemScript: Uint8Array | undefined
}

const KINDS = {
  p2wpkh: (secret: Uint8Array) => p2wpkh(pubECDSA(secret), MAIN),
  p2pkh: (secret: Uint8Array) => p2pkh(pubECDSA(secret), MAIN),
  'p2sh-p2wpkh': (secret: Uint8Array) => p2sh(p2wpkh(pubECDSA(secret), MAIN), MAIN),
} as const

/** @param at which key, 1 to 255 */
function spenderOf(kind: keyof typeof KINDS, at: number): Spender {
  const secret = new Uint8Array(32).fill(at)
  const payment: { readonly address?: string; readonly redeemScript?: Uint8Array } = KINDS[kind](secret)
  const { address = '', redeemScript } = payment
  return { address, fundedAs: Address(REGTEST).encode(Address(MAIN).decode(address)), key: secret, redeemScript }
}

const VAULT = spenderOf('p2wpkh', 99).address

const runOf = (depositor: string, units: bigint, memo = SHORT_MEMO): SwapRun =>
  depositRun({ chain: 'litecoin', symbol: 'LTC', vault: VAULT, depositor, units, memo })

/** Signs it as another wallet does. @returns hex digits of the final transaction */
function sign(psbt: Uint8Array, spender: Spender): string {
  const transaction = Transaction.fromPSBT(psbt, { allowUnknownOutputs: true, strictPrevoutValidation: true })
  if (spender.redeemScript !== undefined) {
    for (let at = 0; at < transaction.inputsLength; at++) {
      transaction.updateInput(at, { redeemScript: spender.redeemScript })
    }
  }
  transaction.sign(spender.key)
  transaction.finalize()
  return transaction.hex
}

interface Decoded {
  readonly vsize: number
  readonly vin: readonly { readonly txid: string; readonly vout: number; readonly sequence: number }[]
  readonly vout: readonly { readonly value: number; readonly scriptPubKey: { readonly hex: string } }[]
}

describe.skipIf(!has)('a deposit that another wallet signs', () => {
  let node: LitecoinNode
  let esplora: NodeEsplora
  let http: Awaited<ReturnType<typeof openPooledHttp>>
  beforeAll(async () => {
    node = await startLitecoind()
    esplora = await startEsplora(node)
    http = await openPooledHttp()
  }, 60_000)
  afterAll(async () => {
    await http.close()
    await esplora.close()
    await node.close()
  })

  const fund = async ({ fundedAs }: Spender, amounts: readonly number[]) => {
    for (const amount of amounts) await node.call('sendtoaddress', fundedAs, amount)
    await node.mine()
  }
  const make = (run: SwapRun, change: Partial<PsbtRequest> = {}) =>
    makeDepositPsbt({
      ...{ run, from: undefined, feeRate: undefined, claimed: undefined, reserved: new Set<string>(), now: () => NOW },
      source: openEsplora(http.fetch, 'litecoin', esplora.url, AbortSignal.timeout(30_000)),
      ...change,
    })
  const accepts = async (hex: string) =>
    (await node.call<readonly { allowed: boolean }[]>('testmempoolaccept', [hex])).map(({ allowed }) => allowed)

  test.each([
    ['p2wpkh', 1],
    ['p2pkh', 2],
    ['p2sh-p2wpkh', 3],
  ] as const)('from %s is taken by a node: vault, change back, memo', async (kind, at) => {
    const alice = spenderOf(kind, at)
    await fund(alice, [0.3, 0.4])
    const psbt = await make(runOf(alice.address, 50_000_000n))
    const analysis = await node.call<{ next: string }>('analyzepsbt', Buffer.from(psbt.bytes).toString('base64'))
    expect(analysis.next).toBe('updater')
    const hex = sign(psbt.bytes, alice)
    expect(await accepts(hex)).toEqual([true])
    const txid = await node.call<string>('sendrawtransaction', hex)
    const sent = await node.call<Decoded>('decoderawtransaction', hex)
    expect(sent.vin.map((input) => `${input.txid}:${input.vout}`)).toEqual(psbt.claim.coins)
    expect(sent.vin.every(({ sequence }) => sequence === 0xffffffff)).toBe(true)
    expect(sent.vout.map(({ scriptPubKey }) => scriptPubKey.hex)).toEqual([
      scriptOf(VAULT),
      scriptOf(alice.address),
      `6a${Buffer.from([SHORT_MEMO.length]).toString('hex')}${Buffer.from(SHORT_MEMO).toString('hex')}`,
    ])
    const units = sent.vout.map(({ value }) => BigInt(Math.round(value * 1e8)))
    expect(units).toEqual(psbt.outputs.map((output) => output.units))
    expect(units[0]).toBe(50_000_000n)
    expect(70_000_000n - units.reduce((sum, value) => sum + value, 0n)).toBe(psbt.fee)
    // Signatures are at times a byte shorter than they may be.
    expect(psbt.virtualBytes).toBeGreaterThanOrEqual(sent.vsize)
    expect(psbt.virtualBytes - sent.vsize).toBeLessThanOrEqual(2 * psbt.inputs.length)
    expect(psbt.feeRate).toBe(66)
    expect(psbt.fee).toBe(BigInt(psbt.virtualBytes * 66))
    await node.mine()
    expect(await node.call('getrawtransaction', txid, true)).toMatchObject({ confirmations: 1 })
  })

  test('with a memo of more than 80 bytes is taken with its further outputs', async () => {
    const alice = spenderOf('p2wpkh', 4)
    await fund(alice, [1])
    const psbt = await make(runOf(alice.address, 50_000_000n, LONG_MEMO))
    expect(psbt.outputs.map(({ what, units }) => [what, units])).toEqual([
      ['deposit', 50_000_000n],
      ['change', expect.any(BigInt)],
      ['memo', 0n],
      ['memo, burnt', 2_940n],
      ['memo, burnt', 2_940n],
    ])
    const hex = sign(psbt.bytes, alice)
    const sent = await node.call<Decoded>('decoderawtransaction', hex)
    const [first = Buffer.alloc(0), ...others] = sent.vout
      .slice(2)
      .map(({ scriptPubKey }) => Buffer.from(scriptPubKey.hex, 'hex'))
    // What the network reads: OP_RETURN, PUSHDATA1 and 79 of its 80 bytes, and the hashes of the addresses behind it.
    const read = Buffer.concat([first.subarray(3, 82), ...others.map((script) => script.subarray(2))])
    expect(read.toString('ascii').replaceAll('\0', '')).toBe(LONG_MEMO)
    expect(await accepts(hex)).toEqual([true])
  })

  test('without change pays what would be dust as fee', async () => {
    const alice = spenderOf('p2wpkh', 5)
    await fund(alice, [0.5])
    const psbt = await make(runOf(alice.address, 49_985_000n))
    expect(psbt.outputs.map(({ what }) => what)).toEqual(['deposit', 'memo'])
    expect(psbt.fee).toBe(15_000n)
    expect(await accepts(sign(psbt.bytes, alice))).toEqual([true])
  })

  test('is made again with the same coins, so that the node takes one of the two only', async () => {
    const alice = spenderOf('p2wpkh', 6)
    await fund(alice, [0.6])
    const run = runOf(alice.address, 50_000_000n)
    const first = await make(run)
    // A larger coin would be taken first.
    await fund(alice, [2])
    const second = await make(run, { claimed: first.claim })
    expect(second.claim.coins).toEqual(first.claim.coins)
    await node.call('sendrawtransaction', sign(first.bytes, alice))
    const raised = await make(run, { claimed: first.claim, feeRate: 90 }).catch((error: unknown) => error)
    expect(raised).toMatchObject({ code: 'WALLET_REFUSED', reason: 'run' })
    expect((raised as Error).message).toContain('another one would pay twice')
  })

  test('is made with other coins once a block spends the first ones elsewhere, and the node takes it', async () => {
    const alice = spenderOf('p2wpkh', 21)
    await fund(alice, [0.6])
    const run = runOf(alice.address, 50_000_000n)
    const first = await make(run)
    const vault = spenderOf('p2wpkh', 98).address
    const [coin, units, memo] = [{ chain: 'litecoin', symbol: 'LTC' } as const, 40_000_000n, undefined]
    const elsewhere = await make(depositRun({ ...coin, vault, depositor: alice.address, units, memo }))
    await fund(alice, [0.7])
    await node.call('sendrawtransaction', sign(elsewhere.bytes, alice))
    const waiting = await swapErrorOf(make(run, { claimed: first.claim }))
    expect(waiting.message).toContain('which is not in a block yet, spends the coin')
    await node.mine()
    const second = await make(run, { claimed: first.claim })
    expect(second.goneCoins).toEqual(first.claim.coins)
    expect(await accepts(sign(second.bytes, alice))).toEqual([true])
    expect(await accepts(sign(first.bytes, alice))).toEqual([false])
  })

  test('leaves coins alone that are in PSBTs of other swaps', async () => {
    const alice = spenderOf('p2wpkh', 7)
    await fund(alice, [0.6, 0.7])
    const first = await make(runOf(alice.address, 50_000_000n))
    const reserved = new Set(first.claim.coins)
    const second = await make(runOf(alice.address, 50_000_000n), { reserved })
    expect(second.claim.coins.some((coin) => reserved.has(coin))).toBe(false)
    const error = await swapErrorOf(make(runOf(alice.address, 100_000_000n), { reserved }))
    expect(error.message).toBe(
      `The confirmed coins of ${alice.address}, 0.6 LTC in 1, do not pay deposit and fee; 1 more are in PSBTs of other swaps`,
    )
  })

  test('is not made of coins whose amount the source makes up', async () => {
    const alice = spenderOf('p2wpkh', 8)
    await fund(alice, [0.6])
    esplora.lie = (coins) => coins.map((coin) => ({ ...coin, value: coin.value - 5_000_000 }))
    const error = await swapErrorOf(make(runOf(alice.address, 50_000_000n)))
    esplora.lie = undefined
    expect(error).toMatchObject({ code: 'WALLET_REFUSED', reason: 'nodes' })
    expect(error.message).toContain('is not 55000000 base units')
  })

  test('is not made of coins that are in no block yet', async () => {
    const alice = spenderOf('p2wpkh', 9)
    await fund(alice, [0.6])
    esplora.lie = (coins) => coins.map((coin) => ({ ...coin, status: { confirmed: false } }))
    const error = await swapErrorOf(make(runOf(alice.address, 50_000_000n)))
    esplora.lie = undefined
    expect(error).toMatchObject({ code: 'WALLET_REFUSED', reason: 'balance' })
  })
})

/** The script of an address as the library has it, hex digits. */
function scriptOf(address: string): string {
  const transaction = new Transaction({ allowUnknownOutputs: true })
  transaction.addOutputAddress(address, 1n, MAIN)
  return Buffer.from(transaction.getOutput(0).script ?? []).toString('hex')
}
