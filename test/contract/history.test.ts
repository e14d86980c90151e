import { expect } from 'vitest'
import { type Api, contract, type World } from '../support/contract.ts'
import { asObject, asText, microUsd } from '../support/contract-fields.ts'
import { historyOf, statusOf, swapOf, expectRefused } from '../support/contract-steps.ts'
import {
  ALICE,
  BASE_USDC,
  BITCOIN_WALLET,
  BOB,
  BRIDGE,
  BTC,
  CAROL,
  DEPOSIT,
  evmHash,
  INTENTS,
  LOCKABLE,
  pair,
  USDC,
  without,
} from '../support/contract-world.ts'

const HOUR_MS = 60 * 60 * 1000

/** Five swaps, a minute apart: SUCCESS, FAILED, REFUND and two PENDING; ids in the order of creation. */
async function fiveSwaps(api: Api, world: World): Promise<Readonly<Record<'a' | 'b' | 'c' | 'd' | 'e', string>>> {
  const next = async (provider: string, change: Readonly<Record<string, string>>): Promise<string> => {
    await world.clock.advance(60_000)
    return swapOf(api, provider, { ...LOCKABLE, ...change })
  }
  const a = await next(DEPOSIT, { referralCode: 'one' })
  const b = await next(DEPOSIT, { amount: '200.0060', depositor: BOB, recipient: CAROL, referralCode: 'two' })
  const c = await next(INTENTS, { amount: '300.0070', depositor: CAROL, recipient: ALICE })
  await world.clock.advance(2 * HOUR_MS)
  for (const transactionId of [a, b, c]) await api.ok('track', { transactionId })
  const d = await next(DEPOSIT, { amount: '400.0080' })
  const e = await next(DEPOSIT, {
    ...pair(USDC, BTC),
    amount: '5000',
    depositor: CAROL,
    recipient: BITCOIN_WALLET,
  })
  await api.ok('track', { transactionId: e, txHash: evmHash(5) })
  return { a, b, c, d, e }
}

const idsOf = async (api: Api, query: Readonly<Record<string, unknown>> = {}) =>
  (await historyOf(api, query)).map(({ id }) => id)

contract('history lists each transaction once, newest first', async (api, world) => {
  expect(await api.ok('history')).toEqual({
    data: [],
    pagination: { page: 1, perPage: 20, total: 0, hasMore: false },
  })
  const { a, b, c, d, e } = await fiveSwaps(api, world)
  // Reading a status may bring news from the provider; the history shows what is known.
  for (const transactionId of [a, b, c, d, e]) await api.ok('status', { transactionId })
  const items = await historyOf(api)
  expect(items.map(({ id, status }) => [id, status])).toEqual([
    [e, 'PENDING'],
    [d, 'PENDING'],
    [c, 'REFUND'],
    [b, 'FAILED'],
    [a, 'SUCCESS'],
  ])
  for (const item of items) {
    const status = await statusOf(api, { transactionId: item['id'] })
    expect(without(item, 'amountUsd', 'updatedAt')).toEqual(without(status, 'updatedAt'))
    expect(item['amountUsd']).toBeGreaterThan(0)
  }
})

contract('addresses find the depositor and the recipient, EVM ones in any letter case', async (api, world) => {
  const { a, b, c, d, e } = await fiveSwaps(api, world)
  expect(await idsOf(api, { addresses: ALICE })).toEqual([d, c, a])
  expect(await idsOf(api, { addresses: ALICE.toLowerCase() })).toEqual([d, c, a])
  expect(await idsOf(api, { addresses: `0x${ALICE.slice(2).toUpperCase()}` })).toEqual([d, c, a])
  expect(await idsOf(api, { addresses: BOB })).toEqual([d, b, a])
  expect(await idsOf(api, { addresses: BITCOIN_WALLET })).toEqual([e])
  const several = [e, d, b, a]
  expect(await idsOf(api, { addresses: [BOB, BITCOIN_WALLET] })).toEqual(several)
  expect(await idsOf(api, { addresses: `${BOB},${BITCOIN_WALLET}` })).toEqual(several)
  expect(await idsOf(api, { addresses: [`${BOB},${BITCOIN_WALLET}`, BOB] })).toEqual(several)
  expect(await idsOf(api, { addresses: ` ${BOB} , ${BITCOIN_WALLET} ` })).toEqual(several)
  expect(await idsOf(api, { addresses: BASE_USDC.address })).toEqual([])
})

contract('statuses, one or several, and final ones only', async (api, world) => {
  const { a, b, c, d, e } = await fiveSwaps(api, world)
  expect(await idsOf(api, { statuses: 'PENDING' })).toEqual([e, d])
  expect(await idsOf(api, { statuses: 'SUCCESS' })).toEqual([a])
  expect(await idsOf(api, { statuses: ['FAILED', 'REFUND'] })).toEqual([c, b])
  expect(await idsOf(api, { statuses: 'FAILED,REFUND' })).toEqual([c, b])
  expect(await idsOf(api, { statuses: ['FAILED,SUCCESS', 'REFUND'] })).toEqual([c, b, a])
  expect(await idsOf(api, { finalizedOnly: true })).toEqual([c, b, a])
  expect(await idsOf(api, { finalizedOnly: false })).toEqual([e, d, c, b, a])
  expect(await idsOf(api, { finalizedOnly: true, statuses: ['PENDING', 'FAILED'] })).toEqual([b])
  expect(await idsOf(api, { finalizedOnly: true, statuses: 'PENDING' })).toEqual([])
  for (const statuses of ['DONE', 'PENDING,DONE', ['PENDING', 'DONE']]) {
    await expectRefused(api, 'history', { statuses }, 'statuses')
  }
})

