import type { Place } from './context.ts'
import type { Edit } from './kit/text/line-edit.ts'
import type { ActivityEffect, ActivityEvent } from './screens/activity/state.ts'
import type { ProvidersEffect, ProvidersEvent } from './screens/providers/state.ts'
import type { ReviewEffect, ReviewEvent } from './screens/review/state.ts'
import type { SettingsEffect, SettingsEvent } from './screens/settings/state.ts'
import type { StatsEffect, StatsEvent } from './screens/stats/state.ts'
import type { SwapEffect, SwapEvent } from './screens/swap/state.ts'

/** The tabs, in the order of their digits. */
export const TABS = ['swap', 'review', 'activity', 'providers', 'stats', 'settings'] as const
export type Tab = (typeof TABS)[number]

/** Size of the terminal in cells. */
export interface Size {
  readonly columns: number
  readonly rows: number
}

/** A key that was pressed, or text that was pasted. */
export interface Press {
  /** `enter`, `esc`, `up`, `shift-tab`, `ctrl-u`, `ctrl-left`, `alt-b`, `paste`, or the character itself. */
  readonly name: string
  /** What it types: the character, or what was pasted; '' for keys that type nothing. */
  readonly text: string
}

/** A failure as a person is told about it; clean text. */
export interface Problem {
  readonly message: string
  /** One runnable next step. */
  readonly hint: string | undefined
}

/** One line above the footer. */
export interface Notice {
  readonly tone: 'info' | 'good' | 'bad'
  /** Clean text. */
  readonly text: string
}

/** What every screen may know about the app. */
export interface AppFacts {
  /** The visible screen. */
  readonly tab: Tab
  /** Epoch milliseconds of the last event. */
  readonly now: number
  readonly size: Size
  readonly place: Place
  /** True once the service is open. */
  readonly ready: boolean
  /** Settings in force by key. */
  readonly settings: Readonly<Record<string, string>>
}

/** What happens to the app itself. */
export type AppEvent =
  | { readonly on: 'app'; readonly type: 'started' }
  | { readonly on: 'app'; readonly type: 'key'; readonly press: Press }
  | { readonly on: 'app'; readonly type: 'resized'; readonly size: Size }
  | { readonly on: 'app'; readonly type: 'tick' }
  | { readonly on: 'app'; readonly type: 'opened' }
  | { readonly on: 'app'; readonly type: 'open-failed'; readonly problem: Problem }
  | { readonly on: 'app'; readonly type: 'go'; readonly tab: Tab }
  | { readonly on: 'app'; readonly type: 'notice'; readonly notice: Notice }
  /** The settings were read again: all that are in force. */
  | { readonly on: 'app'; readonly type: 'settings'; readonly values: Readonly<Record<string, string>> }
  | { readonly on: 'app'; readonly type: 'saved'; readonly key: string; readonly value: string | undefined }

/** What the visible screen is told by the app; `opened` and `tick` reach every screen. */
export type ScreenInput =
  /** A key of the table in keys.ts, by its action. */
  | { readonly on: 'input'; readonly type: 'action'; readonly action: string }
  /** An edit of the text field that has the focus, while `takesText` of the screen says that one has it. */
  | { readonly on: 'input'; readonly type: 'edit'; readonly edit: Edit }
  | { readonly on: 'input'; readonly type: 'tick' }
  /** The service is open. */
  | { readonly on: 'input'; readonly type: 'opened' }
  /** The screen became the visible one. */
  | { readonly on: 'input'; readonly type: 'shown' }

/** Everything that happens. */
export type Event = AppEvent | SwapEvent | ReviewEvent | ActivityEvent | ProvidersEvent | StatsEvent | SettingsEvent

/** What the app itself does outside. */
export type AppEffect =
  | { readonly on: 'app'; readonly type: 'open' }
  /** Tells the app or another screen something. */
  | { readonly on: 'app'; readonly type: 'send'; readonly event: Event }
  /** Puts text on the clipboard by OSC 52. */
  | { readonly on: 'app'; readonly type: 'copy'; readonly text: string; readonly what: string }
  /** Keeps a setting. */
  | { readonly on: 'app'; readonly type: 'save'; readonly key: string; readonly value: string | undefined }
  /** Keeps clean lines that are printed into the scrollback when the screens are left. */
  | { readonly on: 'app'; readonly type: 'record'; readonly lines: readonly string[] }
  /** Stops the process until the user brings it back. */
  | { readonly on: 'app'; readonly type: 'suspend' }
  | { readonly on: 'app'; readonly type: 'leave'; readonly how: 'quit' | 'interrupted' | 'reopen' }

/** Everything that update functions ask for, as data. */
export type Effect =
  AppEffect | SwapEffect | ReviewEffect | ActivityEffect | ProvidersEffect | StatsEffect | SettingsEffect

/** What an update function gives: the state after, and what to do outside. */
export interface Step<S> {
  readonly state: S
  readonly effects: readonly Effect[]
}

/** A step that asks for nothing. */
export function stay<S>(state: S): Step<S> {
  return { state, effects: [] }
}

/** A step that asks for effects. */
export function asking<S>(state: S, ...effects: readonly Effect[]): Step<S> {
  return { state, effects }
}

/** Tells the user something in the line above the keys. @param text clean */
export function said(tone: Notice['tone'], text: string): Effect {
  return { on: 'app', type: 'send', event: { on: 'app', type: 'notice', notice: { tone, text } } }
}
