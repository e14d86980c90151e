import { defined } from '../core/defined.ts'
import { cleanText } from '../core/text/clean-text.ts'
import { render } from 'ink'
import { readSetting } from '../io/index.ts'
import { DrawnFrame, SpokenFrame } from './frame/App.tsx'
import { createFrameRows } from './frame/frame.ts'
import { signsOf } from './jobs/signs.ts'
import type { Row } from './kit/text/rows.ts'
import type { TuiContext } from './context.ts'
import { type PressArrival, isAnswer, isKeyPress, type KeyPress, type Press } from './terminal/key-decoder.ts'
import { listenForKeys } from './terminal/key-input.ts'
import { pointAt } from './frame/point-at.ts'
import { createRuntime, type Left, type Runtime } from './runtime.ts'
import { cleanSpoken } from './terminal/clean-spoken.ts'
import { createScreenWriter, DRAWN_SCREEN, SPOKEN_SCREEN, withoutLooks } from './terminal/screen-writer.ts'
import { createStatusRequests } from './terminal/status-requests.ts'
import { ASK_STATUS, ASK_VERSION } from './terminal/terminal-codes.ts'
import { answeredForms } from './terminal/terminal-forms.ts'
import { createTerminalSigns } from './terminal/terminal-signs.ts'
import { type AppState, SCREENS } from './screens.ts'
import { startState } from './state.ts'
import { noticeEvent } from './events.ts'
import { NOTHING_REMEMBERED, readRemembered } from './remembered.ts'
import { readTheme, themeOf, withoutColour } from './theme.ts'
import { beginTour, followTour } from './tour/tour.ts'

/** The terminal that the screens are on. */
export interface Terminal {
  readonly input: NodeJS.ReadStream
  readonly output: NodeJS.WriteStream
  readonly colour: boolean
  /** True to write sentences one after the other instead of drawing a full screen. */
  readonly screenReader: boolean
  /** Aborts when the process is told to end. */
  readonly signal: AbortSignal
  /** Tells of failures that nothing caught, until the function that it gives is called. */
  onCrash(listener: (error: unknown) => void): () => void
  /** Stops the process until the user brings it back; returns at once where that cannot be. */
  suspend(): void
  /** Tells when the process goes on after it was stopped, until the function that it gives is called. */
  onContinued(listener: () => void): () => void
  /** Tells when somebody else would stop it, in place of that, until the function that it gives is called. */
  onStopped(listener: () => void): () => void
  /** Tells when somebody else would have it quit, in place of that, until the function that it gives is called. */
  onQuit(listener: () => void): () => void
}

/** After this a process that is to be stopped has been stopped, in milliseconds. */
const STOPPING_MS = 50
/** Time after a request in which its answer is waited for before the terminal is given back, in milliseconds. */
const LATE_ANSWER_MS = 1_000
/** Time between two looks whether it has come, in milliseconds. */
const ANSWER_LOOK_MS = 10
/** How long who has left waits before he is told what for, in milliseconds. */
const WAITING_MS = 3_000
const WAITING =
  'Waiting for what is not to be cut off, such as the report of a payment. Ctrl-C twice ends it all the same.'

/**
 * Shows the screens until the user leaves; the terminal then is as it was before.
 * @throws what crashed them
 */
