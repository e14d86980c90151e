import { validationFailed } from './errors.ts'

/** JSON Schema of an Idempotency-Key: visible ASCII characters, which fit into a header. */
export const IDEMPOTENCY_KEY = { type: 'string', minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' } as const

/** Header, with the value `true`, of an answer that is the first one under its Idempotency-Key again. */
export const REPLAYED_HEADER = 'Idempotent-Replayed'

/** @throws VALIDATION_ERROR unless the key is 1 to 200 visible ASCII characters */
export function checkIdempotencyKey(key: string | undefined): string | undefined {
  const { pattern, maxLength } = IDEMPOTENCY_KEY
  if (key === undefined || (key.length <= maxLength && new RegExp(pattern).test(key))) return key
  const message = `Idempotency-Key must be 1 to ${maxLength} visible ASCII characters`
  throw validationFailed([{ code: 'VALIDATION_ERROR', field: 'Idempotency-Key', message }])
}
