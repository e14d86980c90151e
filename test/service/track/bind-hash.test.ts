import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { TransactionRecord } from '../../../src/core/swap/records.ts'
import { createDataFiles } from '../../../src/io/data-files.ts'
import { openPooledHttp } from '../../../src/io/http/http-fetch.ts'
import type { StatusReport } from '../../../src/providers/index.ts'
import { createCatalog, createSwapService } from '../../../src/service/index.ts'
import { createCountingIds, createFakeClock, type FakeClock } from '../../support/fake-clock.ts'
import { fixedPrices } from '../../support/fixed-prices.ts'
import { anyManifest, anyProvider } from '../../support/provider-world.ts'
import { openRpcLab, type RpcLab } from '../../support/rpc-lab.ts'
import { SERVICE_LIMITS } from '../../support/service-limits.ts'
import { addTransaction, openTempStore, sampleTransaction, STORE_TEST_START_MS } from '../../support/store.ts'

const hashOf = (digits: string) => `0x${digits.repeat(32)}`
const [FIRST, SECOND, THIRD] = [hashOf('a1'), hashOf('b2'), hashOf('c3')]
const DEPOSITOR = `0x${'d1'.repeat(20)}`
const STRANGER = `0x${'e2'.repeat(20)}`
const ROUTER = `0x${'f3'.repeat(20)}`
const USDC_BASE = sampleTransaction('').dstAddress

interface Sent {
  readonly from: string
  readonly input: string
  readonly status?: '0x0' | '0x1'
}
const PAYMENT: Sent = { from: DEPOSITOR, input: '0xaa01' }
const UNRELATED: Sent = { from: STRANGER, input: '0xbb' }

let node: RpcLab
let clock: FakeClock
/** What blocks hold, by hash. */
let mined: Map<string, Sent>
let code: string
/** Whether a node of the chain is known. */
let isKnown: boolean

beforeEach(async () => {
  node = await openRpcLab(8453)
  clock = createFakeClock(STORE_TEST_START_MS)
  mined = new Map()
  code = '0x'
  isKnown = true
  node.answer = (method, [hash]) => {
    if (method === 'eth_getCode') return { result: code }
    const found = mined.get(String(hash))
    if (found === undefined) return { result: null }
    const { status = '0x1', ...sent } = found
    if (method === 'eth_getTransactionByHash') {
      return { result: { ...sent, to: ROUTER, value: '0x0', gas: '0x1', blockNumber: '0x64' } }
    }
    return { result: { transactionHash: hash, blockHash: '0xaa', blockNumber: '0x64', status, logs: [] } }
  }
})
afterEach(() => node.close())

/** @param reportOf what the provider says, by the hash that it is asked with */
async function open(reportOf: (hash: string) => StatusReport | undefined = () => undefined) {
  const temp = await openTempStore(() => clock.now())
  const { store } = temp
  const catalogData = createDataFiles()
  const provider = anyProvider(anyManifest({ key: 'ANY' }), {
    status: async ({ hash }) =>
      reportOf(hash) ?? { status: 'PENDING', stage: hash === '' ? 'awaiting_deposit' : 'confirming' },
  })
  const service = createSwapService({
    ...{ network: 'live', clock, ids: createCountingIds(), store, catalogData, providers: [provider] },
    catalog: createCatalog({ data: catalogData, store }),
    limits: SERVICE_LIMITS,
    price: () => undefined,
    openPrices: () => Promise.resolve(fixedPrices({})),
    publicNodes: () => undefined,
    setting: (providerKey, name) => (providerKey === 'RPC' && name === 'base' && isKnown ? node.url : undefined),
    userAgent: 'swapcli/test',
    random: () => 0,
    openHttp: openPooledHttp,
    onError: (error) => expect.fail(String(error)),
  })
  onTestFinished(async () => {
    await service.close()
    void temp.cleanup()
  })
  const add = (id: string, providerCalldata: string, changes: Partial<TransactionRecord> = {}) =>
    addTransaction(
      store,
      sampleTransaction(id, {
        ...{ provider: 'ANY', srcChain: 'base', srcAddress: USDC_BASE, depositor: DEPOSITOR },
        ...{ exec: { providerTarget: ROUTER, providerCalldata, value: '0' }, needsHash: true, nextPollAtMs: null },
        ...changes,
      }),
    )
  await add('tx_1', PAYMENT.input)
  return {
    add,
    track: (txHash: string, transactionId = 'tx_1') => service.track({ transactionId, txHash }),
    /** Lets time pass, and polls what is due as the tracker does. */
    after: async (ms: number) => {
      await clock.advance(ms)
      await service.pollDue()
    },
    stateOf: async (id = 'tx_1') => {
      const { hash, inboundHash, status, stage } = (await store.transactions.get(id))?.doc ?? sampleTransaction('')
      return { hash, inboundHash, status, stage }
    },
    journalOf: async (id = 'tx_1') =>
      (await store.events.ofTransaction(id)).flatMap(({ type, data }) =>
        type === 'transaction.hash' || type === 'transaction.evidence' ? [data] : [],
      ),
  }
}

