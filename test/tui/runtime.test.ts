import { describe, expect, test } from 'vitest'
import { SwapError } from '../../src/core/api/errors.ts'
import type { SwapService } from '../../src/core/api/service.ts'
import { type AppState, SCREENS } from '../../src/tui/screens.ts'
import type { OpenedSwaps, TuiContext } from '../../src/tui/context.ts'
import { createRuntime } from '../../src/tui/runtime.ts'
import { startState } from '../../src/tui/state.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { keys, quoted, route, typed } from './sample-swap.ts'

const PLACE = { network: 'sandbox', api: undefined, version: '0.0.0' } as const

function openRuntime(change: Partial<TuiContext> = {}, start?: AppState, spoken = false) {
  const clock = createFakeClock()
  const drawn: AppState[] = []
  const codes: string[] = []
  const written: [string, string | undefined][] = []
  const never = async (): Promise<never> =>
    Promise.reject(new SwapError('STORE_UNUSABLE', 'the store is \u0007 locked'))
  const context: TuiContext = {
    place: PLACE,
    clock,
    settings: { values: {}, write: async (key, value) => void written.push([key, value]) },
    open: never,
    ...change,
  }
  const size = { columns: 80, rows: 24 }
  const runtime = createRuntime(
    SCREENS,
    context,
    start ?? startState(SCREENS, { now: clock.now(), size, place: PLACE, settings: {} }),
    {
      draw: (state) => void drawn.push(state),
      write: (code) => void codes.push(code),
      spoken,
    },
  )
  return { clock, drawn, codes, written, runtime, now: () => drawn.at(-1) }
}

describe('the runtime', () => {
  test('shows why the service cannot be opened, and goes on', async () => {
    const { runtime, clock, now } = openRuntime()
    runtime.dispatch({ on: 'app', type: 'started' })
    await clock.advance(50)
    expect([now()?.ready, now()?.problem?.message]).toEqual([false, 'the store is \\u{7} locked'])
    runtime.dispatch(keys('?')[0] ?? { on: 'app', type: 'tick' })
    await clock.advance(50)
    expect(now()?.help).toBe(0)
  })

  test('draws many events that come at once in few frames, the last of them whole', async () => {
    const { runtime, clock, drawn } = openRuntime()
    for (const event of typed('jka123456789')) runtime.dispatch(event)
    await clock.advance(100)
    expect(drawn.length).toBeLessThanOrEqual(2)
    expect(drawn.at(-1)?.screens.swap.editing?.line.text).toBe('123456789')
  })

  test('waits for nothing while nothing is counted, and for the next second while something is', async () => {
    const idle = openRuntime()
    idle.runtime.dispatch({ on: 'app', type: 'notice', notice: { tone: 'info', text: 'x' } })
    await idle.clock.advance(5000)
    expect([idle.drawn.length, idle.clock.sleepers()]).toEqual([1, 0])

    const counting = openRuntime({}, quoted([route('A')], []))
    counting.runtime.dispatch({ on: 'app', type: 'notice', notice: { tone: 'info', text: 'x' } })
    await counting.clock.advance(5500)
    expect([counting.drawn.length, counting.clock.sleepers()]).toEqual([6, 1])
  })

  test('counts in long steps where every frame is read aloud', async () => {
    const { runtime, clock, drawn } = openRuntime({}, quoted([route('A')], []), true)
    runtime.dispatch({ on: 'app', type: 'notice', notice: { tone: 'info', text: 'x' } })
    await clock.advance(15_000)
    expect(drawn).toHaveLength(1)
  })

  test('copies text by an escape code that holds nothing but base 64', async () => {
    const { runtime, clock, codes, now } = openRuntime({}, quoted([route('A')], []))
    for (const event of keys('y')) runtime.dispatch(event)
    await clock.advance(50)
    const text = 'swapcli quote 100 ethereum:USDC bitcoin:BTC --network sandbox'
    expect(codes).toEqual([`\u001B]52;c;${Buffer.from(text).toString('base64')}\u0007`])
    expect(now()?.notice).toEqual({ tone: 'info', text: `asked the terminal to copy: ${text}` })
  })

  test.each([
    ['q', 'quit'],
    ['ctrl-c', 'interrupted'],
  ] as const)('is left by %s, and then does nothing more', async (key, how) => {
    const { runtime, clock, drawn } = openRuntime()
    for (const event of keys(key)) runtime.dispatch(event)
    const left = await runtime.left
    expect([left.how, left.record]).toEqual([how, []])
    const { length } = drawn
    runtime.dispatch({ on: 'app', type: 'resized', size: { columns: 90, rows: 30 } })
    await clock.advance(1000)
    expect([drawn.length, clock.sleepers()]).toEqual([length, 0])
  })

  test('stops asking providers when it is left', async () => {
    let asked: AbortSignal | undefined
    const service = {
      quoteStream: async function* (_request: unknown, options?: { signal?: AbortSignal }) {
        asked = options?.signal
        await new Promise<void>((done) => options?.signal?.addEventListener('abort', () => done()))
        yield* []
      },
    }
    // Only the quote is asked for: the rest of the service is never reached.
    const opened = { service: service as unknown as SwapService } as OpenedSwaps
    const { runtime, clock } = openRuntime({ open: async () => opened }, quoted([route('A')], []))
    for (const event of keys('g')) runtime.dispatch(event)
    await clock.advance(50)
    expect(asked?.aborted).toBe(false)
    for (const event of keys('ctrl-c')) runtime.dispatch(event)
    await runtime.left
    expect(asked?.aborted).toBe(true)
  })

  test('cleans what a provider sends before it is anywhere in the state', async () => {
    const hostile = '\u001B]0;x\u0007\u202E'
    const bad = { ...route('A'), provider: hostile, warnings: [hostile] }
    const verdicts = [{ provider: hostile, outcome: 'error', routes: 0, code: hostile, message: hostile }]
    const service = {
      quoteStream: async function* () {
        yield { type: 'routes', provider: hostile, routes: [bad] }
        yield { type: 'verdict', verdict: verdicts[0] }
        yield { type: 'done', result: { data: [bad], verdicts } }
      },
    }
    const opened = { service: service as unknown as SwapService } as OpenedSwaps
    const { runtime, clock, drawn } = openRuntime({ open: async () => opened }, quoted([route('A')], []))
    for (const event of keys('g')) runtime.dispatch(event)
    await clock.advance(100)
    expect(drawn.at(-1)?.screens.swap.quote?.status).toBe('done')
    expect(JSON.stringify(drawn.map(({ screens: { swap } }) => swap.quote))).not.toMatch(/\\u001b|\\u0007|\u202E/)
  })

  test('ends with the failure where something is broken', async () => {
    const { runtime } = openRuntime()
    runtime.fail(new Error('a bug'))
    await expect(runtime.left).rejects.toThrow('a bug')
  })
})
