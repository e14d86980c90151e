import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ReceiptReport } from '../../../src/core/evm/receipt.ts'
import {
  type ProviderCall,
  ProviderError,
  type ProviderReply,
  type StatusRequest,
} from '../../../src/providers/contract.ts'
import { askQuote, readActions, readInbound } from '../../../src/providers/thorchain-family/ask.ts'
import { statusOfFamily } from '../../../src/providers/thorchain-family/status.ts'
import { THORCHAIN_NETWORK } from '../../../src/providers/thorchain/network.ts'
import { thorchain } from '../../../src/providers/thorchain/manifest.ts'
import { bundledAsset } from '../../support/bundled-catalog.ts'
import { failed, pending } from '../../support/case-makers.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createProviderContext, createQuoteRequest, jsonReply } from '../../support/provider-context.ts'

const [FIRST = '', SECOND = ''] = THORCHAIN_NETWORK.nodes
const [INDEXER = '', SECOND_INDEXER = ''] = THORCHAIN_NETWORK.indexers
const NOW_MS = Date.parse('2026-01-15T12:00:00.000Z')
const GOOD: ProviderReply = { status: 200, body: [], text: '[]' }

const recorded = (file: string): ProviderReply => {
  const text = readFileSync(new URL(`./recordings/${file}`, import.meta.url), 'utf8')
  return { status: 200, body: JSON.parse(text), text }
}

/** What a gateway answers whose node is gone: it never heard of a hash. */
const RETIRED = jsonReply({ message: 'no Route matched with those values' }, 404)
const STALE = jsonReply(
  { code: 2, message: 'refusing quote on node with stale state: invalid request', details: [] },
  400,
)
const LIMITED = new ProviderError('rate_limited', 'slower', { retryAfterSec: 3 })

/** How a host fails of whose node nothing is known. */
const BROKEN: readonly (readonly [string, ProviderReply | ProviderError])[] = [
  ['500 without words', { status: 500, body: undefined, text: 'Internal Server Error' }],
  ['501 without words', jsonReply({ message: 'not here' }, 501)],
  ['a panic', jsonReply({ code: 13, message: 'panic' }, 500)],
  ['502', new ProviderError('unreachable', 'It responded with a server error (502)')],
  ['a node with stale state', STALE],
  ['a node with stale state by 500', { ...STALE, status: 500 }],
  ['the 404 of a gateway that retired its node', RETIRED],
  ['a 404 by the router of a node', jsonReply({ code: 5, message: 'Not Found', details: [] }, 404)],
  ['a 404 in HTML', new ProviderError('bad_response', 'Its response is not JSON: "<html>"')],
  ['the 403 of a firewall', new ProviderError('unavailable', 'It refused the request (403)')],
]

/** A context whose hosts answer as `answers` says, and the calls that they got. */
function openHosts(
  answers: Readonly<Record<string, ProviderReply | ProviderError>>,
  url?: string,
  receipt: ReceiptReport['state'] = 'unknown',
) {
  const calls: (readonly [string, retries: boolean | undefined, isOneOfSeveral: boolean | undefined])[] = []
  const context = createProviderContext({
    clock: createFakeClock(NOW_MS),
    receipt: () => Promise.resolve({ state: receipt }),
    setting: (name) => (name === 'URL' ? url : undefined),
    http: {
      request: (call: ProviderCall) => {
        calls.push([call.baseUrl ?? '', call.readOnly, call.isOneOfSeveral])
        const answer = answers[call.baseUrl ?? '']
        return answer instanceof ProviderError || answer === undefined
          ? Promise.reject(answer ?? new Error('an unexpected host'))
          : Promise.resolve(answer)
      },
    },
  })
  return { context, calls }
}

