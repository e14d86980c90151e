/** The clocks that times are shown by. */
export interface TimeZone {
  /** What a column of its times says. */
  readonly name: 'local' | 'UTC'
  /** Minutes that its clocks are ahead of UTC at a moment (epoch milliseconds). */
  readonly aheadMin: (atMs: number) => number
}

/** Coordinated universal time. */
export const UTC: TimeZone = { name: 'UTC', aheadMin: () => 0 }

/** How a person reads a moment that is given as ISO 8601 text. */
export type TimeText = (iso: string) => string

/** `2026-01-15 13:00:05 +01:00`, or `2026-01-15 12:00:05 UTC`; text that is no moment stays as it is. */
export function timeText(iso: string, zone: TimeZone): string {
  const moment = momentIn(iso, zone)
  return moment === undefined ? iso : `${moment.date} ${moment.time} ${moment.offset}`
}

/** `2026-01-15 13:00`, for columns whose header names the zone; text that is no moment stays as it is. */
export function minuteText(iso: string, zone: TimeZone): string {
  const moment = momentIn(iso, zone)
  return moment === undefined ? iso : `${moment.date} ${moment.time.slice(0, 5)}`
}

/**
 * The same in at most eleven columns: `01-15 13:00` in the year of `nowMs` (epoch milliseconds), the date alone in another; text
 * that is no moment is cut.
 */
export function shortTimeText(iso: string, zone: TimeZone, nowMs: number): string {
  const moment = momentIn(iso, zone)
  if (moment === undefined) return iso.slice(0, 11)
  const thisYear = clockText(nowMs, zone).slice(0, 5)
  return moment.date.startsWith(thisYear) ? `${moment.date.slice(5)} ${moment.time.slice(0, 5)}` : moment.date
}

/** Of times that are less far apart than this, in milliseconds, minutes alone would be the same. */
export const MINUTES_ALONE_MS = 10 * 60_000

/** `13:00:05 +01:00`, of a moment today; text that is no moment stays as it is. */
export function dayTimeText(iso: string, zone: TimeZone): string {
  const moment = momentIn(iso, zone)
  return moment === undefined ? iso : `${moment.time} ${moment.offset}`
}

/** `13:00:05.120`, where the day and the zone stand above; text that is no moment stays as it is. */
export function preciseTimeText(iso: string, zone: TimeZone): string {
  const moment = momentIn(iso, zone)
  return moment === undefined ? iso : `${moment.time}.${String(Date.parse(iso) % 1000).padStart(3, '0')}`
}

/** The header of a column of times: `WHEN (local)`. */
export function timeHeader(name: string, zone: TimeZone): string {
  return `${name} (${zone.name})`
}

interface Moment {
  /** YYYY-MM-DD. */
  readonly date: string
  /** HH:MM:SS. */
  readonly time: string
  readonly offset: string
}

function momentIn(iso: string, zone: TimeZone): Moment | undefined {
  const atMs = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(iso) ? Date.parse(iso) : Number.NaN
  if (Number.isNaN(atMs)) return undefined
  const text = clockText(atMs, zone)
  // Past the year 9999 the ISO text has a sign and more digits.
  if (!/^[0-9]/.test(text)) return undefined
  return { date: text.slice(0, 10), time: text.slice(11, 19), offset: offsetText(atMs, zone) }
}

/** What the clocks of the zone show, as ISO text without its offset. */
function clockText(atMs: number, { aheadMin }: TimeZone): string {
  return new Date(atMs + aheadMin(atMs) * 60_000).toISOString().slice(0, 19)
}

function offsetText(atMs: number, zone: TimeZone): string {
  if (zone.name === 'UTC') return 'UTC'
  const ahead = zone.aheadMin(atMs)
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60]
  return `${ahead < 0 ? '-' : '+'}${[hours, minutes].map((part) => String(part).padStart(2, '0')).join(':')}`
}

/** `2026-01-15`: the day of a moment in UTC, by which days are grouped and compared. @param ms epoch milliseconds */
export function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