export async function startTui(context: TuiContext, terminal: Terminal): Promise<Left> {
  const { output, signal } = terminal
  const sizeNow = () => ({ columns: output.columns, rows: output.rows })
  const { memory } = context
  const kept = memory?.kept === undefined ? NOTHING_REMEMBERED : readRemembered(memory.kept)
  const first = startState(SCREENS, {
    ...defined({
      remembered: memory === undefined ? undefined : (kept ?? NOTHING_REMEMBERED),
      terminal: context.terminal,
    }),
    now: context.clock.now(),
    size: sizeNow(),
    place: context.place,
    settings: context.settings.values,
    spoken: terminal.screenReader,
  })
  const start = context.place.isTour === true ? beginTour(first) : first
  let isOver = false
  /** True while the shell has the terminal. */
  let isAway = false
  /** True where the last frame is on the terminal no more, or in other colours: the same lines are drawn anew. */
  let isLost = false
  let theme = readTheme(start.settings['theme'])
  const writer = createScreenWriter(
    terminal.screenReader ? SPOKEN_SCREEN : DRAWN_SCREEN,
    (text) => void output.write(text),
    (role) => {
      const look = themeOf(theme)[role]
      return terminal.colour ? look : withoutColour(look)
    },
    createTerminalSigns(),
  )
  const { clock } = context
  const nowMs = () => clock.monotonicMs?.() ?? clock.now()
  let asksVersion = context.terminal?.isAsked === true
  let askedMs = -Infinity
  const status = createStatusRequests(() => {
    askedMs = nowMs()
    writer.write(ASK_STATUS)
  })
  /** Takes answers that are on their way: what came after the terminal was given back, a shell would take for typed. */
  const takeAnswers = async () => {
    while (status.isOpen() && nowMs() - askedMs < LATE_ANSWER_MS) await clock.sleep(ANSWER_LOOK_MS)
  }
  let givenBack: Promise<void> | undefined
  const settled = new AbortController()
  const runtime: Runtime<typeof SCREENS> = createRuntime(SCREENS, context, start, {
    spoken: terminal.screenReader,
    draw: (state) => {
      if (isAway) return
      const before = theme
      theme = readTheme(state.settings['theme'])
      if (theme !== before) loseFrame()
      const rows = frameRows(SCREENS, state, terminal.screenReader)
      if (isLost || rows !== drawn) show(isLost ? [...rows] : rows, state)
      isLost = false
      drawnState = state
      writer.takeMouse(!terminal.screenReader && readSetting('mouse', state.settings['mouse']) === 'on')
      writer.tell(signsOf(state), nowMs())
    },
    write: (code) => writer.write(code),
    status,
    guide: followTour,
    redraw: () => {
      if (isAway || drawn === undefined) return
      const rows = drawn
      loseFrame()
      // What was said is not said again but after something else.
      if (terminal.screenReader) show([], drawnState)
      show([...rows], drawnState)
      isLost = false
    },
    suspend: async () => {
      await takeAnswers()
      if (isOver) return
      isAway = true
      // What is spoken is taken away as what is drawn is: behind the shell it is said anew.
      if (terminal.screenReader) show([], drawnState)
      writer.leave()
      terminal.input.setRawMode(false)
      terminal.suspend()
      // Where it was not stopped, no event says that it continues.
      clock.sleep(STOPPING_MS, signal).then(takeBack, () => undefined)
    },
    leave: () => {
      isOver = true
      writer.leave()
      app.unmount()
      // Ctrl-C is a signal again, which pressed twice ends what is waited for.
      givenBack = takeAnswers().then(() => void terminal.input.setRawMode(false))
      clock.sleep(WAITING_MS, settled.signal).then(
        () => output.write(`${WAITING}\n`),
        () => undefined,
      )
    },
  })
  const frameRows = createFrameRows()
  let drawn: readonly Row[] | undefined
  let drawnState = start
  const spoken = (rows: readonly Row[]) => <SpokenFrame rows={rows} theme={themeOf(theme)} onGone={writer.leave} />
  /** Past Ink where it has nothing to draw: its part was a third of what a tick costs. */
  const show = (rows: readonly Row[], state: AppState) => {
    drawn = rows
    if (terminal.screenReader) app.rerender(spoken(rows))
    else writer.show(rows, state.size.columns)
  }
  // Of a terminal that is gone even this fails, and throws where nobody listens: the end of its input says so too.
  const ignore = () => undefined
  terminal.input.on('error', ignore)
  // Before Ink does so itself: until then the terminal would write what is typed between the lines of the first frame.
  terminal.input.setRawMode(true)
  writer.enter()
  // The first frame is drawn over whatever a terminal writes that does not understand it.
  if (asksVersion) writer.write(ASK_VERSION)
  status.send()
  const firstRows = frameRows(SCREENS, start, terminal.screenReader)
  drawn = firstRows
  if (!terminal.screenReader) writer.show(firstRows, start.size.columns)
  const app = render(terminal.screenReader ? spoken(firstRows) : <DrawnFrame onGone={writer.leave} />, {
    stdin: terminal.input,
    stdout: terminal.screenReader ? spokenOutput(terminal) : silentOutput(terminal),
    // At once: the runtime has its own measure of time.
    debug: !terminal.screenReader,
    isScreenReaderEnabled: terminal.screenReader,
    exitOnCtrlC: false,
    patchConsole: false,
  })
  app.waitUntilExit().catch((error: unknown) => runtime.fail(error))
  const loseFrame = () => {
    writer.reset()
    isLost = true
  }
  const onResize = () => {
    loseFrame()
    runtime.dispatch({ on: 'app', type: 'resized', size: sizeNow() })
  }
  /** Restores the terminal for the screens after another program has used it. */
  const takeBack = () => {
    if (isOver) return
    // It may say that it is raw while a shell has made it something else.
    terminal.input.setRawMode(false)
    terminal.input.setRawMode(true)
    isAway = false
    writer.enter()
    runtime.resume()
    onResize()
  }
  const onKey = (press: KeyPress, arrival?: PressArrival) =>
    runtime.dispatch({ on: 'app', type: 'key', press, ...defined({ arrival }) })
  const onPress = (press: Press, arrival: PressArrival) => {
    if (isAnswer(press)) {
      if (press.name === 'status') return runtime.receiveStatus()
      const forms = asksVersion ? answeredForms(press.text) : undefined
      asksVersion = false
      if (forms !== undefined) runtime.dispatch({ on: 'app', type: 'terminal', forms })
      return
    }
    if (isKeyPress(press)) return onKey(press, arrival)
    // Asked for no longer: what was on its way means nothing.
    if (readSetting('mouse', drawnState.settings['mouse']) !== 'on') return
    runtime.dispatch({
      on: 'app',
      type: 'mouse',
      name: press.name,
      pointed: pointAt(SCREENS, drawnState, drawn ?? [], press),
    })
  }
  const onSignal = () => onKey({ name: 'ctrl-c', text: '' })
  output.on('resize', onResize)
  terminal.input.on('error', onSignal)
  signal.addEventListener('abort', onSignal, { once: true })
  const removeCrashHandler = terminal.onCrash((error) => runtime.fail(error))
  const removeContinueHandler = terminal.onContinued(takeBack)
  // Who stops the program from elsewhere gets the terminal as by Ctrl-Z.
  const removeStopHandler = terminal.onStopped(() => onKey({ name: 'ctrl-z', text: '' }))
  const removeQuitHandler = terminal.onQuit(onSignal)
  let stopListening: () => void = () => undefined
  try {
    runtime.dispatch({ on: 'app', type: 'started' })
    if (kept === undefined)
      runtime.dispatch(noticeEvent('bad', 'what was remembered of last time is damaged: it begins anew'))
    stopListening = listenForKeys(
      terminal.input,
      clock,
      onPress,
      onSignal,
      (press) => isKeyPress(press) && runtime.isGuarded(press.name),
    )
    if (signal.aborted) onSignal()
    return await runtime.left
  } catch (error) {
    // What is known about the money must be read before the failure.
    for (const line of runtime.record) output.write(`${cleanText(line, Infinity)}\n`)
    throw error
  } finally {
    settled.abort()
    removeCrashHandler()
    removeContinueHandler()
    removeStopHandler()
    removeQuitHandler()
    await (givenBack ?? takeAnswers())
    stopListening()
    output.off('resize', onResize)
    terminal.input.off('error', onSignal)
    signal.removeEventListener('abort', onSignal)
    writer.leave()
    app.unmount()
    terminal.input.setRawMode(false)
    terminal.input.off('error', ignore)
  }
}

/** The terminal as Ink sees it: it has nothing to draw, and the codes that it writes for its cursor are the writer's matter. */
function silentOutput({ output }: Terminal): NodeJS.WriteStream {
  return standIn(output, () => undefined)
}

/** The terminal as Ink sees it where a screen reader follows. */
function spokenOutput(terminal: Terminal): NodeJS.WriteStream {
  return standIn(terminal.output, (text) => {
    terminal.output.write(cleanSpoken(terminal.colour ? text : withoutLooks(text)))
  })
}

/** A stream that is `output` but for what is written to it. */
function standIn(output: NodeJS.WriteStream, write: (text: string) => void): NodeJS.WriteStream {
  return new Proxy(output, {
    get: (target, name) => {
      if (name === 'write') {
        return (text: unknown, written?: unknown) => {
          if (typeof text === 'string' && text !== '') write(text)
          if (typeof written === 'function') (written as () => void)()
          return true
        }
      }
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}
