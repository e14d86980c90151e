/** Longest duration that is written out, in seconds: 999 hours. Who states more means nothing by it. */
const MOST_SEC = 999 * 3600

/** A duration for display: `45s`, `2m`, `1h5m`; `>999h` for more. */
export function duration(seconds: number): string {
  if (seconds > MOST_SEC) return '>999h'
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 100) return `${whole}s`
  const minutes = Math.round(whole / 60)
  if (minutes < 60) return `${minutes}m`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)}h${rest === 0 ? '' : `${rest}m`}`
}

/** A duration that is counted, for display: as `duration`, but it never stands still within an hour: `45s`, `99s`, `1m47s`. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 100 || whole >= 3600) return duration(seconds)
  const rest = whole % 60
  return `${Math.floor(whole / 60)}m${rest === 0 ? '' : `${rest}s`}`
}

/** Milliseconds of a day. */
export const DAY_MS = 24 * 60 * 60 * 1000

/** How long a lock still holds, for a clock: `48s`, `5m`. None holds for longer than a day, whatever a server says: `>1 day`. */
export function lockLeftText(leftMs: number): string {
  return leftMs > DAY_MS ? '>1 day' : duration(Math.ceil(leftMs / 1000))
}
