import { type FundsState, SwapError } from '../../core/api/errors.ts'

/** What a process knows of a run is not how it stands any more: another one has brought it on, or stopped it. */
export class RunConflict extends SwapError {
  constructor(message: string, options: { readonly funds?: FundsState; readonly hint: string }) {
    super('SERVICE_UNAVAILABLE', message, options)
  }
}
