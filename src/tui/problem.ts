import { isSwapError } from '../core/api/errors.ts'
import { cleanText } from '../core/text/clean-text.ts'

/** A failure in words for the user; clean text. */
export interface Problem {
  readonly message: string
  /** One runnable next step. */
  readonly hint: string | undefined
  /** Both where there is no room for them; absent where they are cut there. */
  readonly short?: string
}

/** A failure in words for the user. */
export function problemOf(error: unknown): Problem {
  const said = error instanceof Error ? error.message : String(error)
  const message = isSwapError(error) && error.server !== undefined ? `the server says: ${said}` : said
  return {
    message: cleanText(message, 500),
    hint: isSwapError(error) && error.hint !== undefined ? cleanText(error.hint, 500) : undefined,
  }
}

/** An expected failure in words for the user. @throws the error where it is a bug */
export function expectedProblem(error: unknown): Problem {
  if (!isSwapError(error)) throw error
  return problemOf(error)
}

/** True for a failure in words. */
export function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'message' in value && 'hint' in value
}

/** A failure on one line, with its next step. */
export function problemText({ message, hint }: Problem): string {
  return hint === undefined ? message : `${message.replace(/\.$/, '')}. ${hint}`
}
