import type { Place } from './context.ts'
import type { AppFacts, Notice, Problem, Size } from './events.ts'
import {
  type ActivityState,
  START_ACTIVITY,
  activityMode,
  activityTakesText,
  activityTicks,
} from './screens/activity/state.ts'
import {
  type ProvidersState,
  START_PROVIDERS,
  providersMode,
  providersTakesText,
  providersTicks,
} from './screens/providers/state.ts'
import { type ReviewState, START_REVIEW, reviewMode, reviewTakesText, reviewTicks } from './screens/review/state.ts'
import {
  type SettingsState,
  START_SETTINGS,
  settingsMode,
  settingsTakesText,
  settingsTicks,
} from './screens/settings/state.ts'
import { START_STATS, type StatsState, statsMode, statsTakesText, statsTicks } from './screens/stats/state.ts'
import { START_SWAP, type SwapState, swapMode, swapTakesText, swapTicks } from './screens/swap/state.ts'

/** Smallest terminal that the screens are drawn on. */
export const LEAST_SIZE: Size = { columns: 80, rows: 24 }

/** Everything that is on the screens; what is drawn is a function of it. */
export interface State extends AppFacts {
  /** First line of the help that is shown; undefined while it is not. */
  readonly help: number | undefined
  readonly notice: Notice | undefined
  /** Why the service could not be opened. */
  readonly problem: Problem | undefined
  readonly swap: SwapState
  readonly review: ReviewState
  readonly activity: ActivityState
  readonly providers: ProvidersState
  readonly stats: StatsState
  readonly settingsScreen: SettingsState
}

/** The state of the first frame: nothing is open yet. */
export function startState(parts: {
  readonly now: number
  readonly size: Size
  readonly place: Place
  readonly settings: Readonly<Record<string, string>>
}): State {
  return {
    ...parts,
    ready: false,
    tab: 'swap',
    help: undefined,
    notice: undefined,
    problem: undefined,
    swap: START_SWAP,
    review: START_REVIEW,
    activity: START_ACTIVITY,
    providers: START_PROVIDERS,
    stats: START_STATS,
    settingsScreen: START_SETTINGS,
  }
}

/** What screens may know of the app. */
export function factsOf({ tab, now, size, place, ready, settings }: State): AppFacts {
  return { tab, now, size, place, ready, settings }
}

/** True when the terminal is too small to draw on. */
export function isTooSmall({ size }: State): boolean {
  return size.columns < LEAST_SIZE.columns || size.rows < LEAST_SIZE.rows
}

/** What the visible screen says about keys and time. */
export interface Focus {
  /** Which keys of the table apply. */
  readonly mode: string
  /** True while a text field has the focus. */
  readonly takesText: boolean
  /** True while something on it counts seconds. */
  readonly ticks: boolean
}

/** What the visible screen says about keys and time. */
export function focusOf(state: State): Focus {
  const app = factsOf(state)
  switch (state.tab) {
    case 'swap':
      return focus(swapMode(state.swap), swapTakesText(state.swap), swapTicks(state.swap, app))
    case 'review':
      return focus(reviewMode(state.review), reviewTakesText(state.review), reviewTicks(state.review, app))
    case 'activity':
      return focus(activityMode(state.activity), activityTakesText(state.activity), activityTicks(state.activity, app))
    case 'providers':
      return focus(
        providersMode(state.providers),
        providersTakesText(state.providers),
        providersTicks(state.providers, app),
      )
    case 'stats':
      return focus(statsMode(state.stats), statsTakesText(state.stats), statsTicks(state.stats, app))
    case 'settings': {
      const screen = state.settingsScreen
      return focus(settingsMode(screen), settingsTakesText(screen), settingsTicks(screen, app))
    }
  }
}

function focus(mode: string, takesText: boolean, ticks: boolean): Focus {
  return { mode, takesText, ticks }
}
