import { defined } from '../../core/defined.ts'

/** The Idempotency-Key header as an option of lock and execute, which validate it. */
export function idempotencyOption(headers: Headers): { idempotencyKey?: string } {
  return defined({ idempotencyKey: headers.get('idempotency-key') ?? undefined })
}
