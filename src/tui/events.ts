import type { Network } from '../core/api/enums.ts'
import type { KeyRules } from './bindings.ts'
import type { Bindings } from './bound-rows.ts'
import type { KnownSetting, SettingKey, SettingsByKey } from '../io/index.ts'
import type { Place } from './context.ts'
import type { PaneName } from './desk/places.ts'
import type { JobEvent, Jobs, Message } from './jobs/jobs.ts'
import type { Edit } from './kit/text/line-edit.ts'
import type { Spot } from './kit/text/rows.ts'
import type { Problem } from './problem.ts'
import type { Remembered } from './remembered.ts'
import type { ScreenName } from './screens.ts'
import type { PressArrival, KeyPress, MousePress } from './terminal/key-decoder.ts'
import type { TerminalForms } from './terminal/terminal-forms.ts'

/** What stands at a cell of the terminal. */
export interface Pointed {
  /** Name of the screen that is drawn there; undefined for the lines around it. */
  readonly screen: string | undefined
  readonly spot: Spot | undefined
  /** Rows from the marked one of its list to it; undefined where none is marked. */
  readonly by: number | undefined
}

/** Size of the terminal in cells. */
export interface Size {
  readonly columns: number
  readonly rows: number
}

/** One line above the footer. */
export interface Notice {
  readonly tone: 'info' | 'good' | 'bad'
  /** Clean text. */
  readonly text: string
}

/** What a screen may know about the app. */
export interface AppFacts {
  /** True for the screen whose tab is shown. */
  readonly isVisible: boolean
  /** True for the screen that has the keys. */
  readonly hasKeys: boolean
  /** True for the screen that the user sees, or sees a pane of. */
  readonly isSeen: boolean
  /** Cells of the panes that are shown, by name, without their titles. */
  readonly panes: Readonly<Partial<Record<PaneName, Size>>>
  /** Epoch milliseconds of the last event: what is drawn with it is drawn anew every second. */
  readonly now: number
  /** Epoch milliseconds at which its quarter of an hour began, for what goes by days and years of any clock. */
  readonly quarter: number
  readonly size: Size
  readonly place: Place
  /** True once the service is open. */
  readonly ready: boolean
  /** Settings in force by key. */
  readonly settings: SettingsByKey
  /** Keys of actions that have others than the usual ones. */
  readonly bindings: Bindings
  /** What settings of keys are checked by. */
  readonly keyRules: KeyRules
  /** What this process has in hand. */
  readonly jobs: Jobs
  /** What the screens remember of earlier times; undefined where nothing is kept. */
  readonly remembered: Remembered | undefined
}

/** How the screens are left. */
export type LeaveReason = 'quit' | 'interrupted' | 'reopen'

/** Events of the app itself, with the names N of its screens. */
export type AppEvent<N extends string = ScreenName> =
  | { readonly on: 'app'; readonly type: 'started' }
  /** A key, and the question that could be read when it was pressed: `asked` of the focus. */
  | {
      readonly on: 'app'
      readonly type: 'key'
      readonly press: KeyPress
      /** How it came. @default 'alone' */
      readonly arrival?: PressArrival
      readonly asked?: string | undefined
    }
  /** The mouse, what stood where it was pressed, and the question that could be read then. */
  | {
      readonly on: 'app'
      readonly type: 'mouse'
      readonly name: MousePress['name']
      readonly pointed: Pointed
      readonly asked?: string | undefined
    }
  | { readonly on: 'app'; readonly type: 'resized'; readonly size: Size }
  /** The terminal has said which one it is. */
  | { readonly on: 'app'; readonly type: 'terminal'; readonly forms: TerminalForms }
  | { readonly on: 'app'; readonly type: 'tick' }
  | { readonly on: 'app'; readonly type: 'opened' }
  | { readonly on: 'app'; readonly type: 'open-failed'; readonly problem: Problem }
  /** The server in use said what it is. */
  | { readonly on: 'app'; readonly type: 'network'; readonly network: Network }
  /** Shows a screen. */
  | { readonly on: 'app'; readonly type: 'go'; readonly tab: N }
  | { readonly on: 'app'; readonly type: 'notice'; readonly notice: Notice }
  | JobEvent
  | { readonly on: 'app'; readonly type: 'remember'; readonly remembered: Remembered }
  /** The settings were read again: all that are in force. */
  | { readonly on: 'app'; readonly type: 'settings'; readonly values: SettingsByKey }
  /** They cannot be read: those that were in force stay. @param text why, clean */
  | { readonly on: 'app'; readonly type: 'settings-unread'; readonly text: string }
  | { readonly on: 'app'; readonly type: 'saved'; readonly key: SettingKey; readonly value: string | undefined }

