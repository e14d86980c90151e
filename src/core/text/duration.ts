/** A duration for display: `45s`, `2m`, `1h5m`. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 100) return `${whole}s`
  const minutes = Math.round(whole / 60)
  if (minutes < 60) return `${minutes}m`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)}h${rest === 0 ? '' : `${rest}m`}`
}

/** Milliseconds of a day. */
export const DAY_MS = 24 * 60 * 60 * 1000
