import { expect, test } from 'vitest'
import { isSwapError, SwapError } from '../../../src/core/api/errors.ts'
import type { SwapLoss } from '../../../src/core/money/loss.ts'
import { type Start, takeFirst } from '../../../src/cli/pay/take-first.ts'
import { runInSession } from '../../support/command-session.ts'

const LOSS = { kind: 'priced', bps: 10, isTooGood: false, isSingleNode: false, unvalued: [] } as unknown as SwapLoss
const SIDE = { currency: 'USDC', formatted: '1', usd: '1' }
const startOf = (provider: string): Start => {
  const fees = { total: { usd: '0', formatted: '$0' }, items: [] }
  const route = { provider, src: SIDE, dst: SIDE, fees, steps: [], estimatedTime: 1 }
  return { route, run: { provider }, terms: {} } as unknown as Start
}

/**
 * Which of six routes is taken where some are refused for their value, and others left out when they are taken; and how many
 * had been asked for their value when the first one answered.
 */
async function take(refused: readonly string[], unlocked: readonly string[] = []) {
  const asked: string[] = []
  let answer = () => undefined as void
  const waiting = new Promise<void>((resolve) => (answer = resolve))
  const values = {
    assess: async ({ provider }: { provider?: string }) => {
      asked.push(provider ?? '')
      if (asked.length === 5) answer()
      await waiting
      return LOSS
    },
    check: ({ provider = '' }: { provider?: string }) => {
      if (refused.includes(provider))
        throw new SwapError('WALLET_REFUSED', `${provider} loses too much`, { funds: 'untouched', reason: 'loss' })
    },
  }
  const routes = ['A', 'B', 'C', 'D', 'E', 'F'].map((provider) => () => startOf(provider))
  let taken: string | undefined
  const { error } = await runInSession(async (session) => {
    const { route } = await takeFirst(session, routes, values as Parameters<typeof takeFirst>[2], async (start) =>
      unlocked.includes(start.route.provider)
        ? new SwapError('PROVIDER_UNAVAILABLE', `${start.route.provider} is gone`)
        : undefined,
    )
    taken = route.provider
  })
  return { taken, asked, error: isSwapError(error) ? error.message : error }
}

test('routes are valued side by side, and the first one that is agreed to is taken', async () => {
  const asked = ['A', 'B', 'C', 'D', 'E']
  expect(await take([])).toEqual({ taken: 'A', asked, error: undefined })
  expect(await take(['A', 'C'])).toEqual({ taken: 'B', asked, error: undefined })
})

test('where none is agreed to, the refusal is that of the first', async () => {
  expect(await take(['A', 'B', 'C', 'D', 'E'])).toMatchObject({ taken: undefined, error: 'A loses too much' })
})

test('a route that is left out when it is taken gives way to the next one, five are tried, and the first refusal is told', async () => {
  expect(await take(['B'], ['A', 'C'])).toMatchObject({ taken: 'D', error: undefined })
  expect(await take(['B'], ['A', 'C', 'D', 'E'])).toMatchObject({ taken: undefined, error: 'A is gone' })
  expect(await take(['A'], ['B', 'C', 'D', 'E'])).toMatchObject({ taken: undefined, error: 'A loses too much' })
})
