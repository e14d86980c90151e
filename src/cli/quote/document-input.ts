import * as z from 'zod'
import { lockSchema, routeSchema } from '../../core/api/document-schemas.ts'
import type { Lock, Route } from '../../core/api/documents.ts'
import type { SwapError } from '../../core/api/errors.ts'
import { lockRequestSchema, quoteRequestSchema } from '../../core/api/request-schemas.ts'
import type { LockRequest, QuoteRequest } from '../../core/api/service.ts'
import { usage } from '../usage.ts'

const names = z.record(z.string(), z.string()).optional()
const quoteDocument = z.looseObject({ request: quoteRequestSchema.loose(), names, data: z.array(routeSchema) })
const lockDocument = z.looseObject({ request: lockRequestSchema.loose().optional(), names, data: lockSchema })

/** What names became before, by name. */
export type PipedNames = z.infer<typeof names>

/** What `quote --json` prints, read back. @throws USAGE */
export function readQuoteDocument(text: string): {
  readonly request: QuoteRequest
  readonly names?: PipedNames
  readonly data: readonly Route[]
} {
  const result = quoteDocument.safeParse(parse(text, 'quote'))
  if (!result.success) throw wrongDocument('quote')
  return result.data
}

/** A lock as it is piped in. */
export interface PipedLock {
  /** Undefined for a lock of the API. */
  readonly request?: LockRequest | undefined
  readonly names?: PipedNames
  readonly data: Lock
}

/** What `lock --json` prints, read back; a lock of the API comes without its request. @throws USAGE */
export function readLockDocument(text: string): PipedLock {
  const result = lockDocument.safeParse(parse(text, 'lock'))
  if (!result.success) throw wrongDocument('lock')
  return result.data
}

function parse(text: string, stage: Stage): unknown {
  if (text.trim() === '') {
    throw usage(`Stdin was empty: the stage before, swapcli ${stage} --json, printed no document`, HINTS[stage])
  }
  try {
    return JSON.parse(text)
  } catch {
    throw wrongDocument(stage)
  }
}

type Stage = 'quote' | 'lock'

const HINTS: Readonly<Record<Stage, string>> = {
  quote: 'Run that stage alone to see why: swapcli quote 100 ethereum:USDC bitcoin:BTC --json',
  lock: 'Run that stage alone to see why: swapcli quote 100 ethereum:USDC bitcoin:BTC --json | swapcli lock - --json',
}

function wrongDocument(stage: Stage): SwapError {
  return usage(`What stdin held is not what swapcli ${stage} --json prints`, HINTS[stage])
}
