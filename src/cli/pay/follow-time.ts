import { MAX_FOLLOW_SEC } from '../../core/swap/defaults.ts'

/** How long a swap is followed, as the value of an option. */
export const FOLLOW_TIME = { kind: 'duration', value: 'seconds', min: 0, max: MAX_FOLLOW_SEC } as const
