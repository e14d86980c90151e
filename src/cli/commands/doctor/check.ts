import { isSwapError } from '../../../core/api/errors.ts'

/** What doctor looked at, by its name, and what it found. */
export interface Check {
  readonly name: string
  readonly result: 'ok' | 'warn' | 'fail'
  readonly detail: string
  /** What mends it. */
  readonly next?: string
}

/** Nothing wrong. */
export const ok = (name: string, detail: string): Check => ({ name, result: 'ok', detail })

/** Worth a look. @param next what mends it */
export const warn = (name: string, detail: string, next: string): Check => ({ name, result: 'warn', detail, next })

/** Not in order. @param next what mends it */
export const fail = (name: string, detail: string, next: string): Check => ({ name, result: 'fail', detail, next })

/** A check that ended with an error. @param next what mends it, where the error does not say */
export function failCheck(name: string, error: unknown, next: string): Check {
  const detail = error instanceof Error ? error.message : 'failed'
  return fail(name, detail, isSwapError(error) ? (error.hint ?? next) : next)
}
