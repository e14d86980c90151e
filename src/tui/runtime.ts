import { SwapError } from '../core/api/errors.ts'
import { readNetwork } from '../core/api/paper.ts'
import { startDeadline } from '../core/deadline.ts'
import { READING_MS } from '../core/reading-time.ts'
import { type Clean, clean, cleanText } from '../core/text/clean-text.ts'
import type { OpenedSwaps, TuiContext } from './context.ts'
import type { EffectIo } from './effect-io.ts'
import { type Addressed, type AppEffect, type Event, type LeaveReason, noticeEvent } from './events.ts'
import { hearService } from './heard-service.ts'
import { watchSettings } from './kit/fresh-settings.ts'
import { type Message, nextWarningAt } from './jobs/jobs.ts'
import { readSetting } from '../io/index.ts'
import { expectedProblem, isProblem, problemOf, problemText } from './problem.ts'
import { type Remembered, writeRemembered } from './remembered.ts'
import type { EffectRunner, ScreenList } from './screen.ts'
import { focusOf, isGuarded, readableQuestion, type State } from './state.ts'
import type { KeyPress } from './terminal/key-decoder.ts'
import type { StatusRequests } from './terminal/status-requests.ts'
import { noticeCode } from './terminal/terminal-codes.ts'
import { update } from './update.ts'

/** How the screens were left. */
export interface Left<L extends ScreenList = ScreenList> {
  readonly how: LeaveReason
  /** Clean lines for the scrollback. */
  readonly record: readonly string[]
  readonly state: State<L>
}

/** What the runtime draws on. */
export interface Display<L extends ScreenList = ScreenList> {
  /** True where a screen reader reads every frame aloud. @default false */
  readonly spoken?: boolean
  draw(state: State<L>): void
  /** Writes an escape code that moves nothing. */
  write(code: Clean): void
  /** The state with what leads the user through the screens, after each event; absent where nothing does. */
  readonly guide?: (state: State<L>) => State<L>
  /** Tells how far the terminal has got with what was drawn; absent where it does not say. */
  readonly status?: StatusRequests
  /** Draws the last frame anew, whatever stands on the terminal; absent where nothing is drawn. */
  readonly redraw?: () => void
  /** Gives the terminal to the shell until the user comes back. */
  readonly suspend?: () => Promise<void>
  /** Gives the terminal back: work that cannot be cut off may still take a moment. */
  readonly leave?: () => void
}

export interface Runtime<L extends ScreenList = ScreenList> {
  readonly dispatch: (event: Event<string>) => void
  /** Ends the screens with an error that the service did not answer with: a bug. */
  fail(error: unknown): void
  /** Resolves when the user has left; rejects after a crash. Either way held work has ended by then. */
  readonly left: Promise<Left<L>>
  /** Clean lines for the scrollback, complete once `left` has settled. */
  readonly record: readonly string[]
  /** True for a key that counts now only as it has to come. */
  isGuarded(key: KeyPress['name']): boolean
  /** The user is back from the shell, and sees what is drawn from now on. */
  resume(): void
  /** The terminal has worked off all that was written before a status request. */
  receiveStatus(): void
}

/** Least time between two frames while events come in quickly, in milliseconds. */
const FRAME_MS = 16
const TICK_MS = 1000
/** The same where every frame is read aloud. */
const SPOKEN_TICK_MS = 20_000
/** Settings of how the user is told of what happened. */
type NoticeSetting = 'notify-bell' | 'notify-desktop' | 'notify-amounts'
/** Time in which a terminal that answers says that it has drawn a question, in milliseconds; then keys count without its word. */
export const ANSWER_MS = 4_000

/** Longest wait for a server that is asked whether it is there, in milliseconds. */
const SERVER_MS = 3_000