/** An event or an effect of a screen, in its envelope: the name of the screen, and what kind it is. */
export interface Addressed<N extends string = string> {
  readonly on: N
  readonly type: string
}

/** The events, or the effects, of one screen: the fields of each kind, in the envelope of the screen. */
export type AddressedTo<N extends string, Kinds> = {
  [T in keyof Kinds & string]: Addressed<N> & { readonly type: T } & Readonly<Kinds[T]>
}[keyof Kinds & string]

/** No fields. */
export type None = Record<never, never>

/** All events. Those of a screen are known to that screen only. */
export type Event<N extends string = ScreenName> = AppEvent<N> | Addressed<N>

/** What the app tells a screen; `tick`, `opened` and `settings-changed` reach every screen, the others the visible one. */
export type ScreenInput<A extends string> =
  /** A key of the screen's key table, by its action. */
  | { readonly on: 'input'; readonly type: 'action'; readonly action: A }
  /** An edit of the text field that has the focus, while `takesText` of the screen says that one has it. */
  | { readonly on: 'input'; readonly type: 'edit'; readonly edit: Edit }
  | { readonly on: 'input'; readonly type: 'tick' }
  /** The service is open. */
  | { readonly on: 'input'; readonly type: 'opened' }
  /** The screen became the visible one, or one of its panes is seen now. */
  | { readonly on: 'input'; readonly type: 'shown' }
  /** Another screen becomes the visible one. */
  | { readonly on: 'input'; readonly type: 'left' }
  /** Settings of these keys have new values. */
  | { readonly on: 'input'; readonly type: 'settings-changed'; readonly keys: readonly SettingKey[] }

/** What the app itself does outside. */
export type AppEffect =
  | { readonly on: 'app'; readonly type: 'open' }
  /** Asks the server in use what it is. */
  | { readonly on: 'app'; readonly type: 'ask-network' }
  /** Sends an event to the app or to a screen. */
  | { readonly on: 'app'; readonly type: 'send'; readonly event: Event }
  /** Puts text on the clipboard: by a program of this machine, else by the terminal. */
  | { readonly on: 'app'; readonly type: 'copy'; readonly text: string; readonly what: string }
  /** Tells a user who looks elsewhere of something, in the form that the terminal has. */
  | { readonly on: 'app'; readonly type: 'announce'; readonly message: Message }
  /** Keeps a setting that is in force already; undefined removes it. */
  | {
      readonly on: 'app'
      readonly type: 'keep-setting'
      readonly key: KnownSetting['key']
      readonly value: string | undefined
    }
  /** Keeps what is remembered already. */
  | { readonly on: 'app'; readonly type: 'keep-remembered'; readonly remembered: Remembered }
  /** Stops the process until the user brings it back. */
  /** Draws the last frame anew, whatever stands on the terminal. */
  | { readonly on: 'app'; readonly type: 'redraw' }
  | { readonly on: 'app'; readonly type: 'suspend' }
  | { readonly on: 'app'; readonly type: 'leave'; readonly how: LeaveReason }

/** Everything that update functions ask for, as data. */
export type Effect = AppEffect | Addressed

/** What an update function returns: the state after, and what to do outside. */
export interface Step<S, F extends Effect = Effect> {
  readonly state: S
  readonly effects: readonly F[]
}

/** The state after, and the effects that are wanted. */
export function step<S, const L extends readonly Effect[]>(state: S, ...effects: L): Step<S, L[number]> {
  return { state, effects }
}

/** A line for the user above the footer. @param text clean */
export function noticeEvent(tone: Notice['tone'], text: string): AppEvent {
  return { on: 'app', type: 'notice', notice: { tone, text } }
}

/** Shows the user a line above the footer. @param text clean */
export function notify(tone: Notice['tone'], text: string): AppEffect {
  return { on: 'app', type: 'send', event: noticeEvent(tone, text) }
}
