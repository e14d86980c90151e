import type { KeyRow } from '../../keys.ts'

/** Keys of the Stats screen. */
export const STATS_KEYS: readonly KeyRow[] = []
