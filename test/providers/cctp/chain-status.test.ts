import { type Address, encodeAbiParameters, type Hex, pad, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../src/core/ports.ts'
import type { ReceiptReport } from '../../../src/core/evm/receipt.ts'
import { RpcError } from '../../../src/core/evm/rpc-error.ts'
import { ProviderError, type StatusReport } from '../../../src/providers/contract.ts'
import { cctpAdapter } from '../../../src/providers/cctp/adapter.ts'
import { bundledAsset } from '../../support/bundled-catalog.ts'
import { ALICE, BOB, MALLORY, USDC } from '../../support/case-assets.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { agreeOf, createProviderContext, jsonReply } from '../../support/provider-context.ts'
import { burnBody, burnMessage, MESSAGE_TRANSMITTER, type MessageFields, TOKEN_MESSENGER } from './messages.ts'

/* What the destination chain says of a burn, over nodes that a test scripts. */

const HASH: Hex = `0x${'ab'.repeat(32)}`
const MINT: Hex = `0x${'cd'.repeat(32)}`
const OTHER: Hex = `0x${'ef'.repeat(32)}`
const RECEIVED = '0xff48c13eda96b1cceacc6b9edeedc9e9db9d6226afbc30146b720c19d3addb1c'
const MINTED = '0x50c55e915134d457debfa58eb6f4342956f8b0616d51a89a3659360178e1ab63'
const HEAD = 100_000n
/** The fake clock's noon. */
const NOON_SEC = BigInt(Date.UTC(2026, 0, 15, 12) / 1000)

const fields = {
  sourceDomain: 0,
  destinationDomain: 6,
  nonce: `0x${'07'.repeat(32)}`,
  burnToken: USDC.ethereum,
  mintRecipient: BOB,
  amount: 1_000_000_000n,
  messageSender: ALICE,
  maxFee: 120_000n,
  feeExecuted: 110_110n,
} as const satisfies MessageFields
const PAID = fields.amount - fields.feeExecuted

interface Log {
  readonly address: string
  readonly topics: readonly Hex[]
  readonly data: Hex
}

const uint = { type: 'uint256' } as const
const received = (of: MessageFields, at: Address = MESSAGE_TRANSMITTER): Log => ({
  address: at,
  topics: [RECEIVED, pad(MALLORY), of.nonce, toHex(1000, { size: 32 })],
  data: encodeAbiParameters(
    [{ type: 'uint32' }, { type: 'bytes32' }, { type: 'bytes' }],
    [of.sourceDomain, pad(TOKEN_MESSENGER), burnBody(of)],
  ),
})
const minted = (recipient: Address, amount: bigint, fee: bigint, at: Address = TOKEN_MESSENGER): Log => ({
  address: at,
  topics: [MINTED, pad(recipient), pad(USDC.base)],
  data: encodeAbiParameters([uint, uint], [amount, fee]),
})
const OURS = [minted(BOB, PAID, fields.feeExecuted), received(fields)]

interface Chain {
  /** True when the number was used; undefined where no node says. */
  readonly used?: boolean | undefined
  /** Logs of transactions by hash. */
  readonly receipts?: Readonly<Record<string, readonly Log[]>>
  /** What eth_getLogs finds, by the lowest block of the range. */
  readonly logs?: Readonly<Record<string, readonly Hex[]>>
  /** Epoch seconds of every block. */
  readonly blockSec?: bigint
  /** How receiveMessage ends. */
  readonly refusal?: string
  /** @default success for all */
  readonly settled?: ReceiptReport['state']
  readonly source?: ReceiptReport['state']
}

/** How far nodes agree on what is read, where they do not agree on all. */
interface Agreement {
  readonly by: 'one' | 'differing' | 'none'
  /** What is not agreed on. @default everything */
  readonly on?: 'usedNonces' | 'receiveMessage' | 'the receipt'
}

type Circle = 'gone' | { readonly messages: readonly unknown[] }

/** @param lateMs how long ago the burn became known, in milliseconds */
async function statusOn(chain: Chain, circle: Circle, agreement?: Agreement, lateMs = 0) {
  const asked: string[] = []
  const rpc = (_key: string, method: string, params: readonly Json[]): Promise<unknown> => {
    const [first] = params as readonly [unknown]
    const call = first as { readonly data?: string; readonly fromBlock?: string; readonly topics?: Json }
    asked.push(
      method === 'eth_getLogs' ? `${method} ${BigInt(call.fromBlock ?? 0)} ${JSON.stringify(call.topics)}` : method,
    )
    switch (method) {
      case 'eth_blockNumber':
        return Promise.resolve(toHex(HEAD))
      case 'eth_getTransactionReceipt': {
        const logs = chain.receipts?.[String(first)]
        return Promise.resolve(logs === undefined ? null : { status: '0x1', logs })
      }
      case 'eth_getLogs':
        return Promise.resolve(
          (chain.logs?.[BigInt(call.fromBlock ?? 0).toString()] ?? []).map((transactionHash) => ({
            transactionHash,
            blockNumber: toHex(HEAD),
          })),
        )
      case 'eth_getBlockByNumber':
        return Promise.resolve({ timestamp: toHex(chain.blockSec ?? NOON_SEC) })
      case 'eth_call':
        if (call.data?.startsWith('0xfeb61724') === true) {
          if (chain.used === undefined) throw new RpcError('no such method', -32601)
          return Promise.resolve(toHex(chain.used ? 1n : 0n, { size: 32 }))
        }
        if (chain.refusal !== undefined) throw new RpcError(chain.refusal, 3)
        return Promise.resolve(toHex(1n, { size: 32 }))
      default:
        throw new Error(`unexpected ${method}`)
    }
  }
  const clock = createFakeClock()
  const agree = agreeOf(async (...call) => rpc(...call))
  const context = createProviderContext({
    clock,
    rpc: async (...call) => rpc(...call),
    rpcAgreed: async (chainKey, method, params, read) => {
      const answer = await agree(chainKey, method, params, read)
      const [call] = params as readonly [{ readonly data?: string }]
      const about =
        method === 'eth_getTransactionReceipt'
          ? 'the receipt'
          : call.data?.startsWith('0xfeb61724') === true
            ? 'usedNonces'
            : 'receiveMessage'
      if (agreement === undefined || (agreement.on ?? about) !== about || answer.by !== 'agreed') return answer
      return agreement.by === 'one' ? { by: 'one', value: answer.value } : { by: agreement.by }
    },
    receipt: (chainKey, hash) => {
      asked.push(`receipt on ${chainKey}`)
      const state = hash === HASH ? chain.source : chain.settled
      return Promise.resolve({ state: state ?? 'success' })
    },
    http: {
      request: () => {
        if (circle === 'gone') return Promise.reject(new ProviderError('unreachable', 'It does not answer'))
        return Promise.resolve(jsonReply(circle))
      },
    },
  })
  const report = await cctpAdapter
    .status(
      {
        transactionId: 'tx_1',
        hash: HASH,
        executedAtMs: clock.now(),
        hashKnownAtMs: clock.now() - lateMs,
        src: await bundledAsset(`ethereum:${USDC.ethereum}`),
        dst: await bundledAsset(`base:${USDC.base}`),
        estimatedTimeSec: 40,
        tracking: { depositor: ALICE, recipient: BOB, amount: '1000000000', maxFee: '120000' },
      },
      context,
    )
    .catch((error: unknown) => {
      if (error instanceof ProviderError) return error.code
      throw error
    })
  return { report, asked }
}

const attested = (more: Readonly<Record<string, unknown>> = {}) => ({
  messages: [{ message: burnMessage(fields), attestation: `0x${'11'.repeat(130)}`, status: 'complete', ...more }],
})
const SUCCESS: StatusReport = {
  status: 'SUCCESS',
  stage: 'done',
  inboundHash: HASH,
  outboundHash: MINT,
  deliveredOut: PAID,
}
const PAYING: StatusReport = {
  status: 'PENDING',
  stage: 'paying_out',
  inboundHash: HASH,
  pollAfterMs: 5_000,
  leastPauseMs: 5_000,
}

describe('an attested burn', () => {
  it('is paid where the transaction of the forwarding service minted it', async () => {
    const { report, asked } = await statusOn(
      { used: true, receipts: { [MINT]: OURS } },
      attested({ forwardState: 'COMPLETE', forwardTxHash: MINT }),
    )
    expect(report).toEqual(SUCCESS)
    expect(asked).toEqual(['eth_call', 'eth_getTransactionReceipt', 'receipt on base', 'eth_getTransactionReceipt'])
  })

  it('is paid by whoever brought it: the mint is found by its number', async () => {
    const { report, asked } = await statusOn(
      { used: true, receipts: { [MINT]: OURS }, logs: { '98001': [MINT] } },
      attested({ forwardState: 'FAILED' }),
    )
    expect(report).toEqual(SUCCESS)
    const topics = `[${JSON.stringify(RECEIVED)},null,${JSON.stringify(fields.nonce)}]`
    expect(asked.filter((call) => call.startsWith('eth_getLogs'))).toEqual([
      `eth_getLogs 99001 ${topics}`,
      `eth_getLogs 98001 ${topics}`,
    ])
  })

  it('is paid where the stated transaction is another one, but the number was used', async () => {
    const { report } = await statusOn(
      { used: true, receipts: { [OTHER]: [], [MINT]: OURS }, logs: { '99001': [MINT] } },
      attested({ forwardState: 'COMPLETE', forwardTxHash: OTHER }),
    )
    expect(report).toEqual(SUCCESS)
  })

  it('is not paid while its number is unused, whatever Circle says', async () => {
    const { report } = await statusOn(
      { used: false, receipts: { [MINT]: OURS } },
      attested({ forwardState: 'COMPLETE', forwardTxHash: MINT }),
    )
    expect(report).toMatchObject({ status: 'PENDING', stage: 'paying_out' })
  })

  it('is not paid before the mint is deep enough', async () => {
    const { report } = await statusOn(
      { used: true, receipts: { [MINT]: OURS }, settled: 'pending' },
      attested({ forwardTxHash: MINT }),
    )
    expect(report).toEqual(PAYING)
  })

  it('was paid long ago where the contract says that it has taken this very message', async () => {
    const { report } = await statusOn({ used: true, refusal: 'execution reverted: Nonce already used' }, attested())
    expect(report).toEqual({ status: 'SUCCESS', stage: 'done', inboundHash: HASH, deliveredOut: PAID })
  })

  it.each(['execution reverted: Invalid signature: not attester', 'execution reverted: Invalid attestation length'])(
    'is not paid where the contract says %s',
    async (refusal) => {
      expect((await statusOn({ used: true, refusal }, attested())).report).toEqual(PAYING)
    },
  )
})

describe('a single node', () => {
  const taken: Chain = { used: true, refusal: 'execution reverted: Nonce already used' }
  const paying = (note: string) => ({ ...PAYING, progress: { note } })

  it('does not end a swap by saying that the number was used', async () => {
    expect((await statusOn(taken, attested(), { by: 'one', on: 'usedNonces' })).report).toEqual(
      paying('One node of Base shows it minted; another has to confirm that'),
    )
  })

  it('does not keep an honest one from offering the claim', async () => {
    const { report } = await statusOn(taken, attested({ forwardState: 'FAILED' }), {
      by: 'differing',
      on: 'usedNonces',
    })
    expect(report).toMatchObject({
      status: 'PENDING',
      progress: {
        note: expect.stringMatching(
          /^The nodes of Base contradict each other on whether it was minted\. Circle/,
        ) as unknown,
        claim: { chainId: 8453, to: MESSAGE_TRANSMITTER },
      },
    })
  })

  it.each(['one', 'differing', 'none'] as const)(
    'does not end a swap by refusing its message, where the others say: %s',
    async (by) => {
      expect((await statusOn(taken, attested(), { by, on: 'receiveMessage' })).report).toEqual(PAYING)
    },
  )

  it.each(['one', 'differing', 'none'] as const)('does not end a swap by a mint of its own: %s', async (by) => {
    const chain = { used: true, receipts: { [MINT]: OURS } }
    const { report } = await statusOn(chain, attested({ forwardTxHash: MINT }), { by, on: 'the receipt' })
    expect(report).toEqual(PAYING)
  })
})

describe('where no node of the destination answers', () => {
  const sent = attested({ forwardState: 'CONFIRMED', forwardTxHash: MINT })
  const silent = {
    ...PAYING,
    progress: { note: 'No node of Base answers, so that nothing shows whether it was minted' },
  }

  it('the forwarding service is not believed at once', async () => {
    expect((await statusOn({}, sent)).report).toEqual(silent)
    expect((await statusOn({}, sent, undefined, 15 * 60_000 + 40_000)).report).toEqual(silent)
  })

  it('its word counts in the end, and is said to be one', async () => {
    expect((await statusOn({}, sent, undefined, 15 * 60_000 + 40_001)).report).toEqual({
      ...{ status: 'SUCCESS', stage: 'done', inboundHash: HASH, outboundHash: MINT },
      reason: "Minted by the word of Circle's forwarding service: it was not seen on Base, whose nodes did not answer",
    })
  })
})

describe('a mint is ours only', () => {
  it.each<[string, readonly Log[]]>([
    ['with its message', [minted(BOB, PAID, fields.feeExecuted)]],
    ['with its payment', [received(fields)]],
    ['with its own number', [OURS[0], received({ ...fields, nonce: OTHER })].filter((log) => log !== undefined)],
    ['for its recipient', [minted(MALLORY, PAID, fields.feeExecuted), received(fields)]],
    ['where the whole amount is accounted for', [minted(BOB, PAID - 1n, fields.feeExecuted), received(fields)]],
    ["at Circle's contracts", [minted(BOB, PAID, fields.feeExecuted, MALLORY), received(fields)]],
    ["at Circle's transmitter", [minted(BOB, PAID, fields.feeExecuted), received(fields, MALLORY)]],
    ['from its depositor', [minted(BOB, PAID, fields.feeExecuted), received({ ...fields, messageSender: MALLORY })]],
    ['with its highest fee', [minted(BOB, PAID, fields.feeExecuted), received({ ...fields, maxFee: 119_999n })]],
    ['from its chain', [minted(BOB, PAID, fields.feeExecuted), received({ ...fields, sourceDomain: 3 })]],
    ['with data that can be read', [minted(BOB, PAID, fields.feeExecuted), { ...received(fields), data: '0x' }]],
    [
      'when it is not that of another message of the transaction',
      [minted(BOB, PAID, fields.feeExecuted), received({ ...fields, nonce: OTHER }), received(fields)],
    ],
  ])('%s', async (_name, logs) => {
    const { report } = await statusOn({ used: true, receipts: { [MINT]: logs } }, attested({ forwardTxHash: MINT }))
    expect(report).toEqual(PAYING)
  })

  it('among several of one transaction', async () => {
    const other = { ...fields, nonce: OTHER, mintRecipient: MALLORY } as const
    const logs = [
      minted(MALLORY, 5n, 0n),
      received(other),
      ...OURS,
      minted(BOB, 7n, 0n),
      received({ ...fields, nonce: HASH }),
    ]
    const { report } = await statusOn({ used: true, receipts: { [MINT]: logs } }, attested({ forwardTxHash: MINT }))
    expect(report).toEqual(SUCCESS)
  })
})

describe('without Circle', () => {
  const { inboundHash: _unknown, ...found } = SUCCESS

  it('the destination chain shows the mint', async () => {
    const { report, asked } = await statusOn({ receipts: { [MINT]: OURS }, logs: { '99001': [MINT] } }, 'gone')
    expect(report).toEqual(found)
    expect(asked.filter((call) => call.startsWith('eth_getLogs'))).toEqual([
      `eth_getLogs 99001 ${JSON.stringify([MINTED, pad(BOB).toLowerCase(), pad(USDC.base).toLowerCase()])}`,
    ])
  })

  it('the source chain shows that the burn was reverted', async () => {
    const { report } = await statusOn({ source: 'reverted' }, 'gone')
    expect(report).toEqual({
      status: 'FAILED',
      stage: 'done',
      reason: 'The call was reverted: only its network fee was spent',
    })
  })

  it.each<[string, Chain]>([
    ['no mint is found', { logs: {} }],
    [
      'the mint is of before the burn',
      { receipts: { [MINT]: OURS }, logs: { '99001': [MINT] }, blockSec: NOON_SEC - 61n },
    ],
    [
      'the mint is of another burn',
      {
        receipts: { [MINT]: [minted(BOB, PAID, fields.feeExecuted), received({ ...fields, maxFee: 1n })] },
        logs: { '99001': [MINT] },
      },
    ],
    ['the mint is not deep enough', { receipts: { [MINT]: OURS }, logs: { '99001': [MINT] }, settled: 'pending' }],
  ])('nothing is decided where %s', async (_name, chain) => {
    expect((await statusOn(chain, 'gone')).report).toBe('unreachable')
  })
})
