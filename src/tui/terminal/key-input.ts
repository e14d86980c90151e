import type { Clock } from '../../core/ports.ts'
import { nextTurn } from '../../io/index.ts'
import { type PressArrival, createKeyDecoder, type Press } from './key-decoder.ts'

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
/** How long it is waited whether more comes with a press that would answer a question, in milliseconds. */
const APART_MS = 40
/** Time that keys are worked off in before more is read, in milliseconds. */
const SLICE_MS = 8

/**
 * Passes on every key that is pressed, in order. Ctrl-C overtakes all that waits: who presses it leaves at once, also where
 * the program has not caught up with what was typed before.
 * @param onKey gets each of them, and how it came
 * @param onEnd called when no key can come any more
 * @param isAsked true while a question is asked: whether a press is one by itself is waited for then
 * @returns a function that stops listening
 */
export function listenForKeys(
  input: KeyInput,
  clock: Clock,
  onKey: (press: Press, arrival: PressArrival) => void,
  onEnd: () => void,
  isAsked: () => boolean = () => false,
): () => void {
  const nowMs = () => clock.monotonicMs?.() ?? clock.now()
  const decoder = createKeyDecoder(nowMs)
  const utf8 = new TextDecoder()
  const end = new AbortController()
  let reads = 0
  let waiting: Arrived[] = []
  /** A press that is one by itself unless something comes at once. */
  let apart: Press | undefined
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
  const take = (presses: readonly Press[], arrival: PressArrival) => {
    if (end.signal.aborted) return
    const leave = presses.find(({ name }) => name === 'ctrl-c')
    if (leave !== undefined) {
      apart = undefined
      forget()
      return onKey(leave, arrival)
    }
    for (const press of presses) waiting.push({ press, arrival })
    void workOff()
  }
  /** Takes the press that was to be one by itself, in its place before what came after it. */
  const takeApart = (arrival: PressArrival) => {
    if (apart === undefined) return
    const press = apart
    apart = undefined
    take([press], arrival)
  }
  const later = (ms: number, read: number, act: () => void) => {
    clock.sleep(ms, end.signal).then(
      () => {
        if (read === reads) act()
      },
      () => undefined,
    )
  }
  const onData = (chunk: Buffer | string) => {
    reads += 1
    const [read, now, wasWaiting] = [reads, nowMs(), decoder.isWaiting()]
    takeApart('together')
    const presses = decoder.read(typeof chunk === 'string' ? chunk : utf8.decode(chunk, { stream: true }))
    const [press] = presses
    const isOne = presses.length === 1 && !wasWaiting && !decoder.isWaiting() && now - cutMs >= CUT_MS
    const isQuick = now - cameMs < QUIET_MS || (press?.name === last && now - sameMs < REPEAT_MS)
    cameMs = now
    if (presses.length > 0) {
      sameMs = now
      last = presses.at(-1)?.name
    }
    const arrival = isOne ? (isQuick ? 'quick' : 'alone') : 'together'
    if (press === undefined || arrival !== 'alone' || press.name === 'ctrl-c' || !isAsked()) take(presses, arrival)
    else {
      apart = press
      later(APART_MS, read, () => takeApart('alone'))
    }
    if (!decoder.isWaiting()) return
    later(REST_MS, read, () => {
      const rest = decoder.flush()
      // Of a code that was cut the rest would be read as keys.
      if (rest.length === 0) cutMs = nowMs()
      take(rest, 'alone')
    })
  }
  input.on('data', onData)
  input.on('end', onEnd)
  input.resume()
  return () => {
    end.abort()
    forget()
    input.off('data', onData)
    input.off('end', onEnd)
    input.pause()
  }
}
