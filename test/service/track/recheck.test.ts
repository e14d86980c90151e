import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { createDataFiles } from '../../../src/io/data-files.ts'
import { openPooledHttp } from '../../../src/io/http/http-fetch.ts'
import type { StatusReport } from '../../../src/providers/index.ts'
import { createCatalog, createSwapService, type EmbeddedSwapService } from '../../../src/service/index.ts'
import { createCountingIds, createFakeClock, type FakeClock } from '../../support/fake-clock.ts'
import { fixedPrices } from '../../support/fixed-prices.ts'
import { anyManifest, anyProvider } from '../../support/provider-world.ts'
import { openRpcLab, type RpcLab } from '../../support/rpc-lab.ts'
import {
  addTransaction,
  openTempStore,
  sampleTerms,
  sampleTransaction,
  STORE_TEST_START_MS,
  TEN_DAYS_MS,
} from '../../support/store.ts'
import { SERVICE_LIMITS } from '../../support/service-limits.ts'

const HASH = `0x${'ab'.repeat(32)}`
const OUT = `0x${'cd'.repeat(32)}`
const PAID: StatusReport = { status: 'SUCCESS', stage: 'done', inboundHash: HASH, outboundHash: HASH }
const MINUTE_MS = 60_000

let node: RpcLab
let clock: FakeClock
/** Numbers of the block that holds the transaction, and of the one that nodes call safe; no block holds it where it is undefined. */
let chain: { mined: number | undefined; safe: number; status?: string }

beforeEach(async () => {
  node = await openRpcLab(8453)
  clock = createFakeClock(STORE_TEST_START_MS)
  chain = { mined: 100, safe: 90 }
  const hex = (number: number) => `0x${number.toString(16)}`
  node.answer = (method, [hash]) => {
    const { mined, safe, status = '0x1' } = chain
    if (method === 'eth_blockNumber') return { result: hex(110) }
    if (method === 'eth_getBlockByNumber') return { result: { number: hex(safe) } }
    if (method !== 'eth_getTransactionReceipt' || mined === undefined || hash === OUT) return { result: null }
    return { result: { transactionHash: hash, blockHash: '0xaa', blockNumber: hex(mined), status, logs: [] } }
  }
})
afterEach(() => node.close())

interface World {
  /** Lets time pass, and polls what is due as the tracker does. */
  after(ms: number): Promise<void>
  readonly service: EmbeddedSwapService
}

/** @param usd micro-dollars of one whole USDC on its chain, as nobody who profits says */
async function open(
  changes: Parameters<typeof sampleTransaction>[1],
  report?: StatusReport,
  usd?: Parameters<typeof fixedPrices>[0],
): Promise<World> {
  const temp = await openTempStore(() => clock.now())
  const { store } = temp
  const catalogData = createDataFiles()
  const provider = anyProvider(anyManifest({ key: 'ANY' }), {
    status: async ({ hash }, context) => {
      if (report !== undefined) return report
      const { state } = await context.receipt('base', hash)
      return state === 'success' ? PAID : { status: 'PENDING', stage: 'confirming' }
    },
  })
  const service = createSwapService({
    ...{ network: 'live', clock, ids: createCountingIds(), store, catalogData, providers: [provider] },
    catalog: createCatalog({ data: catalogData, store }),
    limits: SERVICE_LIMITS,
    price: () => undefined,
    openPrices: () => Promise.resolve(fixedPrices(usd ?? {})),
    publicNodes: () => undefined,
    setting: (providerKey, name) => (providerKey === 'RPC' && name === 'base' ? node.url : undefined),
    userAgent: 'swapcli/test',
    random: () => 0,
    openHttp: openPooledHttp,
    onError: (error) => expect.fail(String(error)),
  })
  onTestFinished(async () => {
    await service.close()
    void temp.cleanup()
  })
  const own = {
    provider: 'ANY',
    srcChain: 'base',
    srcAddress: sampleTransaction('').dstAddress,
    hash: HASH,
    inboundHash: HASH,
  }
  await addTransaction(store, sampleTransaction('tx_1', { ...own, nextPollAtMs: clock.now(), ...changes }))
  const world: World = {
    service,
    after: async (ms) => {
      await clock.advance(ms)
      await service.pollDue()
    },
  }
  await world.after(0)
  return world
}

async function statusOf({ service }: World) {
  const found = await service.store.transactions.get('tx_1')
  const events = await service.store.events.ofTransaction('tx_1')
  const notes = events.flatMap(({ type, data }) => (type === 'transaction.evidence' ? [data] : []))
  return { status: found?.doc.status, reason: found?.doc.reason, nextPollAtMs: found?.doc.nextPollAtMs, notes }
}

