import type { NoRouteCode } from '../../../src/core/api/documents.ts'
import { formatAmount } from '../../../src/core/money/amount.ts'
import type { Progress } from '../../../src/core/swap/progress.ts'
import type { StatusReport } from '../../../src/providers/contract.ts'
import { BAD_REPLY, defineQuotes, failed, pending, UNAVAILABLE, unaskedCase } from '../../support/case-makers.ts'
import type { Exchange, Reply } from '../../support/provider-lab.ts'
import type { CaseRequest, PrepareCase, ProviderCases, QuoteCase, StatusCase } from '../../support/provider-suite.ts'
import { refusal, json } from '../../support/recordings.ts'
import type { FamilyExchanges, SwapQuery } from './exchanges.ts'
import { ownDeposit } from './expected.ts'
import { WALLETS } from './wallets.ts'

/*
 * Cases that both networks pass: Maya Protocol is a fork of THORChain. What a network alone has is in its own folder.
 */

/** What distinguishes one network in the cases that it shares. */
export interface FamilyFacts {
  readonly name: string
  readonly exchanges: FamilyExchanges
  /** First segment of its node's paths. */
  readonly path: string
  /** Epoch milliseconds at which the cases play. */
  readonly nowMs: number
  /** Recording of vaults with which the chains of Bitcoin and Ethereum can be used. */
  readonly vaultsFile: string
  /** BTC to ETH with both wallets, and what the node is asked for. */
  readonly request: CaseRequest
  readonly query: SwapQuery
  readonly routeId: string
  /** The expected output and the least that the slippage allows, in the network's units. */
  readonly expectedOut: bigint
  readonly limit: bigint
  /** What follows the limit in a memo: the parts of a streamed swap. */
  readonly parts: string
  /** The vault on Bitcoin, and the same with a wrong checksum. */
  readonly vault: string
  readonly misspeltVault: string
  /** ISO 8601, a quarter of an hour after the cases play. */
  readonly usualExpiry: string
  /** Whether its nodes always state one. */
  readonly statesExpiry: boolean
  /** Recorded refusals of a quote, and what each means. */
  readonly refusals: readonly (readonly [file: string, status: number, code: NoRouteCode, minimum?: string])[]
  /** The refusal while trading is halted. */
  readonly halted: Reply
  /** A chain that it only pays out on, with a wallet. */
  readonly payoutChain: readonly [asset: string, wallet: string]
  /** A deposit, and the node's replies when it has not seen it and while it swaps it in parts. */
  readonly deposit: SentSwap
  readonly unobserved: string
  readonly streaming: string
  /** How far the latter is. */
  readonly streamed: Progress
}

const USDC = 'ETH.USDC-0XA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48'

const UNREACHABLE = { error: 'unreachable' } as const
const LIMITED = 'BTC to ETH with the least limit that the slippage allows'

/** A memo from BTC to ETH with that limit. */
const memoOf = ({ limit, parts }: FamilyFacts) => `=:e:${WALLETS.paidInEther}:${limit}${parts}`

/** What a route says whose fees are not all stated. */
export function unknownFee(name: string) {
  return { warnings: [`${name} does not state all of its fees, so those of this route are incomplete`] }
}