/** Runs the screens: feeds events to `update`, does what it asks for, and draws what changed. */
export function createRuntime<L extends ScreenList>(
  screens: L,
  context: TuiContext,
  start: State<L>,
  display: Display<L>,
): Runtime<L> {
  const { clock } = context
  const end = new AbortController()
  const works = new Map<string, AbortController>()
  const held = new Map<Promise<void>, string>()
  const lastLines = new Map<string, () => Promise<readonly string[]>>()
  const record: string[] = []
  let state = start
  let drawn: State<L> | undefined
  let question: DrawnQuestion = NO_QUESTION
  /** True while the shell has the terminal: nothing of the screens can be read. */
  let isSuspended = false
  let isDrawing = false
  /** Epoch milliseconds of the next tick; Infinity where none is to come. */
  let tickAt = Infinity
  let told = 0
  let toKeep: Remembered | undefined
  let isKeeping = false
  let cannotKeep = false
  let opened: Promise<OpenedSwaps> | undefined
  let resolve: (left: Left<L>) => void = () => undefined
  let reject: (error: unknown) => void = () => undefined
  const left = new Promise<Left<L>>((done, failed) => {
    resolve = done
    reject = failed
  })

  const stop = () => {
    end.abort()
    for (const work of works.values()) work.abort()
  }
  const finish = async () => {
    display.leave?.()
    await Promise.allSettled(held.keys())
    for (const make of lastLines.values()) {
      const lines = await make().catch(() => [])
      record.push(...(record.length > 0 && lines.length > 0 ? [''] : []), ...lines)
    }
  }
  const fail = (error: unknown) => {
    if (end.signal.aborted) return
    stop()
    void finish().then(() => reject(error))
  }
  const draw = () => {
    if (end.signal.aborted || drawn === state) return
    drawn = state
    try {
      display.draw(state)
      const name = isSuspended ? undefined : readableQuestion(screens, state)
      if (name !== question.name) drawQuestion(name)
    } catch (error) {
      fail(error)
    }
  }
  /** The question stands in what was written; a terminal that answers says when it has drawn that. */
  const drawQuestion = (name: string | undefined) => {
    const { status } = display
    if (name === undefined || status?.areAnswered() !== true) {
      question = { name, since: clock.now() }
      return
    }
    const request = status.send()
    question = { name, since: undefined, request }
    clock.sleep(ANSWER_MS, end.signal).then(
      () => {
        if (!isAwaited(request)) return
        // Whatever is wrong on the way to the terminal, nobody is locked out.
        status.giveUp()
        question = { name, since: clock.now() }
        const text = `The terminal has not said for ${ANSWER_MS / 1000} s that it shows this question: look before you answer`
        dispatch(noticeEvent('bad', text))
      },
      () => undefined,
    )
  }
  const isAwaited = (request: number) => question.request === request && question.since === undefined
  const receiveStatus = () => {
    const { status } = display
    status?.receive()
    const { name, request } = question
    if (request !== undefined && isAwaited(request) && status?.isAnswered(request) === true) {
      question = { name, since: clock.now() }
    }
  }
  const drawSoon = () => {
    if (isDrawing) return
    isDrawing = true
    draw()
    clock.sleep(FRAME_MS, end.signal).then(
      () => {
        isDrawing = false
        if (drawn === state) return
        // The machine slept, or the process was stopped: what such a frame says of time is not true any more.
        if (Math.abs(clock.now() - state.now) > TICK_MS) return dispatch({ on: 'app', type: 'tick' })
        drawSoon()
      },
      () => undefined,
    )
  }
  const tickSoon = () => {
    if (!focusOf(screens, state).ticks) return
    const now = clock.now()
    const tickMs = display.spoken === true ? SPOKEN_TICK_MS : TICK_MS
    // Nobody is warned too late because frames are read aloud.
    const at = Math.min(now - (now % tickMs) + tickMs, nextWarningAt(state.jobs, now) ?? Infinity)
    if (at >= tickAt) return
    tickAt = at
    clock.sleep(at - now, end.signal).then(
      () => {
        if (tickAt !== at) return
        tickAt = Infinity
        dispatch({ on: 'app', type: 'tick' })
      },
      () => undefined,
    )
  }
  /** The question that the user can have read by now. */
  const readQuestion = (now: number) => {
    if (question.since === undefined) return undefined
    // A clock that was set back makes nobody wait for longer.
    const since = Math.min(question.since, now)
    question = { ...question, since }
    return now - since < READING_MS ? undefined : question.name
  }
  const resume = () => {
    isSuspended = false
    question = NO_QUESTION
    // The shell may have got answers.
    display.status?.forget()
  }
  const dispatch = (event: Event<string>): void => {
    if (end.signal.aborted) return
    try {
      const now = clock.now()
      const told = withQuestion(withPlace(event, context.namePlace), readQuestion(now))
      const step = update(screens, state, told, now)
      state = display.guide?.(step.state) ?? step.state
      for (const effect of step.effects) run(effect)
      drawSoon()
      tickSoon()
    } catch (error) {
      fail(error)
    }
  }
  /** A server that answers anything is there, whatever it did not answer before; one that does not answer anything is not. */
  let heardAt = clock.now()
  const noteAnswer = () => {
    heardAt = clock.now()
    if (state.jobs.awaySince !== undefined) dispatch({ on: 'app', type: 'link', isUp: true })
  }
  const noteSilence = (isFollowed: boolean) => {
    // What is followed is asked all the time: it has been silent since its last answer.
    const since = isFollowed ? heardAt : clock.now()
    if (since < (state.jobs.awaySince ?? Infinity)) dispatch({ on: 'app', type: 'link', isUp: false, since })
  }
  const openHeard = async () => {
    const swaps = await context.open()
    heardAt = clock.now()
    if (context.place.api === undefined) return swaps
    return { ...swaps, service: hearService(swaps.service, { onAnswer: noteAnswer, onSilence: noteSilence }) }
  }
  /** That it answers is heard. What it is may have changed meanwhile, which is told however late it is. */
  const askNetwork = async (): Promise<void> => {
    const late = () => new SwapError('SERVICE_UNAVAILABLE', 'The server does not answer')
    const deadline = startDeadline(clock, SERVER_MS, late, end.signal)
    const tell = async () => {
      const { service } = await openService()
      const network = await readNetwork(service)
      if (network !== undefined) dispatch({ on: 'app', type: 'network', network })
    }
    try {
      await deadline.race(tell())
    } catch (error) {
      if (!end.signal.aborted) expectedProblem(error)
    } finally {
      deadline.stop()
    }
  }
  const openService = () => (opened ??= openHeard())
  const ioOf = (screen: string): EffectIo<Addressed> => ({
    context,
    bindings: () => state.bindings,
    settings: () => state.settings,
    openService: openService,
    dispatch,
    begin: (name) => {
      const key = `${screen} ${name}`
      works.get(key)?.abort()
      const work = new AbortController()
      works.set(key, work)
      return work.signal
    },
    cancel: (name) => works.get(`${screen} ${name}`)?.abort(),
    signal: end.signal,
    hold: (name, work) => {
      const settled = work.finally(() => held.delete(settled))
      held.set(settled, `${screen} ${name}`)
      return settled
    },
    whenSettled: async (name) => {
      const own = [...held].flatMap(([work, holder]) => (holder === `${screen} ${name}` ? [work] : []))
      await Promise.allSettled(own)
    },
    printAtEnd: (name, lines) => void lastLines.set(`${screen} ${name}`, lines),
  })
  const runners = new Map<string, EffectRunner<Addressed>>(
    screens.map((screen) => [screen.name, screen.openRunner(ioOf(screen.name))]),
  )
  /** @returns what was done, which is no more than what is known */
  const copy = async (text: string): Promise<string> => {
    const copied = await context.copy?.(text)
    if (copied?.to === 'tmux') return "copied into tmux's buffer (prefix ] pastes it), and offered to its terminal"
    if (copied?.to === 'clipboard') return `copied to the clipboard (${copied.by})`
    display.write(clean`\u001B]52;c;${cleanText(Buffer.from(text, 'utf8').toString('base64'), Infinity)}\u0007`)
    return 'asked the terminal to copy'
  }
  /** A notice of its own for each message, in the one form that the terminal has. */
  const announce = ({ text, plain }: Message): void => {
    const { terminal } = state
    if (terminal === undefined) return
    const isOn = (key: NoticeSetting) => readSetting(key, state.settings[key]) === 'on'
    told += 1
    const wishes = { bell: isOn('notify-bell'), desktop: isOn('notify-desktop') && state.hasFocus !== true }
    display.write(noticeCode(isOn('notify-amounts') ? text : plain, told, terminal, wishes))
  }
  /** Keeps the newest one: while one is written, those before it are not waited for. */
  const keepRemembered = async (): Promise<void> => {
    if (isKeeping) return
    isKeeping = true
    for (let next = toKeep; next !== undefined && !cannotKeep; next = toKeep) {
      toKeep = undefined
      try {
        await context.memory?.keep(writeRemembered(next))
      } catch (error) {
        // Said once: nothing that is being done depends on it.
        cannotKeep = true
        dispatch(noticeEvent('bad', `not remembered: ${problemText(problemOf(error))}`))
      }
    }
    isKeeping = false
  }
  const leave = (how: LeaveReason) => {
    stop()
    void finish().then(() => resolve({ how, record, state }))
  }
  const runAppEffect = async (effect: AppEffect): Promise<void> => {
    switch (effect.type) {
      case 'open':
        watchSettings({ context, settings: () => state.settings, dispatch }, clock, end.signal).catch(fail)
        try {
          await openService()
          dispatch({ on: 'app', type: 'opened' })
        } catch (error) {
          opened = undefined
          dispatch({ on: 'app', type: 'open-failed', problem: problemOf(error) })
        }
        return
      case 'ask-network':
        return askNetwork()
      case 'send':
        return dispatch(effect.event)
      case 'copy':
        return dispatch(noticeEvent('info', cleanText(`${await copy(effect.text)}: ${effect.what}`, 300)))
      case 'announce':
        return announce(effect.message)
      case 'keep-setting':
        try {
          await context.settings.write(effect.key, effect.value)
        } catch (error) {
          dispatch(noticeEvent('bad', `not remembered: ${problemText(problemOf(error))}`))
        }
        return
      case 'keep-remembered':
        toKeep = effect.remembered
        return keepRemembered()
      case 'redraw':
        return display.redraw?.()
      case 'suspend':
        if (display.suspend === undefined) return
        isSuspended = true
        question = NO_QUESTION
        return display.suspend()
      case 'leave':
        return leave(effect.how)
    }
  }
  const run = (effect: AppEffect | Addressed) => {
    const running = isAppEffect(effect) ? runAppEffect(effect) : runners.get(effect.on)?.run(effect)
    running?.catch(fail)
  }
  return {
    dispatch,
    fail,
    left,
    record,
    isGuarded: (key) => isGuarded(screens, state, key),
    resume,
    receiveStatus,
  }
}

