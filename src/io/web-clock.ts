import type { Clock } from '../core/ports.ts'
import { timers } from './timers.ts'

/** The clock of the platform, with nothing of Node: what waits there is not held up by other work of a server. */
export const webClock: Clock = { now: () => Date.now(), monotonicMs: () => Math.floor(performance.now()), ...timers }
