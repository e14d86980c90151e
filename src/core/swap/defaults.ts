/** Slippage where none is given, in basis points. */
export const DEFAULT_SLIPPAGE_BPS = 100

/** Largest slippage, in basis points: 100 %. */
export const MAX_SLIPPAGE_BPS = 10_000

/** Lifetime of a lock where none is set, in seconds. */
export const DEFAULT_LOCK_TTL_SEC = 60

/** Longest lifetime of a lock, in seconds: a day. */
export const MAX_LOCK_TTL_SEC = 86_400

/** Longest time that a command follows a swap, in seconds: a week. */
export const MAX_FOLLOW_SEC = 604_800
