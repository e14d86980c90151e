import { describe, expect, test } from 'vitest'
import { SwapError } from '../../../../src/core/api/errors.ts'
import type { SwapService } from '../../../../src/core/api/service.ts'
import { hearService } from '../../../../src/tui/heard-service.ts'
import { awayText } from '../../../../src/tui/kit/run/run-rows.ts'
import type { Place } from '../../../../src/tui/context.ts'
import type { AppState, ProgramEvent } from '../../../../src/tui/screens.ts'
import { createFakeClock } from '../../../support/fake-clock.ts'
import { linesOf, textOf } from '../../frame-lines.ts'
import { openOnly, openScreens } from '../../open-screens.ts'
import { asking, eventsIn, keys, NOW, play, quoted, route, screensOf, verdict } from '../../sample-swap.ts'

const SERVER: Place = { network: 'sandbox', api: 'http://swap.example/api/v1', version: '0.0.0' }
const ROUTES = [route('SANDBOX_DEX'), route('SANDBOX_INTENTS')]
const GONE = 'The server at swap.example cannot be reached (ECONNREFUSED)'

const onServer = (state: AppState): AppState => ({ ...state, place: SERVER })
const answer = (state: AppState): ProgramEvent => ({
  ...({ on: 'swap', type: 'quoted', routes: ROUTES, verdicts: [] } as const),
  id: state.screens.swap.quote?.id ?? -1,
})
const checksIn = (effects: ReturnType<typeof play>['effects']) => effects.filter(({ type }) => type === 'check-server')

describe('prices of a server', () => {
  test('have it asked again and again whether it is there, while they stand', () => {
    const asked = onServer(asking())
    const shown = play(asked, [answer(asked)])
    const id = shown.state.screens.swap.quote?.id ?? -1
    expect(checksIn(shown.effects)).toEqual([{ on: 'swap', type: 'check-server', id, left: 200 }])
    const stands = (left: number, state = shown.state) =>
      checksIn(play(state, [{ on: 'swap', type: 'server-stands', id, left }]).effects)
    expect(stands(199)).toMatchObject([{ left: 199 }])
    expect(stands(0)).toEqual([])
    // Those of another quote have checks of their own; those of this machine need none.
    expect(stands(199, play(shown.state, keys('r')).state)).toEqual([])
    expect(checksIn(play(asking(), [answer(asking())]).effects)).toEqual([])
  })

  test('are old once it is gone, and cannot be locked', () => {
    const asked = onServer(asking())
    const shown = play(asked, [answer(asked)]).state
    const lost: ProgramEvent = { on: 'swap', type: 'server-lost', problem: { message: GONE, hint: undefined } }
    const told = play(shown, [lost], NOW + 4_000)
    const { state } = play(told.state, eventsIn(told.effects), NOW + 4_000)
    const text = textOf(state)
    expect([text.includes('4s old, cannot be locked'), text.includes(GONE)]).toEqual([true, true])
    expect(linesOf(state)[0]).toMatch(/no answer|offline/)
    const entered = play(state, keys('down', 'down', 'down', 'down', 'down', 'enter'), NOW + 5_000)
    expect(entered.effects.some((effect) => 'event' in effect && effect.event.on === 'review')).toBe(false)
  })

  test('are old at once where a lock found it gone', () => {
    const asked = onServer(asking())
    const shown = play(asked, [answer(asked)]).state
    const problem = { message: GONE, hint: undefined }
    const begun = play(shown, [{ on: 'review', type: 'resume', runId: 'run_1' }]).state
    const stop = (isAway: boolean) => {
      const event: ProgramEvent = { on: 'review', type: 'stopped', id: 1, run: undefined, problem, isAway }
      const told = play(begun, [event])
      return play(told.state, eventsIn(told.effects)).state.screens.swap.quote?.status
    }
    expect([stop(false), stop(true)]).toEqual(['done', 'failed'])
  })

  test('are found to be old by the screens at work a few seconds after it went', async () => {
    let isThere = true
    let asks = 0
    async function* quoteStream() {
      yield { type: 'done', result: { data: ROUTES, verdicts: [] } }
    }
    const sources = async () => {
      asks += 1
      if (!isThere) throw new SwapError('SERVICE_UNAVAILABLE', GONE)
      return { data: [{ key: 'SANDBOX_DEX' }] }
    }
    const clock = createFakeClock()
    const open = openOnly({ quoteStream, sources, stats: async () => Promise.reject(new SwapError('NOT_FOUND', 'no')) })
    const screens = openScreens({ open, clock }, { start: onServer(asking()) })
    screens.press('r')
    await clock.advance(100)
    for (let seconds = 0; seconds < 10; seconds += 1) await clock.advance(1_000)
    expect(asks).toBe(3)
    expect(screens.state().place.server).toBe('sandbox')
    expect(textOf(screens.state())).not.toContain('cannot be locked')
    isThere = false
    for (let seconds = 0; seconds < 4; seconds += 1) await clock.advance(1_000)
    expect(textOf(screens.state())).toContain('cannot be locked')
  })

  test('of one that is silent are old too', async () => {
    async function* quoteStream() {
      yield { type: 'done', result: { data: ROUTES, verdicts: [] } }
    }
    const clock = createFakeClock()
    const silent = () => new Promise(() => undefined)
    const screens = openScreens(
      { open: openOnly({ quoteStream, sources: silent, stats: silent }), clock },
      { start: onServer(asking()) },
    )
    screens.press('r')
    await clock.advance(100)
    for (let seconds = 0; seconds < 7; seconds += 1) await clock.advance(1_000)
    expect(textOf(screens.state())).toContain('The server does not answer any more')
  })
})

