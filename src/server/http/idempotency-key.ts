/** The Idempotency-Key header as an option of lock and execute, which check it. */
export function idempotencyOption(headers: Headers): { idempotencyKey?: string } {
  const key = headers.get('idempotency-key')
  return key === null ? {} : { idempotencyKey: key }
}
