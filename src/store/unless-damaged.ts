import { isSwapError } from '../core/api/errors.ts'

/** What `read` gives, undefined where it meets a damaged document. */
export function readUnlessDamaged<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (isSwapError(error) && error.code === 'STORE_UNUSABLE') return undefined
    throw error
  }
}