describe('the hosts of a network', () => {
  it('the first one that answers is enough', async () => {
    const { context, calls } = openHosts({ [FIRST]: GOOD })
    expect(await readInbound(THORCHAIN_NETWORK, context)).toEqual([])
    expect(calls).toEqual([[FIRST, false, true]])
  })

  it.each(['unreachable', 'bad_response', 'timeout', 'unavailable'] as const)(
    'one that is %s is passed over without a retry',
    async (code) => {
      const { context, calls } = openHosts({ [FIRST]: new ProviderError(code, 'gone'), [SECOND]: GOOD })
      expect(await readInbound(THORCHAIN_NETWORK, context)).toEqual([])
      expect(calls).toEqual([
        [FIRST, false, true],
        [SECOND, undefined, undefined],
      ])
    },
  )

  it('one that limits the rate is not escaped from: its limit is kept for all of them', async () => {
    const { context, calls } = openHosts({ [FIRST]: LIMITED, [SECOND]: GOOD })
    await expect(readInbound(THORCHAIN_NETWORK, context)).rejects.toBe(LIMITED)
    expect(calls).toEqual([[FIRST, false, true]])
  })

  it('the failure of the last one is the failure', async () => {
    const last = new ProviderError('unreachable', 'gone too')
    const { context } = openHosts({ [FIRST]: new ProviderError('unreachable', 'gone'), [SECOND]: last })
    await expect(readInbound(THORCHAIN_NETWORK, context)).rejects.toBe(last)
  })

  it('a base URL that the user set stands for all of them', async () => {
    const { context, calls } = openHosts({ [SECOND]: GOOD }, 'http://127.0.0.1:1')
    await readInbound(THORCHAIN_NETWORK, context)
    expect(calls).toHaveLength(1)
  })

  it('are all in the manifest', () => {
    const { nodes, indexers } = THORCHAIN_NETWORK
    const hosts = [...nodes, ...indexers].map((url) => new URL(url).host)
    expect([...thorchain.manifest.hosts].sort()).toEqual([...new Set(hosts)].sort())
  })
})

describe('a quote of several hosts', () => {
  const ask = async (
    first: ProviderReply | ProviderError,
    second: ProviderReply | ProviderError = recorded('quote-btc.json'),
  ) => {
    const { context, calls } = openHosts({ [FIRST]: first, [SECOND]: second })
    const request = await createQuoteRequest('bitcoin:native', 'ethereum:native', { amountIn: 10_000_000n })
    const chainOf = (code: string) => THORCHAIN_NETWORK.chains.find((chain) => chain.code === code)
    const [bitcoin, ethereum] = [chainOf('BTC'), chainOf('ETH')]
    if (bitcoin === undefined || ethereum === undefined) throw new Error('the network lost a chain')
    const source = { name: 'BTC.BTC', decimals: 8, chain: bitcoin }
    const target = { name: 'ETH.ETH', decimals: 8, chain: ethereum }
    const answer = await askQuote(THORCHAIN_NETWORK, context, { source, target, pools: [], request }).then(
      (quoted) => (quoted.status === 'quoted' ? 'quoted' : quoted.code),
      (error: unknown) => (error instanceof ProviderError ? error.code : error),
    )
    return [answer, calls.length]
  }

  it.each(BROKEN)('is that of the second one after %s', async (_, first) => {
    expect(await ask(first)).toEqual(['quoted', 2])
  })

  it('fails by the last one where all fail', async () => {
    expect(await ask(RETIRED, STALE)).toEqual(['unreachable', 2])
  })

  it('is refused by the first one whose words are known, whatever its status', async () => {
    const halted = recorded('error-trading-halted.json')
    expect(await ask({ ...halted, status: 400 })).toEqual(['halted', 1])
    expect(await ask({ ...halted, status: 501 })).toEqual(['halted', 1])
  })

  it('is not asked for at the second one where the first limits the rate', async () => {
    expect(await ask(LIMITED)).toEqual(['rate_limited', 1])
  })
})

const HOUR_MS = 3_600_000
const NOT_SEEN = jsonReply({ code: 5, message: 'tx not found', details: [] }, 404)
const NO_ACTIONS = jsonReply({ actions: [] })

/** A deposit of litecoin that was paid out, as recorded. */
const PAID = {
  hash: 'D62DF92A6A0EEB68411BC0A594CBA178D2AA8BE9239893BE1ECAB0A43BEFE497',
  tracking: {
    memo: '=:e:0x5615E8AB93b9d695b6d4d6545f7792aA59e1069a:0/1/0:g1:50',
    recipient: '0x5615E8AB93b9d695b6d4d6545f7792aA59e1069a',
    toAsset: 'ETH.ETH',
    deposit: 'op_return',
  },
}

async function requestOf(ageMs: number, changes: Partial<typeof PAID> = {}): Promise<StatusRequest> {
  return {
    ...{ ...PAID, ...changes },
    transactionId: 'tx_1',
    executedAtMs: NOW_MS - ageMs,
    hashKnownAtMs: NOW_MS - ageMs,
    src: await bundledAsset('litecoin:native'),
    dst: await bundledAsset('ethereum:native'),
    estimatedTimeSec: 600,
  }
}

