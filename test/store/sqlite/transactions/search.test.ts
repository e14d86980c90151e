import { hash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { addressKey } from '../../../../src/core/assets/address.ts'
import { TRANSACTION_STATUSES } from '../../../../src/core/api/documents.ts'
import type { TransactionRecord } from '../../../../src/core/swap/records.ts'
import { findDamage } from '../../../../src/store/sqlite/integrity.ts'
import { createConnect } from '../../../../src/store/sqlite/connection.ts'
import { STORE_FILE } from '../../../../src/store/sqlite/schema.ts'
import type { Store, TransactionFilter } from '../../../../src/store/port.ts'
import { addTransaction, openTempStore, sampleTransaction, STORE_TEST_START_MS } from '../../../support/store.ts'
import { matches, modelStats, newestFirst } from '../../../support/transaction-model.ts'

/*
 * What a text finds against a look at every record: substrings of ids, hashes, addresses, symbols and chains, in any letter
 * case, of one character or many, while hashes become known and are replaced.
 */

const WALLETS = [
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  'DYw8jCTfwHNRJhhmFcbXvVDTqWMEVFBX6ZKUmG5CNSKK',
  'dyw8jctfwhnrjhhmfcbxvvdtqwmevfbx6zkumg5cnskk',
  'EQD2NmD_lH5f5u1Kj3KfGyTvhZSX0Eg6qp2a5IQUKXxOG21n',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
]
const SYMBOLS = ['USDC', 'WETH', '100%', 'a_b', "o'clock", '"quoted"', 'ÄRZ', 'USD₮0', '🦊🦊', 'x*', 'İ', 'AND', null]
const CHAINS = ['ethereum', 'base', 'solana']
const PROVIDERS = ['SANDBOX_DEX', 'SANDBOX_BRIDGE']
const REFERRALS = ['friend', 'Friend']

/** Alike at their beginnings and ends, so that most of their triples are in several. */
const hashOf = (number: number, part: string): string =>
  number % 5 === 0 ? `0xabab${'ab'.repeat(10)}${number}` : `0x${hash('sha256', `${number % 7} ${part}`)}`

interface Draw {
  readonly minute: number
  readonly wallets: readonly [number, number]
  readonly pair: readonly [number, number, number, number]
  readonly provider: number
  readonly number: number
  readonly status: number
  readonly changes: readonly ('hash' | 'replaced' | 'outbound' | 'status' | 'recipient' | 'time')[]
  readonly referral: number
}

const index = (length: number) => fc.integer({ min: 0, max: length - 1 })
const drawing: fc.Arbitrary<Draw> = fc.record({
  // Most are made in the same millisecond.
  minute: fc.constantFrom(0, 0, 0, 1, 5000),
  wallets: fc.tuple(index(WALLETS.length), index(WALLETS.length)),
  pair: fc.tuple(index(CHAINS.length), index(SYMBOLS.length), index(CHAINS.length), index(SYMBOLS.length)),
  provider: index(PROVIDERS.length),
  number: fc.integer({ min: 0, max: 999 }),
  status: index(TRANSACTION_STATUSES.length),
  changes: fc.array(fc.constantFrom('hash', 'replaced', 'outbound', 'status', 'recipient', 'time'), { maxLength: 4 }),
  referral: index(REFERRALS.length + 1),
})

/** A text that stands in some record, or nearly so. */
interface Asked {
  readonly record: number
  readonly field: number
  readonly start: number
  readonly length: number
  readonly isUpper: boolean
  readonly tail: string
  readonly others: readonly ('addressKeys' | 'statuses' | 'referralCode' | 'transactionId')[]
  readonly page: number
}

const asking: fc.Arbitrary<Asked> = fc.record({
  record: fc.nat(40),
  field: fc.nat(10),
  start: fc.nat(60),
  length: fc.constantFrom(1, 1, 2, 2, 3, 3, 4, 5, 8, 12, 20, 66, 90),
  isUpper: fc.boolean(),
  tail: fc.constantFrom('', '', '', '', 'a', '%', '_', '*', '"', '\n', '\0', '🦊'),
  others: fc.subarray(['addressKeys', 'statuses', 'referralCode', 'transactionId'], { maxLength: 2 }),
  page: fc.integer({ min: 1, max: 4 }),
})

test('a text finds what a look at every record would, with any other condition, whatever has changed since', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(drawing, { minLength: 1, maxLength: 24 }),
      fc.array(asking, { minLength: 1, maxLength: 16 }),
      async (draws, questions) => {
        const { store, path, cleanup } = await openTempStore()
        try {
          const records = await fill(store, draws)
          for (const asked of questions) {
            const filter = filterOf(records, asked)
            const found = records.filter((record) => matches(record, filter)).sort(newestFirst)
            const items = found.slice((asked.page - 1) * 5, asked.page * 5)
            // Twice: the second answer may be one that was kept.
            for (const _ of ['read', 'kept']) {
              const page = await store.transactions.list(filter, asked.page, 5)
              expect([filter, page]).toEqual([filter, { items, total: found.length }])
              expect(await store.transactions.stats(filter)).toEqual(modelStats(found))
            }
            const { rows, total } = await store.transactions.listMarks(filter, asked.page, 5)
            expect([rows.map(({ id }) => id), total]).toEqual([items.map(({ id }) => id), found.length])
          }
          const connection = (await createConnect(path, true))('full')
          expect(findDamage(connection, path, STORE_FILE)).toEqual({ documents: [], structure: [] })
          connection.close()
        } finally {
          await cleanup()
        }
      },
    ),
    { numRuns: 40 },
  )
})

