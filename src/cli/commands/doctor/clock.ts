import type { Session } from '../../session.ts'
import { type Check, fail, ok } from './check.ts'

/** Whether the machine's clock can be right. */
export function checkClock({ clock }: Session): Check {
  const first = clock.now()
  const second = clock.now()
  const iso = new Date(first).toISOString()
  const year = new Date(first).getUTCFullYear()
  const sane = second >= first && year >= 2024 && year < 2100
  if (sane) return ok('clock', iso)
  return fail('clock', `the machine says it is ${iso}`, "Set the machine's clock: locks and quotes expire by it")
}