describe('a server that answers no quote', () => {
  const late = () => new SwapError('SERVICE_UNAVAILABLE', 'The server did not answer in time')

  /** A server that can fall silent: checks of it wait then, and quotes fail as those of a client do. */
  function silentServer() {
    const server = { isSilent: false, quotes: 0 }
    const clock = createFakeClock()
    const answer = async <T>(given: T): Promise<T> => (server.isSilent ? new Promise(() => undefined) : given)
    async function* quoteStream() {
      server.quotes += 1
      if (server.isSilent) {
        await clock.sleep(20_000)
        throw late()
      }
      yield { type: 'done', result: { data: ROUTES, verdicts: [] } }
    }
    const sources = () => answer({ data: [{ key: 'SANDBOX_DEX' }] })
    const open = openOnly({ quoteStream, sources, stats: async () => Promise.reject(new SwapError('NOT_FOUND', 'no')) })
    const screens = openScreens({ open, clock }, { start: onServer(asking()) })
    const pass = async (seconds: number) => {
      for (let passed = 0; passed < seconds; passed += 1) await clock.advance(1_000)
    }
    return { server, screens, pass }
  }

  test('is said to be away, and asked anew a few seconds after it is back', async () => {
    const { server, screens, pass } = silentServer()
    screens.press('r')
    await pass(2)
    server.isSilent = true
    screens.press('r')
    await pass(40)
    expect(screens.state().jobs.awaySince).toBeDefined()
    const asked = server.quotes
    // It is asked again every 20 s all the same, one quote at a time.
    await pass(5)
    expect(screens.state().screens.swap.quote?.status).toBe('asking')
    await pass(17)
    expect([server.quotes, screens.state().screens.swap.quote?.status]).toEqual([asked, 'failed'])
    await pass(7)
    server.isSilent = false
    await pass(7)
    expect(screens.state().jobs.awaySince).toBeUndefined()
    expect(server.quotes).toBe(asked + 1)
    expect(textOf(screens.state())).not.toContain('cannot be locked')
  })

  test('but everything else is asked for quotes no sooner for that', () => {
    const asked = onServer(asking())
    const id = asked.screens.swap.quote?.id ?? -1
    const problem = { message: GONE, hint: undefined }
    const failed = play(asked, [{ on: 'swap', type: 'quote-failed', id, problem, isAway: true }])
    expect(checksIn(failed.effects)).toEqual([{ on: 'swap', type: 'check-server', id, left: 200 }])
    const stands = play(failed.state, [{ on: 'swap', type: 'server-stands', id, left: 199 }])
    expect([stands.effects, stands.state.screens.swap.refreshAt]).toEqual([[], failed.state.screens.swap.refreshAt])
  })

  test('is away for the header too where it is found gone while a quote is awaited', () => {
    const lost = { on: 'swap', type: 'server-lost', problem: { message: GONE, hint: undefined } } as const
    expect(eventsIn(play(onServer(asking()), [lost]).effects)).toEqual([{ on: 'app', type: 'link', isUp: false }])
  })
})

