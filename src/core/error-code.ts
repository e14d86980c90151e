import { isSwapError } from './api/errors.ts'

/** The code of an error of Node.js or a driver, such as `ENOENT`; undefined when it has none. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/**
 * The code that the system gave a failure, such as `ENOTFOUND`: of the error, or of the first of its causes that has one. Those of
 * this program's own errors, such as `unreachable` and `SERVICE_UNAVAILABLE`, say nothing of the system and are passed over.
 */
export function causeCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = errorCode(error)
  return code !== undefined && /^[A-Z]/.test(code) && !isSwapError(error) ? code : causeCode(error.cause)
}
