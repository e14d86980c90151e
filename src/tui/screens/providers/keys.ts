import type { KeyRow } from '../../keys.ts'

/** Keys of the Providers screen. */
export const PROVIDERS_KEYS: readonly KeyRow[] = []