const waiting = (hash: string) => ({ hash, inboundHash: hash, status: 'PENDING', stage: 'confirming' })
const AWAITING = { hash: '', inboundHash: '', status: 'PENDING', stage: 'awaiting_deposit' }
const refused = (message: string) => ({ code: 'VALIDATION_ERROR', httpStatus: 400, field: 'txHash', message })
const IS_OTHER = refused('txHash is not the payment: its chain shows another transaction')
const IS_SEEN = refused('The transaction already has another hash, which its chain or its provider has seen')
const IS_TAKEN = refused('txHash already belongs to another transaction')
const DROPPED = 'The source chain shows that the reported hash is another transaction'

test('a payment that its wallet sped up is reported again, until a block holds it', async () => {
  const { track, stateOf, journalOf } = await open()
  await track(FIRST)
  await track(SECOND)
  expect(await stateOf()).toEqual(waiting(SECOND))
  mined.set(SECOND, PAYMENT)
  await track(SECOND)
  await expect(track(THIRD)).rejects.toMatchObject(IS_SEEN)
  mined.set(THIRD, UNRELATED)
  await expect(track(THIRD)).rejects.toMatchObject(IS_OTHER)
  expect(await stateOf()).toEqual(waiting(SECOND))
  expect(await journalOf()).toEqual([{ hash: FIRST }, { hash: SECOND, replaced: FIRST }])
})

test('a hash that the chain shows to be none of the payment is refused, and one that it shows later is dropped', async () => {
  const { track, after, stateOf, journalOf } = await open((hash) =>
    hash === FIRST ? { status: 'SUCCESS', stage: 'done', inboundHash: hash, outboundHash: THIRD } : undefined,
  )
  mined.set(FIRST, UNRELATED)
  await expect(track(FIRST)).rejects.toMatchObject(IS_OTHER)
  expect(await stateOf()).toEqual(AWAITING)
  await track(SECOND)
  mined.set(SECOND, { ...UNRELATED, status: '0x0' })
  await after(3_000)
  expect(await stateOf()).toEqual(AWAITING)
  expect(await journalOf()).toEqual([{ hash: SECOND }, { dropped: SECOND, note: DROPPED }])
  mined.set(THIRD, PAYMENT)
  await track(THIRD)
  expect(await stateOf()).toEqual(waiting(THIRD))
})

test('a payment that a stranger reported away is found by itself once a block holds it', async () => {
  const { track, after, stateOf, journalOf } = await open()
  await track(FIRST)
  for (let index = 0; index < 5; index += 1) await track(hashOf(`1${index}`))
  expect(await stateOf()).toEqual(waiting(hashOf('14')))
  mined.set(FIRST, PAYMENT)
  await after(60_000)
  expect(await stateOf()).toEqual(waiting(FIRST))
  expect((await journalOf()).at(-1)).toEqual({ hash: FIRST, replaced: hashOf('14') })
  await expect(track(SECOND)).rejects.toMatchObject(IS_SEEN)
})

