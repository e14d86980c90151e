/** Slippage where none is given, in basis points. */
export const DEFAULT_SLIPPAGE_BPS = 100

/** Largest slippage, in basis points: 100 %. */
export const MAX_SLIPPAGE_BPS = 10_000

/** How long a quote waits while there is no route, in seconds, where nothing is set. */
export const QUOTE_DEADLINE_SEC = 15

/** The longest such time that can be set, in seconds. */
export const MAX_QUOTE_DEADLINE_SEC = 120

/** How long a quote waits for the other providers once there are routes, from its start, in milliseconds. */
export const ROUTES_DEADLINE_MS = 8_000

/** Longest time for one provider to prepare a payment or to report a status, and the shortest that it gets to lock, in milliseconds. */
export const ACTION_DEADLINE_MS = 14_000

/** The part of a call's time after which a silent host or node is given up where another one can be asked: the rest has to do for two more. */
export const HOST_SHARE = 1 / 3

/** Requests a minute from one client of a server that is not on loopback, where no limit is given. */
export const DEFAULT_RATE_LIMIT = 120

/** Lifetime of a lock where none is set, in seconds. */
export const DEFAULT_LOCK_TTL_SEC = 60

/** Longest lifetime of a lock, in seconds: a day. */
export const MAX_LOCK_TTL_SEC = 86_400

/** How long a quoted route is stored for a lock, in milliseconds. */
export const KEEP_ROUTE_MS = 15 * 60 * 1000

/** The longest time that can be set for which what was agreed to unattended holds, in minutes: a day. */
export const MOST_RESUME_WITHIN_MIN = 1_440

/** How long a lock that nobody used is stored after it ran out, in days, where none is set. */
export const KEEP_LOCKS_DAYS = 7

/** How long events are stored, in days, where none is set. */
export const KEEP_EVENTS_DAYS = 365

/** How long rates of quotes are stored, in days, where none is set. */
export const KEEP_RATES_DAYS = 30

/** Longest time that rows are stored by a setting, in days: a hundred years. */
export const MOST_KEPT_DAYS = 36_500

/** Longest time that a command follows a swap, in seconds: a week. */
export const MAX_FOLLOW_SEC = 604_800