describe('the status of several hosts', () => {
  const ask = async (
    answers: Readonly<Record<string, ProviderReply | ProviderError>>,
    ageMs: number,
    changes: Partial<typeof PAID> = {},
    receipt?: ReceiptReport['state'],
  ) => {
    const { context, calls } = openHosts(answers, undefined, receipt)
    const request = await requestOf(ageMs, changes)
    const report = await statusOfFamily(THORCHAIN_NETWORK, request, context).catch((error: unknown) => error)
    return { report, asked: calls.map(([host]) => host) }
  }
  const paid = { status: 'SUCCESS', deliveredOut: 1_243_680_000_000_000n }

  it.each([
    ...BROKEN,
    ['its own word that it has not seen the deposit', NOT_SEEN] as const,
    ['a blank', recorded('status-unobserved.json')] as const,
  ])('is that of the second one, which knows of the payout, after %s', async (_, first) => {
    const { report, asked } = await ask({ [FIRST]: first, [SECOND]: recorded('status-success.json') }, 26 * HOUR_MS)
    expect(report).toMatchObject(paid)
    expect(asked).toEqual([FIRST, SECOND])
  })

  it('is that of the first one that has seen it: one that has not is not even asked', async () => {
    const { report, asked } = await ask({ [FIRST]: recorded('status-success.json'), [SECOND]: NOT_SEEN }, 26 * HOUR_MS)
    expect(report).toMatchObject(paid)
    expect(asked).toEqual([FIRST])
  })

  it('costs no second request before the deposit must have been seen', async () => {
    const { report, asked } = await ask({ [FIRST]: NOT_SEEN, [SECOND]: recorded('status-success.json') }, 600_000)
    expect(report).toEqual(pending('confirming'))
    expect(asked).toEqual([FIRST])
  })

  it.each([
    ['says the same', NOT_SEEN],
    ['fails', new ProviderError('unreachable', 'gone')],
    ['limits the rate', LIMITED],
  ])('is a deposit that is not seen where the other one %s', async (_, second) => {
    const { report, asked } = await ask({ [FIRST]: NOT_SEEN, [SECOND]: second }, 20 * 60_000)
    expect(report).toEqual(pending('confirming'))
    expect(asked).toEqual([FIRST, SECOND])
  })

  it('is unknown, and no deposit counts as unseen, where all of them are gateways without a node', async () => {
    const answers = { [FIRST]: RETIRED, [SECOND]: RETIRED, [INDEXER]: NO_ACTIONS, [SECOND_INDEXER]: NO_ACTIONS }
    const { report } = await ask(answers, 30 * 24 * HOUR_MS)
    expect(report).toMatchObject({ code: 'bad_response' })
  })

  it('is the word of the source chain on a call that it reverted, where none of them knows anything', async () => {
    const reverted = failed('The deposit was reverted on its chain: only its network fee was spent')
    const router = { hash: `0x${'ab'.repeat(32)}`, tracking: { ...PAID.tracking, deposit: 'router' } }
    const answers = { [FIRST]: RETIRED, [SECOND]: new ProviderError('bad_response', 'Its response is not JSON: ""') }
    expect((await ask(answers, HOUR_MS, router, 'reverted')).report).toEqual(reverted)
    expect((await ask(answers, HOUR_MS, router, 'success')).report).toMatchObject({ code: 'bad_response' })
  })
})

describe('the indexers', () => {
  it.each([
    ['a gateway without its indexer', RETIRED],
    ['a firewall', new ProviderError('unavailable', 'It refused the request (403)')],
    ['one that has not seen the deposit', NO_ACTIONS],
  ])('are asked one after another: %s hides no payout', async (_, first) => {
    const { context, calls } = openHosts({
      [INDEXER]: first,
      [SECOND_INDEXER]: recorded('midgard-actions-success.json'),
    })
    const hash = '5400CA16A8DF5A7EA4EE229584ACCEE6640C17A14F3ACAD94C1D3D1DBD20D801'
    const actions = await readActions(THORCHAIN_NETWORK, context, hash)
    expect(actions.map(({ status }) => status)).toEqual(['success'])
    expect(calls).toHaveLength(2)
  })
})
