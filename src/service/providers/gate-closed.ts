/** Why a call was not sent: what this side knows of the provider allows none now. It is the cause of what the caller gets. */
export class GateClosed extends Error {
  override readonly name = 'GateClosed'
}

/** True for the failure of a call that was never sent, for a breaker, a rate limit or a budget. */
export function isGateClosed(error: unknown): boolean {
  return error instanceof Error && (error instanceof GateClosed || isGateClosed(error.cause))
}
