import { isSwapError } from '../../core/api/errors.ts'
import { defined } from '../../core/defined.ts'
import { monotonicMs } from '../../core/monotonic.ts'
import type { Clock } from '../../core/ports.ts'
import { jsonLine } from '../../core/text/clean-text.ts'
import type { AccessEntry, LogEntry } from '../../server/index.ts'
import { alertText } from '../../core/rates/rate-text.ts'
import type { RateAlert, TrackingFailure } from '../../service/index.ts'
import type { Output } from './output.ts'

/*
 * What a server says on stderr while it runs: a line each, with --json or --log json a document each. What happens again and again is told
 * when it begins, and then once an hour with how often it did.
 */

/** How long what was told is not told again, in milliseconds. */
const PAUSE_MS = 60 * 60_000
/** How many failures are told apart; of more, the oldest is told anew. */
const MOST_KNOWN = 1_000

/** What a running server says of itself. */
export interface ServerLog {
  /** A provider cannot say how a transaction stands. */
  tracking(failure: TrackingFailure): void
  /** Work in the background failed. */
  failure(error: unknown): void
  /** The clock seems to be wrong. @param message a sentence */
  clock(message: string): void
  /** A request was not answered as it was asked; its answer sends its reader here, so that it is told whatever the flags. */
  request(entry: Extract<LogEntry, { readonly kind: 'error' }>): void
  /** A watched rate has reached its limit. */
  alert(alert: RateAlert): void
  /** A request was answered. */
  access(entry: AccessEntry): void
}

/** What a line holds beside its kind and its time. */
interface Line {
  readonly message: string
  readonly provider?: string
  readonly transactionId?: string
  readonly requestId?: string
  readonly code?: string
  /** How often it happened since the line before of the same failure; absent for a first one. */
  readonly times?: number
}

export function openServerLog(
  output: Pick<Output, 'saysJson' | 'quiet' | 'say' | 'clean'>,
  clock: Pick<Clock, 'now' | 'monotonicMs'>,
): ServerLog {
  const known = new Map<string, { readonly toldMs: number; readonly times: number }>()
  /** How often a failure happened since it was told, to be told now; undefined where it is to be kept. */
  const count = (key: string): number | undefined => {
    const nowMs = monotonicMs(clock)
    const before = known.get(key)
    const isDue = before === undefined || nowMs - before.toldMs >= PAUSE_MS
    const times = (before?.times ?? 0) + 1
    if (isDue) known.delete(key)
    known.set(key, isDue ? { toldMs: nowMs, times: 0 } : { ...before, times })
    const [oldest] = known.keys()
    if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest)
    return isDue ? times : undefined
  }
  const timeText = () => new Date(clock.now()).toISOString()
  const write = (log: 'tracking' | 'failure' | 'clock' | 'request' | 'alert', line: Line, text: string) => {
    if (output.saysJson) output.say(jsonLine({ log, at: timeText(), ...line }))
    else output.say(output.clean(text))
  }
  const writeRarely = (key: string, log: 'tracking' | 'failure' | 'clock', line: Line, text: string) => {
    if (output.quiet) return
    const times = count(`${log} ${key}`)
    if (times === undefined) return
    if (times === 1) return write(log, line, text)
    write(log, { ...line, times }, `${text} (${times} times)`)
  }
  return {
    access: ({ requestId, method, route, status, ms, bytes }) => {
      const entry = { requestId, method, route, status, ms, bytes }
      if (output.saysJson) output.say(jsonLine({ log: 'access', at: timeText(), ...entry }))
      else output.say(output.clean(`${timeText()} ${requestId} ${method} ${route} ${status} ${ms} ms ${bytes} bytes`))
    },
    tracking: (failure) => {
      const { provider, transactionId, code, message } = failure
      writeRarely(
        `${provider} ${code}`,
        'tracking',
        failure,
        `tracking: ${provider}, ${transactionId}: ${message} (${code})`,
      )
    },
    failure: (error) => {
      const message = error instanceof Error ? error.message : 'failed'
      writeRarely(message, 'failure', { message }, `tracking: ${message}`)
    },
    alert: ({ side, entry, seen }) => {
      if (output.quiet) return
      const message = alertText(entry, side, { rate: seen.rate, limit: entry[side] ?? seen.rate })
      write('alert', { message }, `alert: ${message}`)
    },
    clock: (message) => writeRarely(message, 'clock', { message }, message),
    request: ({ requestId, message, error }) => {
      const text = failureText(requestId, message, error)
      write(
        'request',
        { message: text, requestId, ...defined({ code: isSwapError(error) ? error.code : undefined }) },
        text,
      )
    },
  }
}

/** A failure of a request for the log: expected ones say what to do, anything else is a bug. */
function failureText(requestId: string, message: string, error: unknown): string {
  if (!isSwapError(error)) return `bug in ${requestId}: ${message}`
  return `${error.code} in ${requestId}: ${message} ${error.hint ?? ''}`.trimEnd()
}
