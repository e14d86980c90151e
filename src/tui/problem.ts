import { isSwapError } from '../core/api/errors.ts'
import { cleanText } from '../core/text/clean-text.ts'

/** A failure in words for the user; clean text. */
export interface Problem {
  readonly message: string
  /** One runnable next step. */
  readonly hint: string | undefined
}

/** A failure in words for the user. */
export function problemOf(error: unknown): Problem {
  const message = error instanceof Error ? error.message : String(error)
  return {
    message: cleanText(message, 500),
    hint: isSwapError(error) && error.hint !== undefined ? cleanText(error.hint, 500) : undefined,
  }
}

/** A failure on one line, with its next step. */
export function problemText({ message, hint }: Problem): string {
  return hint === undefined ? message : `${message}. ${hint}`
}
