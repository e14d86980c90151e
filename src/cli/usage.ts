import { SwapError } from '../core/api/errors.ts'

/** A wrong use of the command line. @param hint one runnable next step */
export function usage(message: string, hint?: string): SwapError {
  return new SwapError('USAGE', message, hint === undefined ? {} : { hint })
}
