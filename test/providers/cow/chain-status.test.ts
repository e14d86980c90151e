import { encodeAbiParameters, type Hex, pad, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import type { ReceiptReport } from '../../../src/core/evm/receipt.ts'
import { RpcError } from '../../../src/core/evm/rpc-error.ts'
import type { Json } from '../../../src/core/ports.ts'
import { cowAdapter } from '../../../src/providers/cow/adapter.ts'
import { ProviderError, type StatusReport } from '../../../src/providers/contract.ts'
import { bundledAsset } from '../../support/bundled-catalog.ts'
import { ALICE, MALLORY, USDC } from '../../support/case-assets.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { agreeOf, createProviderContext, jsonReply } from '../../support/provider-context.ts'
import { SETTLEMENT } from './orders.ts'

/* What the chain says of an order, over nodes that a test scripts. */

const HASH: Hex = `0x${'ab'.repeat(32)}`
const FILL: Hex = `0x${'cd'.repeat(32)}`
const TRADE = '0xa07a543ab8a018198e99ca0184c93fe9050a79400a0a723441f84de1d972cc17'
const HEAD = 100_000n
/** The fake clock's noon. */
const NOON_SEC = Date.UTC(2026, 0, 15, 12) / 1000
const VALID_TO = NOON_SEC + 1800
const UID: Hex = `0x${'01'.repeat(32)}${ALICE.slice(2).toLowerCase()}${VALID_TO.toString(16)}` as Hex
const OTHER: Hex = `0x${'02'.repeat(32)}${UID.slice(66)}` as Hex
const SOLD = 1_000_000_000n
const PAID = 420_000_000_000_000_000n
const CANCELLED = 2n ** 256n - 1n
const tracking = {
  uid: UID,
  owner: ALICE,
  sellAmount: SOLD.toString(),
  buyAmount: '400000000000000000',
  validTo: VALID_TO,
}

const trade = (uid: Hex, address: string = SETTLEMENT) => ({
  address,
  topics: [TRADE, pad(ALICE as Hex)],
  data: encodeAbiParameters(
    [
      { type: 'address' },
      { type: 'address' },
      { type: 'uint256' },
      { type: 'uint256' },
      { type: 'uint256' },
      { type: 'bytes' },
    ],
    [USDC.ethereum, SETTLEMENT, SOLD, PAID, 0n, uid],
  ),
})
type Log = ReturnType<typeof trade>

interface Chain {
  /** What the settlement counts as sold; undefined where no node says. */
  readonly sold?: bigint
  /** How far nodes agree on what is read. @default they agree */
  readonly by?: 'one' | 'differing' | 'none'
  /** Time of the newest block, epoch seconds. @default noon */
  readonly seconds?: number
  /** Logs of the transaction that the order book names; null while it is in no block. */
  readonly receipt?: readonly Log[] | null
  /** What eth_getLogs finds, by the lowest block of the range. */
  readonly logs?: Readonly<Record<string, readonly Log[]>>
  /** How deep the fill is. @default success */
  readonly settled?: ReceiptReport['state']
  /** @default success */
  readonly signature?: ReceiptReport['state']
}

/** What the order book says: nothing, or an order in a status. */
type Book = 'gone' | 'unknown' | { readonly status: string; readonly paid?: bigint; readonly by?: Hex }

/** @param nowSec this machine's clock, epoch seconds. @default noon */
async function statusOn(chain: Chain, book: Book = 'gone', nowSec = NOON_SEC) {
  const asked: string[] = []
  const rpc = (_key: string, method: string, params: readonly Json[]): Promise<unknown> => {
    const [first, block] = params as readonly [{ readonly data?: string; readonly fromBlock?: string }, unknown]
    asked.push(method)
    switch (method) {
      case 'eth_getBlockByNumber':
        return Promise.resolve({ number: toHex(HEAD), timestamp: toHex(chain.seconds ?? NOON_SEC) })
      case 'eth_call':
        if (chain.sold === undefined) throw new RpcError('no state', -32000)
        expect(first.data?.slice(0, 10)).toBe('0x2479fb6e')
        expect(block).toBe(toHex(HEAD))
        return Promise.resolve(toHex(chain.sold, { size: 32 }))
      case 'eth_getTransactionReceipt':
        if (chain.receipt === null) return Promise.resolve(null)
        if (chain.receipt !== undefined) return Promise.resolve({ status: '0x1', logs: chain.receipt })
        if (chain.logs === undefined) throw new RpcError('no receipts', -32000)
        return Promise.resolve({ status: '0x1', logs: Object.values(chain.logs).flat() })
      case 'eth_blockNumber':
        return Promise.resolve(toHex(HEAD))
      case 'eth_getLogs': {
        asked.push(`from ${BigInt(first.fromBlock ?? 0)}`)
        const found = chain.logs?.[BigInt(first.fromBlock ?? 0).toString()] ?? []
        return Promise.resolve(found.map((log) => ({ ...log, transactionHash: FILL })))
      }
      default:
        throw new Error(`unexpected ${method}`)
    }
  }
  const clock = createFakeClock(nowSec * 1000)
  const agree = agreeOf(async (...call) => rpc(...call))
  const context = createProviderContext({
    clock,
    rpc: async (...call) => rpc(...call),
    rpcAgreed: async (...call) => {
      const read = await agree(...call)
      if (chain.by === undefined || read.by !== 'agreed') return read
      return chain.by === 'one' ? { by: 'one', value: read.value } : { by: chain.by }
    },
    receipt: (_key, hash) => Promise.resolve({ state: (hash === HASH ? chain.signature : chain.settled) ?? 'success' }),
    http: {
      request: ({ path }) => {
        if (book === 'gone') return Promise.reject(new ProviderError('unreachable', 'It does not answer'))
        if (book === 'unknown') return Promise.resolve(jsonReply({ errorType: 'NotFound' }, 404))
        const { status, paid = 0n, by } = book
        if (path.includes('/trades')) return Promise.resolve(jsonReply(by === undefined ? [] : [{ txHash: by }]))
        return Promise.resolve(jsonReply({ uid: UID, status, executedBuyAmount: paid.toString() }))
      },
    },
  })
  const report = await cowAdapter
    .status(
      {
        transactionId: 'tx_1',
        hash: HASH,
        executedAtMs: clock.now(),
        hashKnownAtMs: clock.now(),
        src: await bundledAsset(`ethereum:${USDC.ethereum}`),
        dst: await bundledAsset('ethereum:native'),
        estimatedTimeSec: 75,
        tracking,
      },
      context,
    )
    .catch((error: unknown) => {
      if (error instanceof ProviderError) return error.code
      throw error
    })
  return { report, asked }
}

const SUCCESS: StatusReport = {
  status: 'SUCCESS',
  stage: 'done',
  inboundHash: HASH,
  outboundHash: FILL,
  deliveredOut: PAID,
}
const PAYING: StatusReport = { status: 'PENDING', stage: 'paying_out', inboundHash: HASH, pollAfterMs: 5_000 }
const failed = (how: RegExp) => ({ status: 'FAILED', reason: expect.stringMatching(how) as unknown })
const FILLED = { status: 'fulfilled', paid: PAID, by: FILL } as const
const LEAST = BigInt(tracking.buyAmount)
const going = (stage: 'swapping' | 'paying_out', note: string): StatusReport => ({
  ...{ status: 'PENDING', stage, inboundHash: HASH, pollAfterMs: 5_000 },
  progress: { note },
})
const CONTRADICTED =
  'CoW Protocol calls the order filled, but the chain contradicts it: nothing of it is sold on Ethereum'
const SEARCHED = 'The order is filled on Ethereum; the transaction that paid is still searched'

describe('an order that the order book calls filled', () => {
  it('was paid what its trade on the chain says', async () => {
    const { report } = await statusOn({ receipt: [trade(OTHER), trade(UID)] }, { ...FILLED, paid: PAID + 5n })
    expect(report).toEqual(SUCCESS)
  })

  it('is paid once that is deep enough in the chain', async () => {
    expect((await statusOn({ receipt: [trade(UID)], settled: 'pending' }, FILLED)).report).toEqual(PAYING)
  })

  it.each<[string, readonly Log[] | null]>([
    ['no trade', []],
    ['the trade of another order', [trade(OTHER)]],
    ['a trade of another contract', [trade(UID, MALLORY)]],
    ['no receipt', null],
  ])('by a transaction with %s is not, until the chain says so', async (_name, receipt) => {
    expect((await statusOn({ receipt, sold: 0n }, FILLED)).report).toEqual(going('paying_out', CONTRADICTED))
    expect((await statusOn({ receipt, sold: 0n, seconds: VALID_TO + 121 }, FILLED)).report).toMatchObject(
      failed(/ended unfilled/),
    )
  })

  it.each([
    ['by no transaction', undefined],
    ['by a made-up transaction', FILL],
  ])('%s is not while nothing is sold on the chain, whatever amount the order book states', async (_name, by) => {
    const book: Book = { status: 'fulfilled', paid: BigInt('9'.repeat(70)), ...(by === undefined ? {} : { by }) }
    expect((await statusOn({ receipt: null, sold: 0n }, book, VALID_TO + 9_000)).report).toEqual(
      going('paying_out', CONTRADICTED),
    )
    const ended = await statusOn({ receipt: null, sold: 0n, seconds: VALID_TO + 121 }, book)
    expect(ended.report).toMatchObject(failed(/ended unfilled/))
  })

  it('does not become so by the word of one node, when others are known', async () => {
    const chain: Chain = { receipt: [trade(UID)], sold: SOLD, logs: { '99001': [trade(UID)] } }
    const unconfirmed = going(
      'paying_out',
      'CoW Protocol calls the order filled; no two nodes of Ethereum confirm it yet',
    )
    expect((await statusOn({ ...chain, by: 'one' }, FILLED)).report).toEqual(unconfirmed)
    expect((await statusOn({ ...chain, by: 'differing' }, FILLED, VALID_TO + 9_000)).report).toEqual(
      going('paying_out', 'The nodes of Ethereum contradict each other about the order'),
    )
  })

  it('counts by the word of the order book where no node answers, a quarter of an hour after its end', async () => {
    const book = { ...FILLED, paid: PAID + 5n }
    const early = going('paying_out', 'CoW Protocol calls the order filled; no two nodes of Ethereum confirm it yet')
    expect((await statusOn({ by: 'none' }, book, VALID_TO + 900)).report).toEqual(early)
    expect((await statusOn({ by: 'none' }, book, VALID_TO + 901)).report).toEqual({
      ...{ ...SUCCESS, deliveredOut: LEAST },
      reason: expect.stringMatching(/by the word of CoW Protocol: it was not seen on Ethereum/) as unknown,
    })
    // One node that contradicts it keeps it back.
    expect((await statusOn({ by: 'one', sold: 0n }, book, VALID_TO + 901)).report).toEqual(
      going('paying_out', CONTRADICTED),
    )
  })

  it('was paid the least that it allows where the settlement has sold it in a transaction that is not found', async () => {
    const sold: Chain = { receipt: null, sold: SOLD }
    expect((await statusOn(sold, FILLED, VALID_TO)).report).toEqual(going('paying_out', SEARCHED))
    expect((await statusOn(sold, FILLED, VALID_TO + 901)).report).toEqual({
      ...{ status: 'SUCCESS', stage: 'done', inboundHash: HASH, deliveredOut: LEAST },
      reason: expect.stringMatching(/notes the order as filled; by which transaction was not found/) as unknown,
    })
  })
})

describe('an order of which the order book says what is no end', () => {
  const words: readonly [string, Book][] = [
    ['open', { status: 'open' }],
    ['an unknown word', { status: 'superNew' }],
    ['cancelled, with an amount that was paid', { status: 'cancelled', paid: PAID }],
    ['filled, with less than the order allows', { status: 'fulfilled', paid: 1n }],
  ]
  it.each(words)('has failed once the chain is past its end and nothing was sold: %s', async (_name, book) => {
    const { report } = await statusOn({ sold: 0n, seconds: VALID_TO + 121 }, book, VALID_TO + 121)
    expect(report).toMatchObject(failed(/ended unfilled/))
  })

  it.each(words)('was paid where the settlement has sold it: %s', async (_name, book) => {
    const { report } = await statusOn({ sold: SOLD, logs: { '99001': [trade(UID)] } }, book, VALID_TO + 121)
    expect(report).toEqual(SUCCESS)
  })

  it('goes on with what it says', async () => {
    const { report } = await statusOn({ sold: 0n }, { status: 'superNew' })
    const note =
      'CoW Protocol states "superNew" of the order, which does not tell how it ended; nothing of it is sold on Ethereum so far'
    expect(report).toEqual(going('swapping', note))
  })
})

describe('an order of which the order book says nothing', () => {
  it.each<Book>(['gone', 'unknown', { status: 'expired' }, { status: 'cancelled' }, { status: 'presignaturePending' }])(
    'was paid where the settlement has sold it: %j',
    async (book) => {
      const { report, asked } = await statusOn({ sold: SOLD, logs: { '98001': [trade(OTHER), trade(UID)] } }, book)
      expect(report).toEqual(SUCCESS)
      expect(asked.filter((call) => call.startsWith('from'))).toEqual(['from 99001', 'from 98001'])
    },
  )

  it('is being paid out while its trade is not found, and asks for a bounded number of blocks', async () => {
    const { report, asked } = await statusOn({ sold: SOLD })
    expect(report).toEqual(going('paying_out', SEARCHED))
    expect(asked.filter((call) => call.startsWith('from'))).toHaveLength(5)
  })

  it('is being paid out while the trade is not deep enough', async () => {
    const { report } = await statusOn({ sold: SOLD, logs: { '99001': [trade(UID)] }, settled: 'pending' })
    expect(report).toEqual(PAYING)
  })

  it('has failed once the chain is past its end and nothing was sold', async () => {
    expect((await statusOn({ sold: 0n, seconds: VALID_TO + 121 })).report).toMatchObject(failed(/ended unfilled/))
    expect((await statusOn({ sold: 0n, seconds: VALID_TO + 120 })).report).toBe('unreachable')
  })

  it('has failed once its owner has cancelled it on the chain', async () => {
    expect((await statusOn({ sold: CANCELLED })).report).toMatchObject(failed(/cancelled on the chain/))
    // What was paid before.
    expect((await statusOn({ sold: CANCELLED, logs: { '99001': [trade(UID)] } })).report).toEqual(SUCCESS)
  })

  it('has failed where its signature was reverted', async () => {
    expect((await statusOn({ sold: 0n, signature: 'reverted' })).report).toMatchObject(failed(/reverted/))
    expect((await statusOn({ sold: 0n, signature: 'reverted' }, 'unknown')).report).toMatchObject(failed(/reverted/))
  })

  it('fails as the order book does where no node answers', async () => {
    expect((await statusOn({})).report).toBe('unreachable')
  })
})

describe('an order that the order book gives up before its end', () => {
  it.each(['cancelled', 'expired'])('may still be filled: %s', async (status) => {
    expect((await statusOn({ sold: 0n }, { status })).report).toMatchObject({
      status: 'PENDING',
      stage: 'swapping',
      progress: { note: expect.stringContaining(`calls the order ${status}`) as unknown },
    })
  })
})
