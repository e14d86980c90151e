import type { KeyedSetting, SettingKey } from '../../../io/index.ts'
import type { AccountSummary, SettingOrigin } from '../../context.ts'
import type { AddressedTo, AppEffect, None, Step } from '../../events.ts'
import { NO_SIFTING, type Sifting } from '../../kit/find/sift.ts'
import type { Line } from '../../kit/text/line-edit.ts'
import type { SettingsMode } from './keys.ts'

/** A setting that has a key for each chain or name. */
export type Keyed = KeyedSetting

/** One value to choose from. */
export interface Option {
  /** Undefined for what holds where nothing is set. */
  readonly value: string | undefined
  readonly label: string
  readonly note: string
}

/** What is being changed. */
export type Task =
  | {
      readonly kind: 'value'
      readonly key: SettingKey
      readonly line: Line
      readonly problem: string | undefined
    }
  /** The chain or name of a new setting. */
  | {
      readonly kind: 'name'
      readonly group: Exclude<Keyed, 'keys'>
      readonly line: Line
      readonly problem: string | undefined
    }
  /** The action of new keys: what is typed finds it. */
  | {
      readonly kind: 'action'
      readonly line: Line
      /** Index of the marked one among those that were found. */
      readonly selected: number
      readonly problem: string | undefined
    }
  | {
      readonly kind: 'choice'
      readonly key: SettingKey
      readonly options: readonly Option[]
      readonly selected: number
    }
  /** Is this really to be done? */
  | { readonly kind: 'ask'; readonly key: SettingKey; readonly value: string | undefined; readonly question: string }

/** What the Settings screen shows. */
export interface SettingsState {
  /** Where each setting in force comes from, by key. */
  readonly origins: Readonly<Record<string, SettingOrigin>>
  /** Undefined where there can be none, or before they are read. */
  readonly accounts: readonly AccountSummary[] | undefined
  readonly sifting: Sifting
  /** Name of the marked row; '' for the first one. */
  readonly marked: string
  readonly task: Task | undefined
  /** True while something is checked or kept. */
  readonly busy: boolean
}

/** What happens to the Settings screen. All text in it is clean. */
interface SettingsEvents {
  facts: { origins: Readonly<Record<string, SettingOrigin>>; accounts: readonly AccountSummary[] | undefined }
  /** A setting was looked for elsewhere: it is marked. */
  wanted: { key: SettingKey }
  /** A new setting has a name that holds. */
  named: { key: SettingKey }
  /** A name or value does not hold, or could not be kept; `text` says why. */
  refused: { text: string }
  /** A value is kept. @param note what to know about it; '' for nothing */
  kept: {
    key: SettingKey
    /** False where it was removed. */
    isSet: boolean
    note: string
  }
}
export type SettingsEvent = AddressedTo<'settings', SettingsEvents>

/** What the Settings screen asks for. */
export interface SettingsEffects {
  load: None
  /** Finds out which chain a text means. */
  name: { group: Exclude<Keyed, 'keys' | 'contact'>; text: string }
  /** Checks and keeps a value; undefined removes it. */
  keep: { key: SettingKey; value: string | undefined }
  /** Gives up what is being checked: nothing is kept. */
  leave: None
}
export type SettingsEffect = AddressedTo<'settings', SettingsEffects>

/** What its update functions return. */
export type SettingsStep = Step<SettingsState, SettingsEffect | AppEffect>

/** The screen before anything is known. */
export const START_SETTINGS: SettingsState = {
  origins: {},
  accounts: undefined,
  sifting: NO_SIFTING,
  marked: '',
  task: undefined,
  busy: false,
}

/** Which keys of the table apply. */
export function settingsMode({ task, sifting }: SettingsState): SettingsMode {
  switch (task?.kind) {
    case undefined:
      return sifting.line === undefined ? 'list' : 'filter'
    case 'value':
    case 'name':
      return 'edit'
    case 'action':
      return 'action'
    case 'choice':
      return 'choice'
    case 'ask':
      return 'ask'
  }
}
