import { abortReason } from '../../src/core/deadline.ts'
import type { Clock } from '../../src/core/ports.ts'
import type { Random } from './random.ts'

/*
 * Virtual time, and processes that live in it. Whatever a process waits for is an event of the kernel: between two events
 * every process stands at an await, and there it may be killed. What a killed process awaits never settles, so that none
 * of its code runs any more.
 */

/** Runs events in the order of their times. */
export interface Kernel {
  readonly random: Random
  /** True time, in epoch milliseconds. */
  now(): number
  /** Does something later. @returns what calls it off */
  after(delayMs: number, act: () => void): () => void
  /** Resolves after a while, for what is no process. */
  sleep(delayMs: number): Promise<void>
  /** Adds a line to the trace, with its time. */
  note(line: string): void
  trace(): readonly string[]
  /** Starts a process on a machine. */
  spawn(name: string, machine: MachineClock): Process
  /** Plays events until `isOver`, or until there are none. */
  run(isOver: () => boolean): Promise<void>
}

/** How far the clock of a machine is off, in milliseconds. */
export interface MachineClock {
  skewMs: number
}

/** A process; all that it does outside of itself goes through `call`. */
export interface Process {
  readonly name: string
  /** The wall clock of its machine, and timers that do not jump with it. */
  readonly clock: Clock
  isAlive(): boolean
  /**
   * Lets something happen outside of the process: it is done after a while, and answered after another. The process may be
   * killed before, between and after.
   * @param settled called as the answer is given, also where nobody hears it
   */
  readonly call: <T>(what: string, act: () => T | Promise<T>, latency?: Latency, settled?: () => void) => Promise<T>
  /** Ends it between two events. */
  kill(why: string): void
  /** Runs at its end, whichever that is. */
  onEnd(act: () => void): void
  /** Ends it when its work is done. */
  exit(): void
}

/** Longest time to an act, and from there to its answer, in milliseconds. */
export interface Latency {
  readonly thereMs: number
  readonly backMs: number
}

/** How the kernel treats processes; probabilities from 0 to 1. */
export interface Hazards {
  /** That a process is killed at one call. */
  killing: number
  /** That the disk hangs at one call. */
  hangingDisk: number
}

const DISK: Latency = { thereMs: 2, backMs: 2 }
const HANGING_DISK: Latency = { thereMs: 3_000, backMs: 3_000 }
/** Notes that money depends on: processes are killed there more often than elsewhere. */
const WEIGHTY = /^(?:before (?:it hears of )?)(?:wallet\.put run:|store\.commitExecution)/
const WEIGHT = 8

interface Event {
  readonly atMs: number
  readonly order: number
  readonly act: () => void
  isOff: boolean
}

/** @param hazards read at each call, so that they may change meanwhile */
export function createKernel(random: Random, hazards: Hazards, startMs = Date.UTC(2026, 0, 15, 12)): Kernel {
  let nowMs = startMs
  let order = 0
  const queue: Event[] = []
  const lines: string[] = []
  const dice = random.fork('kernel')
  const after: Kernel['after'] = (delayMs, act) => {
    order += 1
    const event: Event = { atMs: nowMs + Math.max(0, delayMs), order, act, isOff: false }
    push(queue, event)
    return () => {
      event.isOff = true
    }
  }
  const note = (line: string) => void lines.push(`${((nowMs - startMs) / 1000).toFixed(3).padStart(10)}  ${line}`)
  const kernel: Kernel = {
    random,
    now: () => nowMs,
    after,
    sleep: (delayMs) => new Promise((resolve) => void after(delayMs, resolve)),
    note,
    trace: () => lines,
    spawn: (name, machine) => spawn(kernel, dice, hazards, name, machine),
    run: async (isOver) => {
      await settle()
      for (let event = pop(queue); event !== undefined && !isOver(); event = pop(queue)) {
        if (event.isOff) continue
        nowMs = Math.max(nowMs, event.atMs)
        event.act()
        await settle()
      }
    },
  }
  return kernel
}

/** Lets everything that waits for no event run: all microtasks come before it. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function spawn(kernel: Kernel, dice: Random, hazards: Hazards, name: string, machine: MachineClock): Process {
  let alive = true
  const ends: (() => void)[] = []
  const end = (): boolean => {
    if (!alive) return false
    alive = false
    for (const act of ends.splice(0).reverse()) act()
    return true
  }
  const kill = (why: string) => {
    if (end()) kernel.note(`KILL ${name}: ${why}`)
  }
  const isKilledAt = (place: string): boolean => {
    if (alive && hazards.killing > 0 && dice.chance(hazards.killing * (WEIGHTY.test(place) ? WEIGHT : 1))) kill(place)
    return !alive
  }
  const clock: Clock = {
    now: () => kernel.now() + machine.skewMs,
    monotonicMs: () => kernel.now(),
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const fail = () => alive && reject(abortReason(signal ?? AbortSignal.abort()))
        if (signal?.aborted === true) return fail()
        const onAbort = () => {
          cancel()
          fail()
        }
        const cancel = kernel.after(ms, () => {
          signal?.removeEventListener('abort', onAbort)
          if (alive) resolve()
        })
        signal?.addEventListener('abort', onAbort, { once: true })
      }),
  }
  return {
    name,
    clock,
    isAlive: () => alive,
    kill,
    onEnd: (act) => (alive ? void ends.push(act) : act()),
    exit: () => void end(),
    call: (what, act, latency = DISK, settled = () => undefined) =>
      new Promise((resolve, reject) => {
        if (!alive) return
        const hangs = latency === DISK && hazards.hangingDisk > 0 && dice.chance(hazards.hangingDisk)
        const { thereMs, backMs } = hangs ? HANGING_DISK : latency
        const answer = (give: () => void) => {
          kernel.after(dice.next() * backMs, () => {
            settled()
            if (!isKilledAt(`before it hears of ${what}`)) give()
          })
        }
        kernel.after(dice.next() * thereMs, () => {
          if (isKilledAt(`before ${what}`)) return
          try {
            const result = act()
            if (!(result instanceof Promise)) answer(() => resolve(result))
            else {
              result.then(
                (value) => answer(() => resolve(value)),
                (error: Error) => answer(() => reject(error)),
              )
            }
          } catch (error) {
            answer(() => reject(error instanceof Error ? error : new Error('an act failed', { cause: error })))
          }
        })
      }),
  }
}

/** A heap with the earliest event on top. */
function push(queue: Event[], event: Event): void {
  let index = queue.push(event) - 1
  while (index > 0) {
    const parent = (index - 1) >> 1
    const above = queue[parent]
    if (above === undefined || !isBefore(event, above)) break
    queue[index] = above
    index = parent
  }
  queue[index] = event
}

function pop(queue: Event[]): Event | undefined {
  const first = queue[0]
  const last = queue.pop()
  if (first === undefined || last === undefined || queue.length === 0) return first
  let index = 0
  for (;;) {
    const [left, right] = [queue[2 * index + 1], queue[2 * index + 2]]
    if (left === undefined) break
    const isRight = right !== undefined && isBefore(right, left)
    const child = isRight ? right : left
    if (!isBefore(child, last)) break
    queue[index] = child
    index = 2 * index + (isRight ? 2 : 1)
  }
  queue[index] = last
  return first
}

function isBefore(a: Event, b: Event): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order)
}
