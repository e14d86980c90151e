import { defined } from '../../core/defined.ts'
import { monotonicMs } from '../../core/monotonic.ts'
import type { Clock } from '../../core/ports.ts'
import type { Compaction } from '../port.ts'
import { createConnect } from '../sqlite/connection.ts'
import { type Database, openDatabase } from '../sqlite/database.ts'
import { gateOf } from '../sqlite/driver-gate.ts'
import { storeOver, type StoreTables, type WritingStore } from '../sqlite/open.ts'
import { STORE_FILE } from '../sqlite/schema.ts'
import { overBudget, withDeadline } from './deadline.ts'
import { createGroupCommit, type Write } from './group-commit.ts'
import { operationOf, readsOne } from './lanes.ts'
import {
  type StoreAnswer,
  type ExaminerStart,
  type StoreCall,
  errorToMessage,
  type FromExaminer,
  type FromThread,
  type ThreadStart,
  type ToThread,
} from './messages.ts'

/** The end of a channel that a thread has. */
export interface ThreadPort {
  post(message: FromThread | FromExaminer): void
  /** Calls `listener` with each message from now on. */
  listen(listener: (message: ToThread) => void): void
  /** Ends the thread when nothing is left to do. */
  close(): void
}

/** What a thread takes of its machine. */
export interface ThreadMachine {
  readonly clock: Clock
  /** From 0 to below 1. */
  readonly random: () => number
  /** Resolves in the next turn of the event loop. */
  readonly nextTurn: () => Promise<void>
}

/** What runs the calls of a thread. */
interface Runner {
  run(calls: readonly StoreCall[]): void
  /** Ends what is begun, then closes the file. */
  close(): Promise<void>
}

/** Runs a store's thread: opens the file, then runs what it is sent until it is told to close. */
export async function runThread(
  port: ThreadPort,
  start: ThreadStart | ExaminerStart,
  machine: ThreadMachine,
): Promise<void> {
  let nowMs = machine.clock.now()
  let isLost = false
  let onHeld: () => void = () => undefined
  const held = new Promise<void>((resolve) => (onHeld = resolve))
  const end = (error?: unknown) => {
    port.post({ kind: 'end', ...defined({ error: error === undefined ? undefined : errorToMessage(error) }) })
    port.close()
  }
  try {
    if (start.role === 'examiner') {
      port.post({ kind: 'examined', isDamaged: await readDamage(start) })
      end()
      return
    }
    const open = start.role === 'writer' ? openWriter : openReader
    const onLost = () => {
      isLost = true
      port.post({ kind: 'lost' })
    }
    const runner = await open({ start, machine, post: (message) => port.post(message), now: () => nowMs, onLost })
    port.listen((message) => {
      if (message.kind === 'held') {
        onHeld()
        return
      }
      if (message.kind === 'close') {
        const close = async () => {
          await runner.close()
          // With the thread its connections end.
          if (isLost) await held
        }
        close().then(() => end(), end)
        return
      }
      nowMs = message.nowMs
      runner.run(message.calls)
    })
    port.post({ kind: 'open' })
  } catch (error) {
    end(error)
  }
}

/** Whether SQLite finds damage in the pages of a file. */
async function readDamage({ path, gate }: ExaminerStart): Promise<boolean> {
  const connect = await createConnect(path, true, gateOf(gate))
  const { hasPageDamage } = await import('../sqlite/integrity.ts')
  const connection = connect('full')
  try {
    return hasPageDamage(connection)
  } finally {
    connection.close()
  }
}

interface RunnerParts {
  readonly start: ThreadStart
  readonly machine: ThreadMachine
  readonly post: (message: FromThread) => void
  /** Epoch milliseconds as of the last message. */
  readonly now: () => number
  readonly onLost: () => void
}

