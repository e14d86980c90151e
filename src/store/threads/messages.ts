import { defined } from '../../core/defined.ts'
import { errorCode } from '../../core/error-code.ts'
import { type ErrorCode, isSwapError, ownHint, SwapError } from '../../core/api/errors.ts'
import type { GateMemory } from '../sqlite/driver-gate.ts'

/* What a store's threads and the thread that uses them send each other: only what a structured clone carries. */

/** What a thread of a store does. */
export type ThreadRole = 'writer' | 'reader'

/** What a thread is started with that looks through the pages of one file, and ends. */
export interface ExaminerStart {
  readonly role: 'examiner'
  /** The file. */
  readonly path: string
  /** Closed when the process ends. */
  readonly gate: GateMemory
}

/** What a thread is started with. */
export interface ThreadStart {
  readonly role: ThreadRole
  /** The file. */
  readonly path: string
  /** Closed when the process ends. */
  readonly gate: GateMemory
  /** Marks of its documents follow this one. */
  readonly firstMark: number
}

/** One operation to run. */
export interface StoreCall {
  readonly id: number
  readonly name: string
  readonly isRelaxed: boolean
  readonly isAlone: boolean
  readonly args: readonly unknown[]
  /** Place of a `skip` callback in `args`, which collects what it is told. */
  readonly skipAt?: number
  /** Mark of the document that the caller holds, of an earlier answer. */
  readonly known?: number
  /** Milliseconds that are left for it; absent where it may take as long as it does. */
  readonly leftMs?: number
}

/** How a call ended. */
export interface StoreAnswer {
  readonly id: number
  readonly value?: unknown
  /** What `skip` was told. */
  readonly skipped?: readonly unknown[]
  /** Mark of the document in `value`. Where the caller holds it, `value` has only its version. */
  readonly mark?: number
  readonly error?: ErrorMessage
}

/** To a thread. */
export type ToThread =
  | { readonly kind: 'calls'; readonly nowMs: number; readonly calls: readonly StoreCall[] }
  | { readonly kind: 'close' }
  /** The file is held: connections to it may be closed. */
  | { readonly kind: 'held' }

/** From a thread. */
export type FromThread =
  | { readonly kind: 'open' }
  | { readonly kind: 'tell'; readonly text: string }
  /** Nothing of the file's log may be moved into it any more: it must be held until the process ends. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'answers'; readonly answers: readonly StoreAnswer[] }
  /** It has ended: as it was asked to, or because its file cannot be opened or closed. */
  | { readonly kind: 'end'; readonly error?: ErrorMessage }

/** From an examiner: what it found, and its end. */
export type FromExaminer =
  { readonly kind: 'examined'; readonly isDamaged: boolean } | Extract<FromThread, { readonly kind: 'end' }>

/** An error as it crosses threads: a SwapError by its parts, anything else as the bug that it is. */
export interface ErrorMessage {
  readonly message: string
  readonly name?: string
  readonly code?: string
  readonly stack?: string
  readonly cause?: ErrorMessage
  /** Parts of a SwapError. */
  readonly parts?: SwapErrorParts
}

type SwapErrorParts = Pick<
  SwapError,
  'field' | 'errors' | 'accept' | 'hint' | 'httpStatus' | 'retryAfterSec' | 'funds' | 'requestId' | 'reason' | 'run'
> & { readonly code: ErrorCode; readonly server: SwapError['server'] }

/** Deepest cause that is sent. */
const MOST_CAUSES = 4

/** An error as a message. */
export function errorToMessage(error: unknown, depth = 0): ErrorMessage {
  if (!(error instanceof Error)) return { message: String(error) }
  const { message, name, stack } = error
  const cause = error.cause === undefined || depth === MOST_CAUSES ? undefined : errorToMessage(error.cause, depth + 1)
  const common = { message, name, ...defined({ stack, cause, code: errorCode(error) }) }
  if (!isSwapError(error)) return common
  const { code, field, errors, accept, httpStatus, retryAfterSec, funds, requestId, reason, run, server } = error
  const parts = { code, field, errors, accept, httpStatus, retryAfterSec, funds, requestId, reason, run, server }
  return { ...common, parts: { ...parts, hint: ownHint(error) } }
}

/** The error of a message. */
export function errorFromMessage({ message, name, code, stack, cause, parts }: ErrorMessage): Error {
  const before = cause === undefined ? undefined : errorFromMessage(cause)
  if (parts !== undefined) {
    const { field, hint, accept, retryAfterSec, requestId, server, ...others } = parts
    return new SwapError(parts.code, message, {
      ...others,
      ...defined({ field, hint, accept, retryAfterSec, requestId, server, cause: before }),
    })
  }
  const error = new Error(message, before === undefined ? undefined : { cause: before })
  if (name !== undefined && name !== error.name) error.name = name
  if (stack !== undefined) error.stack = stack
  return code === undefined ? error : Object.assign(error, { code })
}
