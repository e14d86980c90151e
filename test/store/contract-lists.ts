import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TRANSACTION_STATUSES } from '../../src/core/api/documents.ts'
import type { TransactionRecord } from '../../src/core/swap/records.ts'
import type { Terms } from '../../src/core/swap/terms.ts'
import { formatUsd } from '../../src/core/money/usd.ts'
import type { Store, TransactionFilter } from '../../src/store/port.ts'
import { addTransaction, sampleTerms, sampleTransaction, STORE_TEST_START_MS } from '../support/store.ts'
import { matches, modelStats, newestFirst } from '../support/transaction-model.ts'

/*
 * Lists and statistics against the plainest model: filter, sort and add up an array.
 */

const SYMBOLS = ['USDC', 'WETH', '100%', 'a_b', 'axb', 'back\\slash', "o'clock", 'ÄRZ', 'USD₮0']
const CHAINS = ['ethereum', 'base', 'bitcoin-cash']
const PROVIDERS = ['SANDBOX_DEX', 'SANDBOX_BRIDGE', 'SANDBOX%']
const KEYS = ['0xaa', '0xbb', 'bc1qxyz', 'cosmos1abc']
const REFERRALS = ['friend', 'Friend', 'f%']

interface Draw {
  readonly minutes: number
  readonly keys: readonly string[]
  readonly status: (typeof TRANSACTION_STATUSES)[number]
  readonly later: (typeof TRANSACTION_STATUSES)[number]
  readonly provider: string
  readonly src: readonly [string, string]
  readonly dst: readonly [string, string]
  readonly referral: string | undefined
  readonly microUsd: bigint
  readonly hash: boolean
}

const drawing: fc.Arbitrary<Draw> = fc.record({
  minutes: fc.constantFrom(0, 1, 2, 12 * 60 - 1, 12 * 60, 3000),
  keys: fc.subarray(KEYS, { minLength: 1, maxLength: 2 }),
  status: fc.constantFrom(...TRANSACTION_STATUSES),
  later: fc.constantFrom(...TRANSACTION_STATUSES),
  provider: fc.constantFrom(...PROVIDERS),
  src: fc.tuple(fc.constantFrom(...CHAINS), fc.constantFrom(...SYMBOLS)),
  dst: fc.tuple(fc.constantFrom(...CHAINS), fc.constantFrom(...SYMBOLS)),
  referral: fc.option(fc.constantFrom(...REFERRALS), { nil: undefined }),
  microUsd: fc.oneof(fc.bigInt(0n, 10n ** 9n), fc.bigInt(2n ** 53n - 2n, 2n ** 64n + 2n), fc.bigInt(0n, 10n ** 31n)),
  hash: fc.boolean(),
})

const conditions: fc.Arbitrary<TransactionFilter> = fc.record({
  addressKeys: fc.array(fc.constantFrom(...KEYS, 'nobody'), { maxLength: 3 }),
  statuses: fc.array(fc.constantFrom(...TRANSACTION_STATUSES), { maxLength: 3 }),
  referralCode: fc.constantFrom(...REFERRALS, 'stranger'),
  transactionId: fc.constantFrom('tx_0', 'tx_3', 'tx_99'),
  query: fc.oneof(
    fc.constantFrom('', '%', '_', '\\', "'", '"', '*', 'A_B', '00%', 'ärz', 'usdc', 'SANDBOX_', '0xAA', 'eum\nbase'),
    fc.constantFrom(...SYMBOLS, ...PROVIDERS, ...CHAINS, 'tx_1'),
    fc.string({ maxLength: 3 }),
  ),
})
/** Few conditions at once: with all five of them hardly anything would match. */
const filtering: fc.Arbitrary<TransactionFilter> = fc
  .tuple(
    conditions,
    fc.subarray(['addressKeys', 'statuses', 'referralCode', 'transactionId', 'query'], { maxLength: 2 }),
  )
  .map(([filter, names]) => Object.fromEntries(Object.entries(filter).filter(([name]) => names.includes(name))))

/**
 * Lists and statistics of any store.
 * @param open gives an empty one, in place of the one before
 */
