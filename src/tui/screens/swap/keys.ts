import type { KeyRow } from '../../keys.ts'

/** Keys of the Swap screen. */
export const SWAP_KEYS: readonly KeyRow[] = []
