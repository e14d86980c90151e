import type { Worker } from 'node:worker_threads'
import { type FundsState, SwapError } from '../../core/api/errors.ts'
import {
  type StoreAnswer,
  type StoreCall,
  errorFromMessage,
  type FromThread,
  type ThreadRole,
  type ToThread,
} from './messages.ts'
import { startThread } from './start-thread.ts'

/** What a store's threads run. */
export interface StoreThreads {
  /** The file `store-worker.js` of this package. */
  readonly url: URL
  /** Options of Node for them. @default those of this process */
  readonly execArgv?: readonly string[]
}

/** Calls what it is given when the process ends. @returns lets it be forgotten */
export type AtExit = (run: () => void) => () => void

/** A call without its number. */
export type NewCall = Omit<StoreCall, 'id'>

/** A thread of a store: started by the first call, and anew by the first after it has died. */
export interface Channel {
  /** Starts the thread. @throws what keeps it from opening the file */
  open(): Promise<void>
  /** @throws SERVICE_UNAVAILABLE when the thread dies before it answers */
  call(call: NewCall): Promise<StoreAnswer>
  /** Lets the calls that were made finish, then ends the thread. @throws what keeps it from closing the file */
  close(): Promise<void>
}

interface ChannelParts {
  readonly role: ThreadRole
  /** What of the store it is, for messages: `writer`. */
  readonly title: string
  readonly path: string
  readonly program: StoreThreads
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly tell: (text: string) => void
  readonly atExit: AtExit
  /** Called when a thread finds its file cut short. Resolves once connections to it may be closed. */
  readonly hold: () => Promise<void>
  /** Resolves in the next turn of the event loop. */
  readonly nextTurn: () => Promise<void>
}

interface Waiting {
  readonly resolve: (answer: StoreAnswer) => void
  readonly reject: (error: unknown) => void
}

/** A thread that runs. */
interface Running {
  readonly worker: Worker
  readonly opened: Promise<void>
  /** Resolves when it has ended as it was told to. */
  readonly ended: Promise<void>
  readonly waiting: Map<number, Waiting>
  /** Calls of this turn of the event loop. */
  outbox: StoreCall[]
  isClosing: boolean
}

/** Opens the way to a thread that is started when it is needed. */
export function createChannel(parts: ChannelParts): Channel {
  const { role, title, path } = parts
  const funds: FundsState = role === 'writer' ? 'unknown' : 'untouched'
  let running: Running | undefined
  let starts = 0
  let count = 0

  function start(): Running {
    const waiting = new Map<number, Waiting>()
    starts += 1
    // No mark of a thread that has died is one of the next.
    let worker
    try {
      worker = startThread(parts.program, { role, path, firstMark: starts * 2 ** 32 }, title, parts.atExit)
    } catch (error) {
      throw threadEnded(title, 'untouched', error)
    }
    // A program that forgets to close the service ends all the same; one that waits for an answer does not.
    worker.unref()
    let failure: unknown
    let endedWell = false
    const opening = settleLater()
    const ending = settleLater()
    const found: Running = {
      ...{ worker, waiting, opened: opening.promise, ended: ending.promise, outbox: [], isClosing: false },
    }
    const settle = (answer: StoreAnswer) => {
      waiting.get(answer.id)?.resolve(answer)
      waiting.delete(answer.id)
      if (waiting.size === 0 && !found.isClosing) worker.unref()
    }
    worker.on('message', (message: FromThread) => {
      if (message.kind === 'open') opening.resolve()
      else if (message.kind === 'tell') parts.tell(message.text)
      else if (message.kind === 'lost') holdFor(worker)
      else if (message.kind === 'answers') message.answers.forEach(settle)
      else {
        endedWell = message.error === undefined
        if (message.error !== undefined) failure = errorFromMessage(message.error)
      }
    })
    worker.on('error', (error) => (failure ??= threadEnded(title, funds, error)))
    worker.on('exit', () => {
      if (running === found) running = undefined
      const error = failure ?? threadEnded(title, funds)
      opening.reject(error)
      if (endedWell) ending.resolve()
      else ending.reject(error)
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    })
    return found
  }

  function holdFor(worker: Worker): void {
    const onHeld = () => send(worker, { kind: 'held' })
    parts.hold().then(onHeld, onHeld)
  }

  /** Sends the calls of this turn of the event loop. What cannot be sent is the failure of its own call only. */
  function flush(to: Running): void {
    const { worker, waiting, outbox } = to
    to.outbox = []
    const sendCalls = (calls: readonly StoreCall[]) => send(worker, { kind: 'calls', nowMs: parts.now(), calls })
    try {
      if (outbox.length > 0) sendCalls(outbox)
    } catch {
      for (const call of outbox) {
        try {
          sendCalls([call])
        } catch (error) {
          waiting.get(call.id)?.reject(error)
          waiting.delete(call.id)
        }
      }
    }
  }

  return {
    open: async () => {
      running ??= start()
      running.worker.ref()
      try {
        await running.opened
      } finally {
        if (running !== undefined && running.waiting.size === 0) running.worker.unref()
      }
    },
    call: async (call) => {
      const to = (running ??= start())
      const id = ++count
      if (to.outbox.length === 0) void parts.nextTurn().then(() => flush(to))
      to.outbox.push({ ...call, id })
      if (to.waiting.size === 0) to.worker.ref()
      return new Promise((resolve, reject) => to.waiting.set(id, { resolve, reject }))
    },
    close: async () => {
      const to = running
      if (to === undefined) return
      flush(to)
      to.isClosing = true
      to.worker.ref()
      send(to.worker, { kind: 'close' })
      await to.ended
    },
  }
}

function send(worker: Worker, message: ToThread): void {
  worker.postMessage(message)
}

/** A promise that others settle; nobody need wait for it. */
function settleLater() {
  let resolve: () => void = () => undefined
  let reject: (error: unknown) => void = () => undefined
  const promise = new Promise<void>((onValue, onError) => {
    resolve = onValue
    reject = onError
  })
  promise.catch(() => undefined)
  return { promise, resolve: () => resolve(), reject: (error: unknown) => reject(error) }
}

/** The error of a thread that is not there any more. @param cause why, where that is known */
function threadEnded(title: string, funds: FundsState, cause?: unknown): SwapError {
  const why = cause instanceof Error ? `: ${cause.message}` : ''
  return new SwapError('SERVICE_UNAVAILABLE', `The ${title} thread of the store has ended${why}.`, {
    hint: 'Try again: it is started anew',
    retryAfterSec: 1,
    funds,
    cause,
  })
}
