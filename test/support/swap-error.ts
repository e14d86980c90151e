import { isSwapError, type SwapError } from '../../src/core/api/errors.ts'

/** The coded failure of work that must fail. */
export async function swapErrorOf(work: Promise<unknown>): Promise<SwapError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (isSwapError(error)) return error
  throw new Error('no coded failure', { cause: error })
}
