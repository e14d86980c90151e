import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { choose } from '../../../src/cli/prompts.ts'
import { canWatchRoutes, watchRoutes } from '../../../src/cli/quote/quote-stream.ts'
import { systemClock } from '../../../src/io/clock.ts'
import type { QuoteEvent, QuoteResult } from '../../../src/core/api/documents.ts'
import { rankRoutes } from '../../../src/core/swap/ranking.ts'
import { captureOutput } from '../../support/captured-output.ts'
import { LOCAL_REQUEST, openLocalProviders } from '../../support/local-providers.ts'
import { route, verdict } from '../../tui/sample-swap.ts'

const REQUEST = { srcChain: 'ethereum', srcAddress: '0x', dstChain: 'bitcoin', dstAddress: 'native', amount: '100' }
const FAST = route('FAST')
const BEST = route('BEST', { dst: { formatted: '0.0011', currency: 'BTC', usd: '99.50' } })
const LEFT = verdict('SLOW', { outcome: 'error', code: 'timeout', message: 'The caller did not wait for the answer' })

/** A quote whose answers come when the test says so; once its caller has left, it ends with what has come. */
function quoteByHand() {
  const events: QuoteEvent[] = []
  let wake = () => undefined as void
  const result: QuoteResult = { data: [], verdicts: [] }
  const tell = (...told: QuoteEvent[]) => {
    events.push(...told)
    wake()
  }
  const answer = (...routes: typeof result.data) => {
    for (const one of routes) {
      result.data.push(one)
      result.verdicts.push(verdict(one.provider))
      tell(
        { type: 'routes', provider: one.provider, routes: [one] },
        { type: 'verdict', verdict: verdict(one.provider) },
      )
    }
  }
  async function* quoteStream(_request: unknown, { signal }: { signal?: AbortSignal | undefined } = {}) {
    signal?.addEventListener('abort', () => {
      result.verdicts.push(LEFT)
      tell({ type: 'verdict', verdict: LEFT }, { type: 'done', result })
    })
    for (;;) {
      const next = events.shift()
      if (next !== undefined) yield next
      if (next?.type === 'done') return
      if (events.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  }
  return { service: { quoteStream }, answer, end: () => tell({ type: 'done', result }) }
}

type Watched = Parameters<typeof watchRoutes>[1]

interface Watching {
  /** @default true */
  readonly interactive?: boolean
  /** @default 120 */
  readonly columns?: number
  /** @default a quote by hand, of three providers */
  readonly opened?: Watched['opened']
  readonly request?: Watched['asked']['request']
}

/** A person at a terminal who watches the routes of a quote. */
function watching({ interactive = true, columns = 120, ...of }: Watching = {}) {
  const { output, said } = captureOutput({ tty: true, columns })
  const [input, shown] = [new PassThrough(), new PassThrough()]
  let asked = ''
  shown.on('data', (chunk: Buffer) => (asked += chunk.toString('utf8')))
  const session = {
    output,
    interactive,
    settings: new Map(),
    promptStreams: { input, output: shown },
    env: {},
    clock: systemClock,
    signal: new AbortController().signal,
  }
  const quote = quoteByHand()
  const embedded = { providers: [{ key: 'FAST' }, { key: 'BEST' }, { key: 'SLOW' }] }
  const { opened = { service: quote.service, embedded }, request = REQUEST } = of
  const ranking = { order: (routes: QuoteResult['data']) => rankRoutes(routes, 'best'), noteSample: () => undefined }
  const watched = watchRoutes(session, { opened, asked: { request }, ranking }, 'choose now')
  return {
    ...quote,
    session,
    watched,
    output,
    said,
    press: (keys: string) => void input.write(keys),
    /** Waits until the text stands on stdout. */
    see: (text: string) => expect.poll(() => said.stdout).toContain(text),
    seeQuestion: (text: string) => expect.poll(() => asked).toContain(text),
  }
}

const providersOf = ({ data, verdicts }: QuoteResult) => [
  data.map(({ provider }) => provider),
  verdicts.map(({ provider }) => provider),
]

test('a route can be chosen while other providers are still asked, and who was not waited for is named', async () => {
  const { answer, see, press, watched, said } = watching()
  await see('waiting for FAST, BEST, SLOW')
  answer(FAST, BEST)
  await see('space to choose now, or wait for SLOW')
  press(' ')
  expect(providersOf(await watched)).toEqual([
    ['BEST', 'FAST'],
    ['FAST', 'BEST'],
  ])
  expect(said.stderr).toBe('not waited for: SLOW\n')
})

test('a service of this machine ends with what it has, and holds nothing against those who are left', async () => {
  const { service, answer, failed } = await openLocalProviders(2)
  answer('nothing', 'P0')
  const { see, press, watched, said } = watching({ opened: { service, embedded: service }, request: LOCAL_REQUEST })
  await see('space to choose now')
  press(' ')
  expect([providersOf(await watched), said.stderr, await failed()]).toEqual([
    [['P1'], ['P1']],
    'not waited for: P0\n',
    [],
  ])
})

test('what was drawn is gone before the routes are chosen among, and stands still from then on', async () => {
  const { answer, see, press, watched, said, session, seeQuestion } = watching()
  answer(FAST)
  await see('space to choose now, or wait for BEST, SLOW')
  press(' ')
  const { data } = await watched
  expect(said.stdout.endsWith('\u001B[3A\r\u001B[0J')).toBe(true)
  answer(BEST)
  const chosen = choose(
    session,
    'Which route?',
    data.map((one) => ({ value: one, name: one.provider })),
  )
  await seeQuestion('FAST')
  press('\r')
  expect(await chosen).toBe(data[0])
})

test('Enter that is pressed too early chooses nothing of what is asked next', async () => {
  const { answer, end, see, press, watched, session, seeQuestion } = watching()
  answer(FAST, BEST)
  await see('BEST')
  press('\r\r')
  end()
  const { data } = await watched
  const chosen = choose(
    session,
    'Which route?',
    data.map((one) => ({ value: one.provider, name: one.provider })),
  )
  await seeQuestion('Which route?')
  press('\u001B[B\r')
  expect(await chosen).toBe('FAST')
})

test('the space bar ends nothing before there is a route', async () => {
  const { answer, end, see, press, watched, said, session } = watching()
  await see('waiting for')
  const pressed = new Promise((resolve) => session.promptStreams.input.once('keypress', resolve))
  press(' ')
  await pressed
  answer(FAST)
  await see('space to')
  end()
  expect([providersOf(await watched), said.stderr]).toEqual([[['FAST'], ['FAST']], ''])
})

test('Ctrl-C while they are asked is an interruption with nothing sent', async () => {
  const { see, press, watched } = watching()
  await see('waiting for')
  press('\u0003')
  await expect(watched).rejects.toMatchObject({ code: 'INTERRUPTED', exitCode: 130, funds: 'untouched' })
})

test('where nobody is at the keys nothing is said of them, and a narrow terminal cuts the line', async () => {
  const { answer, end, see, watched, said } = watching({ interactive: false, columns: 20 })
  answer(FAST)
  await see('waiting for BEST, …')
  end()
  await watched
  expect(said.stdout).not.toContain('space')
})

test('a remark takes the drawing away, and stays when it is drawn anew', async () => {
  const { answer, end, see, watched, output, said } = watching()
  await see('waiting for')
  output.note('the clock is wrong')
  expect(said.stdout.endsWith('\u001B[1A\r\u001B[0J')).toBe(true)
  const before = said.stdout.length
  answer(FAST)
  await see('space to')
  expect(said.stdout.slice(before).startsWith('\u001B[1A')).toBe(false)
  end()
  await watched
})

test('routes are drawn where a person watches a terminal that can be drawn over, alone', () => {
  const can = (tty: boolean, env: Record<string, string> = {}, json = false) =>
    canWatchRoutes({ output: captureOutput({ tty, env, json }).output, env })
  expect([can(true), can(true, { NO_COLOR: '1' })]).toEqual([true, true])
  expect([can(false), can(true, {}, true), can(true, { TERM: 'dumb' }), can(true, { CI: '1' })]).toEqual([
    false,
    false,
    false,
    false,
  ])
})
