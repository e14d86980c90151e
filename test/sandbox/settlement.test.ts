import { describe, expect, test } from 'vitest'
import { readTracking } from '../../src/sandbox/settlement.ts'
import type { PricedAsset } from '../../src/core/assets/catalog.ts'
import type { StatusReport, StatusRequest } from '../../src/providers/contract.ts'
import {
  BASE_USDC,
  BRIDGE,
  BTC,
  DEPOSIT,
  DEX,
  ETH,
  INTENTS,
  lockOf,
  openPaperWorld,
  type PaperWorld,
  request,
  routeOf,
  SOL,
  statusRequest,
  throughJson,
  USDC,
} from './paper-world.ts'

const HASH = `0x${'ab'.repeat(32)}`
const START = Date.UTC(2026, 0, 15, 12)

async function prepared(world: PaperWorld, key: string, amount: string, src: PricedAsset = USDC, dst = BASE_USDC) {
  const input = request(src, dst, amount, { forLock: true })
  const lock = lockOf(input, await routeOf(world, key, input))
  const { tracking } = await (await world.adapter(key)).prepare(lock, world.context)
  return { lock, ask: (more: Partial<StatusRequest> = {}) => statusRequest(lock, tracking, more) }
}

async function statusAt(world: PaperWorld, key: string, input: StatusRequest): Promise<StatusReport> {
  return (await world.adapter(key)).status(input, world.context)
}

/** Polls exactly when the provider says so; gives what it reported, with the time since the start. */
async function follow(world: PaperWorld, key: string, input: StatusRequest, polls = 10): Promise<unknown[]> {
  const seen: unknown[] = []
  for (let poll = 0; poll < polls; poll += 1) {
    const { status, stage, pollAfterMs } = await statusAt(world, key, input)
    seen.push([world.clock.now() - START, stage, status])
    if (pollAfterMs === undefined) break
    await world.clock.advance(pollAfterMs)
  }
  return seen
}

describe('a swap that the client pays', () => {
  test('waits for its hash, however long that takes', async () => {
    const world = openPaperWorld()
    const { ask } = await prepared(world, BRIDGE, '1000')
    for (const waitMs of [0, 60_000, 86_400_000]) {
      await world.clock.advance(waitMs)
      expect(await statusAt(world, BRIDGE, ask())).toEqual({
        status: 'PENDING',
        stage: 'awaiting_deposit',
        pollAfterMs: 15_000,
      })
    }
  })

  test('then goes through its stages and ends when it was estimated to', async () => {
    const world = openPaperWorld()
    const { ask } = await prepared(world, BRIDGE, '1000')
    expect(await follow(world, BRIDGE, ask({ hash: HASH, hashKnownAtMs: START }))).toEqual([
      [0, 'confirming', 'PENDING'],
      [18_000, 'swapping', 'PENDING'],
      [42_000, 'paying_out', 'PENDING'],
      [60_000, 'done', 'SUCCESS'],
    ])
  })

  test('changes stage at the boundary and not a millisecond earlier', async () => {
    for (const [atMs, stage] of [
      [17_999, 'confirming'],
      [18_000, 'swapping'],
      [41_999, 'swapping'],
      [42_000, 'paying_out'],
      [59_999, 'paying_out'],
      [60_000, 'done'],
    ] as const) {
      const world = openPaperWorld()
      const { ask } = await prepared(world, BRIDGE, '1000')
      await world.clock.advance(atMs)
      const report = await statusAt(world, BRIDGE, ask({ hash: HASH, hashKnownAtMs: START }))
      expect([atMs, report.stage, report.inboundHash]).toEqual([atMs, stage, HASH])
    }
  })

  test('delivers what was locked, under a hash of the destination chain that stays the same', async () => {
    const world = openPaperWorld()
    const { lock, ask } = await prepared(world, DEX, '1000')
    await world.clock.advance(90_000)
    const report = await statusAt(world, DEX, ask({ hash: HASH, hashKnownAtMs: START }))
    expect(report).toEqual({
      status: 'SUCCESS',
      stage: 'done',
      inboundHash: HASH,
      outboundHash: report.outboundHash,
      deliveredOut: lock.amountOut,
    })
    expect(report.outboundHash).toMatch(/^0x[0-9a-f]{64}$/)
    await world.clock.advance(86_400_000)
    expect(await statusAt(world, DEX, ask({ hash: HASH, hashKnownAtMs: START }))).toEqual(report)
    const other = await statusAt(world, DEX, ask({ hash: HASH, hashKnownAtMs: START, transactionId: 'tx_2' }))
    expect(other.outboundHash).not.toBe(report.outboundHash)
  })
})