/** Records in the order of nothing: their ids are as random as real ones. */
async function fill(store: Store, draws: readonly Draw[]): Promise<TransactionRecord[]> {
  const records: TransactionRecord[] = []
  for (const [at, draw] of draws.entries()) {
    let record = recordOf(draw, at)
    await addTransaction(store, record)
    for (const [version, change] of draw.changes.entries()) {
      record = changed(record, change, at, version)
      expect(await store.transactions.replace(record, version + 1, [])).toBe('ok')
    }
    records.push(record)
  }
  return records
}

function recordOf(draw: Draw, at: number): TransactionRecord {
  const [srcChain = '', dstChain = ''] = [CHAINS[draw.pair[0]], CHAINS[draw.pair[2]]]
  const asset = (symbol: string | null | undefined, chain: string) => ({
    ...{ id: null, symbol: symbol ?? null, contract: null, image: null, chain },
  })
  const [depositor = '', recipient = ''] = draw.wallets.map((wallet) => WALLETS[wallet])
  const referralCode = REFERRALS[draw.referral]
  return sampleTransaction(`tx_${hash('sha256', `${draw.number} ${at}`).slice(0, 26)}`, {
    ...{ srcChain, dstChain, depositor, recipient },
    srcAsset: asset(SYMBOLS[draw.pair[1]], srcChain),
    dstAsset: asset(SYMBOLS[draw.pair[3]], dstChain),
    srcAddress: USDC,
    dstAddress: USDC,
    ...(draw.number % 2 === 0 ? { srcAsset: asset('USDC', srcChain) } : {}),
    provider: PROVIDERS[draw.provider] ?? '',
    status: TRANSACTION_STATUSES[draw.status] ?? 'PENDING',
    addressKeys: [...new Set([addressKey(depositor), addressKey(recipient)])],
    createdAt: new Date(STORE_TEST_START_MS + draw.minute * 60_000).toISOString(),
    ...(referralCode === undefined ? {} : { referralCode }),
  })
}

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