contract('referral code and id are exact, and filters combine', async (api, world) => {
  const { a, b } = await fiveSwaps(api, world)
  expect(await idsOf(api, { referralCode: 'one' })).toEqual([a])
  expect(await idsOf(api, { referralCode: 'on' })).toEqual([])
  expect(await idsOf(api, { transactionId: b })).toEqual([b])
  expect(await idsOf(api, { transactionId: b.slice(0, -1) })).toEqual([])
  expect(await idsOf(api, { transactionId: b, addresses: CAROL, statuses: 'FAILED', referralCode: 'two' })).toEqual([b])
  expect(await idsOf(api, { transactionId: b, addresses: ALICE })).toEqual([])
})

contract('the search term is found literally', async (api, world) => {
  const { a, b, c, d, e } = await fiveSwaps(api, world)
  expect(await idsOf(api, { query: b })).toEqual([b])
  expect(await idsOf(api, { query: evmHash(5) })).toEqual([e])
  expect(await idsOf(api, { query: 'btc' })).toEqual([e])
  expect(await idsOf(api, { query: 'usdc' })).toEqual([e, d, c, b, a])
  expect(await idsOf(api, { query: BITCOIN_WALLET })).toEqual([e])
  for (const query of ['%', "'", '"', '\\', 'no such thing', "' OR 1=1 --"]) {
    expect(await idsOf(api, { query }), query).toEqual([])
  }
})

contract('pages of the history make the whole, and none is larger than 50', async (api, world) => {
  const { a, b, c, d, e } = await fiveSwaps(api, world)
  const pages = []
  for (const page of [1, 2, 3, 4]) pages.push(await idsOf(api, { page, perPage: 2 }))
  expect(pages).toEqual([[e, d], [c, b], [a], []])
  const { pagination } = await api.ok('history', { page: 2, perPage: 2 })
  expect(pagination).toEqual({ page: 2, perPage: 2, total: 5, hasMore: true })
  expect((await api.ok('history', { perPage: 50 }))['pagination']).toMatchObject({ perPage: 50 })
  for (const [query, field] of [
    [{ perPage: 51 }, 'perPage'],
    [{ perPage: 0 }, 'perPage'],
    [{ page: 0 }, 'page'],
    [{ page: 1.5 }, 'page'],
  ] as const) {
    await expectRefused(api, 'history', query, field)
  }
})

contract('transactions of the same moment have one order', async (api) => {
  const ids = [await swapOf(api, BRIDGE), await swapOf(api, BRIDGE), await swapOf(api, BRIDGE)]
  const order = await idsOf(api)
  expect([...order].sort()).toEqual([...ids].sort())
  expect([
    ...(await idsOf(api, { perPage: 1, page: 1 })),
    ...(await idsOf(api, { perPage: 1, page: 2 })),
    ...(await idsOf(api, { perPage: 1, page: 3 })),
  ]).toEqual(order)
})

contract('stats count what history lists, by the same filters', async (api, world) => {
  const empty = await api.ok('stats')
  expect(empty).toMatchObject({ total: 0, byStatus: { PENDING: 0, SUCCESS: 0, FAILED: 0, REFUND: 0 } })
  expect(microUsd(asText(empty['volumeUsd']))).toBe(0n)
  const { b } = await fiveSwaps(api, world)
  const filters = [
    {},
    { addresses: ALICE },
    { addresses: `${BOB},${BITCOIN_WALLET}` },
    { statuses: ['PENDING', 'FAILED'] },
    { finalizedOnly: true },
    { referralCode: 'one' },
    { transactionId: b },
    { query: 'btc' },
    { query: '%' },
  ]
  for (const filter of filters) {
    const items = await historyOf(api, { ...filter, perPage: 50 })
    const stats = await api.ok('stats', filter)
    const count = (status: string) => items.filter((item) => item['status'] === status).length
    expect(stats, JSON.stringify(filter)).toMatchObject({
      total: items.length,
      byStatus: {
        PENDING: count('PENDING'),
        SUCCESS: count('SUCCESS'),
        FAILED: count('FAILED'),
        REFUND: count('REFUND'),
      },
    })
    const volume = items.reduce((sum, { amountUsd }) => sum + microUsd(Number(amountUsd).toFixed(6)), 0n)
    expect(microUsd(asText(stats['volumeUsd']))).toBe(volume)
    for (const group of ['byProvider', 'byPair', 'byDay']) expectSums(stats, group, items.length, volume)
  }
  for (const query of [{ statuses: 'DONE' }, { finalizedOnly: 'perhaps' }]) {
    expect((await api.refused('stats', query)).code).toBe('VALIDATION_ERROR')
    expect((await api.refused('history', query)).code).toBe('VALIDATION_ERROR')
  }
})

function expectSums(stats: Readonly<Record<string, unknown>>, group: string, total: number, volume: bigint): void {
  const rows = stats[group]
  if (!Array.isArray(rows)) throw new Error(`stats.${group} is no list`)
  const sums = rows
    .map((row) => asObject(row))
    .reduce<{ total: number; success: number; volume: bigint }>(
      (sum, row) => ({
        total: sum.total + Number(row['total']),
        success: sum.success + Number(row['success']),
        volume: sum.volume + microUsd(asText(row['volumeUsd'])),
      }),
      { total: 0, success: 0, volume: 0n },
    )
  expect(sums).toEqual({ total, success: asObject(stats['byStatus'])['SUCCESS'], volume })
}
