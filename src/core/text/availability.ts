/** Why a provider is not asked now. */
export type ObstacleCode = 'disabled' | 'cannot_sign' | 'needs_key' | 'breaker_open' | 'rate_limited'

interface Availability {
  /** Undefined for a provider that is ready. */
  readonly reason?: { readonly code: ObstacleCode; readonly until?: string }
  /** Consecutive failures. */
  readonly gate: { readonly failures: number }
}

/** In a few words whether a provider would be asked now. @param untilText what is said of an ISO 8601 time at which that changes */
export function availabilityText({ reason, gate }: Availability, untilText: (until: string) => string): string {
  const until = reason?.until === undefined ? '' : untilText(reason.until)
  switch (reason?.code) {
    case undefined:
      return 'ready'
    case 'disabled':
      return 'off'
    case 'cannot_sign':
      return 'cannot be signed here'
    case 'needs_key':
      return 'needs a key'
    case 'rate_limited':
      return `rate limited${until}`
    case 'breaker_open':
      return `paused after ${gate.failures} failures${until}`
  }
}