export function sharedQuotes(facts: FamilyFacts): readonly QuoteCase[] {
  const { exchanges, vaultsFile, request, query, limit, parts, expectedOut } = facts
  const quoteCase = defineQuotes(request, (reply) => [exchanges.vaults(vaultsFile), exchanges.quoted(query, reply)])
  const replyWith = (text: string | undefined, fields: object = {}) =>
    json({
      fees: { asset: 'ETH.ETH' },
      memo: text,
      expected_amount_out: expectedOut.toString(),
      total_swap_seconds: 624,
      ...fields,
    })
  const to = WALLETS.paidInEther
  const memo = memoOf(facts)
  const unreadable: readonly (readonly [string, object])[] = [
    ['fees', { fees: 'later', total_swap_seconds: [] }],
    [
      'each fee',
      { fees: { asset: 7, affiliate: {}, outbound: [], liquidity: 'x', slippage_bps: {} }, total_swap_seconds: {} },
    ],
    [
      'times and rates',
      {
        total_swap_seconds: 'x',
        expiry: {},
        gas_rate_units: 7,
        recommended_gas_rate: {},
        recommended_min_amount_in: [],
      },
    ],
  ]
  const vaultsCase = (name: string, rows: readonly unknown[], expected: QuoteCase['expected']): QuoteCase => ({
    name,
    request,
    exchanges: [
      exchanges.vaults(json([...rows, OPEN_ETHEREUM, ...('noRoute' in expected ? [] : [OPEN_BITCOIN])])),
      ...('noRoute' in expected ? [] : [exchanges.quoted(query, replyWith(memo))]),
    ],
    expected,
  })
  const wrongMemos: readonly (readonly [string, string | undefined])[] = [
    ['a memo that pays another recipient', `=:ETH.ETH:${WALLETS.evm}:${limit}${parts}`],
    ['a memo for another asset', `=:b:${to}:${limit}${parts}`],
    ['a memo that abbreviates an asset it need not', `=:ETH.E:${to}:${limit}${parts}`],
    ['a memo that refunds someone else', `=:e:${to}/${WALLETS.evm}:${limit}${parts}`],
    ['a memo of another kind', `+:ETH.ETH:${to}`],
    ['a memo with control characters', `${memo}\n`],
    ['a memo with more parts than a swap has', `${memo}:::a:b`],
    ['no memo', undefined],
    ['a limit one unit below the slippage', `=:e:${to}:${limit - 1n}${parts}`],
    ['no limit', `=:e:${to}:0${parts}`],
    ['an empty limit', `=:e:${to}:`],
  ]
  return [
    quoteCase(LIMITED, replyWith(memo), [
      {
        routeId: facts.routeId,
        amountOut: formatAmount(expectedOut, 8),
        minimumOut: formatAmount(limit, 8),
        fees: [],
        steps: [`swap ${facts.name}`],
        estimatedTimeSec: 624,
        display: unknownFee(facts.name),
      },
    ]),
    ...unreadable.map(([what, fields]) =>
      quoteCase(`${what}: what only tells more may be unreadable`, replyWith(memo, fields), [
        {
          routeId: facts.routeId,
          amountOut: formatAmount(expectedOut, 8),
          minimumOut: formatAmount(limit, 8),
          fees: [],
          steps: [`swap ${facts.name}`],
          estimatedTimeSec: 6,
          display: unknownFee(facts.name),
        },
      ]),
    ),
    vaultsCase('a row of a vault that cannot be read hides no other one', [null, { chain: 'GAIA', halted: 'no' }], {
      routes: [
        {
          routeId: facts.routeId,
          amountOut: formatAmount(expectedOut, 8),
          minimumOut: formatAmount(limit, 8),
          fees: [],
          steps: [`swap ${facts.name}`],
          estimatedTimeSec: 624,
          display: unknownFee(facts.name),
        },
      ],
    }),
    vaultsCase('a chain whose halt cannot be read has no route', [{ ...OPEN_BITCOIN, halted: 'no' }], {
      noRoute: 'pair_unsupported',
    }),
    quoteCase(
      'a slip that cannot be read is at most the share of all fees',
      replyWith(memo, { fees: { asset: 'ETH.ETH', slippage_bps: {}, total_bps: 1_001 }, slippage_bps: [] }),
      'price_impact',
    ),
    quoteCase(
      'an amount up to which a deposit is lost must be readable',
      replyWith(memo, { dust_threshold: {} }),
      BAD_REPLY,
    ),
    quoteCase(
      'an output of which the fees are not the share that the reply says is not shown',
      replyWith(memo, { fees: { asset: 'ETH.ETH', total: (expectedOut / 100_000n).toString(), total_bps: 100 } }),
      BAD_REPLY,
    ),
    ...wrongMemos.map(([what, text]) => quoteCase(`${what} is not shown`, replyWith(text), BAD_REPLY)),
    ...facts.refusals.map(([file, status, code, minimum]) =>
      quoteCase(`${file} with ${status} is ${code}`, refusal(file, status), {
        noRoute: code,
        ...(minimum === undefined ? {} : { minimum }),
      }),
    ),
    quoteCase(
      'a refusal in words nobody knows is not shown',
      json({ code: 3, message: 'the moon is full', details: [] }, 400),
      BAD_REPLY,
    ),
    quoteCase(
      'a node behind the network is unreachable',
      json({ error: 'refusing quote on node with stale state' }, 500),
      UNREACHABLE,
    ),
    quoteCase(
      'a server error in words nobody knows is unreachable',
      json({ code: 13, message: 'panic' }, 500),
      UNREACHABLE,
    ),
    quoteCase(
      'a memo that does not fit into an OP_RETURN output has no route',
      replyWith(`=:ETH.ETH:${to}/${WALLETS.bitcoin}:${limit}${parts}`),
      'pair_unsupported',
    ),
    {
      name: 'an abbreviation that fits two pools is not shown',
      request: { ...request, dst: 'ethereum:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
      exchanges: [
        exchanges.vaults(vaultsFile),
        exchanges.pools(
          json([
            { asset: USDC, status: 'Available' },
            { asset: 'ETH.USDC-0X0000000000000000000000000000000000000001', status: 'Available' },
          ]),
        ),
        exchanges.quoted(
          { ...query, to_asset: USDC },
          replyWith(`=:ETH.USDC:${to}:${limit}${parts}`, { fees: { asset: USDC } }),
        ),
      ],
      expected: BAD_REPLY,
    },
    {
      name: 'an abbreviation that a pool without a readable name might fit is not shown',
      request: { ...request, dst: 'ethereum:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
      exchanges: [
        exchanges.vaults(vaultsFile),
        exchanges.pools(
          json([
            { asset: USDC, status: 'Available' },
            { asset: 7, status: 'Available' },
          ]),
        ),
        exchanges.quoted(
          { ...query, to_asset: USDC },
          replyWith(`=:ETH.USDC:${to}:${limit}${parts}`, { fees: { asset: USDC } }),
        ),
      ],
      expected: BAD_REPLY,
    },
    {
      name: 'an amount that the network would count as zero is not even asked for',
      request: { ...request, src: 'ethereum:native', dst: 'bitcoin:native', amount: '0.000000009999999999' },
      exchanges: [exchanges.vaults(vaultsFile)],
      expected: { noRoute: 'below_minimum', minimum: '0.00000001' },
    },
    unaskedCase('a chain that it only pays out on is no source', {
      ...request,
      src: facts.payoutChain[0],
      depositor: facts.payoutChain[1],
    }),
    unaskedCase('a chain that it does not know has no route', { ...request, dst: 'polygon:native' }),
    unaskedCase('a deposit from a Taproot address would not be seen', { ...request, depositor: WALLETS.taproot }),
    unaskedCase(
      'without any slippage no limit would be written, so there is no route',
      { ...request, slippageBps: 0 },
      { noRoute: 'price_impact' },
    ),
  ]
}

const WINDOW_MS = 900_000

export function sharedPrepares(facts: FamilyFacts): readonly PrepareCase[] {
  const { exchanges, query, request, limit, parts, vault, misspeltVault } = facts
  const row = { chain: 'BTC', address: vault, halted: false }
  const inMs = (ms: number) => (Date.parse(facts.usualExpiry) - WINDOW_MS + ms) / 1000
  const vaults = (changes: object = {}) => exchanges.vaults(json([{ ...row, ...changes }, OPEN_ETHEREUM]))
  const fresh = (fields: object = {}) =>
    exchanges.quoted(
      query,
      json({
        inbound_address: vault,
        fees: { asset: 'ETH.ETH', outbound: '1' },
        memo: `=:e:${WALLETS.paidInEther}:${limit - 1n}${parts}`,
        expected_amount_out: limit.toString(),
        expiry: inMs(WINDOW_MS),
        ...fields,
      }),
    )
  const refused = (name: string, asked: readonly Exchange[], expected: PrepareCase['expected'] = BAD_REPLY) => ({
    name,
    quote: LIMITED,
    exchanges: asked,
    expected,
  })
  const paidBy = (ms: number) =>
    ownDeposit({
      chainId: 20000000000001,
      amount: BigInt(query.amount ?? ''),
      memo: memoOf(facts),
      recipient: WALLETS.paidInEther,
      toAsset: 'ETH.ETH',
      expiresAt: new Date(inMs(ms) * 1000).toISOString(),
      vault,
      how: 'op_return',
      sum: `${request.amount} BTC`,
      carrier: 'an OP_RETURN output',
    })
  const expiring = (name: string, expiry: unknown, expected: PrepareCase['expected']) =>
    refused(name, [vaults(), fresh({ expiry })], expected)
  return [
    {
      name: 'the memo stays the locked one, with the promised limit, when the price has moved a little',
      quote: LIMITED,
      exchanges: [vaults(), fresh()],
      expected: paidBy(WINDOW_MS),
    },
    expiring('an expiry that leaves time to pay is that of the deposit', inMs(300_000), paidBy(300_000)),
    expiring('one that leaves a second less is refused', inMs(299_000), BAD_REPLY),
    expiring('one in an hour is believed', inMs(3_600_000), paidBy(3_600_000)),
    expiring('one in three thousand years is not: the deposit expires by our own', 99_999_999_999, paidBy(WINDOW_MS)),
    expiring(
      'one that is no date is none: of a network that always states it, it is refused',
      1e14,
      facts.statesExpiry ? BAD_REPLY : paidBy(WINDOW_MS),
    ),
    expiring('the same of a missing one', undefined, facts.statesExpiry ? BAD_REPLY : paidBy(WINDOW_MS)),
    refused(
      'a price below the promised minimum is refused',
      [vaults(), fresh({ expected_amount_out: (limit - 1n).toString() })],
      UNAVAILABLE,
    ),
    refused('a fresh quote that pays another recipient is refused', [
      vaults(),
      fresh({ memo: `=:e:${WALLETS.evm}:${limit}${parts}` }),
    ]),
    refused('a fresh quote for another asset is refused', [vaults(), fresh({ fees: { asset: 'BTC.BTC' } })]),
    expiring('a price that has expired is refused', inMs(0), BAD_REPLY),
    refused('a vault with a wrong checksum is refused', [
      vaults({ address: misspeltVault }),
      fresh({ inbound_address: misspeltVault }),
    ]),
    refused('no vault is refused', [vaults(), fresh({ inbound_address: '' })]),
    refused(
      'a source chain that was halted since the lock is refused',
      [vaults({ halted: true }), fresh()],
      UNAVAILABLE,
    ),
    refused(
      'a pair that the node no longer quotes is refused',
      [vaults(), exchanges.quoted(query, facts.halted)],
      UNAVAILABLE,
    ),
  ]
}

const OPEN_BITCOIN = { chain: 'BTC', halted: false }
const OPEN_ETHEREUM = { chain: 'ETH', address: '0x5A206b77D4D40a9d507BAbB195DD2dda9F9424f4', halted: false }

/** A swap that is followed. */
export interface SentSwap extends Pick<StatusCase, 'src' | 'dst'> {
  /** As the node writes it: in capitals and without 0x. */
  readonly hash: string
  readonly tracking: {
    readonly memo: string
    readonly recipient: string
    readonly toAsset: string
    readonly deposit: string
    readonly endedAtMs?: number
  }
}

/** What is asked besides the node's status, and the rest of a case. */
type More = Partial<Pick<StatusCase, 'hash' | 'tracking' | 'ageSec' | 'receipt'>> & {
  readonly indexer?: Reply
  readonly vaults?: Reply
}

/** Makes cases of swaps whose status the node gives in `reply`. */
export function defineFollowed({ followed, indexed, vaults }: FamilyExchanges) {
  return (
    name: string,
    { hash, src, dst, tracking }: SentSwap,
    reply: Reply,
    expected: StatusCase['expected'],
    { indexer, vaults: inbound, ...more }: More = {},
  ): StatusCase => ({
    name,
    src,
    dst,
    hash: tracking.deposit === 'message' ? hash : `${tracking.deposit === 'router' ? '0x' : ''}${hash.toLowerCase()}`,
    tracking,
    ...more,
    exchanges: [
      followed(hash, reply),
      ...(indexer === undefined ? [] : [indexed(hash, indexer)]),
      ...(inbound === undefined ? [] : [vaults(inbound)]),
    ],
    expected,
  })
}

/** All stages passed, without a word on what was sent. */
export const SILENT = {
  stages: {
    inbound_observed: { completed: true },
    inbound_finalised: { completed: true },
    swap_status: { pending: false },
    swap_finalised: { completed: true },
  },
}

/** The same for this deposit. */
export const SILENT_WITH = ({ hash, tracking: { memo } }: SentSwap) => ({ tx: { id: hash, memo }, ...SILENT })

/** The indexer knows nothing. */
export const NO_ACTIONS = json({ actions: [] })

const TEN_MINUTES_MS = 10 * 60_000
const TWO_HOURS_MS = 2 * 60 * 60_000

/** The report of a deposit that was first seen to have ended without any output. */
export function endedSince({ tracking }: SentSwap, nowMs: number): StatusReport {
  return pending('paying_out', { tracking: { ...tracking, endedAtMs: nowMs } })
}

/** The report of a deposit that nobody has seen for an hour. */
export const UNCONFIRMED = pending('confirming', {
  progress: { note: 'The network has not seen the deposit: check on its chain that it is confirmed' },
})

export function sharedStatuses(facts: FamilyFacts): readonly StatusCase[] {
  const { exchanges, nowMs, vaultsFile, deposit, unobserved, streaming } = facts
  const statusCase = defineFollowed(exchanges)
  const unasked = { ...statusCase('', deposit, '', BAD_REPLY), exchanges: [] }
  return [
    {
      ...unasked,
      name: 'without a hash nothing is asked: the deposit is still to come',
      hash: '',
      expected: pending('awaiting_deposit'),
    },
    { ...unasked, name: 'a kept state that is none cannot be followed', tracking: null },
    statusCase(
      'a young deposit that the network has not seen is being confirmed',
      deposit,
      unobserved,
      pending('confirming'),
    ),
    statusCase(
      'a hash that the node does not know is being confirmed too',
      deposit,
      json({ code: 5, message: 'tx not found', details: [] }, 404),
      pending('confirming'),
    ),
    statusCase('a deposit that nobody saw for two weeks failed', deposit, unobserved, failed(UNSEEN), {
      ageSec: 14 * 24 * 3600 + 1,
      receipt: 'success',
      indexer: NO_ACTIONS,
      vaults: vaultsFile,
    }),
    statusCase(
      'a streamed swap under way is swapping, and says how far it is',
      deposit,
      streaming,
      pending('swapping', { progress: facts.streamed }),
    ),
    statusCase(
      'without a word from node and indexer nothing is certain for a while',
      deposit,
      json(SILENT),
      endedSince(deposit, nowMs),
      { indexer: NO_ACTIONS },
    ),
    statusCase(
      'a swap that has ended may yet show an output until ten minutes have passed',
      { ...deposit, tracking: { ...deposit.tracking, endedAtMs: nowMs - TEN_MINUTES_MS + 1 } },
      json(SILENT_WITH(deposit)),
      pending('paying_out'),
      { indexer: NO_ACTIONS },
    ),
    statusCase(
      'a swap that ended ten minutes ago without any output ends',
      { ...deposit, tracking: { ...deposit.tracking, endedAtMs: nowMs - TEN_MINUTES_MS } },
      json(SILENT_WITH(deposit)),
      failed('The swap ended without a payout: what it gave is likely less than the network fee of a payout'),
      { indexer: NO_ACTIONS },
    ),
    ...[{ text: '<html>' }, { status: 403, text: '' }, json({ message: 'no Route' }, 404)].flatMap((indexer) => {
      const endedFor = (ms: number) => ({ ...deposit, tracking: { ...deposit.tracking, endedAtMs: nowMs - ms } })
      const unreadable = `while the indexer answers ${indexer.status ?? 200} ${indexer.text}`.trim()
      return [
        statusCase(
          `it does not yet ${unreadable}`,
          endedFor(TWO_HOURS_MS - 1),
          json(SILENT_WITH(deposit)),
          pending('paying_out'),
          { indexer },
        ),
        statusCase(
          `it ends two hours later by the node alone ${unreadable}`,
          endedFor(TWO_HOURS_MS),
          json(SILENT_WITH(deposit)),
          failed(
            "The swap ended without a payout: what it gave is likely less than the network fee of a payout (by the node alone: the network's indexer does not answer)",
          ),
          { indexer },
        ),
      ]
    }),
    statusCase(
      'an output that turns up after the end is waited for',
      { ...deposit, tracking: { ...deposit.tracking, endedAtMs: nowMs - TEN_MINUTES_MS } },
      json({
        ...SILENT_WITH(deposit),
        planned_out_txs: [
          {
            to_address: deposit.tracking.recipient,
            coin: { asset: deposit.tracking.toAsset, amount: '1' },
            refund: false,
          },
        ],
      }),
      pending('paying_out', { tracking: deposit.tracking }),
    ),
  ]
}

/** Why a deposit failed that the network never saw. */
export const UNSEEN =
  'The network never saw this deposit: check the hash on its chain, where it failed or paid someone else'

/** Its lists are short. */
export const TOLERATED: NonNullable<ProviderCases['tolerates']> = [
  { of: 'assets', path: '/', faults: ['some megabytes'], gives: 'bad_response' },
]

/** What the replies of both networks are needed for. */
export function neededBy({ path }: FamilyFacts): NonNullable<ProviderCases['needs']> {
  return [
    ...neededOfQuotes({ path }),
    {
      of: ['status'],
      path: `/${path}/tx/status/`,
      fields: ['tx.memo', 'planned_out_txs.*.refund', 'out_txs.*.memo'],
      why: 'whose deposit it is, and what goes back',
    },
    {
      of: ['status'],
      path: `/${path}/tx/status/`,
      fields: ['out_txs.*.to_address', 'out_txs.*.coins.*.asset', 'out_txs.*.coins.*.amount'],
      why: 'who was paid what',
    },
    {
      of: ['status'],
      path: '/v2/actions',
      fields: [
        ...['actions.*.type', 'actions.*.status', 'actions.*.in.*.txID', 'actions.*.out.*.address'],
        ...['actions.*.out.*.coins.*.asset', 'actions.*.out.*.coins.*.amount'],
      ],
      why: 'whose deposit it is, and who was paid what',
    },
  ]
}

/** The same of quotes and payments alone. */
export function neededOfQuotes({ path }: Pick<FamilyFacts, 'path'>): NonNullable<ProviderCases['needs']> {
  return [
    {
      of: ['quote', 'prepare'],
      path: `/${path}/quote/swap`,
      fields: ['memo', 'expected_amount_out', 'dust_threshold'],
      why: 'the instruction of the swap, what it gives, and up to which amount a deposit is lost',
    },
    {
      of: ['prepare'],
      path: `/${path}/quote/swap`,
      fields: ['inbound_address', 'router'],
      why: 'where the money goes',
    },
    {
      of: ['prepare'],
      path: `/${path}/quote/swap`,
      fields: ['expiry'],
      changes: true,
      why: 'without a time of theirs the deposit expires by ours',
    },
  ]
}