it('a reorganisation after SUCCESS is reported without being asked for, and so is its end', async () => {
  const world = await open({}, PAID)
  expect(await statusOf(world)).toMatchObject({ status: 'SUCCESS', notes: [] })
  await world.after(MINUTE_MS)
  expect(await statusOf(world)).toMatchObject({ status: 'SUCCESS', reason: undefined, notes: [] })
  chain.mined = undefined
  await world.after(MINUTE_MS)
  await world.after(MINUTE_MS)
  const reason = `A reorganisation took back ${HASH}: base no longer holds it`
  const lost = { note: reason, status: 'SUCCESS' }
  expect(await statusOf(world)).toMatchObject({ status: 'SUCCESS', reason, notes: [lost] })
  expect((await world.service.status({ transactionId: 'tx_1' })).transaction.reason).toBe(reason)
  chain = { mined: 105, safe: 108 }
  await world.after(5 * MINUTE_MS)
  expect(await statusOf(world)).toEqual({
    status: 'SUCCESS',
    reason: undefined,
    nextPollAtMs: null,
    notes: [lost, { note: `base holds ${HASH} again`, status: 'SUCCESS' }],
  })
})

it('what a clock ten days ahead made SUCCESS is looked at once it is set right, and no longer than an hour', async () => {
  clock.set(TEN_DAYS_MS)
  const world = await open({}, PAID)
  clock.set(-TEN_DAYS_MS)
  await world.after(0)
  expect(await statusOf(world)).toMatchObject({ nextPollAtMs: clock.now() + 15_000 })
  await world.after(61 * MINUTE_MS)
  expect(await statusOf(world)).toMatchObject({ status: 'SUCCESS', nextPollAtMs: null })
})

it('a transaction that fails in its new block is reported', async () => {
  const world = await open({}, PAID)
  chain.status = '0x0'
  await world.after(MINUTE_MS)
  expect(await statusOf(world)).toMatchObject({
    reason: `A reorganisation took back ${HASH}: in its new block on base it fails`,
  })
})

it('nothing is asked once the chain is past taking a transaction back', async () => {
  const world = await open({}, PAID)
  chain.safe = 100
  await world.after(MINUTE_MS)
  expect(await statusOf(world)).toEqual({ status: 'SUCCESS', reason: undefined, nextPollAtMs: null, notes: [] })
  const { length } = node.calls
  await world.after(10 * MINUTE_MS)
  expect(node.calls).toHaveLength(length)
  expect(await world.service.store.transactions.nextDueInMs()).toBeUndefined()
})

it('the looking ends after an hour where the nodes tell nothing', async () => {
  const world = await open({}, PAID)
  node.answer = () => ({ status: 403, text: '{}' })
  for (let looks = 0; looks < 14; looks += 1) await world.after(5 * MINUTE_MS)
  expect(await statusOf(world)).toEqual({ status: 'SUCCESS', reason: undefined, nextPollAtMs: null, notes: [] })
})

it('a hash that no block was seen to hold is no reorganisation', async () => {
  const world = await open({}, { ...PAID, outboundHash: OUT })
  await world.after(MINUTE_MS)
  chain.safe = 100
  await world.after(MINUTE_MS)
  expect(await statusOf(world)).toMatchObject({ status: 'SUCCESS', reason: undefined, notes: [] })
})

it.each([
  ['counts as small where nobody says more', { 8453: 1_000_000n }, 5_000_000n, 'SUCCESS'],
  [
    'waits for the depth of what it is worth, whatever its provider states',
    { 8453: 50_000_000n },
    5_000_000n,
    'PENDING',
  ],
  ['waits for the greater depth where nobody knows its worth', {}, undefined, 'PENDING'],
])('a swap of 100 USDC %s', async (_name, prices, usd, status) => {
  const { src, dst, ...terms } = sampleTerms()
  const { usd: _src, ...source } = src
  const { usd: _dst, ...target } = dst
  const stated = usd === undefined ? {} : { usd }
  const world = await open(
    { terms: { ...terms, src: { ...source, ...stated }, dst: { ...target, ...stated } } },
    undefined,
    prices,
  )
  expect(await statusOf(world)).toMatchObject({ status })
  chain.safe = 100
  await world.after(MINUTE_MS)
  expect(await statusOf(world)).toMatchObject({ status: 'SUCCESS' })
})

it('looks again at a time in whole milliseconds, which the store takes, at any age', async () => {
  const world = await open({ status: 'PENDING' })
  await world.after(15_000)
  expect(await statusOf(world)).toMatchObject({ status: 'SUCCESS' })
  chain.safe = 99
  for (const ms of [31_001, 2_002, 33_333]) {
    await world.after(ms)
    expect((await statusOf(world)).nextPollAtMs).toSatisfy(Number.isInteger)
  }
})
