import type { Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { TOKENS, WRAPPED_COINS } from '../../../src/core/evm/tokens.ts'
import type { Json } from '../../../src/core/ports.ts'
import { acrossStatus } from '../../../src/providers/across/status.ts'
import { type ProviderContext, ProviderError, type StatusReport } from '../../../src/providers/contract.ts'
import { bundledAsset } from '../../support/bundled-catalog.ts'
import { ALICE, BOB, MALLORY, NATIVE, USDC } from '../../support/case-assets.ts'
import { failed, paidByWord, paidOut, pending, refunded } from '../../support/case-makers.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { agreeOf, answerWith, createProviderContext } from '../../support/provider-context.ts'
import {
  callsFailedLog,
  depositLog,
  type FakeChain,
  type FakeDeposit,
  type FakeTransaction,
  fillLog,
  nodesOf,
  refundLog,
  relayHashOf,
  transfer,
} from './fake-chains.ts'

const POOLS = {
  ethereum: '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5',
  base: '0x09aea4b2242abC8bb4BB78D537A67a245A7bEC64',
}
const WETH = { ethereum: WRAPPED_COINS.get('ethereum') as Hex, base: WRAPPED_COINS.get('base') as Hex }
const HANDLER = '0x924a9f036260DdD5808007E1AA95f08eD08aA569'
const [PAID, FILL, FORGED, REFUND] = ['11', '22', '33', '44'].map((byte) => `0x${byte.repeat(32)}`) as [
  string,
  string,
  string,
  string,
]
/** Epoch seconds of the deposit, until when it may be filled, and now. */
const [DEPOSITED_SEC, DEADLINE_SEC, NOW_SEC] = [1_770_675_640, 1_770_679_240, 1_770_676_000]
/** Age from which the word of Across counts where too few nodes answer. */
const SETTLED_SEC = 4 + 15 * 60
const NOT_SEEN = 'This is the word of Across: it was not seen on Base, as too few nodes answered'
const OF = { ethereum: { blockSec: 12, depositBlock: 5_000_000 }, base: { blockSec: 2, depositBlock: 30_000_000 } }

const tokens: FakeDeposit = {
  depositor: ALICE,
  recipient: BOB,
  inputToken: USDC.ethereum,
  outputToken: USDC.base,
  inputAmount: 1_000_000n,
  outputAmount: 996_821n,
  originChainId: 1n,
  destinationChainId: 8453n,
  depositId: 5_524_933n,
  fillDeadline: DEADLINE_SEC,
  message: '0x',
}
const coins: FakeDeposit = {
  ...tokens,
  ...{ inputToken: WETH.ethereum, outputToken: WETH.base, inputAmount: 10n ** 17n, outputAmount: 9n * 10n ** 16n },
}
const swapped: FakeDeposit = { ...tokens, recipient: HANDLER, message: `0x12${BOB.slice(2).toLowerCase()}34` }

const gone = { request: () => Promise.reject(new ProviderError('unavailable', 'It is gone')) }
const silent = { request: () => new Promise<never>(() => undefined) }
const states = (body: Json) => answerWith(() => body)

interface World {
  readonly deposit?: FakeDeposit
  readonly http?: ProviderContext['http']
  readonly fills?: readonly FakeTransaction[]
  readonly refunds?: readonly FakeTransaction[]
  /** What the destination's SpokePool notes. @default 2 where there are fills */
  readonly noted?: bigint
  readonly nowSec?: number
  readonly ageSec?: number
  readonly base?: Partial<FakeChain>
  readonly ethereum?: Partial<FakeChain>
  readonly tracking?: Json
  readonly calls?: string[]
  /** What comes of a question to nodes of two operators. @default they agree with the chains */
  readonly by?: 'one' | 'differing' | 'none'
  /** The only method of which that is so. @default all */
  readonly byIn?: string
  readonly assets?: { readonly src: string; readonly dst: string }
}

async function statusIn({
  deposit = tokens,
  http = gone,
  fills = [],
  refunds = [],
  noted = fills.length > 0 ? 2n : 0n,
  nowSec = NOW_SEC,
  ageSec = nowSec - DEPOSITED_SEC,
  tracking = { bridged: 'USDC', depositor: ALICE, recipient: BOB, amountIn: '1000000' },
  assets = { src: `ethereum:${USDC.ethereum}`, dst: `base:${USDC.base}` },
  ...world
}: World): Promise<StatusReport> {
  const chainAt = (key: 'ethereum' | 'base', transactions: readonly FakeTransaction[]): FakeChain => {
    const { blockSec, depositBlock } = OF[key]
    const startSec = DEPOSITED_SEC - depositBlock * blockSec
    const latest = Math.floor((nowSec - startSec) / blockSec)
    return { latest, startSec, blockSec, transactions, ...world[key] }
  }
  const paid = { hash: PAID, block: OF.ethereum.depositBlock, logs: [depositLog(POOLS.ethereum, deposit)] }
  const clock = createFakeClock(nowSec * 1000)
  const chains = {
    ethereum: chainAt('ethereum', [paid, ...refunds]),
    base: { fillStatuses: { [relayHashOf(deposit)]: noted }, ...chainAt('base', fills) },
  }
  const nodes = nodesOf(chains, world.calls)
  const agree = agreeOf(nodes.rpc)
  const context = createProviderContext({
    ...{ clock, http, ...nodes },
    rpcAgreed: async (...call) => {
      const read = await agree(...call)
      const { by, byIn = call[1] } = world
      if (by === undefined || byIn !== call[1] || read.by !== 'agreed') return read
      return by === 'one' ? { by, value: read.value } : { by }
    },
  })
  const executedAtMs = clock.now() - ageSec * 1000
  const { src, dst } = assets
  return acrossStatus(
    {
      ...{
        transactionId: 'tx_1',
        hash: PAID,
        executedAtMs,
        hashKnownAtMs: executedAtMs,
        estimatedTimeSec: 4,
        tracking,
      },
      ...{ src: await bundledAsset(src), dst: await bundledAsset(dst) },
    },
    context,
  )
}

const fillAt = (
  logs: FakeTransaction['logs'],
  moves: Omit<NonNullable<FakeTransaction['receipt']>, 'state'>,
  block = OF.base.depositBlock + 3,
): FakeTransaction => ({ hash: FILL, block, logs, receipt: { state: 'success', ...moves } })
const fill = fillAt([fillLog(POOLS.base, tokens)], { transfers: [transfer(USDC.base, MALLORY, BOB, 996_821n)] })

/** The report without what is only kept. */
async function shown(status: Promise<StatusReport>): Promise<StatusReport> {
  const { tracking: _, ...report } = await status
  return report
}
const coinAssets = { src: 'ethereum:native', dst: 'base:native' }

describe('a deposit by its chains, when Across has switched its API off', () => {
  it('is a success with the hash and amount of its fill', async () => {
    expect(await shown(statusIn({ fills: [fill] }))).toEqual(
      paidOut({ inboundHash: PAID, outboundHash: FILL, deliveredOut: 996_821n }),
    )
  })

  it('is a success while Across does not answer at all', async () => {
    expect(await shown(statusIn({ fills: [fill], http: silent }))).toMatchObject({
      status: 'SUCCESS',
      outboundHash: FILL,
    })
  })

  it('is a success where Across has not noticed the fill long after', async () => {
    expect(await shown(statusIn({ fills: [fill], http: states({ status: 'pending' }) }))).toMatchObject({
      status: 'SUCCESS',
    })
  })

  it('is a success at once where Across calls the deposit failed, and the chains show that it was filled', async () => {
    const world = { http: states({ status: 'deposit-failed' }), ageSec: 30 }
    expect(await shown(statusIn({ ...world, fills: [fill] }))).toMatchObject({ status: 'SUCCESS', outboundHash: FILL })
    expect(await shown(statusIn(world))).toMatchObject({ status: 'PENDING' })
  })

  it('asks no node while Across is not late', async () => {
    const calls: string[] = []
    const report = await shown(statusIn({ fills: [fill], http: states({ status: 'pending' }), ageSec: 30, calls }))
    expect([report, calls]).toEqual([pending('swapping'), []])
  })

  it('is not taken from an event with the topics of its fill but another amount', async () => {
    const forged = fillLog(POOLS.base, { ...tokens, outputAmount: 1n })
    const first = { hash: FORGED, block: OF.base.depositBlock + 1, logs: [forged] }
    expect(await shown(statusIn({ fills: [first, fill] }))).toMatchObject({ status: 'SUCCESS', outboundHash: FILL })
    expect(await shown(statusIn({ fills: [first] }))).toMatchObject({ status: 'PENDING', stage: 'paying_out' })
  })

  it('is not taken from the event of another contract', async () => {
    const elsewhere = { ...fill, logs: [fillLog(POOLS.ethereum, tokens)] }
    expect(await shown(statusIn({ fills: [elsewhere] }))).toMatchObject({ status: 'PENDING', stage: 'paying_out' })
  })

  it('is no success before the fill is deep enough, nor while its transaction pays nobody', async () => {
    const young = { ...fill, receipt: { state: 'pending' } as const }
    expect(await shown(statusIn({ fills: [young] }))).toEqual(
      pending('paying_out', { inboundHash: PAID, progress: { receivedIn: 1_000_000n } }),
    )
    const empty = {
      ...fill,
      receipt: { state: 'success', transfers: [transfer(USDC.base, MALLORY, ALICE, 996_821n)] } as const,
    }
    expect(await shown(statusIn({ fills: [empty] }))).toMatchObject({ status: 'PENDING', stage: 'paying_out' })
  })

  it('is a failure where a later signature had somebody else paid', async () => {
    const elsewhere = fillAt([fillLog(POOLS.base, tokens, { recipient: MALLORY })], {
      transfers: [transfer(USDC.base, ALICE, MALLORY, 996_821n)],
    })
    expect(await shown(statusIn({ fills: [elsewhere] }))).toEqual(
      failed(`The deposit was paid to ${MALLORY.toLowerCase()}, as a later signature of the depositor asked for`, {
        inboundHash: PAID,
        outboundHash: FILL,
      }),
    )
  })

  it.each([
    [
      'an event of the wrapped coin',
      { unwraps: [{ token: WETH.base.toLowerCase(), owner: POOLS.base.toLowerCase(), amount: coins.outputAmount }] },
    ],
    ['a transfer to nobody', { transfers: [transfer(WETH.base, POOLS.base, NATIVE, coins.outputAmount)] }],
  ])('pays coins that the SpokePool unwraps, by %s', async (_, moves) => {
    const paid = fillAt([fillLog(POOLS.base, coins)], moves)
    expect(await shown(statusIn({ deposit: coins, fills: [paid], assets: coinAssets }))).toEqual(
      paidOut({ inboundHash: PAID, outboundHash: FILL, deliveredOut: coins.outputAmount }),
    )
  })

  it('is not ours unless depositor and recipient are', async () => {
    for (const deposit of [
      { ...tokens, depositor: MALLORY },
      { ...tokens, recipient: MALLORY },
    ] as const) {
      await expect(statusIn({ deposit, fills: [fill] })).rejects.toMatchObject({ code: 'unavailable' })
    }
  })

  it('tells nothing of a route that makes no deposit, and then says what Across failed with', async () => {
    const ethereum = { transactions: [{ hash: PAID, block: OF.ethereum.depositBlock, logs: [] }] }
    await expect(statusIn({ ethereum })).rejects.toMatchObject({ code: 'unavailable', message: 'It is gone' })
  })

  it('waits while nobody has filled it, and says when Across was asked to', async () => {
    expect(await shown(statusIn({}))).toEqual(
      pending('swapping', { inboundHash: PAID, progress: { receivedIn: 1_000_000n } }),
    )
    expect(await shown(statusIn({ noted: 1n }))).toMatchObject({
      progress: { note: 'No relayer has paid yet: Across was asked to pay from its own pool, which takes some hours' },
    })
  })
})

describe('a deposit that Across calls filled', () => {
  const filled = (hash: string) => states({ status: 'filled', fillTxnRef: hash })
  const contradicted = pending('swapping', {
    inboundHash: PAID,
    progress: {
      receivedIn: 1_000_000n,
      note: 'Across calls the deposit filled, but Base contradicts it: its SpokePool does not note it as filled',
    },
  })
  const success = paidOut({ inboundHash: PAID, outboundHash: FILL, deliveredOut: 996_821n })

  it('goes on where the SpokePool does not note that, however old it is', async () => {
    for (const ageSec of [30, SETTLED_SEC]) {
      expect(await shown(statusIn({ http: filled(FORGED), ageSec }))).toEqual(contradicted)
    }
    expect(await shown(statusIn({ http: filled(FORGED), by: 'one', ageSec: SETTLED_SEC }))).toEqual(contradicted)
  })

  it('is a success by the fill that the chain shows, not by a hash that is made up', async () => {
    expect(await shown(statusIn({ http: filled(FORGED), fills: [fill], ageSec: 30 }))).toEqual(success)
    const elsewhere = fillAt([fillLog(POOLS.base, { ...tokens, depositId: 1n })], {})
    const forged = { ...elsewhere, hash: FORGED }
    expect(await shown(statusIn({ http: filled(FORGED), fills: [forged, fill], ageSec: 30 }))).toEqual(success)
  })

  it('is a success by the transaction that it names, without a search', async () => {
    const calls: string[] = []
    expect(await shown(statusIn({ http: filled(FILL), fills: [fill], ageSec: 30, calls }))).toEqual(success)
    expect(calls.filter((call) => call.endsWith('eth_getLogs'))).toEqual([])
  })

  it('is not ended by one node, nor by nodes that contradict each other', async () => {
    const world = { http: filled(FILL), fills: [fill] }
    const waiting = (note: string) => ({ status: 'PENDING', progress: { note } })
    const unconfirmed = 'Across calls the deposit filled; too few nodes answered to confirm it on Base'
    expect(await statusIn({ ...world, by: 'one', ageSec: 30 })).toMatchObject(waiting(unconfirmed))
    expect(await statusIn({ ...world, by: 'none', ageSec: 30 })).toMatchObject(waiting(unconfirmed))
    expect(await statusIn({ ...world, by: 'differing', ageSec: SETTLED_SEC })).toMatchObject(
      waiting('The nodes of Base contradict each other on whether it is filled'),
    )
    expect(await shown(statusIn({ fills: [fill], by: 'one' }))).toMatchObject(
      waiting('One node of Base shows it filled; another has to confirm that'),
    )
    const receipt = { by: 'one', byIn: 'eth_getTransactionReceipt' } as const
    expect(await shown(statusIn({ ...world, ...receipt, ageSec: 30 }))).toMatchObject(waiting(unconfirmed))
    expect(await shown(statusIn({ fills: [fill], ...receipt }))).toMatchObject(
      waiting('One node of Base shows who was paid; another has to confirm that'),
    )
  })

  it('is a success by the word of Across a quarter of an hour after its time, where too few nodes answer', async () => {
    for (const by of ['one', 'none'] as const) {
      expect(await shown(statusIn({ http: filled(FILL), fills: [fill], by, ageSec: SETTLED_SEC - 1 }))).toMatchObject({
        status: 'PENDING',
      })
      const world = { http: filled(FILL), fills: [fill], by, ageSec: SETTLED_SEC }
      expect(await shown(statusIn(world))).toMatchObject({
        ...{ status: 'SUCCESS', outboundHash: FILL },
        reason: `Paid out. ${NOT_SEEN}`,
      })
    }
  })

  it('ends by that word at once where its transaction makes no deposit in a SpokePool', async () => {
    const ethereum = { transactions: [{ hash: PAID, block: OF.ethereum.depositBlock, logs: [] }] }
    expect(await shown(statusIn({ http: filled(FILL), ethereum, ageSec: 30 }))).toEqual(paidOut({ outboundHash: FILL }))
  })

  it('is not returned where the chain shows it paid, or still lets it be filled', async () => {
    const http = states({ status: 'refunded' })
    expect(await shown(statusIn({ http, fills: [fill], ageSec: 30 }))).toEqual(success)
    expect(await shown(statusIn({ http, ageSec: SETTLED_SEC }))).toMatchObject({
      status: 'PENDING',
      progress: {
        note: 'Across calls the deposit returned, but Base would let it be filled until 2026-02-09T23:20:40.000Z',
      },
    })
  })
})

describe('the search for a fill', () => {
  it('finds it with nodes that give the logs of ten blocks at once', async () => {
    const calls: string[] = []
    const report = await statusIn({ fills: [fill], base: { mostBlocks: 10 }, calls })
    // From a minute before the deposit or more the fill may be some questions away; the next poll goes on there.
    const again = await statusIn({ fills: [fill], base: { mostBlocks: 10 }, tracking: report.tracking as Json })
    const third = await statusIn({ fills: [fill], base: { mostBlocks: 10 }, tracking: again.tracking as Json })
    const last = await statusIn({ fills: [fill], base: { mostBlocks: 10 }, tracking: third.tracking as Json })
    expect([report, again, third, last].map(({ status }) => status)).toContain('SUCCESS')
    expect(calls.length).toBeLessThan(25)
  })

  it('goes on where it ended, days later too', async () => {
    const late = fillAt(fill.logs, fill.receipt ?? {}, OF.base.depositBlock + 30_000)
    const nowSec = DEPOSITED_SEC + 5 * 86_400
    const world = { deposit: { ...tokens, fillDeadline: nowSec + 60 }, nowSec, noted: 2n }
    const logs = [fillLog(POOLS.base, world.deposit)]
    let tracking: Json | undefined
    const seen: string[] = []
    for (let polls = 0; polls < 5; polls += 1) {
      const report = await statusIn({
        ...world,
        fills: [{ ...late, logs }],
        ...(tracking === undefined ? {} : { tracking }),
      })
      seen.push(report.status)
      tracking = report.tracking
    }
    expect(seen.slice(0, 3)).toEqual(['PENDING', 'PENDING', 'SUCCESS'])
  })

  it('takes the word of Across and of the SpokePool together where no node shows the fill', async () => {
    const hidden = { fills: [fill], base: { hidesLogs: true } }
    expect(await shown(statusIn({ ...hidden, http: states({ status: 'filled', fillTx: null }) }))).toEqual(
      paidOut({
        inboundHash: PAID,
        deliveredOut: 996_821n,
        reason: 'The SpokePool on Base notes that it was paid; by which transaction was not found',
      }),
    )
    expect(await shown(statusIn(hidden))).toMatchObject({
      status: 'PENDING',
      stage: 'paying_out',
      progress: { note: 'The SpokePool on Base has been filled; the transaction that paid is still searched' },
    })
  })
})

describe('a deposit whose recipient is a contract that swaps on', () => {
  const received = (token: string, amount: bigint, logs: FakeTransaction['logs'] = []) =>
    fillAt([fillLog(POOLS.base, swapped), ...logs], { transfers: [transfer(token, HANDLER, BOB, amount)] })
  const daiAssets = { src: `ethereum:${USDC.ethereum}`, dst: `base:${TOKENS.base.DAI}` }

  it('is a success with what the recipient got of the destination asset', async () => {
    const world = { deposit: swapped, fills: [received(TOKENS.base.DAI, 5n)], assets: daiAssets }
    expect(await shown(statusIn(world))).toEqual(paidOut({ inboundHash: PAID, outboundHash: FILL, deliveredOut: 5n }))
  })

  it('is a failure where the recipient got the bridged token', async () => {
    const world = { deposit: swapped, fills: [received(USDC.base, 996_821n)], assets: daiAssets }
    expect(await shown(statusIn(world))).toEqual(
      failed('The swap on Base failed: the recipient got USDC instead of DAI', {
        inboundHash: PAID,
        outboundHash: FILL,
      }),
    )
  })

  it('is a success for coins unless the calls failed', async () => {
    const assets = { src: `ethereum:${USDC.ethereum}`, dst: 'base:native' }
    const good = fillAt([fillLog(POOLS.base, swapped)], { transfers: [] })
    expect(await shown(statusIn({ deposit: swapped, fills: [good], assets }))).toEqual(
      paidOut({ inboundHash: PAID, outboundHash: FILL }),
    )
    const bad = fillAt([fillLog(POOLS.base, swapped), callsFailedLog(HANDLER, BOB)], { transfers: [] })
    expect(await shown(statusIn({ deposit: swapped, fills: [bad], assets }))).toMatchObject({ status: 'FAILED' })
  })

  it('is a success by the word of Across in the end, where no node shows the transaction that filled it', async () => {
    const tracking = { bridged: 'USDC', depositor: ALICE, recipient: BOB, amountIn: '1000000' }
    const hidden = {
      ...{ deposit: swapped, fills: [received(TOKENS.base.DAI, 5n)], assets: daiAssets },
      ...{ base: { hidesLogs: true }, http: states({ status: 'filled', fillTx: null }) },
    }
    const filledSeenAtMs = NOW_SEC * 1000
    expect(await statusIn({ ...hidden, tracking })).toEqual(
      pending('paying_out', { tracking: { ...tracking, filledSeenAtMs } }),
    )
    const settled = { ...tracking, filledSeenAtMs: filledSeenAtMs - 180_000 }
    expect(await statusIn({ ...hidden, tracking: settled })).toMatchObject({ status: 'PENDING', stage: 'paying_out' })
    const { reason = '', ...word } = paidByWord('Test Provider')
    expect(await statusIn({ ...hidden, tracking: settled, ageSec: SETTLED_SEC })).toEqual({
      ...word,
      reason: `${reason}. ${NOT_SEEN}`,
    })
  })

  it('is not ours where the message does not name the recipient', async () => {
    const deposit = { ...swapped, message: '0x1234' } as const
    await expect(statusIn({ deposit, fills: [fill], assets: daiAssets })).rejects.toMatchObject({ code: 'unavailable' })
  })
})

describe('a deposit that nobody filled in time', () => {
  const nowSec = DEADLINE_SEC + 3 * 3_600
  const block = OF.ethereum.depositBlock + Math.floor((DEADLINE_SEC + 7_200 - DEPOSITED_SEC) / 12)
  const bundle = (
    refunds: readonly (readonly [Hex, bigint])[],
    given: Partial<FakeTransaction> = {},
  ): FakeTransaction => ({
    hash: REFUND,
    block,
    logs: [refundLog(POOLS.ethereum, 1n, USDC.ethereum, refunds)],
    receipt: { state: 'success', transfers: [transfer(USDC.ethereum, POOLS.ethereum, ALICE, 1_000_000n)] },
    ...given,
  })
  const due = pending('swapping', {
    inboundHash: PAID,
    progress: {
      receivedIn: 1_000_000n,
      note: `No relayer paid until 2026-02-09T23:20:40.000Z: Across returns the deposit to ${ALICE.toLowerCase()} on Ethereum, in a bundle of refunds, mostly within some hours`,
    },
    pollAfterMs: 120_000,
  })

  it('waits for the bundle that returns it, and says so', async () => {
    expect(await shown(statusIn({ nowSec }))).toEqual(due)
    expect(await shown(statusIn({ nowSec, http: states({ status: 'refunded' }) }))).toEqual(due)
  })

  it('is not returned by what a single node shows', async () => {
    expect(await shown(statusIn({ nowSec, by: 'one', refunds: [bundle([[ALICE, 1_000_000n]])] }))).toEqual(due)
  })

  it('is not paid because Across says so', async () => {
    const note = `Across calls the deposit filled, but Base contradicts it: its SpokePool does not note it as filled. ${due.progress?.note ?? ''}`
    expect(await shown(statusIn({ nowSec, http: states({ status: 'filled', fillTxnRef: FORGED }) }))).toEqual({
      ...due,
      progress: { receivedIn: 1_000_000n, note },
    })
  })

  it('is a refund by the bundle that pays it', async () => {
    const refunds = [
      bundle([
        [MALLORY, 5n],
        [ALICE, 1_000_000n],
      ]),
    ]
    expect(await shown(statusIn({ nowSec, refunds }))).toEqual(
      refunded({
        inboundHash: PAID,
        refundHash: REFUND,
        reason: 'No relayer paid out in time, so Across returned the deposit',
        progress: { refundedIn: 1_000_000n },
      }),
    )
  })

  it.each([
    ['pays somebody else', bundle([[MALLORY, 1_000_000n]])],
    ['pays less', bundle([[ALICE, 999_999n]])],
    ['is of another contract', bundle([], { logs: [refundLog(POOLS.base, 1n, USDC.ethereum, [[ALICE, 1_000_000n]])] })],
    ['moves nothing', bundle([[ALICE, 1_000_000n]], { receipt: { state: 'success', transfers: [] } })],
    ['is not deep enough', bundle([[ALICE, 1_000_000n]], { receipt: { state: 'pending' } })],
    ['is from before the deadline', bundle([[ALICE, 1_000_000n]], { block: OF.ethereum.depositBlock + 10 })],
  ])('is no refund by a bundle that %s', async (_, refund) => {
    expect(await shown(statusIn({ nowSec, refunds: [refund] }))).toEqual(due)
  })

  it('says as what coins come back', async () => {
    const refunds = [
      bundle([], {
        logs: [refundLog(POOLS.ethereum, 1n, WETH.ethereum, [[ALICE, coins.inputAmount]])],
        receipt: { state: 'success', transfers: [transfer(WETH.ethereum, POOLS.ethereum, ALICE, coins.inputAmount)] },
      }),
    ]
    expect(await shown(statusIn({ deposit: coins, assets: coinAssets, nowSec, refunds }))).toMatchObject({
      status: 'REFUND',
      reason: `No relayer paid out in time, so Across returned the deposit, as the token that it bridges (${WETH.ethereum.toLowerCase()})`,
    })
  })
})
