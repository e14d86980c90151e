import type { KeyRow } from '../../keys.ts'

/** Keys of the Settings screen. */
export const SETTINGS_KEYS: readonly KeyRow[] = []