/** The question in the last frame. */
interface DrawnQuestion {
  /** Undefined where nothing is asked. */
  readonly name: string | undefined
  /** When it was drawn first, in epoch milliseconds; undefined until the terminal says so. */
  readonly since: number | undefined
  /** The status request that is to say so; absent where none is. */
  readonly request?: number
}

const NO_QUESTION: DrawnQuestion = { name: undefined, since: undefined }

/** The same event; a key or a click with the question that it may answer. */
function withQuestion<E extends Event<string>>(event: E, asked: string | undefined): E {
  return event.on === 'app' && (event.type === 'key' || event.type === 'mouse') ? { ...event, asked } : event
}

/** The same event, with the place in the commands that it tells the user. */
function withPlace<E extends Event<string>>(event: E, namePlace: TuiContext['namePlace']): E {
  if (namePlace === undefined) return event
  if ('notice' in event) return { ...event, notice: { ...event.notice, text: namePlace(event.notice.text) } }
  if (!('problem' in event) || !isProblem(event.problem)) return event
  const { hint, ...problem } = event.problem
  return { ...event, problem: { ...problem, hint: hint === undefined ? undefined : namePlace(hint) } }
}

function isAppEffect(effect: AppEffect | Addressed): effect is AppEffect {
  return effect.on === 'app'
}
