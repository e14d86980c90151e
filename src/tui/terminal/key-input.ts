import { startTimer } from '../../core/deadline.ts'
import type { Clock } from '../../core/ports.ts'
import { nextTurn } from '../../io/index.ts'
import { type PressArrival, createKeyDecoder, isAnswer, type Press } from './key-decoder.ts'

/** A press, and how it came. */
interface Arrived {
  readonly press: Press
  readonly arrival: PressArrival
}

/** A stream that keys come from. */
export type KeyInput = Pick<NodeJS.ReadStream, 'on' | 'off' | 'pause' | 'resume'>

/** Longest wait for the rest of an escape code that came in parts, in milliseconds: enough for slow connections. */
const REST_MS = 50
/** Time without input after which a press is one by itself, in milliseconds. */
const QUIET_MS = 250
/** Time within which the same key once more is one that is held down, in milliseconds: longer than what comes before its first repeat. */
const REPEAT_MS = 700
/** How long after a code that was cut its rest may still come, in milliseconds. */
const CUT_MS = 2_000
/** How long it is waited whether more comes with a guarded press, in milliseconds. */
const APART_MS = 40
/** Time within which a key that is held down comes again, after its first repeat, in milliseconds: nobody presses one so fast. */
const HELD_MS = 120
/** Time that keys are worked off in before more is read, in milliseconds. */
const SLICE_MS = 8

/**
 * Passes on every key that is pressed, and every answer of the terminal, in order. Ctrl-C overtakes all that waits: who presses it leaves at once, also where
 * the program has not caught up with what was typed before.
 * @param onKey gets each of them, and how it came
 * @param onEnd called when no key can come any more
 * @param isGuarded true for a press that counts only as it has to come: whether more comes with it is waited for
 * @returns a function that stops listening
 */
export function listenForKeys(
  input: KeyInput,
  clock: Clock,
  onKey: (press: Press, arrival: PressArrival) => void,
  onEnd: () => void,
  isGuarded: (press: Press) => boolean = () => false,
): () => void {
  const nowMs = () => clock.monotonicMs?.() ?? clock.now()
  const decoder = createKeyDecoder(nowMs)
  const utf8 = new TextDecoder()
  let isOver = false
  /** Forgets what was to be done unless something is read before. */
  let stopWaiting = () => undefined as void
  let waiting: Arrived[] = []
  /** A guarded press that came so unless something comes at once. */
  let apart: Arrived | undefined
  let [cameMs, cutMs, sameMs] = [-Infinity, -Infinity, -Infinity]
  let last: Press['name'] | undefined
  let next = 0
  let isWorking = false
  const forget = () => {
    waiting = []
    next = 0
  }
  const workOff = async () => {
    if (isWorking) return
    isWorking = true
    while (next < waiting.length) {
      for (const since = nowMs(); next < waiting.length && nowMs() - since < SLICE_MS;) {
        const one = waiting[next]
        next += 1
        if (one !== undefined) onKey(one.press, one.arrival)
      }
      // What was typed meanwhile is read: a Ctrl-C in it must not wait.
      if (next < waiting.length) await nextTurn()
    }
    forget()
    isWorking = false
  }
  const take = (arrived: readonly Arrived[]) => {
    if (isOver) return
    const leave = arrived.find(({ press }) => press.name === 'ctrl-c')
    if (leave !== undefined) {
      apart = undefined
      forget()
      return onKey(leave.press, leave.arrival)
    }
    waiting.push(...arrived)
    void workOff()
  }
  /** Takes the press that was waited with, in its place before what came after it. @param came undefined where nothing did */
  const takeApart = (came: readonly Press[] | undefined) => {
    if (apart === undefined) return
    const { press, arrival } = apart
    apart = undefined
    if (came?.[0]?.name === press.name) take([{ press, arrival: 'held' }])
    else take([{ press, arrival: came !== undefined && arrival === 'alone' ? 'together' : arrival }])
  }
  const later = (ms: number, act: () => void) => {
    stopWaiting = startTimer(clock, ms, act)
  }
  const onData = (chunk: Buffer | string) => {
    stopWaiting()
    const [now, wasWaiting] = [nowMs(), decoder.isWaiting()]
    const presses = decoder.read(typeof chunk === 'string' ? chunk : utf8.decode(chunk, { stream: true }))
    takeApart(presses)
    const [press] = presses
    // Nobody presses an answer: it makes no key after it one of several.
    if (press !== undefined && !wasWaiting && !decoder.isWaiting() && presses.every(isAnswer)) {
      return take(presses.map((each) => ({ press: each, arrival: 'together' })))
    }
    const isOne = presses.length === 1 && !wasWaiting && !decoder.isWaiting() && now - cutMs >= CUT_MS
    const sinceSameMs = press?.name === last ? now - sameMs : Infinity
    const isQuick = now - cameMs < QUIET_MS || sinceSameMs < REPEAT_MS
    cameMs = now
    if (presses.length > 0) {
      sameMs = now
      last = presses.at(-1)?.name
    }
    const first = sinceSameMs < HELD_MS ? 'held' : !isOne ? 'together' : isQuick ? 'quick' : 'alone'
    const arrived = presses.map((each, at): Arrived => {
      const before = presses[at - 1]
      return { press: each, arrival: before === undefined ? first : each.name === before.name ? 'held' : 'together' }
    })
    const waitMs = first === 'alone' ? APART_MS : first === 'quick' && sinceSameMs < REPEAT_MS ? HELD_MS : 0
    if (press === undefined || waitMs === 0 || press.name === 'ctrl-c' || !isGuarded(press)) take(arrived)
    else {
      apart = arrived[0]
      later(waitMs, () => takeApart(undefined))
    }
    if (!decoder.isWaiting()) return
    later(REST_MS, () => {
      const rest = decoder.flush()
      // Of a code that was cut the rest would be read as keys.
      if (rest.length === 0) cutMs = nowMs()
      take(rest.map((press) => ({ press, arrival: 'alone' })))
    })
  }
  input.on('data', onData)
  input.on('end', onEnd)
  input.resume()
  return () => {
    isOver = true
    stopWaiting()
    forget()
    input.off('data', onData)
    input.off('end', onEnd)
    input.pause()
  }
}
