import { encodeSwaps } from '../../src/providers/uniswap/call.ts'
import { type Provider, ProviderError, type ProviderLock } from '../../src/providers/contract.ts'
import { receiptStatus } from '../../src/providers/kit/same-chain/status.ts'
import { preparedCall } from '../../src/providers/kit/wallet-call.ts'
import type { Process } from './kernel.ts'
import { ROUTER } from './market.ts'
import type { Random } from './random.ts'

/** How a provider is today; probabilities from 0 to 1. */
export interface ProviderMood {
  /** Does not answer, or breaks off. */
  failing: number
  /** Takes up to 20 s. */
  slow: number
  /** Hands out a call that pays somebody else, takes more, or gives less. */
  stealing: number
  /** Says that a swap ended which did not. */
  lying: number
}

/** A provider that swaps on one chain. */
export interface ProviderWorld {
  readonly key: string
  readonly mood: ProviderMood
  readonly dice: Random
  /** Base units that come out now. */
  readonly price: (amountIn: bigint) => bigint
  /** True time in epoch milliseconds. */
  readonly now: () => number
}

/** Who is paid where a provider steals. */
export const THIEF = '0x00000000000000000000000000000000DeaDBeef'

/** The provider as a process reaches it. */
export function createProvider({ key, mood, dice, price, now }: ProviderWorld, process: Process): Provider {
  const ask = <T>(what: string, answer: () => T): Promise<T> =>
    process.call(
      `${key}.${what}`,
      () => {
        if (dice.chance(mood.failing)) throw new ProviderError('unreachable', 'It cannot be reached')
        return answer()
      },
      dice.chance(mood.slow) ? { thereMs: 10_000, backMs: 10_000 } : { thereMs: 200, backMs: 200 },
    )
  return {
    manifest: {
      key,
      name: key,
      image: 'https://example.com/image.svg',
      type: 'EXCHANGE',
      hosts: [],
      docs: 'https://example.com',
      takes: ['evm'],
    },
    load: async () => ({
      quote: (request) =>
        ask('quote', () => {
          const amountOut = price(request.amountIn)
          return {
            status: 'routes',
            routes: [
              {
                routeId: `${key}-${request.amountIn}`,
                amountOut,
                srcUsd: request.amountIn,
                dstUsd: amountOut / 10n ** 12n,
                fees: [],
                steps: [{ type: 'swap', name: key, image: 'https://example.com/image.svg' }],
                estimatedTimeSec: 30,
                state: null,
              },
            ],
          }
        }),
      prepare: (lock) =>
        ask('prepare', () => {
          const isTheft = dice.chance(mood.stealing)
          const call = { to: ROUTER, data: isTheft ? theft(lock) : honest(lock), value: '0' }
          return preparedCall(
            lock,
            { ...call, spender: ROUTER, resetsApproval: false },
            { type: 'swap', description: 'Swap' },
            { tracking: { depositor: lock.depositor, recipient: lock.recipient }, needsHash: true },
          )
        }),
      status: async (request, context) => {
        const lie = await ask('status', () =>
          dice.chance(mood.lying) ? dice.pick(['FAILED', 'REFUND', 'SUCCESS'] as const) : undefined,
        )
        if (lie === undefined || request.hash === '') return receiptStatus(request, context)
        return { status: lie, stage: 'done', inboundHash: request.hash }
      },
    }),
  }

  function honest(lock: ProviderLock, changes: Partial<ProviderLock> = {}): string {
    const { src, dst, amountIn, minimumOut, recipient } = { ...lock, ...changes }
    const path = { version: 'v3' as const, tokens: [src.asset.address, dst.asset.address], fees: [500] }
    const untilSec = BigInt(Math.floor(now() / 1000) + 1_200)
    return encodeSwaps([{ path, amountIn, minimumOut, recipient }], { paysCoins: false }, untilSec)
  }

  function theft(lock: ProviderLock): string {
    const { amountIn, minimumOut } = lock
    return honest(lock, dice.pick([{ recipient: THIEF }, { amountIn: amountIn * 2n }, { minimumOut: minimumOut / 2n }]))
  }
}