export function listsContract(name: string, open: () => Promise<Store>, numRuns: number): void {
  describe(`transactions.list and transactions.stats of ${name}`, () => {
    test('agree with a plain array for any history, filter and page', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(drawing, { maxLength: 16 }),
          fc.array(fc.tuple(filtering, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 6 })), {
            minLength: 1,
            maxLength: 12,
          }),
          async (draws, questions) => {
            const store = await open()
            const records = await fill(store, draws)
            for (const [filter, page, perPage] of [[{}, 1, 5] as const, ...questions]) {
              const matching = records.filter((record) => matches(record, filter)).sort(newestFirst)
              expect(await store.transactions.list(filter, page, perPage)).toEqual({
                items: matching.slice((page - 1) * perPage, page * perPage),
                total: matching.length,
              })
              expect(await store.transactions.stats(filter)).toEqual(modelStats(matching))
            }
          },
        ),
        { numRuns },
      )
    })

    test('count a value beyond all reason as the largest one they know, and one that is negative or not known as nothing', async () => {
      const store = await open()
      const values = [10n ** 60n, undefined, -1n, 2_000_000n]
      for (const [index, usd] of values.entries()) {
        await addTransaction(store, sampleTransaction(`tx_${index}`, { terms: termsWorth(usd) }))
      }
      expect((await store.transactions.stats({})).volumeUsd).toBe(formatUsd(10n ** 32n - 1n + 2_000_000n))
    })

    test('search each text by itself, not what stands between two of them', async () => {
      const store = await open()
      await addTransaction(store, sampleTransaction('tx_1'))
      expect((await store.transactions.list({ query: 'ethereum' }, 1, 20)).total).toBe(1)
      expect((await store.transactions.list({ query: 'ethereum\nbase' }, 1, 20)).total).toBe(0)
    })

    test('name an asset without symbol by its address', async () => {
      const store = await open()
      const unnamed = { id: null, symbol: null, contract: null, image: null, chain: null }
      await addTransaction(store, sampleTransaction('tx_1', { srcAsset: unnamed, srcAddress: '0xToken' }))
      const { byPair } = await store.transactions.stats({})
      expect(byPair).toEqual([{ src: 'ethereum:0xToken', dst: 'base:USDC', total: 1, success: 0, volumeUsd: '100.00' }])
    })
  })
}

/** Half of the histories' changes come after the insert: the kept totals must follow. */
async function fill(store: Store, draws: readonly Draw[]): Promise<TransactionRecord[]> {
  const records: TransactionRecord[] = []
  for (const [index, draw] of draws.entries()) {
    const first = recordOf(draw, index)
    await addTransaction(store, first)
    const last = { ...first, status: draw.later, hash: draw.hash ? `0xHash${index}` : '' }
    expect(await store.transactions.replace(last, 1, [])).toBe('ok')
    records.push(last)
  }
  return records
}

function recordOf(draw: Draw, index: number): TransactionRecord {
  return sampleTransaction(`tx_${index}`, {
    status: draw.status,
    provider: draw.provider,
    srcChain: draw.src[0],
    dstChain: draw.dst[0],
    srcAsset: { id: null, symbol: draw.src[1], contract: null, image: null, chain: draw.src[0] },
    dstAsset: { id: null, symbol: draw.dst[1], contract: null, image: null, chain: draw.dst[0] },
    depositor: (draw.keys[0] ?? '').toUpperCase(),
    recipient: (draw.keys.at(-1) ?? '').toUpperCase(),
    addressKeys: draw.keys,
    terms: termsWorth(draw.microUsd),
    createdAt: new Date(STORE_TEST_START_MS + draw.minutes * 60_000).toISOString(),
    ...(draw.referral === undefined ? {} : { referralCode: draw.referral }),
  })
}

function termsWorth(usd: bigint | undefined): Terms {
  const { src, ...rest } = sampleTerms()
  const { usd: _usd, ...unvalued } = src
  return { ...rest, src: usd === undefined ? unvalued : { ...src, usd } }
}
