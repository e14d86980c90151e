import { swap } from '../../src/cli/commands/swap.ts'
import type { Provider } from '../../src/providers/contract.ts'
import { runCommand } from '../support/command-session.ts'
import { SIGNED } from './case.ts'
import { ROUTER, single, UNITS, USDC } from './calls.ts'
import { type AttackCase, THIEF } from './range.ts'

/*
 * A provider that quotes best and then hands out nothing that is paid: with --yes the next route is taken, or whoever lies
 * stops every swap.
 */

/** What the provider makes of the execution. */
export type Refusal = 'pays a thief' | 'throws' | 'calls what nobody knows'

const IMAGE = 'https://example.com/x.svg'

/** Quotes a little over the pool, and is never paid. */
export function hostileProvider(refusal: Refusal): Provider {
  return {
    manifest: {
      ...{ key: 'LIAR', name: 'Liar', image: IMAGE, type: 'SERVICE', hosts: [], docs: 'https://example.com' },
    },
    load: async () => ({
      quote: async ({ amountIn }: { readonly amountIn: bigint }) => ({
        status: 'routes',
        routes: [
          {
            ...{ routeId: `liar-${amountIn}`, amountOut: (amountIn * 10n ** 12n * 1_015n) / 1_000n, fees: [] },
            ...{ srcUsd: 100_000_000n, dstUsd: 101_500_000n, estimatedTimeSec: 3, state: null },
            steps: [{ type: 'swap', name: 'Liar', image: IMAGE }],
          },
        ],
      }),
      prepare: async () => {
        if (refusal === 'throws') throw new Error('no')
        const data = refusal === 'pays a thief' ? single(THIEF) : '0xdeadbeef'
        const to = refusal === 'pays a thief' ? ROUTER : THIEF
        return {
          exec: {
            ...{ chainId: 8453, providerTarget: to, providerCalldata: data, value: '0' },
            ...{ srcToken: USDC, srcAmount: String(UNITS) },
            ...{ approvalTarget: to, approvalToken: USDC, approvalAmount: String(UNITS) },
            allSteps: [{ type: 'swap', chainId: 8453, to, data, value: '0', description: 'Swap' }],
            meta: { executionMode: 'client', walletExecution: true },
          },
          providerResult: { execution: 'client', status: 'awaiting_deposit' },
          ...{ tracking: null, needsHash: true },
        }
      },
      status: async () => ({ status: 'PENDING', stage: 'swapping' }),
    }),
  } as unknown as Provider
}

/** The attacks of each provider. */
export const LEFT_OUT: Readonly<Record<Refusal, AttackCase>> = {
  'pays a thief': leftOut('pays a thief'),
  throws: leftOut('throws'),
  'calls what nobody knows': leftOut('calls what nobody knows'),
}

export const LEFT_OUT_ATTACKS: readonly AttackCase[] = Object.values(LEFT_OUT)

function leftOut(refusal: Refusal): AttackCase {
  return {
    ...{ name: `the best quote ${refusal} when it is executed`, who: 'provider', ending: SIGNED },
    swap: ['100', 'base:USDC', 'base:DAI'],
    run: async (place, { provider: _any, ...values }) => {
      const said = await runCommand(swap, ['100', 'base:USDC', 'base:DAI'], values, place)
      // Whoever is left out is named also where only data is printed.
      if (!said.stderr.includes('left out    LIAR'))
        throw new Error('the route was not left out', { cause: said.error })
      return said
    },
  }
}
