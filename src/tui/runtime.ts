import { cleanText } from '../core/text/clean-text.ts'
import { isSwapError } from '../core/api/errors.ts'
import type { OpenedSwaps, TuiContext } from './context.ts'
import type { AppEffect, Effect, Event, Problem } from './events.ts'
import { createQuestions, type Questions } from './screens/review/pending-answers.ts'
import { runActivityEffect } from './screens/activity/effects.ts'
import { runProvidersEffect } from './screens/providers/effects.ts'
import { runReviewEffect } from './screens/review/effects.ts'
import type { Answer } from './screens/review/state.ts'
import { runSettingsEffect } from './screens/settings/effects.ts'
import { runStatsEffect } from './screens/stats/effects.ts'
import { runSwapEffect } from './screens/swap/effects.ts'
import { focusOf, type State } from './state.ts'
import { update } from './update.ts'

/** What runners of effects have at hand. */
export interface EffectIo {
  readonly context: TuiContext
  /** The service, opened at most once. */
  opened(): Promise<OpenedSwaps>
  dispatch(event: Event): void
  /** Signal of a piece of work; beginning one aborts the work begun before under the same name, and so does leaving. */
  begin(name: string): AbortSignal
  /** Aborts the work that was begun under this name. */
  cancel(name: string): void
  /** Aborts when the screens are left. */
  readonly signal: AbortSignal
  /** Questions that running work has put to the user. */
  readonly questions: Questions<Answer>
  /** Leaving waits for the end of this work, which must come soon once the signal of that name has aborted. */
  hold(name: string, work: Promise<void>): Promise<void>
  /** Resolves when the work that is held under this name has ended, however it ended. */
  working(name: string): Promise<void>
  /** What is to stand in the scrollback after leaving; asked then. A name that is there already gets the new lines. */
  atEnd(name: string, lines: () => Promise<readonly string[]>): void
}

/** How the screens were left. */
export interface Left {
  readonly how: 'quit' | 'interrupted' | 'reopen'
  /** Clean lines for the scrollback. */
  readonly record: readonly string[]
  readonly state: State
}

/** What the runtime draws on. */
export interface Screen {
  /** True where a screen reader reads every frame aloud. @default false */
  readonly spoken?: boolean
  draw(state: State): void
  /** Writes an escape code that moves nothing. */
  write(code: string): void
  /** Gives the terminal to the shell until the user comes back. */
  readonly suspend?: () => void
  /** Gives the terminal back: work that cannot be cut off may still take a moment. */
  readonly leave?: () => void
}

export interface Runtime {
  readonly dispatch: (event: Event) => void
  /** Ends the screens with a failure that is no answer of the service: a bug. */
  fail(error: unknown): void
  /** Resolves when the user has left; rejects after a crash. Either way held work has ended by then. */
  readonly left: Promise<Left>
  /** Clean lines for the scrollback, complete once `left` has settled. */
  readonly record: readonly string[]
}

/** Least time between two frames while events come in quickly, in milliseconds. */
const FRAME_MS = 16
const TICK_MS = 1000
/** The same where every frame is read aloud. */
const SPOKEN_TICK_MS = 20_000

