import type { SettingsByKey } from '../io/index.ts'
import { keyRules, keySettings, NO_BINDINGS } from './bindings.ts'
import type { KeyAction } from './key-actions.ts'
import type { AppEffect, AppEvent } from './events.ts'
import type { EffectOf, EventOf, NameOf } from './screen.ts'
import { activityScreen } from './screens/activity/screen.ts'
import { balancesScreen } from './screens/balances/screen.ts'
import { providersScreen } from './screens/providers/screen.ts'
import { reviewScreen } from './screens/review/screen.ts'
import { settingsScreen } from './screens/settings/screen.ts'
import { statsScreen } from './screens/stats/screen.ts'
import { swapScreen } from './screens/swap/screen.ts'
import { watchScreen } from './screens/watch/screen.ts'
import type { State } from './state.ts'

/** The screens of the program, in the order of their tabs. */
export const SCREENS = [
  swapScreen,
  reviewScreen,
  activityScreen,
  providersScreen,
  statsScreen,
  settingsScreen,
  balancesScreen,
  watchScreen,
] as const

/** The name of a screen. */
export type ScreenName = NameOf<typeof SCREENS>

/** An event of the program. */
export type ProgramEvent = AppEvent | EventOf<typeof SCREENS>

/** An effect of the program. */
export type ProgramEffect = AppEffect | EffectOf<typeof SCREENS>

/** The state of the program. */
export type AppState = State<typeof SCREENS>

/** Why the keys that settings name do not count, all of them; undefined where they do. */
export function keysProblem(settings: SettingsByKey): string | undefined {
  return keyRules(SCREENS, NO_BINDINGS).problem(settings)
}

/** Why a setting of keys has to stay; undefined where it may go, as each may while they do not count. */
export function keysProblemWithout(settings: SettingsByKey, key: string): string | undefined {
  return keyRules(SCREENS, NO_BINDINGS).problemWithout(settings, key)
}

/** Everything that a key may be set for, with the keys that settings name. */
export function keyActionsBy(settings: SettingsByKey): readonly KeyAction[] {
  return keyRules(SCREENS, keySettings(SCREENS, settings).bindings).actions()
}
