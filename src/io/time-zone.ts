import type { TimeZone } from '../core/text/times.ts'

/** The time zone of this machine, or of `TZ`; summer time is that of each moment. */
export const machineZone: TimeZone = {
  name: 'local',
  aheadMin: (atMs) => 0 - new Date(atMs).getTimezoneOffset(),
}