describe('a server that did not answer one call', () => {
  test('is there again with its next answer, whatever that is to', async () => {
    const history = async () => ({ data: [], pagination: { page: 1, perPage: 20, total: 0 } })
    const screens = openScreens({ open: openOnly({ history }) }, { start: onServer(screensOf()) })
    screens.send([{ on: 'app', type: 'link', isUp: false }])
    await screens.clock.advance(100)
    expect(screens.state().jobs.awaySince).toBeDefined()
    // A past swap is looked for in its history.
    screens.press('.')
    await screens.clock.advance(100)
    expect(screens.state().jobs.awaySince).toBeUndefined()
  })

  test('is not there again by what this machine itself answers', async () => {
    const history = async () => ({ data: [], pagination: { page: 1, perPage: 20, total: 0 } })
    const screens = openScreens({ open: openOnly({ history }) }, { start: screensOf() })
    screens.send([{ on: 'app', type: 'link', isUp: false }])
    screens.press('.')
    await screens.clock.advance(100)
    expect(screens.state().notice?.text).toContain('no past swap')
    expect(screens.state().jobs.awaySince).toBeDefined()
  })

  test('is there where it says that none of its providers answers', () => {
    const asked = onServer(asking())
    const id = asked.screens.swap.quote?.id ?? -1
    const error = { outcome: 'error', code: 'timeout', message: 'late' } as const
    const cut: ProgramEvent = { on: 'swap', type: 'quoted', id, routes: [], verdicts: [verdict('RELAY', error)] }
    const links = (state: AppState) => eventsIn(play(state, [cut]).effects).filter(({ type }) => type === 'link')
    expect([links(asked), links(asking())]).toEqual([[], [{ on: 'app', type: 'link', isUp: false }]])
  })
})

describe('a server that does not answer', () => {
  const silent = async () => Promise.reject(new SwapError('SERVICE_UNAVAILABLE', GONE))
  const source = { key: 'SANDBOX_DEX', name: 'Dex', type: 'dex' }
  const none = { total: 0, byStatus: { PENDING: 0, SUCCESS: 0, FAILED: 0, REFUND: 0 } }
  const stats = { ...none, volumeUsd: '0', byProvider: [], byPair: [], byDay: [] }

  test('is said in the header whatever it was asked for, and what it said is old, until it answers', async () => {
    let isThere = true
    const answer = (given: unknown) => async () => (isThere ? given : silent())
    const service = { sources: answer({ data: [source] }), stats: answer(stats) }
    const { clock, send, press, state } = openScreens(
      { open: openOnly(service) },
      { start: onServer(screensOf(100, 30)) },
    )
    const pass = async (seconds: number) => {
      for (let at = 0; at < seconds; at += 1) await clock.advance(1_000)
    }
    const [head, list] = [() => linesOf(state())[0] ?? '', () => linesOf(state())[1] ?? '']
    send([{ on: 'app', type: 'started' }])
    await pass(1)
    press('4')
    await pass(2)
    expect([head().includes('no answer'), list()]).toEqual([false, expect.stringMatching(/^1 provider of the server;/)])
    isThere = false
    await pass(9)
    expect([head(), list()]).toEqual([
      expect.stringMatching(/(no answer for|offline) \d+s/),
      expect.stringMatching(/^\d+s old: 1 provider of the server;/),
    ])
    isThere = true
    // Nobody looks at a screen that asks for anything.
    press('6')
    await pass(4)
    expect(head()).not.toContain('no answer')
  })

  test('is there where it refuses, and was where it has answered since', async () => {
    const heard: string[] = []
    const late: ((error: Error) => void)[] = []
    const refuses = async () =>
      Promise.reject(new SwapError('NOT_FOUND', 'no such swap', { server: { hint: undefined } }))
    const given = {
      ...{ sources: async () => ({ data: [] }), status: refuses, chains: silent },
      assets: async () => new Promise((_, reject) => late.push(reject)),
    }
    const service = hearService(given as unknown as SwapService, {
      onAnswer: () => void heard.push('answer'),
      onSilence: () => void heard.push('silence'),
    })
    const ask = async (answer: Promise<unknown>) => answer.catch(() => undefined)
    await ask(service.chains({}))
    await ask(service.status({ transactionId: 'tx_1' }))
    const waiting = ask(service.assets({}))
    await ask(service.sources({}))
    late.forEach((fail) => fail(new SwapError('SERVICE_UNAVAILABLE', GONE)))
    await waiting
    expect(heard).toEqual(['silence', 'answer', 'answer'])
  })

  test('has not answered for no time at all only in other words', () => {
    const away = play(onServer(screensOf(160, 40)), [{ on: 'app', type: 'link', isUp: false }], NOW).state
    expect(linesOf(away)[0]).toMatch(/ no answer {2}/)
    expect(linesOf(play(away, [{ on: 'app', type: 'tick' }], NOW + 1_000).state)[0]).toContain('no answer for 1s')
    expect([
      awayText(NOW, { now: NOW + 900, place: SERVER }),
      awayText(NOW, { now: NOW + 1_000, place: SERVER }),
    ]).toEqual(['the server does not answer', 'the server has not answered for 1s'])
  })
})

