import type { z } from 'zod'
import { badReply } from './refuse.ts'

/**
 * Reads a provider's reply by its schema; `what` names it in one or two words, for the error.
 * @throws ProviderError bad_response
 */
export function parseReply<T extends z.ZodType>(schema: T, body: unknown, what: string): z.output<T> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const where = parsed.error.issues[0]?.path.join('.').slice(0, 80) ?? ''
  throw badReply(`Its ${what} is not what its API documents${where === '' ? '' : `: ${where}`}`)
}
