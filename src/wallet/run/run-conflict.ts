import { type FundsState, SwapError } from '../../core/api/errors.ts'

/** What a process knows of a run is not how it stands any more: another one has brought it on, or stopped it. */
export class RunConflict extends SwapError {
  constructor(message: string, options: { readonly funds?: FundsState; readonly hint: string }) {
    super('SERVICE_UNAVAILABLE', message, options)
  }
}

/** The run was changed since it was read. */
export function continuedElsewhere({ id }: { readonly id: string }): RunConflict {
  return new RunConflict(`Another process is continuing the run ${id}`, {
    funds: 'unknown',
    hint: `Let it finish, then look again: swapcli resume`,
  })
}

/** How long a service may be at the first try of a request, in seconds. */
const FIRST_TRY_SEC = 30

/**
 * The first try of a step, whose process may be gone, is not over. Nothing was refused, so what was agreed to holds: the run may
 * be paid later, or by whoever is at that try, so whoever reads this must not begin the same swap anew.
 */
export class RunUnderway extends SwapError {
  constructor(message: string, options: { readonly hint: string; readonly cause: unknown }) {
    super('SERVICE_UNAVAILABLE', message, { ...options, funds: 'unknown', retryAfterSec: FIRST_TRY_SEC })
  }
}
