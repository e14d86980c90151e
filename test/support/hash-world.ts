import { beforeEach, expect, onTestFinished } from 'vitest'
import type { Log } from '../../src/core/evm/token-transfer.ts'
import type { TransactionRecord } from '../../src/core/swap/records.ts'
import { createDataFiles } from '../../src/io/data-files.ts'
import { openPooledHttp } from '../../src/io/http/http-fetch.ts'
import type { StatusReport } from '../../src/providers/index.ts'
import { createCatalog, createSwapService } from '../../src/service/index.ts'
import { createCountingIds, createFakeClock, type FakeClock } from './fake-clock.ts'
import { fixedPrices } from './fixed-prices.ts'
import { anyManifest, anyProvider } from './provider-world.ts'
import { openRpcLab } from './rpc-lab.ts'
import { SERVICE_LIMITS } from './service-limits.ts'
import { addTransaction, openTempStore, sampleTransaction, STORE_TEST_START_MS } from './store.ts'

/*
 * A service on the live network that is told of hashes, with a provider and a node of Base that say what a test wants.
 */

/** A hash of one byte over and over. @param digits two hex digits */
export const hashOf = (digits: string) => `0x${digits.repeat(32)}`
export const DEPOSITOR = `0x${'d1'.repeat(20)}`
export const STRANGER = `0x${'e2'.repeat(20)}`
export const ROUTER = `0x${'f3'.repeat(20)}`
const USDC_BASE = sampleTransaction('').dstAddress

/** A transaction of a block. */
export interface Sent {
  readonly from: string
  /** @default the contract that is to be called */
  readonly to?: string
  readonly input: string
  readonly status?: '0x0' | '0x1'
  readonly logs?: readonly Log[]
  /** True where no block holds it yet. */
  readonly isWaiting?: boolean
}
/** What was handed out, from the depositor. */
export const PAYMENT: Sent = { from: DEPOSITOR, input: '0xaa01' }
/** A call of somebody else. */
export const UNRELATED: Sent = { from: STRANGER, input: '0xbb' }

/** What the chain and the provider hold for a test. */
export interface HashWorld {
  clock: FakeClock
  /** What blocks hold, by hash. */
  mined: Map<string, Sent>
  /** Of the depositor. */
  code: string
  /** Whether a node of the chain is known. */
  isKnown: boolean
  nodeUrl: string
}

/** A world that begins anew before each test of a file. */
export function eachHashWorld(): HashWorld {
  const world: HashWorld = {
    ...{ clock: createFakeClock(STORE_TEST_START_MS), mined: new Map(), code: '0x', isKnown: true, nodeUrl: '' },
  }
  beforeEach(async () => {
    const node = await openRpcLab(8453)
    Object.assign(world, { clock: createFakeClock(STORE_TEST_START_MS), mined: new Map(), code: '0x', isKnown: true })
    world.nodeUrl = node.url
    node.answer = (method, [hash]) => {
      if (method === 'eth_getCode') return { result: world.code }
      const found = world.mined.get(String(hash))
      if (found === undefined) return { result: null }
      const { status = '0x1', logs = [], isWaiting = false, ...sent } = found
      if (method === 'eth_getTransactionByHash') {
        return { result: { to: ROUTER, ...sent, value: '0x0', gas: '0x1', blockNumber: isWaiting ? null : '0x64' } }
      }
      return { result: { transactionHash: hash, blockHash: '0xaa', blockNumber: '0x64', status, logs } }
    }
    return () => node.close()
  })
  return world
}

/** @param reportOf what the provider says, by the hash that it is asked with and the transaction */
export async function openHashService(
  world: HashWorld,
  reportOf: (hash: string, id: string) => StatusReport | Promise<StatusReport> | undefined = () => undefined,
) {
  const { clock } = world
  const temp = await openTempStore(() => clock.now())
  const { store } = temp
  const catalogData = createDataFiles()
  const provider = anyProvider(anyManifest({ key: 'ANY' }), {
    status: async ({ hash, transactionId }) =>
      reportOf(hash, transactionId) ?? { status: 'PENDING', stage: hash === '' ? 'awaiting_deposit' : 'confirming' },
  })
  const service = createSwapService({
    ...{ network: 'live', clock, ids: createCountingIds(), store, catalogData, providers: [provider] },
    catalog: createCatalog({ data: catalogData, store }),
    limits: SERVICE_LIMITS,
    price: () => undefined,
    openPrices: () => Promise.resolve(fixedPrices({})),
    publicNodes: () => undefined,
    setting: (providerKey, name) =>
      providerKey === 'RPC' && name === 'base' && world.isKnown ? world.nodeUrl : undefined,
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
    store,
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

/** A transaction that waits for what a hash leads to. */
export const waiting = (hash: string) => ({ hash, inboundHash: hash, status: 'PENDING', stage: 'confirming' })
/** A transaction that waits for its payment. */
export const AWAITING = { hash: '', inboundHash: '', status: 'PENDING', stage: 'awaiting_deposit' }

/** How a hash is refused. */
export const refusedHash = (message: string) => ({
  code: 'VALIDATION_ERROR',
  httpStatus: 400,
  field: 'txHash',
  message,
})
export const IS_OTHER = refusedHash('txHash is not the payment: its chain shows another transaction')
export const IS_SEEN = refusedHash('The transaction already has another hash, which its chain or its provider has seen')
export const IS_TAKEN = refusedHash('txHash already belongs to another transaction')
export const IS_KEPT = refusedHash(
  'Nothing shows yet that this transaction is the payment, and something does of another one: it takes its place once its chain or its provider shows it',
)