describe('a server of the other network', () => {
  const other: ProgramEvent = { on: 'app', type: 'network', network: 'live' }

  test('is asked for no price, and why stands where prices would', () => {
    const { state, effects } = play(play(onServer(asking()), [other]).state, keys('r'))
    expect(effects.filter(({ type }) => type === 'quote')).toEqual([])
    const text = textOf(state).replace(/\s+/g, ' ')
    expect(text).toContain('! This server is LIVE (real money), and the network here is the sandbox')
    expect(text).toContain('swapcli --network live --api http://swap.example/api/v1')
  })

  test.each([
    [40, 10],
    [40, 24],
    [60, 15],
  ])('is said whole, with what to do, at %i x %i', (columns, rows) => {
    const lines = linesOf(play(onServer(screensOf(columns, rows)), [other]).state)
    const text = lines.slice(-4).join(' ').replace(/\s+/g, ' ')
    expect(text).toMatch(/nothing is locked\. Meant\? Start with --network live|swapcli --network live --api \S+\/v1 /)
    expect(lines.slice(-4).join('')).not.toContain('…')
  })

  test('makes old what was quoted before it came in the place of the other one', () => {
    const asked = onServer(asking())
    const shown = play(asked, [answer(asked)]).state
    const id = shown.screens.swap.quote?.id ?? -1
    const { state, effects } = play(shown, [other, { on: 'swap', type: 'server-stands', id, left: 9 }])
    expect(checksIn(effects)).toEqual([])
    expect(textOf(state)).toContain('old, cannot be locked')
    expect(textOf(state)).toContain('! This server is LIVE (real money)')
  })

  test('gets no lock for prices that came before it was known', () => {
    const shown = onServer(quoted(ROUTES, []))
    const marked = play(shown, keys('end'), NOW + 5_000).state
    const reviews = (state: AppState) =>
      play(state, keys('enter'), NOW + 10_000).effects.filter(
        (effect) => 'event' in effect && effect.event.on === 'review',
      )
    expect(reviews(marked)).not.toEqual([])
    expect(reviews(play(marked, [other], NOW + 6_000).state)).toEqual([])
  })

  test('is asked what it is as soon as the screens are open', async () => {
    const sources = async () => ({ data: [{ key: 'RELAY' }, { key: 'LIFI' }] })
    const screens = openScreens({ open: openOnly({ sources }) }, { start: onServer(screensOf()) })
    screens.send([{ on: 'app', type: 'started' }])
    await screens.clock.advance(100)
    expect(linesOf(screens.state())[0]).toContain('LIVE SERVER')
  })
})
