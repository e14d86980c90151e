import type { KeyRow } from '../../keys.ts'

/** Keys of the Review screen. */
export const REVIEW_KEYS: readonly KeyRow[] = []
