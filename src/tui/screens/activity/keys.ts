import type { KeyRow } from '../../keys.ts'

/** Keys of the Activity screen. */
export const ACTIVITY_KEYS: readonly KeyRow[] = []
