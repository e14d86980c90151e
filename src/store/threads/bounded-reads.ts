import { monotonicMs } from '../../core/monotonic.ts'
import type { Clock } from '../../core/ports.ts'
import type { Channel, NewCall } from './channel.ts'
import type { StoreAnswer } from './messages.ts'
import { busyReading } from './deadline.ts'

/** Reads that may take long: some at once, the others wait, and each is refused when it has waited too long. */
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

/** Bounds of reads. */
interface ReadBounds {
  /** Sent to the thread at once. */
  readonly most: number
  /** Milliseconds of its thread that a read may take, from when that begins with it. */
  readonly budgetMs: number
  /** Milliseconds that its caller waits, behind others too. */
  readonly waitMs: number
  /** Most that wait, or are being read. */
  readonly mostOpen: number
}

export function createBoundedReads(
  channel: Pick<Channel, 'call'>,
  { most, budgetMs, waitMs, mostOpen }: ReadBounds,
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
      // It was refused while it waited.
      if (!open.has(read)) continue
      sent += 1
      channel
        .call({ ...read.call, leftMs: budgetMs })
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
        read.reject(busyReading())
      }
    }
    isWatching = false
  }

  return {
    call: (call) =>
      new Promise((resolve, reject) => {
        if (open.size >= mostOpen) return reject(busyReading())
        const read = { call, untilMs: monotonicMs(clock) + waitMs, resolve, reject }
        open.add(read)
        queue.push(read)
        send()
        if (!isWatching) watch().catch(() => undefined)
      }),
    stop: () => stopped.abort(),
  }
}
