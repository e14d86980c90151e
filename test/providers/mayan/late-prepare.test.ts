import { describe, expect, it } from 'vitest'
import { mayanAdapter } from '../../../src/providers/mayan/adapter.ts'
import { ProviderError } from '../../../src/providers/contract.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import {
  createProviderContext,
  createProviderLock,
  createQuoteRequest,
  jsonReply,
} from '../../support/provider-context.ts'
import { lock as wallets, USDC } from '../../support/case-assets.ts'
import { altered, DIRECT, NOW_MS } from './exchanges.ts'

/* The suite locks and executes at one moment. Here time passes between: a price older than half a minute is asked for again. */

const PAIR = [`base:${USDC.base}`, `arbitrum:${USDC.arbitrum}`] as const
const OTHER_QUOTE = `0x${'ab'.repeat(16)}`

/** Locks the recorded quote, and executes `ageMs` later; Mayan then answers with the recording, changed. */
async function executeAfter(ageMs: number, changes: Readonly<Record<string, unknown>>) {
  const replies = [altered(DIRECT, {}), altered(DIRECT, { 'quotes.0.quoteId': OTHER_QUOTE, ...changes })]
  let asked = 0
  const clock = createFakeClock(NOW_MS)
  const context = createProviderContext({
    clock,
    http: { request: () => Promise.resolve(jsonReply(JSON.parse(replies[asked++]?.text ?? 'null'))) },
  })
  const answer = await mayanAdapter.quote(
    await createQuoteRequest(...PAIR, { amountIn: 10_000_000n, ...wallets }),
    context,
  )
  const [route] = answer.status === 'routes' ? answer.routes : []
  if (route === undefined) throw new Error('no route to lock')
  const { routeId, amountOut, minimumOut = 0n, state } = route
  const terms = { routeId, amountIn: 10_000_000n, amountOut, minimumOut, state }
  await clock.advance(ageMs)
  try {
    const { exec } = await mayanAdapter.prepare(await createProviderLock(...PAIR, { ...terms, ...wallets }), context)
    return { asked, isNew: exec?.providerCalldata?.includes(OTHER_QUOTE.slice(2)) }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { asked, error: error.code }
  }
}

describe('an order that is executed some time after its quote', () => {
  it('is of that quote within half a minute', async () => {
    expect(await executeAfter(30_000, {})).toEqual({ asked: 1, isNew: false })
  })

  it('is of a new one later', async () => {
    expect(await executeAfter(30_001, {})).toEqual({ asked: 2, isNew: true })
  })

  it('is refused when the new one guarantees less', async () => {
    const less = {
      'quotes.0.expectedAmountOut': 9.97,
      'quotes.0.expectedAmountOutBaseUnits': '9970000',
      'quotes.0.minAmountOut': 9.96,
    }
    expect(await executeAfter(30_001, less)).toEqual({ asked: 2, error: 'unavailable' })
  })
})
