import { errorCode } from '../../core/error-code.ts'
import type { Clean } from '../../core/text/clean-text.ts'
import type { OutputStream } from './output.ts'

/** Where data is written, and how that went. */
export interface Sink {
  /** Writes text, while all before it could be written. */
  readonly write: (text: Clean) => void
  /** Aborts when nothing more can be written. */
  readonly gone: AbortSignal
  /** Notes what was paid: it must be told even where the data is lost. */
  readonly notePayment: (payment: PaidTransaction) => void
  /** Waits until all is written. @returns what was lost; undefined also where the reader has closed its pipe */
  readonly end: () => Promise<Loss | undefined>
}

/** A payment, by what finds it again. */
export interface PaidTransaction {
  /** Undefined for a deposit that was asked for and may be paid by now. */
  readonly hash?: string | undefined
  readonly runId?: string | undefined
  readonly transactionId?: string | undefined
}

/** Data that did not arrive. */
export interface Loss {
  /** Code of the error: `ENOSPC`. */
  readonly code: string
  /** What was paid before. */
  readonly payments: readonly PaidTransaction[]
}

/** A sink over stdout. A reader that closes its pipe has seen enough; every other error of a write loses data. */
export function createSink(stdout: Pick<OutputStream, 'write' | 'on'>): Sink {
  const gone = new AbortController()
  const payments = new Map<string, PaidTransaction>()
  let lost: string | undefined
  const fail = (error: Error | null | undefined) => {
    if (error === null || error === undefined || gone.signal.aborted) return
    const code = errorCode(error) ?? error.message
    if (code !== 'EPIPE') lost = code
    gone.abort()
  }
  stdout.on('error', fail)
  let last = Promise.resolve()
  return {
    write: (text) => {
      if (gone.signal.aborted) return
      last = new Promise((resolve) => {
        stdout.write(text, (error) => {
          fail(error)
          resolve()
        })
      })
    },
    gone: gone.signal,
    notePayment: (payment) => void payments.set(payment.runId ?? payment.hash ?? '', payment),
    end: async () => {
      await last
      return lost === undefined ? undefined : { code: lost, payments: [...payments.values()] }
    },
  }
}
