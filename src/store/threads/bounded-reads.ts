import { monotonicMs } from '../../core/monotonic.ts'
import type { Clock } from '../../core/ports.ts'
import type { Channel, NewCall } from './channel.ts'
import type { StoreAnswer } from './messages.ts'
import { overBudget } from './deadline.ts'

/** Reads that may take long: some at once, the others wait, and each is refused when its time is over. */
export interface BoundedReads {
  call(call: NewCall): Promise<StoreAnswer>
  /** Ends the watch over what is overdue. */
  stop(): void
}

interface Read {
  readonly call: NewCall
  readonly untilMs: number
  readonly resolve: (answer: StoreAnswer) => void
  readonly reject: (error: unknown) => void
}

/** @param most sent to the thread at once @param budgetMs for each, from its call on */
export function createBoundedReads(
  channel: Pick<Channel, 'call'>,
  most: number,
  budgetMs: number,
  clock: Clock,
): BoundedReads {
  /** Those that have no answer yet, in the order of their ends. */
  const open = new Set<Read>()
  const queue: Read[] = []
  const stopped = new AbortController()
  let sent = 0
  let isWatching = false

  function send(): void {
    for (let read = queue[0]; read !== undefined && sent < most; read = queue[0]) {
      queue.shift()
      const leftMs = read.untilMs - monotonicMs(clock)
      // It was refused while it waited.
      if (!open.has(read)) continue
      sent += 1
      channel
        .call({ ...read.call, leftMs })
        .then(read.resolve, read.reject)
        .finally(() => {
          open.delete(read)
          sent -= 1
          send()
        })
    }
  }

  /** Refuses what is overdue, also where its thread hangs in one statement. */
  async function watch(): Promise<void> {
    isWatching = true
    for (let [first] = open; first !== undefined; [first] = open) {
      await clock.sleep(Math.max(1, first.untilMs - monotonicMs(clock)), stopped.signal)
      for (const read of open) {
        if (read.untilMs > monotonicMs(clock)) break
        open.delete(read)
        read.reject(overBudget())
      }
    }
    isWatching = false
  }

  return {
    call: (call) =>
      new Promise((resolve, reject) => {
        const read = { call, untilMs: monotonicMs(clock) + budgetMs, resolve, reject }
        open.add(read)
        queue.push(read)
        send()
        if (!isWatching) watch().catch(() => undefined)
      }),
    stop: () => stopped.abort(),
  }
}
