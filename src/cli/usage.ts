import { SwapError } from '../core/api/errors.ts'

/** Where nobody can be asked, the option must say it. */
export function agreeBeforehand(): SwapError {
  const hint = 'Agree beforehand'
  return new SwapError('USAGE', NOBODY_TO_ASK, { hint, accept: ['--yes'] })
}

/** Why `--yes` is needed. */
export const NOBODY_TO_ASK = 'There is no terminal to ask for your agreement'

/** A wrong use of the command line. @param hint one runnable next step */
export function usage(message: string, hint?: string): SwapError {
  return new SwapError('USAGE', message, hint === undefined ? {} : { hint })
}
