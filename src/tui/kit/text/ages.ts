import { duration } from '../../../core/text/duration.ts'
import type { AppFacts } from '../../events.ts'

/** For how long nobody has answered; undefined for less than a second. @param awaySince, now epoch milliseconds */
export function awayTime(awaySince: number, now: number): string | undefined {
  const seconds = Math.floor((now - awaySince) / 1000)
  return seconds < 1 ? undefined : duration(seconds)
}

/** `42s old`; `old` where the clock was set back. @param readAt, now epoch milliseconds */
export function agedText(readAt: number, now: number): string {
  return now < readAt ? 'old' : `${duration((now - readAt) / 1000)} old`
}

/** True while the server in use does not answer: whatever it said before is old. */
export function isServerAway({ place, jobs }: Pick<AppFacts, 'place' | 'jobs'>): boolean {
  return place.api !== undefined && jobs.awaySince !== undefined
}

/** How old the figures of a server are that does not answer; '' for those that are not old. @param readAt epoch milliseconds */
export function oldText(readAt: number, app: Pick<AppFacts, 'place' | 'jobs' | 'now'>): string {
  return isServerAway(app) ? agedText(readAt, app.now) : ''
}
