import type { ProviderState } from './states.ts'

/** In a few words whether a provider would be asked now. @param untilText what is said of an ISO 8601 time at which that changes */
export function availabilityText({ reason, gate }: ProviderState, untilText: (until: string) => string): string {
  const until = reason?.until === undefined ? '' : untilText(reason.until)
  switch (reason?.code) {
    case undefined:
      return 'ready'
    case 'disabled':
      return 'off'
    case 'needs_key':
      return 'needs a key'
    case 'rate_limited':
      return `rate limited${until}`
    case 'breaker_open':
      return `paused after ${gate.failures} failures${until}`
  }
}