test('a hash goes to the transaction whose payment the chain shows it to be, and the other one waits for its own', async () => {
  const { add, track, stateOf, journalOf } = await open()
  await add('tx_2', '0xaa02')
  await track(FIRST)
  await expect(track(FIRST, 'tx_2')).rejects.toMatchObject(IS_TAKEN)
  mined.set(FIRST, { ...PAYMENT, input: '0xaa02' })
  await track(FIRST, 'tx_2')
  expect([await stateOf('tx_2'), await stateOf()]).toEqual([waiting(FIRST), AWAITING])
  const note = 'The source chain shows that the reported hash is the payment of another transaction'
  expect([await journalOf('tx_2'), await journalOf()]).toEqual([
    [{ hash: FIRST }],
    [{ hash: FIRST }, { dropped: FIRST, note }],
  ])
  await expect(track(FIRST)).rejects.toMatchObject(IS_OTHER)
  await track(SECOND)
  expect(await stateOf()).toEqual(waiting(SECOND))
})

test('what is the payment of two, by what was handed out, stays with the one that had it first', async () => {
  const { add, track, stateOf } = await open()
  await add('tx_2', PAYMENT.input)
  mined.set(FIRST, PAYMENT)
  await track(FIRST)
  await expect(track(FIRST, 'tx_2')).rejects.toMatchObject(IS_TAKEN)
  expect([await stateOf(), await stateOf('tx_2')]).toEqual([waiting(FIRST), AWAITING])
})

test('a contract pays by transactions of others: one in a block gives way to what is surely the payment, and to nothing else', async () => {
  const { track, after, stateOf } = await open()
  code = '0x6001'
  mined.set(FIRST, UNRELATED)
  await track(FIRST)
  await expect(track(SECOND)).rejects.toMatchObject(IS_SEEN)
  expect(await stateOf()).toEqual(waiting(FIRST))
  // What was refused while no block held it is looked at again.
  mined.set(SECOND, PAYMENT)
  await after(60_000)
  expect(await stateOf()).toEqual(waiting(SECOND))
})

test('what has ended keeps its hash', async () => {
  const { track, stateOf } = await open((hash) =>
    hash === FIRST ? { status: 'FAILED', stage: 'done', inboundHash: hash } : undefined,
  )
  mined.set(FIRST, { ...PAYMENT, status: '0x0' })
  await track(FIRST)
  mined.set(SECOND, PAYMENT)
  await expect(track(SECOND)).rejects.toMatchObject(IS_SEEN)
  expect(await stateOf()).toEqual({ hash: FIRST, inboundHash: FIRST, status: 'FAILED', stage: 'done' })
})

test('where no node is known, a hash is replaced until the provider has seen the payment', async () => {
  const { track, stateOf } = await open((hash) =>
    hash === SECOND ? { status: 'PENDING', stage: 'swapping' } : undefined,
  )
  isKnown = false
  await track(FIRST)
  await track(SECOND)
  await expect(track(THIRD)).rejects.toMatchObject(IS_SEEN)
  expect(await stateOf()).toEqual({ ...waiting(SECOND), stage: 'swapping' })
})

test('a hash that a provider tells of its own swap is taken from one that it was only reported for', async () => {
  let told = ''
  const { add, track, after, stateOf } = await open((hash) =>
    hash === '' && told !== '' ? { status: 'PENDING', stage: 'swapping', inboundHash: told } : undefined,
  )
  await track(FIRST)
  await add('tx_2', '0xaa02', { needsHash: false, nextPollAtMs: clock.now() })
  told = FIRST
  await after(0)
  expect([await stateOf('tx_2'), await stateOf()]).toEqual([{ ...waiting(FIRST), stage: 'swapping' }, AWAITING])
})
