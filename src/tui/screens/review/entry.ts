import type { Route } from '../../../core/api/documents.ts'
import type { AppEffect } from '../../events.ts'
import type { AskedSwap } from '../../kit/run/swap-asset.ts'
import type { ReviewEvent } from './state.ts'

/** Reviews a route that was chosen on another screen, and shows it. */
export function openOnReview(route: Route, asked: AskedSwap): readonly AppEffect[] {
  return showWith({ on: 'review', type: 'open', route, asked })
}

/** Continues an unfinished run of this machine on Review, and shows it. */
export function resumeOnReview(runId: string): readonly AppEffect[] {
  return showWith({ on: 'review', type: 'resume', runId })
}

function showWith(event: ReviewEvent): readonly AppEffect[] {
  return [
    { on: 'app', type: 'send', event },
    { on: 'app', type: 'send', event: { on: 'app', type: 'go', tab: event.on } },
  ]
}

/** Has runs that were found looked at again later, whichever screen is shown then. */
export function lookLaterOnReview(count: number): AppEffect {
  const event: ReviewEvent = { on: 'review', type: 'left', count }
  return { on: 'app', type: 'send', event }
}
