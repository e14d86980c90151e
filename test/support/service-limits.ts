import {
  ACTION_DEADLINE_MS,
  KEEP_EVENTS_DAYS,
  KEEP_LOCKS_DAYS,
  KEEP_RATES_DAYS,
  QUOTE_DEADLINE_SEC,
} from '../../src/core/swap/defaults.ts'
import { DAY_MS } from '../../src/core/text/duration.ts'

/** The limits of a service that is opened without options. */
export const SERVICE_LIMITS = {
  lockTtlMs: 60_000,
  keepLocksMs: KEEP_LOCKS_DAYS * DAY_MS,
  keepEventsMs: KEEP_EVENTS_DAYS * DAY_MS,
  keepRatesMs: KEEP_RATES_DAYS * DAY_MS,
  quoteDeadlineMs: QUOTE_DEADLINE_SEC * 1000,
  actionDeadlineMs: ACTION_DEADLINE_MS,
}
