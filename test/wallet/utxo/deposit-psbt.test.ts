import { Transaction } from '@scure/btc-signer'
import { describe, expect, test } from 'vitest'
import type { HttpFetch } from '../../../src/core/ports.ts'
import type { SwapRun } from '../../../src/wallet/run/journal.ts'
import { makeDepositPsbt, type PsbtRequest } from '../../../src/wallet/utxo/deposit-psbt.ts'
import { openEsplora } from '../../../src/wallet/utxo/esplora.ts'
import { createFakeEsplora, type FakeEsplora } from '../../support/fake-esplora.ts'
import { swapErrorOf } from '../../support/swap-error.ts'
import { depositRun, LONG_MEMO, SHORT_MEMO } from './deposit-run.ts'

const NOW = Date.parse('2026-01-15T12:00:00.000Z')
const VAULT = 'bc1qt9723ak9t7lu7a97lt9kelq4gnrlmyvk4yhzwr'
const ALICE = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const TAPROOT = 'bc1pfzhx49qe6s5exppe5hqljg3n6587xk0w75xqr70pgdt7ygnfkssqxqjd9l'
const OLD = '1Ei9UmLQv4o4UJTy5r5mnGFeC9auM3W5P1'

interface Made {
  readonly esplora?: FakeEsplora
  readonly run?: SwapRun
  readonly request?: Partial<PsbtRequest>
}

const bitcoinRun = (change: Partial<Parameters<typeof depositRun>[0]> = {}) =>
  depositRun({
    ...{ chain: 'bitcoin', symbol: 'BTC', vault: VAULT, depositor: ALICE, units: 50_000_000n, memo: SHORT_MEMO },
    ...change,
  })

/** Alice has three coins. */
function withCoins(): FakeEsplora {
  const esplora = createFakeEsplora()
  for (const units of [10_000_000n, 45_000_000n, 20_000_000n]) esplora.add('bitcoin', ALICE, units)
  return esplora
}

/** The same esplora, with other answers for some paths. */
function withAnswers(esplora: FakeEsplora, answer: (path: string) => string | undefined): FakeEsplora {
  const fetch: HttpFetch = (url, request) => {
    const text = answer(url.replace('https://esplora.test', ''))
    return text === undefined ? esplora.fetch(url, request) : Promise.resolve(new Response(text))
  }
  return { ...esplora, fetch }
}

/** The coins of Alice as the esplora lists them. */
async function listed(esplora: FakeEsplora): Promise<readonly { readonly txid: string }[]> {
  const { signal } = new AbortController()
  const source = openEsplora(esplora.fetch, 'bitcoin', 'https://esplora.test', signal)
  const coins = await source.readCoins(ALICE)
  return coins.map(({ txid, vout, units }) => ({ txid, vout, value: Number(units), status: { confirmed: true } }))
}

const make = ({ esplora = withCoins(), run = bitcoinRun(), request = {} }: Made = {}) =>
  makeDepositPsbt({
    ...{ run, from: undefined, feeRate: undefined, claimed: undefined, reserved: new Set<string>(), now: () => NOW },
    source: openEsplora(esplora.fetch, run.request.srcChain, 'https://esplora.test', new AbortController().signal),
    ...request,
  })

