import { type TimeZone, UTC } from '../../../core/text/times.ts'
import { readSetting } from '../../../io/index.ts'
import type { AppFacts } from '../../events.ts'

/** The clocks that the screens show times by. */
export function zoneOf({ place, settings }: Pick<AppFacts, 'place' | 'settings'>): TimeZone {
  return readSetting('times', settings.times) === 'utc' ? UTC : (place.zone ?? UTC)
}