/** Writes by commits that they share, and waits for the locks of other processes without holding what is read elsewhere. */
async function openWriter({ start, machine, post, now, onLost }: RunnerParts): Promise<Runner> {
  const database = await openDatabase(
    { path: start.path, gate: gateOf(start.gate), now, onLost, tell: (text) => post({ kind: 'tell', text }) },
    STORE_FILE,
  )
  database.main.exec('PRAGMA busy_timeout = 0')
  const store = storeOver({ ...database, compact: () => compactPatiently(database) }, now)
  const { perform } = answerer(store, start)
  const group = createGroupCommit({
    connect: (isRelaxed) => (isRelaxed ? database.relaxed : database.main),
    nowMs: () => monotonicMs(machine.clock),
    sleep: (ms) => machine.clock.sleep(ms),
    random: () => machine.random(),
    nextTurn: () => machine.nextTurn(),
  })
  let answers: StoreAnswer[] = []
  const settle = (answer: StoreAnswer) => {
    if (answers.length === 0) queueMicrotask(flush)
    answers.push(answer)
  }
  function flush(): void {
    post({ kind: 'answers', answers })
    answers = []
  }
  return {
    run: (calls) => {
      for (const call of calls) {
        const { id, isRelaxed, isAlone } = call
        encodeAhead(store, call)
        const write: Write = {
          run: () => perform(call),
          rows: countRows(call.args),
          isRelaxed,
          isAlone,
          settle: (outcome) =>
            settle(
              outcome.status === 'fulfilled'
                ? (outcome.value as StoreAnswer)
                : { id, error: errorToMessage(outcome.reason) },
            ),
        }
        group.add(write)
      }
    },
    close: async () => {
      await group.drain()
      database.close()
    },
  }
}

/** What cannot be encoded fails in its own write. */
function encodeAhead(store: WritingStore, { name, args }: StoreCall): void {
  try {
    store.encodeAhead(name, args)
  } catch {
    // It is encoded again there.
  }
}

/** Waits for others as a store does that has no threads: it happens where a person asks for it. */
function compactPatiently(database: Database): Compaction {
  database.main.exec('PRAGMA busy_timeout = 5000')
  try {
    return database.compact()
  } finally {
    database.main.exec('PRAGMA busy_timeout = 0')
  }
}

/** Reads one thing after the other; what takes longer than it may ends between two statements. */
async function openReader({ start, machine, post, now, onLost }: RunnerParts): Promise<Runner> {
  const database = await openDatabase(
    { path: start.path, gate: gateOf(start.gate), readOnly: true, isExamined: true, onLost },
    STORE_FILE,
  )
  let deadlineMs = Number.POSITIVE_INFINITY
  const main = withDeadline(database.main, () => {
    if (monotonicMs(machine.clock) >= deadlineMs) throw overBudget()
  })
  const reading: Database = { ...database, main, relaxed: main }
  const { perform } = answerer(storeOver(reading, now), start)
  let last = Promise.resolve()
  const runAll = async (calls: readonly StoreCall[]) => {
    let answers: StoreAnswer[] = []
    try {
      // A file that is gone, or that was put in its place, is not what this one would read.
      database.verifyPlace()
    } catch (error) {
      post({ kind: 'answers', answers: calls.map(({ id }) => ({ id, error: errorToMessage(error) })) })
      return
    }
    for (const call of calls) {
      deadlineMs = call.leftMs === undefined ? Number.POSITIVE_INFINITY : monotonicMs(machine.clock) + call.leftMs
      answers.push(await perform(call).catch((error: unknown) => ({ id: call.id, error: errorToMessage(error) })))
      if (call.leftMs === undefined && call !== calls.at(-1)) continue
      post({ kind: 'answers', answers })
      answers = []
    }
  }
  return {
    run: (calls) => {
      last = last.then(() => runAll(calls))
    },
    close: async () => {
      await last
      database.close()
    },
  }
}

/** Runs calls of a store into answers. */
function answerer(store: StoreTables, { firstMark }: ThreadStart) {
  /** Marks of documents: a store keeps what it has decoded, and gives the same again while it is the same. */
  const marks = new WeakMap<object, number>()
  let marked = firstMark
  const markOf = (doc: object): number => {
    const mark = marks.get(doc) ?? ++marked
    marks.set(doc, mark)
    return mark
  }
  return {
    perform: async ({ id, name, args, skipAt, known }: StoreCall): Promise<StoreAnswer> => {
      const skipped: unknown[] = []
      const given = skipAt === undefined ? args : args.toSpliced(skipAt, 1, (one: unknown) => skipped.push(one))
      const value = await operationOf(store, name)(...given)
      if (skipAt !== undefined) return { id, value, skipped }
      if (!readsOne(name) || !isVersioned(value)) return { id, value }
      const mark = markOf(value.doc)
      return { id, mark, value: mark === known ? { version: value.version } : value }
    },
  }
}

function isVersioned(value: unknown): value is { readonly doc: object; readonly version: number } {
  return typeof value === 'object' && value !== null && 'doc' in value && typeof value.doc === 'object'
}

/** About how many rows a call writes. */
function countRows(args: readonly unknown[]): number {
  return args.reduce<number>((sum, arg) => sum + (Array.isArray(arg) ? arg.length : 0), 1)
}