describe('the PSBT of a deposit', () => {
  test('is of version 0, in our order, with previous transactions in full', async () => {
    const psbt = await make()
    expect(Buffer.from(psbt.bytes).toString('base64')).toMatch(/^cHNidP8B/)
    const read = Transaction.fromPSBT(psbt.bytes, { allowUnknownOutputs: true, strictPrevoutValidation: true })
    expect([read.inputsLength, read.outputsLength, read.lockTime]).toEqual([2, 3, 0])
    // The fee of a Bitcoin transaction may be raised.
    expect([0, 1].map((at) => read.getInput(at).sequence)).toEqual([0xfffffffd, 0xfffffffd])
    expect([0, 1].every((at) => read.getInput(at).nonWitnessUtxo !== undefined)).toBe(true)
    expect(psbt.inputs.map(({ units }) => units)).toEqual([45_000_000n, 20_000_000n])
    // Two inputs, deposit and change of 31 bytes each, a memo of 58 bytes: 10.5 + 2 x 68 + 62 + 69 virtual bytes.
    expect(psbt.virtualBytes).toBe(278)
    expect(psbt).toMatchObject({ feeRate: 66, leastFeeRate: 66, mostFeeRate: 500, fee: 18_348n, from: ALICE })
    expect(psbt.outputs).toEqual([
      { what: 'deposit', to: VAULT, units: 50_000_000n },
      { what: 'change', to: ALICE, units: 14_981_652n },
      { what: 'memo', to: Buffer.from(SHORT_MEMO).toString('hex'), units: 0n },
    ])
  })

  test('has no memo where the provider wants none, and then takes coins of Taproot addresses', async () => {
    const esplora = createFakeEsplora()
    esplora.add('bitcoin', TAPROOT, 60_000_000n)
    const psbt = await make({ esplora, run: bitcoinRun({ memo: undefined, depositor: TAPROOT }) })
    expect(psbt.outputs.map(({ what }) => what)).toEqual(['deposit', 'change'])
  })

  test.each([
    ['dogecoin', 'DOGE', 'DLSSSUS3ex7YNDACJDxMER1ZMW579Vy8Zy', 'DT6SkrdLDPUAhjV8gbEJFouEMM9vZx686g'],
    ['dash', 'DASH', 'XoXdZSiN9MWpmVLDFS65GfLHuERoHeuFCj', 'XoXdZSiN9MWpmVLDFS65GfLHuERoHeuFCj'],
  ] as const)(
    'of %s spends coins of keys, and nothing that could be replaced',
    async (chain, symbol, vault, depositor) => {
      const esplora = createFakeEsplora()
      // More than there is of any other coin.
      esplora.add(chain, depositor, 5_000_000_000_000_000n)
      const psbt = await make({
        esplora,
        run: depositRun({ chain, symbol, vault, depositor, units: 4_000_000_000_000_000n, memo: SHORT_MEMO }),
      })
      const read = Transaction.fromPSBT(psbt.bytes, { allowUnknownOutputs: true })
      expect(read.getInput(0).sequence).toBe(0xffffffff)
      expect(read.getInput(0).witnessUtxo).toBeUndefined()
      expect(read.getOutput(0).amount).toBe(4_000_000_000_000_000n)
    },
  )

  test('pays the highest of what network and source recommend', async () => {
    const esplora = withCoins()
    esplora.feeRate = 80.2
    expect((await make({ esplora })).feeRate).toBe(81)
    esplora.feeRate = undefined
    expect(await make({ esplora })).toMatchObject({ feeRate: 66, ignoredFeeRates: [] })
  })

  test('leaves a rate aside that is many times that of the network or above the bound of the chain, and says so', async () => {
    const esplora = withCoins()
    for (const feeRate of [331, 500, 501, 1e9]) {
      esplora.feeRate = feeRate
      const { feeRate: paid, ignoredFeeRates } = await make({ esplora })
      expect([paid, ignoredFeeRates]).toEqual([66, [{ by: 'esplora', feeRate }]])
    }
    esplora.feeRate = 330
    expect(await make({ esplora })).toMatchObject({ feeRate: 330, ignoredFeeRates: [] })
    const run = bitcoinRun({ meta: { feeRate: 10_000_000 } })
    expect(await make({ run })).toMatchObject({
      ...{ feeRate: 20, leastFeeRate: undefined, ignoredFeeRates: [{ by: 'network', feeRate: 10_000_000 }] },
    })
  })

  test('is not made at a rate that nobody else confirms and no one pays', async () => {
    const esplora = withCoins()
    esplora.feeRate = 1e9
    const error = await swapErrorOf(make({ esplora, run: bitcoinRun({ meta: { feeRate: undefined } }) }))
    expect([error.reason, error.message]).toEqual([
      'fee',
      'No believable fee is recommended: the esplora says 1000000000 base units a byte, and more than 500 is a mistake',
    ])
  })

  test.each([
    ['{"1":null,"2":70.5}', 71],
    ['{"1":"90","2":-5}', 66],
    ['{"1":1e400,"2":null,"144":{}}', 66],
  ])('reads what is an estimate among %s', async (text, feeRate) => {
    const esplora = withAnswers(withCoins(), (path) => (path === '/fee-estimates' ? text : undefined))
    expect(await make({ esplora })).toMatchObject({ feeRate, ignoredFeeRates: [] })
  })

  test('takes a rate that the user names, within the bounds', async () => {
    expect((await make({ request: { feeRate: 70 } })).feeRate).toBe(70)
    for (const feeRate of [65, 501]) {
      const error = await swapErrorOf(make({ request: { feeRate } }))
      expect(error.message).toContain('The fee has to be from 66 to 500 base units a byte')
      expect(error.reason).toBe('fee')
    }
  })

  test('is not made where nobody says what is mined soon', async () => {
    const esplora = withCoins()
    esplora.feeRate = undefined
    const error = await swapErrorOf(make({ esplora, run: bitcoinRun({ meta: { feeRate: undefined } }) }))
    expect(error.reason).toBe('fee')
  })

  test('is not made where the fee is more than a twentieth of the deposit, unless the rate is named', async () => {
    const run = bitcoinRun({ units: 100_000n })
    const error = await swapErrorOf(make({ run }))
    expect(error.message).toBe(
      'The fee would be 0.0001386 BTC, more than 5 % of the deposit: 66 base units a byte, 1 inputs',
    )
    expect((await make({ run, request: { feeRate: 66 } })).fee).toBe(13_860n)
  })

  test('spends what an earlier one of the same swap spends', async () => {
    const esplora = withCoins()
    const first = await make({ esplora })
    esplora.add('bitcoin', ALICE, 90_000_000n)
    const second = await make({ esplora, request: { claimed: first.claim, feeRate: 100 } })
    expect(second.claim.coins).toEqual(first.claim.coins)
    const other = await swapErrorOf(make({ esplora, request: { claimed: first.claim, from: OLD } }))
    expect(other.message).toContain(`A PSBT of this swap was made from ${ALICE}`)
  })

  test('is not made from a coin that the esplora lists twice', async () => {
    const esplora = withCoins()
    const [address, ...coins] = [ALICE, ...(await listed(esplora))]
    const esploras = ['confirmed', 'unconfirmed'].map((state) =>
      withAnswers(esplora, (path) =>
        path === `/address/${address}/utxo`
          ? JSON.stringify([...coins, { ...coins[1], status: { confirmed: state === 'confirmed' } }])
          : undefined,
      ),
    )
    for (const lying of esploras) {
      const error = await swapErrorOf(make({ esplora: lying }))
      expect(error.reason).toBe('nodes')
      expect(error.message).toMatch(
        /^The esplora that is set is not to be believed: it lists the coin [0-9a-f]{64}:0 twice$/,
      )
    }
  })

  test('is made anew from the same coin after one that spent it twice, which no node takes', async () => {
    const esplora = withCoins()
    const first = await make({ esplora, run: bitcoinRun({ units: 40_000_000n }) })
    const claimed = { from: ALICE, coins: [...first.claim.coins, ...first.claim.coins] }
    const second = await make({ esplora, request: { claimed } })
    expect(second.claim.coins.slice(0, 1)).toEqual(first.claim.coins)
    expect(new Set(second.claim.coins).size).toBe(second.inputs.length)
  })

  test('is refused once a transaction pays the deposit with those coins, which is named', async () => {
    const esplora = withCoins()
    const { claim } = await make({ esplora })
    const txid = esplora.spendAll({ family: 'bitcoin', address: VAULT, isConfirmed: false })
    const error = await swapErrorOf(make({ esplora, request: { claimed: claim } }))
    expect(error).toMatchObject({ reason: 'run', hint: `Report it: swapcli track tx_1 ${txid}` })
    expect(error.message).toBe(
      `The transaction ${txid} pays this deposit with the coins of an earlier PSBT: another one would pay twice`,
    )
  })

  test('waits for the block of a transaction that spends those coins elsewhere, and then takes others', async () => {
    const [pending, mined] = [withCoins(), withCoins()]
    const { claim } = await make({ esplora: pending })
    const txid = pending.spendAll({ family: 'bitcoin', address: OLD, isConfirmed: false })
    pending.add('bitcoin', ALICE, 90_000_000n)
    const error = await swapErrorOf(make({ esplora: pending, request: { claimed: claim } }))
    expect(error.message).toBe(
      `The transaction ${txid}, which is not in a block yet, spends the coin ${claim.coins[0]} of an earlier PSBT of this swap`,
    )
    mined.spendAll({ family: 'bitcoin', address: OLD })
    mined.add('bitcoin', ALICE, 90_000_000n)
    const second = await make({ esplora: mined, request: { claimed: claim } })
    expect(second.inputs.map(({ units }) => units)).toEqual([90_000_000n])
    expect(second.goneCoins).toEqual(claim.coins)
    // With another block they could come back.
    expect(second.claim.coins.slice(0, 2)).toEqual(claim.coins)
  })

  test('takes coins of any address once those of an earlier one turn out to be on no chain', async () => {
    const esplora = withCoins()
    const { claim } = await make({ esplora })
    esplora.forgetAll()
    esplora.add('bitcoin', OLD, 90_000_000n)
    const second = await make({ esplora, request: { claimed: claim, from: OLD } })
    expect([second.goneCoins, second.claim.from]).toEqual([claim.coins, OLD])
    expect(second.claim.coins).toHaveLength(1)
  })

  test('spends a coin of an earlier one that is unspent, though it is not listed', async () => {
    const esplora = withCoins()
    const { claim } = await make({ esplora })
    const hiding = withAnswers(esplora, (path) => (path.endsWith('/utxo') ? '[]' : undefined))
    expect((await make({ esplora: hiding, request: { claimed: claim } })).claim).toEqual(claim)
  })

  test('believes no esplora that names a transaction which does not spend the coin', async () => {
    const esplora = withCoins()
    const { claim } = await make({ esplora, run: bitcoinRun({ units: 40_000_000n }) })
    const [{ txid } = { txid: '' }] = await listed(esplora)
    const said = JSON.stringify({ spent: true, txid, status: { confirmed: true } })
    const lying = withAnswers(esplora, (path) =>
      path.endsWith('/utxo') ? '[]' : path.includes('/outspend/') ? said : undefined,
    )
    const error = await swapErrorOf(make({ esplora: lying, request: { claimed: claim } }))
    expect([error.reason, error.message]).toEqual([
      'nodes',
      `The esplora that is set is not to be believed: ${txid} does not spend ${claim.coins[0]}`,
    ])
  })

  test.each([
    [
      'after the deadline',
      {},
      { now: () => NOW + 15 * 60_000 },
      'The deposit had to be sent before 2026-01-15T12:15:00.000Z',
    ],
    ['at the dust limit', { units: 10_000n }, {}, 'The network ignores deposits of 0.0001 BTC or less'],
    ['from a Taproot address, with a memo', { depositor: TAPROOT }, {}, 'does not see deposits from Taproot addresses'],
    [
      'from an address of another chain',
      {},
      { from: 'ltc1q9kptqash0ft2jf6vrpwgj0c3lwldx6akpmw5t8' },
      'no address of bitcoin',
    ],
    [
      'from a script whose size nobody knows',
      {},
      { from: 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3' },
      'The size of inputs',
    ],
    ['with too few coins', { units: 80_000_000n }, {}, '0.75 BTC in 3, do not pay deposit and fee'],
    ['for somebody else', { memo: SHORT_MEMO.replace('86d5', '86d6') }, {}, 'its memo pays another recipient'],
  ] as const)('is not made %s', async (_name, run, request, message) => {
    const error = await swapErrorOf(make({ run: bitcoinRun(run), request }))
    expect(error.code).toBe('WALLET_REFUSED')
    expect(error.message).toContain(message)
  })

  test('is not made for chains whose signatures are others', async () => {
    const run = bitcoinRun()
    const request = { ...run.request, srcChain: 'bitcoin-cash' }
    const error = await swapErrorOf(make({ run: { ...run, request } }))
    expect(error.message).toBe('A PSBT is made for bitcoin, litecoin, dogecoin, dash, not for bitcoin-cash')
  })

  test('writes a longer memo into further outputs', async () => {
    const psbt = await make({ run: bitcoinRun({ memo: LONG_MEMO }) })
    expect(psbt.outputs.map(({ what, units }) => [what, units]).slice(2)).toEqual([
      ['memo', 0n],
      ['memo, burnt', 294n],
      ['memo, burnt', 294n],
    ])
  })
})

describe('an esplora', () => {
  test.each([
    [
      'answers with an error',
      () => Promise.resolve(new Response('busy', { status: 503 })),
      'it answered with status 503',
    ],
    ['answers with something else', () => Promise.resolve(new Response('<html>')), 'its answer cannot be read'],
    ['does not answer', () => Promise.reject(new Error('ECONNREFUSED')), 'it did not answer'],
    ['answers without end', () => Promise.resolve(new Response('x'.repeat(5_000_000))), 'its answer is too large'],
  ] as const)('that %s is said to be unusable', async (_name, fetch, why) => {
    const source = openEsplora(fetch, 'bitcoin', 'https://esplora.test', new AbortController().signal)
    const error = await swapErrorOf(source.readCoins(ALICE))
    expect(error.code).toBe('SERVICE_UNAVAILABLE')
    expect(error.message).toBe(`The esplora that is set for bitcoin cannot be used: ${why}`)
  })

  test('that gives other bytes for a transaction is not believed', async () => {
    const esplora = withCoins()
    const wrong = createFakeEsplora()
    wrong.add('bitcoin', ALICE, 99_000_000n)
    wrong.add('bitcoin', ALICE, 99_000_000n)
    const [{ txid } = { txid: '' }] = await openEsplora(
      wrong.fetch,
      'bitcoin',
      'https://esplora.test',
      new AbortController().signal,
    ).readCoins(ALICE)
    const source = openEsplora(esplora.fetch, 'bitcoin', 'https://esplora.test', new AbortController().signal)
    const bytes = await openEsplora(
      wrong.fetch,
      'bitcoin',
      'https://esplora.test',
      new AbortController().signal,
    ).readTransaction(txid)
    const error = await swapErrorOf(
      make({ request: { source: { ...source, readTransaction: () => Promise.resolve(bytes) } } }),
    )
    expect(error.reason).toBe('nodes')
    expect(error.message).toMatch(/the bytes of [0-9a-f]{64} are those of [0-9a-f]{64}$/)
  })
})
