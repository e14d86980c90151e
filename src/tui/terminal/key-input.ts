import type { Clock } from '../../core/ports.ts'
import { nextTurn } from '../../io/index.ts'
import { createKeyDecoder, type Press } from './key-decoder.ts'

/** A stream that keys come from. */
export type KeyInput = Pick<NodeJS.ReadStream, 'on' | 'off' | 'pause' | 'resume'>

/** Longest wait for the rest of an escape code that came in parts, in milliseconds: enough for slow connections. */
const REST_MS = 50
/** Time that keys are worked off in before more is read, in milliseconds. */
const SLICE_MS = 8

/**
 * Passes on every key that is pressed, in order. Ctrl-C overtakes all that waits: who presses it leaves at once, also where
 * the program has not caught up with what was typed before.
 * @param onKey gets each of them
 * @param onEnd called when no key can come any more
 * @returns a function that stops listening
 */
export function listenForKeys(
  input: KeyInput,
  clock: Clock,
  onKey: (press: Press) => void,
  onEnd: () => void,
): () => void {
  const nowMs = () => clock.monotonicMs?.() ?? clock.now()
  const decoder = createKeyDecoder(nowMs)
  const utf8 = new TextDecoder()
  const end = new AbortController()
  let reads = 0
  let waiting: Press[] = []
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
        const press = waiting[next]
        next += 1
        if (press !== undefined) onKey(press)
      }
      // What was typed meanwhile is read: a Ctrl-C in it must not wait.
      if (next < waiting.length) await nextTurn()
    }
    forget()
    isWorking = false
  }
  const take = (presses: readonly Press[]) => {
    if (end.signal.aborted) return
    const leave = presses.find(({ name }) => name === 'ctrl-c')
    if (leave !== undefined) {
      forget()
      return onKey(leave)
    }
    for (const press of presses) waiting.push(press)
    void workOff()
  }
  const onData = (chunk: Buffer | string) => {
    reads += 1
    const read = reads
    take(decoder.read(typeof chunk === 'string' ? chunk : utf8.decode(chunk, { stream: true })))
    if (!decoder.isWaiting()) return
    clock.sleep(REST_MS, end.signal).then(
      () => {
        if (read === reads) take(decoder.flush())
      },
      () => undefined,
    )
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