/** Runs the screens: feeds events to `update`, does what it asks for, and draws what changed. */
export function createRuntime(context: TuiContext, start: State, screen: Screen): Runtime {
  const { clock } = context
  const end = new AbortController()
  const works = new Map<string, AbortController>()
  const held = new Map<Promise<void>, string>()
  const lastWords = new Map<string, () => Promise<readonly string[]>>()
  const record: string[] = []
  let state = start
  let drawn: State | undefined
  let isDrawing = false
  let isTicking = false
  let opened: Promise<OpenedSwaps> | undefined
  let resolve: (left: Left) => void = () => undefined
  let reject: (error: unknown) => void = () => undefined
  const left = new Promise<Left>((done, failed) => {
    resolve = done
    reject = failed
  })

  const stop = () => {
    end.abort()
    for (const work of works.values()) work.abort()
  }
  const finish = async () => {
    screen.leave?.()
    await Promise.allSettled(held.keys())
    for (const words of lastWords.values()) {
      const lines = await words().catch(() => [])
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
    screen.draw(state)
  }
  const drawSoon = () => {
    if (isDrawing) return
    isDrawing = true
    draw()
    clock.sleep(FRAME_MS, end.signal).then(
      () => {
        isDrawing = false
        if (drawn !== state) drawSoon()
      },
      () => undefined,
    )
  }
  const tickSoon = () => {
    if (isTicking || !focusOf(state).ticks) return
    isTicking = true
    const tickMs = screen.spoken === true ? SPOKEN_TICK_MS : TICK_MS
    clock.sleep(tickMs - (clock.now() % tickMs), end.signal).then(
      () => {
        isTicking = false
        dispatch({ on: 'app', type: 'tick' })
      },
      () => undefined,
    )
  }
  const dispatch = (event: Event): void => {
    if (end.signal.aborted) return
    try {
      const step = update(state, event, clock.now())
      state = step.state
      for (const effect of step.effects) run(effect)
      drawSoon()
      tickSoon()
    } catch (error) {
      fail(error)
    }
  }
  const io: EffectIo = {
    context,
    opened: () => (opened ??= context.open()),
    dispatch: (event) => dispatch(event),
    begin: (name) => {
      works.get(name)?.abort()
      const work = new AbortController()
      works.set(name, work)
      return work.signal
    },
    cancel: (name) => works.get(name)?.abort(),
    signal: end.signal,
    questions: createQuestions(),
    hold: (name, work) => {
      const settled = work.finally(() => held.delete(settled))
      held.set(settled, name)
      return settled
    },
    working: async (name) => {
      await Promise.allSettled([...held].flatMap(([work, held]) => (held === name ? [work] : [])))
    },
    atEnd: (name, lines) => void lastWords.set(name, lines),
  }
  const leave = (how: Left['how']) => {
    stop()
    void finish().then(() => resolve({ how, record, state }))
  }
  const app = async (effect: AppEffect): Promise<void> => {
    switch (effect.type) {
      case 'open':
        try {
          await io.opened()
          dispatch({ on: 'app', type: 'opened' })
        } catch (error) {
          opened = undefined
          dispatch({ on: 'app', type: 'open-failed', problem: problemOf(error) })
        }
        return
      case 'send':
        return dispatch(effect.event)
      case 'copy':
        screen.write(`\u001B]52;c;${Buffer.from(effect.text, 'utf8').toString('base64')}\u0007`)
        return dispatch(note('info', `asked the terminal to copy: ${effect.what}`))
      case 'save':
        try {
          await context.settings.write(effect.key, effect.value)
          dispatch({ on: 'app', type: 'saved', key: effect.key, value: effect.value })
        } catch (error) {
          dispatch(note('bad', problemOf(error).message))
        }
        return
      case 'record':
        record.push(...effect.lines)
        return
      case 'suspend':
        return screen.suspend?.()
      case 'leave':
        return leave(effect.how)
    }
  }
  const runner = (effect: Effect): Promise<void> => {
    switch (effect.on) {
      case 'app':
        return app(effect)
      case 'swap':
        return runSwapEffect(effect, io)
      case 'review':
        return runReviewEffect(effect, io)
      case 'activity':
        return runActivityEffect(effect, io)
      case 'providers':
        return runProvidersEffect(effect, io)
      case 'stats':
        return runStatsEffect(effect, io)
      case 'settings':
        return runSettingsEffect(effect, io)
    }
  }
  const run = (effect: Effect) => {
    runner(effect).catch(fail)
  }
  return { dispatch, fail, left, record }
}

/** A failure as a person is told about it. */
export function problemOf(error: unknown): Problem {
  const message = error instanceof Error ? error.message : String(error)
  return {
    message: cleanText(message, 500),
    hint: isSwapError(error) && error.hint !== undefined ? cleanText(error.hint, 500) : undefined,
  }
}

function note(tone: 'info' | 'bad', text: string): Event {
  return { on: 'app', type: 'notice', notice: { tone, text: cleanText(text, 300) } }
}
