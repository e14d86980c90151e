import type { Clock } from './ports.ts'

/** Milliseconds from an unknown start that no change of the clock moves: for durations that this process measures. */
export function monotonicMs(clock: Pick<Clock, 'now' | 'monotonicMs'>): number {
  return clock.monotonicMs?.() ?? clock.now()
}