function changed(
  record: TransactionRecord,
  change: Draw['changes'][number],
  at: number,
  version: number,
): TransactionRecord {
  const fresh = hashOf(at * 5 + version, `${at} ${version}`)
  if (change === 'hash') return { ...record, hash: fresh, inboundHash: fresh }
  if (change === 'replaced') return { ...record, hash: fresh.toUpperCase().replace('0X', '0x') }
  if (change === 'outbound') return { ...record, outboundHash: fresh }
  if (change === 'status') return { ...record, status: TRANSACTION_STATUSES[(at + version) % 4] ?? 'SUCCESS' }
  if (change === 'time') return { ...record, createdAt: new Date(STORE_TEST_START_MS).toISOString() }
  const recipient = WALLETS[(at + version) % WALLETS.length] ?? ''
  return { ...record, recipient, addressKeys: [...new Set([addressKey(record.depositor), addressKey(recipient)])] }
}

function filterOf(records: readonly TransactionRecord[], asked: Asked): TransactionFilter {
  const record = records[asked.record % records.length]
  if (record === undefined) throw new Error('there is a record')
  const texts = [
    ...[record.id, record.hash, record.inboundHash, record.outboundHash, record.depositor, record.recipient],
    ...[record.provider, record.srcAsset.symbol, record.dstAsset.symbol, record.srcChain, record.dstChain],
  ]
  const letters = [...(texts[asked.field] ?? '')]
  const start = letters.length === 0 ? 0 : asked.start % letters.length
  const text = letters.slice(start, start + asked.length).join('') + asked.tail
  const others: TransactionFilter = {
    addressKeys: record.addressKeys,
    statuses: [record.status, 'PENDING'],
    referralCode: 'friend',
    transactionId: record.id,
  }
  return {
    ...Object.fromEntries(asked.others.map((name) => [name, others[name]])),
    query: asked.isUpper ? text.toUpperCase() : text,
  }
}

describe('transactions of the same millisecond', () => {
  test('are in the order of their ids, however many came between two others', async () => {
    const { store, path, cleanup } = await openTempStore()
    onTestFinished(cleanup)
    // Each comes right behind the first: room between two is halved until there is none.
    const ids = ['tx_a', ...Array.from({ length: 45 }, (_, at) => `tx_b${String(99 - at)}`)]
    for (const id of ids) await addTransaction(store, sampleTransaction(id))
    const { items } = await store.transactions.list({}, 1, 50)
    expect(items.map(({ id }) => id)).toEqual([...ids].sort().reverse())
    const ofWallet = await store.transactions.list({ addressKeys: items[0]?.addressKeys ?? [] }, 1, 50)
    expect(ofWallet).toEqual({ items, total: ids.length })
    const connection = (await createConnect(path, true))('full')
    onTestFinished(() => connection.close())
    expect(findDamage(connection, path, STORE_FILE)).toEqual({ documents: [], structure: [] })
  })
})

test('a page near the end of a list is the one that follows those before it', async () => {
  const { store, cleanup } = await openTempStore()
  onTestFinished(cleanup)
  const records = Array.from({ length: 23 }, (_, at) =>
    sampleTransaction(`tx_${at}`, {
      createdAt: new Date(STORE_TEST_START_MS + (at >> 1) * 1000).toISOString(),
      ...(at % 3 === 0 ? { status: 'SUCCESS', nextPollAtMs: null } : {}),
      ...(at % 4 === 0 ? { referralCode: 'friend' } : {}),
    }),
  )
  for (const record of records) await addTransaction(store, record)
  const { addressKeys = [] } = records[0] ?? {}
  const filters: TransactionFilter[] = [
    {},
    { statuses: ['PENDING'] },
    { statuses: ['PENDING', 'SUCCESS'] },
    { addressKeys },
    { addressKeys, statuses: ['SUCCESS'] },
    { addressKeys: [...addressKeys, 'nobody'] },
    { referralCode: 'friend' },
    { query: 'tx_1' },
  ]
  for (const filter of filters) {
    const found = records.filter((record) => matches(record, filter)).sort(newestFirst)
    for (let page = 1; page <= 7; page += 1) {
      const items = found.slice((page - 1) * 4, page * 4)
      expect(await store.transactions.list(filter, page, 4)).toEqual({ items, total: found.length })
    }
  }
})