describe('a swap by deposit address', () => {
  test.each([
    [INTENTS, 45_000],
    [DEPOSIT, 120_000],
  ])('with %s sees the deposit by itself and ends when it was estimated to', async (key, totalMs) => {
    const world = openPaperWorld()
    const { ask } = await prepared(world, key, '1000')
    expect(await follow(world, key, ask())).toEqual([
      [0, 'awaiting_deposit', 'PENDING'],
      [totalMs * 0.2, 'confirming', 'PENDING'],
      [totalMs * 0.4, 'swapping', 'PENDING'],
      [totalMs * 0.75, 'paying_out', 'PENDING'],
      [totalMs, 'done', 'SUCCESS'],
    ])
  })

  test('has no inbound hash before the deposit, and the same one ever after', async () => {
    const world = openPaperWorld()
    const { ask } = await prepared(world, INTENTS, '1000')
    await world.clock.advance(8_999)
    expect(await statusAt(world, INTENTS, ask())).toEqual({
      status: 'PENDING',
      stage: 'awaiting_deposit',
      pollAfterMs: 1,
    })
    await world.clock.advance(1)
    const { inboundHash } = await statusAt(world, INTENTS, ask())
    expect(inboundHash).toMatch(/^0x[0-9a-f]{64}$/)
    await world.clock.advance(60_000)
    expect(await statusAt(world, INTENTS, ask())).toMatchObject({ status: 'SUCCESS', inboundHash })
  })

  test('whose hash the user reports early is seen at once', async () => {
    const world = openPaperWorld()
    const { ask } = await prepared(world, DEPOSIT, '1000')
    await world.clock.advance(4_000)
    const reported = ask({ hash: HASH, hashKnownAtMs: START + 4_000 })
    expect(await statusAt(world, DEPOSIT, reported)).toMatchObject({ stage: 'confirming', inboundHash: HASH })
    await world.clock.advance(96_000)
    expect(await statusAt(world, DEPOSIT, reported)).toMatchObject({ status: 'SUCCESS', inboundHash: HASH })
  })
})

describe('settlement', () => {
  test('is as many times faster as the speed says', async () => {
    const world = openPaperWorld({ speed: 60 })
    const { ask } = await prepared(world, DEPOSIT, '1000')
    expect((await follow(world, DEPOSIT, ask())).at(-1)).toEqual([2_000, 'done', 'SUCCESS'])
  })

  test('goes on where it was after a restart', async () => {
    const world = openPaperWorld()
    const { ask } = await prepared(world, DEPOSIT, '1000')
    const kept: StatusRequest = { ...ask(), tracking: throughJson(ask().tracking) }
    for (const atMs of [30_000, 70_000, 100_000, 120_000]) {
      await world.clock.advance(START + atMs - world.clock.now())
      const restarted = openPaperWorld({ startMs: START + atMs })
      expect(await statusAt(restarted, DEPOSIT, kept)).toEqual(await statusAt(world, DEPOSIT, ask()))
    }
  })

  test.each([BRIDGE, DEX, DEPOSIT, INTENTS])('%s: .0060 ends FAILED, with a reason and no payout', async (key) => {
    const world = openPaperWorld()
    const { ask } = await prepared(world, key, '1000.0060')
    const input = ask({ hash: HASH, hashKnownAtMs: START })
    const stages = (await follow(world, key, input)).map((entry) => (entry as unknown[]).slice(1))
    expect(stages.at(-2)).toEqual(['swapping', 'PENDING'])
    const { reason, ...report } = await statusAt(world, key, input)
    expect(report).toEqual({ status: 'FAILED', stage: 'done', inboundHash: HASH })
    expect(reason).toMatch(/failed/)
  })

  test.each([BRIDGE, DEX, DEPOSIT, INTENTS])('%s: .0070 ends REFUND, with the hash of the refund', async (key) => {
    const world = openPaperWorld()
    const { ask } = await prepared(world, key, '1000.0070')
    const input = ask({ hash: HASH, hashKnownAtMs: START })
    await world.clock.advance(120_000)
    const { reason, refundHash, ...report } = await statusAt(world, key, input)
    expect(report).toEqual({ status: 'REFUND', stage: 'done', inboundHash: HASH })
    expect(reason).toMatch(/sent the deposit back/)
    expect(refundHash).toMatch(/^0x[0-9a-f]{64}$/)
  })

  test.each([BRIDGE, DEX, DEPOSIT, INTENTS])('%s: .0080 never ends, and is input about less and less', async (key) => {
    const world = openPaperWorld()
    const { ask } = await prepared(world, key, '1000.0080')
    const input = ask({ hash: HASH, hashKnownAtMs: START })
    for (const [waitMs, pollAfterMs] of [
      [240_000, 60_000],
      [30 * 86_400_000, 60_000],
    ] as const) {
      await world.clock.advance(waitMs)
      expect(await statusAt(world, key, input)).toEqual({
        status: 'PENDING',
        stage: 'swapping',
        inboundHash: HASH,
        pollAfterMs,
      })
    }
  })

  test('gives each hash the shape of its chain', async () => {
    const world = openPaperWorld()
    const toBitcoin = await prepared(world, INTENTS, '1000.0070', SOL, BTC)
    await world.clock.advance(600_000)
    const refund = await statusAt(world, INTENTS, toBitcoin.ask())
    expect(refund.inboundHash).toMatch(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/)
    expect(refund.refundHash).toMatch(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/)
    expect(refund.refundHash).not.toBe(refund.inboundHash)
    const paid = await prepared(world, INTENTS, '1000', SOL, BTC)
    expect((await statusAt(world, INTENTS, paid.ask())).outboundHash).toMatch(/^[0-9a-f]{64}$/)
    const fromBitcoin = await prepared(world, DEPOSIT, '1', BTC, ETH)
    const report = await statusAt(world, DEPOSIT, fromBitcoin.ask())
    expect(report.inboundHash).toMatch(/^[0-9a-f]{64}$/)
    expect(report.outboundHash).toMatch(/^0x[0-9a-f]{64}$/)
  })

  test('knows no transaction that it did not prepare', () => {
    for (const tracking of [null, 'x', [], {}, { execution: 'client' }, { execution: 'other', amountOut: '1' }]) {
      expect(() => readTracking(tracking)).toThrow('does not know this transaction')
    }
  })
})
