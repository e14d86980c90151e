import { describe, expect, test } from 'vitest'
import { SwapError } from '../../src/core/api/errors.ts'
import { factsOfRun } from '../../src/tui/kit/run/run-facts.ts'
import { ANSWER_MS } from '../../src/tui/runtime.ts'
import type { ProgramEvent } from '../../src/tui/screens.ts'
import { createStatusRequests } from '../../src/tui/terminal/status-requests.ts'
import { terminalForms } from '../../src/tui/terminal/terminal-forms.ts'
import { openOnly, openScreens } from './open-screens.ts'
import { keys, play, quoted, route, screensOf, typed } from './sample-swap.ts'
import { lockedRun, RESUME } from './screens/review/sample-run.ts'

describe('the runtime', () => {
  test('shows why the service cannot be opened, and goes on', async () => {
    const open = () => Promise.reject(new SwapError('STORE_UNUSABLE', 'the store is \u0007 locked'))
    const { runtime, clock, state, press } = openScreens({ open })
    runtime.dispatch({ on: 'app', type: 'started' })
    await clock.advance(50)
    expect([state().ready, state().problem?.message]).toEqual([false, 'the store is \\u{7} locked'])
    press('?')
    await clock.advance(50)
    expect(state().help).toBe(0)
  })

  test('draws many events that come at once in few frames, the last of them whole', async () => {
    const { clock, states: drawn, send } = openScreens()
    send(typed('jka123456789'))
    await clock.advance(100)
    expect(drawn.length).toBeLessThanOrEqual(2)
    expect(drawn.at(-1)?.screens.swap.editing?.line.text).toBe('123456789')
  })

  test('waits for nothing while nothing is counted, and for the next second while something is', async () => {
    const idle = openScreens()
    idle.runtime.dispatch({ on: 'app', type: 'notice', notice: { tone: 'info', text: 'x' } })
    await idle.clock.advance(5000)
    expect([idle.states.length, idle.clock.sleepers()]).toEqual([1, 0])

    const counting = openScreens({}, { start: quoted([route('A')], []) })
    counting.runtime.dispatch({ on: 'app', type: 'notice', notice: { tone: 'info', text: 'x' } })
    await counting.clock.advance(5500)
    expect([counting.states.length, counting.clock.sleepers()]).toEqual([6, 1])
  })

  test.each([
    ['a list', []],
    ['a text field', [...keys('a'), ...typed('12')]],
    ['the help', keys('?')],
    ['the palette', [...keys(':'), ...typed('12')]],
  ])('draws anew by Ctrl-L on %s, and leaves all of it as it is, the message too', async (_name, events) => {
    const { runtime, clock, press, send, state, redraws } = openScreens()
    send(events)
    runtime.dispatch({ on: 'app', type: 'notice', notice: { tone: 'info', text: 'x' } })
    await clock.advance(50)
    const before = state()
    press('ctrl-l')
    await clock.advance(50)
    expect(redraws()).toBe(1)
    expect({ ...state(), now: before.now }).toEqual(before)
  })

  test('draws anew by another key where the settings say so, and types it where text is written', async () => {
    const start = play(screensOf(), [{ on: 'app', type: 'saved', key: 'keys.redraw', value: 'w' }]).state
    const { clock, press, send, state, redraws } = openScreens({}, { start })
    press('w', 'ctrl-l')
    await clock.advance(50)
    expect(redraws()).toBe(1)
    send([...keys(':'), ...typed('w')])
    await clock.advance(50)
    expect([redraws(), state().palette?.line.text]).toEqual([1, 'w'])
  })

  test('counts in long steps where every frame is read aloud', async () => {
    const { runtime, clock, states: drawn } = openScreens({}, { start: quoted([route('A')], []), spoken: true })
    runtime.dispatch({ on: 'app', type: 'notice', notice: { tone: 'info', text: 'x' } })
    await clock.advance(15_000)
    expect(drawn).toHaveLength(1)
  })

  test('copies text by an escape code that holds nothing but base 64', async () => {
    const { clock, codes, press, state } = openScreens({}, { start: quoted([route('A')], []) })
    press('y')
    await clock.advance(50)
    const text = 'swapcli quote 100 ethereum:USDC bitcoin:BTC --network sandbox'
    expect(codes).toEqual([`\u001B]52;c;${Buffer.from(text).toString('base64')}\u0007`])
    expect(state().notice).toEqual({ tone: 'info', text: `asked the terminal to copy: ${text}` })
  })

  describe('when a swap has ended', () => {
    const job = { id: 'run_1', amount: '0.5', from: 'ETH', to: 'USDC', doing: 'swapping', waits: false } as const
    const begun: ProgramEvent = {
      on: 'app',
      type: 'job',
      job: { ...job, lockEndsAt: undefined, isPaid: true, estimateSec: 90 },
    }
    const ended: ProgramEvent = { on: 'app', type: 'job-over', id: 'run_1', end: { how: 'failed' } }
    const terminal = terminalForms({ TERM: 'xterm-ghostty' })
    const NOTICE = '\u001B]9;swapcli: ETH to USDC: failed\u0007'
    const FOCUS: ProgramEvent = { on: 'app', type: 'key', press: { name: 'focus', text: '' } }

    test.each([
      [{}, [], NOTICE],
      [{ 'notify-amounts': 'on' }, [], '\u001B]9;swapcli: 0.5 ETH to USDC: failed\u0007'],
      [{ 'notify-desktop': 'off' }, [], '\u0007'],
      [{ 'notify-desktop': 'off', 'notify-bell': 'off' }, [], ''],
      // Who looks at the terminal needs no notice of the desktop.
      [{}, [FOCUS], '\u0007'],
      [{}, [FOCUS, { ...FOCUS, press: { name: 'blur', text: '' } }], NOTICE],
    ] as const)('tells the terminal once, as the settings %j and the focus %j say', (settings, events, code) => {
      const { codes, send, state } = openScreens({}, { start: { ...screensOf(), settings, terminal } })
      send([...events, begun, ended, ended])
      expect(codes).toEqual([code])
      expect(state().tab).toBe('swap')
    })

    test('tells a terminal in the form that it has by its own word', () => {
      const unnamed = { ...screensOf(), terminal: terminalForms({ TERM: 'xterm-256color' }) }
      const { codes, send } = openScreens({}, { start: unnamed })
      send([begun, ended, { on: 'app', type: 'terminal', forms: terminal }, begun, ended])
      expect(codes).toEqual(['\u0007', NOTICE])
    })

    test('rings where every frame is read aloud too, and in time for a lock that runs out', async () => {
      const start = { ...screensOf(), terminal: terminalForms({ TERM: 'xterm-256color' }) }
      const { clock, codes, send, state } = openScreens({}, { start, spoken: true })
      send([begun, ended])
      await clock.advance(20)
      expect([codes.length, state().jobs.unseen.map(({ text }) => text)]).toEqual([1, ['0.5 ETH to USDC: failed']])
      // One that begins to run just after a frame was read.
      await clock.advance(1_000)
      const lockEndsAt = clock.now() + 18_000
      send([{ on: 'app', type: 'job', job: { ...job, id: 'run_2', lockEndsAt, isPaid: false, estimateSec: 90 } }])
      await clock.advance(2_900)
      expect(codes.length).toBe(1)
      await clock.advance(200)
      expect([codes.length, state().jobs.unseen.at(-1)?.text]).toEqual([
        2,
        'the lock on 0.5 ETH to USDC is about to run out',
      ])
    })

    test('writes nothing where there is no terminal', () => {
      const { codes, send } = openScreens()
      send([begun, ended])
      expect(codes).toEqual([])
    })

    test('counts seconds while it goes on, whatever screen is shown, and none after it', async () => {
      const { clock, states, send } = openScreens()
      send([begun])
      await clock.advance(3500)
      expect([states.length, clock.sleepers()]).toEqual([4, 1])
      send([ended])
      await clock.advance(3500)
      expect(clock.sleepers()).toBe(0)
    })

    test('keeps the message until a key is pressed, and marks Activity until it is shown', async () => {
      const { clock, press, send, state } = openScreens()
      send([begun, ended])
      press('x')
      await clock.advance(2000)
      expect([state().jobs.unseen.length, state().jobs.marked]).toEqual([1, ['activity']])
      press('3')
      await clock.advance(100)
      expect([state().jobs.unseen, state().jobs.marked]).toEqual([[], []])
    })
  })

  describe('a question', () => {
    /** The screens with a question, on a terminal that has answered so many requests before. */
    const openAsking = async (answered: 0 | 1) => {
      const { state: asking } = play(screensOf(), [
        ...keys('2'),
        RESUME,
        { on: 'review', type: 'terms', id: 1, run: factsOfRun(lockedRun()), next: 'pays' },
      ])
      let requests = 0
      const status = createStatusRequests(() => (requests += 1))
      status.send()
      const opened = openScreens({}, { start: asking, status })
      if (answered === 1) opened.runtime.receiveStatus()
      opened.send([{ on: 'app', type: 'terminal', forms: terminalForms({}) }])
      const isAsked = async () => {
        await opened.clock.advance(20)
        return opened.state().screens.review.works[0]?.question !== undefined
      }
      expect(await isAsked()).toBe(true)
      return { ...opened, isAsked, requests: () => requests }
    }

    test('is answered by no key that came before the terminal had drawn it, and could be read there', async () => {
      const { clock, press, isAsked, runtime, requests } = await openAsking(1)
      expect(requests()).toBe(2)
      await clock.advance(3_000)
      press('P')
      expect(await isAsked()).toBe(true)
      runtime.receiveStatus()
      await clock.advance(200)
      press('P')
      expect(await isAsked()).toBe(true)
      await clock.advance(50)
      press('P')
      expect(await isAsked()).toBe(false)
    })

    test('is answered as it is drawn where the terminal has never answered', async () => {
      const { clock, press, isAsked, requests } = await openAsking(0)
      expect(requests()).toBe(1)
      press('P')
      expect(await isAsked()).toBe(true)
      await clock.advance(250)
      press('P')
      expect(await isAsked()).toBe(false)
    })

    test('locks nobody out whose terminal answers no more: it says so, and takes keys', async () => {
      const { clock, press, isAsked, state, runtime } = await openAsking(1)
      await clock.advance(ANSWER_MS - 100)
      expect(state().notice).toBe(undefined)
      await clock.advance(100)
      expect(state().notice?.text).toBe(
        'The terminal has not said for 4 s that it shows this question: look before you answer',
      )
      press('P')
      expect(await isAsked()).toBe(true)
      await clock.advance(250)
      press('P')
      expect(await isAsked()).toBe(false)
      // What is late is the answer to nothing.
      runtime.receiveStatus()
    })

    test('that was covered meanwhile is asked anew, and no earlier answer counts for it', async () => {
      const { clock, press, isAsked, runtime, requests } = await openAsking(1)
      press('?')
      await clock.advance(50)
      press('esc')
      await clock.advance(50)
      expect(requests()).toBe(3)
      // That is for the first frame.
      runtime.receiveStatus()
      await clock.advance(300)
      press('P')
      expect(await isAsked()).toBe(true)
      runtime.receiveStatus()
      await clock.advance(300)
      press('P')
      expect(await isAsked()).toBe(false)
    })

    test('is drawn anew behind the shell, which may have got answers', async () => {
      const { clock, press, isAsked, send, runtime, requests } = await openAsking(1)
      press('ctrl-z')
      await clock.advance(100)
      runtime.resume()
      send([{ on: 'app', type: 'resized', size: { columns: 100, rows: 30 } }])
      await clock.advance(50)
      expect(requests()).toBe(3)
      press('P')
      expect(await isAsked()).toBe(true)
      runtime.receiveStatus()
      await clock.advance(300)
      press('P')
      expect(await isAsked()).toBe(false)
    })
  })

  test.each([
    [{ to: 'tmux' }, "copied into tmux's buffer (prefix ] pastes it), and offered to its terminal: "],
    [{ to: 'clipboard', by: 'xclip' }, 'copied to the clipboard (xclip): '],
  ] as const)('says where a program put what it copied, and then writes no code: %j', async (copied, said) => {
    const texts: string[] = []
    const copy = async (text: string) => {
      texts.push(text)
      return copied
    }
    const { clock, codes, press, state } = openScreens({ copy }, { start: quoted([route('A')], []) })
    press('y')
    await clock.advance(50)
    expect([texts.length, codes, state().notice?.text]).toEqual([1, [], `${said}${texts[0] ?? ''}`])
  })

  test('names the place of the command line in what it tells, and copies the home that was named there', async () => {
    const namePlace = (text: string) => text.replace('swapcli doctor', 'swapcli --home N doctor')
    const start = quoted([route('A')], [])
    const place = { ...start.place, home: 'my N' }
    const open = () => Promise.reject(new SwapError('STORE_UNUSABLE', 'no', { hint: 'Mend it: swapcli doctor' }))
    const { runtime, clock, state, press } = openScreens({ namePlace, place, open }, { start: { ...start, place } })
    runtime.dispatch({ on: 'app', type: 'started' })
    await clock.advance(50)
    expect(state().problem).toEqual({ message: 'no', hint: 'Mend it: swapcli --home N doctor' })
    runtime.dispatch({ on: 'app', type: 'notice', notice: { tone: 'bad', text: 'damaged (swapcli doctor)' } })
    await clock.advance(50)
    expect(state().notice?.text).toBe('damaged (swapcli --home N doctor)')
    press('y')
    await clock.advance(50)
    expect(state().notice?.text).toBe(
      "asked the terminal to copy: swapcli quote 100 ethereum:USDC bitcoin:BTC --network sandbox --home 'my N'",
    )
  })

  test.each([
    ['q', 'quit'],
    ['ctrl-c', 'interrupted'],
  ] as const)('is left by %s, and then does nothing more', async (key, how) => {
    const { runtime, clock, states: drawn, press } = openScreens()
    press(key)
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
    const { runtime, clock, press } = openScreens({ open: openOnly(service) }, { start: quoted([route('A')], []) })
    press('r')
    await clock.advance(50)
    expect(asked?.aborted).toBe(false)
    press('ctrl-c')
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
    const {
      clock,
      states: drawn,
      press,
    } = openScreens({ open: openOnly(service) }, { start: quoted([route('A')], []) })
    press('r')
    await clock.advance(100)
    expect(drawn.at(-1)?.screens.swap.quote?.status).toBe('done')
    expect(JSON.stringify(drawn.map(({ screens: { swap } }) => swap.quote))).not.toMatch(/\\u001b|\\u0007|\u202E/)
  })

  test('ends with the failure where something is broken', async () => {
    const { runtime } = openScreens()
    runtime.fail(new Error('a bug'))
    await expect(runtime.left).rejects.toThrow('a bug')
  })
})
