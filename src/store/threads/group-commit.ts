import type { Connection } from '../sqlite/connection.ts'
import { isBusyFailure } from '../sqlite/failures.ts'

/** A write that waits for its commit. */
export interface Write {
  /** Runs up to its result without waiting for anything: its `connection.write` becomes a part of the commit. */
  readonly run: () => Promise<unknown>
  /** How many rows it writes, about. */
  readonly rows: number
  /** True where a power loss may take it. */
  readonly isRelaxed: boolean
  /** True where it makes its own commit. */
  readonly isAlone: boolean
  /** Called once it is committed, or has failed. */
  readonly settle: (outcome: PromiseSettledResult<unknown>) => void
}

interface GroupParts {
  /** The connection whose commits are on disk, or the one whose last commits a power loss may take. Neither waits for locks. */
  readonly connect: (isRelaxed: boolean) => Connection
  /** Milliseconds that only grow. */
  readonly nowMs: () => number
  readonly sleep: (ms: number) => Promise<void>
  /** From 0 to below 1. */
  readonly random: () => number
  /** Lets what has arrived meanwhile be added. */
  readonly nextTurn: () => Promise<void>
}

/** Writes that share a commit. */
export interface GroupCommit {
  add(write: Write): void
  /** Resolves when all that was added is settled. */
  drain(): Promise<void>
}

/** Most operations of a commit, and most rows: what comes later waits for no more than these. */
const MOST_WRITES = 64
const MOST_ROWS = 1_000

/** How long a write waits for the lock of another process, in milliseconds. */
const MOST_WAIT_MS = 5_000
/** Longest pauses between two attempts, in milliseconds: short at first, since a commit is, then a tenth of what was waited. */
const FIRST_PAUSE_MS = 2
const LONGEST_PAUSE_MS = 100

/** How long another process that had the lock is given a chance to get it again after each commit, in milliseconds. */
const SHARING_MS = 1_000
const SHARING_PAUSE_MS = 1

/**
 * Writes as they come, those that arrive while a commit runs by one commit: each in a part of its own, which fails alone,
 * and each told its outcome once all are committed. Where the commit fails, all of them have.
 */
export function createGroupCommit(parts: GroupParts): GroupCommit {
  const { nowMs, sleep, random } = parts
  const waiting: { readonly write: Write; readonly since: number }[] = []
  let running: Promise<void> | undefined
  /** Until when another process counts as one that writes too. */
  let sharedUntil = Number.NEGATIVE_INFINITY

  /** Takes the next writes that can share a commit. */
  function takeGroup(): Write[] {
    const group: Write[] = []
    let rows = 0
    for (const { write } of waiting) {
      if (group.length > 0 && (write.isAlone || group.length === MOST_WRITES || rows + write.rows > MOST_ROWS)) break
      group.push(write)
      rows += write.rows
      if (write.isAlone) break
    }
    return group
  }

  /** Runs the first writes. @returns the refusal where another process has the lock */
  async function commitGroup(): Promise<unknown> {
    const group = takeGroup()
    const outcomes: Promise<unknown>[] = []
    let failure: unknown
    try {
      const start = () => {
        // What is undone to be written again has an end that nobody waits for.
        void Promise.allSettled(outcomes.splice(0))
        for (const { run } of group) outcomes.push(run())
      }
      if (group[0]?.isAlone === true) start()
      else parts.connect(group.every(({ isRelaxed }) => isRelaxed)).write(start)
    } catch (error) {
      if (outcomes.length === 0 && isBusyFailure(error)) return error
      failure = error
    }
    waiting.splice(0, group.length)
    // Operations have ended before the commit did: nothing is waited for here.
    const settled = await Promise.allSettled(outcomes)
    group.forEach(({ settle }, index) => {
      const outcome = settled[index]
      settle(failure === undefined && outcome !== undefined ? outcome : { status: 'rejected', reason: failure })
    })
    return undefined
  }

  /** Refuses those that have waited too long for another process, which has the lock since `sinceMs`. */
  function refuseLate(sinceMs: number, refusal: unknown): void {
    const isLate = (since: number) => nowMs() - Math.max(since, sinceMs) >= MOST_WAIT_MS
    while (waiting[0] !== undefined && isLate(waiting[0].since)) {
      waiting.shift()?.write.settle({ status: 'rejected', reason: refusal })
    }
  }

  async function work(): Promise<void> {
    await parts.nextTurn()
    while (waiting.length > 0) {
      const began = nowMs()
      while (waiting.length > 0) {
        const refusal = await commitGroup()
        if (refusal === undefined) break
        sharedUntil = nowMs() + SHARING_MS
        const most = Math.max(FIRST_PAUSE_MS, Math.min((nowMs() - began) / 10, LONGEST_PAUSE_MS))
        await sleep(Math.ceil(random() * most))
        refuseLate(began, refusal)
      }
      await (nowMs() < sharedUntil ? sleep(SHARING_PAUSE_MS) : parts.nextTurn())
    }
    running = undefined
  }

  return {
    add: (write) => {
      waiting.push({ write, since: nowMs() })
      running ??= work()
    },
    drain: async () => {
      while (running !== undefined) await running
    },
  }
}
