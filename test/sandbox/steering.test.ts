import { describe, expect, test } from 'vitest'
import { ProviderError } from '../../src/providers/contract.ts'
import { lessBps } from '../../src/core/money/amount.ts'
import { SANDBOX_STEERING, steeringOf } from '../../src/sandbox/steering.ts'
import {
  ALL_PROVIDERS,
  BASE_USDC,
  BRIDGE,
  BTC,
  ETH,
  feesOf,
  lockOf,
  openPaperWorld,
  refusalOf,
  request,
  routeOf,
  SOL,
  sumUsd,
  USDC,
} from './paper-world.ts'

const SWAP = (amount: string, forLock = false) => request(USDC, BASE_USDC, amount, { forLock })

async function failureOf(work: Promise<unknown>): Promise<Pick<ProviderError, 'code' | 'retryAfterSec'>> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ProviderError)) throw new Error(`no ProviderError: ${String(error)}`)
  return { code: error.code, retryAfterSec: error.retryAfterSec }
}

describe('the decimals of an amount', () => {
  test('steer only when they are exactly those of the table', () => {
    for (const { decimals, effect } of SANDBOX_STEERING) {
      for (const whole of ['', '0', '1', '1000']) expect(steeringOf(`${whole}.${decimals}`)).toBe(effect)
      const near = [
        `1.${decimals}0`,
        `1.0${decimals}`,
        `1.${decimals.slice(1)}`,
        `1.${decimals}1`,
        decimals,
        `1${decimals}`,
      ]
      for (const text of near) expect(steeringOf(text), text).toBeUndefined()
    }
    for (const text of ['1.404', '1.04040', '.04040', '404', '1', '1.', '1.409']) {
      expect(steeringOf(text), text).toBeUndefined()
    }
  })

  test('are different in every row', () => {
    const column = (key: 'decimals' | 'effect' | 'happens') => new Set(SANDBOX_STEERING.map((row) => row[key])).size
    expect([column('decimals'), column('effect'), column('happens')]).toEqual([11, 11, 11])
  })
})

describe.each(ALL_PROVIDERS)('%s', (provider) => {
  test('quotes and locks an amount near the steering ones as any other', async () => {
    const world = openPaperWorld()
    for (const amount of ['1000.04040', '1000.404', '1000.00404', '1000.0429']) {
      const steered = amount === '1000.0429'
      for (const forLock of [false, true]) {
        const routed = await routeOf(world, provider, SWAP(amount, forLock)).then(
          () => true,
          () => false,
        )
        expect(routed, amount).toBe(!steered)
      }
    }
  })

  test('.0404: has no route, for any pair', async () => {
    const world = openPaperWorld()
    for (const [src, dst] of [
      [USDC, BASE_USDC],
      [SOL, ETH],
      [BTC, ETH],
    ] as const) {
      expect(await refusalOf(world, provider, request(src, dst, '1000.0404'))).toMatchObject({ code: 'no_liquidity' })
    }
  })

  test('.0409: quotes, and is gone at lock', async () => {
    const world = openPaperWorld()
    await routeOf(world, provider, SWAP('1000.0409'))
    expect(await failureOf(routeOf(world, provider, SWAP('1000.0409', true)))).toEqual({ code: 'unavailable' })
  })

  test('.0410: quotes, and is gone at lock where it is the intents', async () => {
    const world = openPaperWorld()
    await routeOf(world, provider, SWAP('1000.0410'))
    const locked = routeOf(world, provider, SWAP('1000.0410', true))
    if (provider === 'SANDBOX_INTENTS') expect(await failureOf(locked)).toEqual({ code: 'unavailable' })
    else await locked
  })

  test('.0502: quotes, and answers nonsense at lock', async () => {
    const world = openPaperWorld()
    await routeOf(world, provider, SWAP('1000.0502'))
    expect(await failureOf(routeOf(world, provider, SWAP('1000.0502', true)))).toEqual({ code: 'bad_response' })
  })

  test('.0503: locks, and cannot be reached at execute', async () => {
    const world = openPaperWorld()
    const input = SWAP('1000.0503', true)
    const lock = lockOf(input, await routeOf(world, provider, input))
    const adapter = await world.adapter(provider)
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(await failureOf(adapter.prepare(lock, world.context))).toEqual({ code: 'unreachable', retryAfterSec: 5 })
    }
  })

  test('.0429: rate-limits quote and lock for 30 s', async () => {
    const world = openPaperWorld()
    for (const forLock of [false, true]) {
      const failure = await failureOf(routeOf(world, provider, SWAP('1000.0429', forLock)))
      expect(failure).toEqual({ code: 'rate_limited', retryAfterSec: 30 })
    }
  })

  test('.0090: gives 1 % less at lock, to the base unit, however long that is after the quote', async () => {
    const world = openPaperWorld()
    const input = request(ETH, BASE_USDC, '1.0090')
    const quoted = await routeOf(world, provider, input)
    await world.clock.advance(47_000)
    const locked = await routeOf(world, provider, { ...input, forLock: true })
    expect(locked.amountOut).toBe(lessBps(quoted.amountOut, 100))
    expect(locked.routeId).toBe(quoted.routeId)
    const fees = feesOf(world, BASE_USDC, locked)
    expect(locked.srcUsd - sumUsd(fees, ({ included }) => included !== false)).toBe(locked.dstUsd)
    expect(fees.items.filter(({ type }) => type === 'route_loss' || type === 'transfer_reward')).toEqual([])
  })

  test('.0100: takes three seconds to quote, and stops waiting when told to', async () => {
    const world = openPaperWorld()
    const seen: string[] = []
    const quoting = routeOf(world, provider, SWAP('1000.0100')).then(() => seen.push('answered'))
    await world.clock.advance(2_999)
    expect(seen).toEqual([])
    await world.clock.advance(1)
    await quoting
    expect(seen).toEqual(['answered'])

    const leave = new AbortController()
    const adapter = await world.adapter(provider)
    const left = adapter.quote(SWAP('1000.0100'), { ...world.context, signal: leave.signal })
    leave.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    expect(world.clock.sleepers()).toBe(0)
  })
})

test('an amount that is not steered is quoted at once', async () => {
  const world = openPaperWorld()
  await routeOf(world, BRIDGE, SWAP('1000'))
  expect(world.clock.sleepers()).toBe(0)
})
