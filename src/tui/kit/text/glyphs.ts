import type { ChartGlyphs } from '../../../core/rates/chart.ts'
import { readSetting } from '../../../io/index.ts'
import type { AppFacts } from '../../events.ts'

/** What the screens draw with: what the settings say, else what the terminal has. */
export function glyphsOf({ settings, place }: Pick<AppFacts, 'settings' | 'place'>): ChartGlyphs {
  const set = readSetting('charts', settings.charts)
  return set === 'auto' ? (place.charts ?? 'braille') : set
}
