/*
 * The outside world as arguments. Real ones are made in io/, fakes in the tests.
 */

/** A clock: the only way to read the time or to wait. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
  /** Resolves after `ms` milliseconds, or rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** Source of ids. */
export interface Ids {
  /** A new unguessable id with this prefix: `tx_…`, `lock_…`, `req_…`. At least 120 random bits, url-safe. */
  create(prefix: string): string
}

/** Value that survives JSON unchanged. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined }
