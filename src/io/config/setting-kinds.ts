import { readBps } from '../../core/money/basis-points.ts'
import { oneOf } from '../../core/text/one-of.ts'

/** When a new value takes effect. */
type TakesEffect =
  | 'at once'
  | 'with the next quote'
  | 'with the next payment'
  | 'with the next connection'
  /** The screens reopen it by themselves. */
  | 'when the service opens'
  | 'at the next start'

/** Groups of settings, as the Settings screen shows them. */
export type SettingGroup =
  | 'Network'
  | 'Swaps'
  | 'Wallet'
  | 'Address book'
  | 'Own addresses'
  | 'RPCs'
  | 'Look'
  | 'Notices'
  | 'Sandbox'
  | 'Store'
  | 'Providers'

/** The members of a setting besides its values. */
interface SettingFacts {
  readonly group: SettingGroup
  /** What follows the key and a dot, for a setting with several values: `recipient.bitcoin`. */
  readonly suffix?: 'chain' | 'chain or family' | 'name' | 'action'
  readonly takesEffect: TakesEffect
  /** True for a setting that must never be printed. @default false */
  readonly secret?: boolean
  /** One sentence without a full stop. */
  readonly description: string
  readonly example: string
}

/** A setting with a fixed set of values. */
interface ChoiceSetting<V extends string = string> extends SettingFacts {
  readonly kind: 'choice'
  readonly choices: readonly V[]
  readonly default: V
}

/** A setting that is a number. */
interface NumberSetting extends SettingFacts {
  readonly kind: 'number'
  readonly isWhole: boolean
  readonly least: number
  readonly most: number
  /** As in `50 basis points`; undefined without a unit. */
  readonly unit?: string
  readonly default: number
}

/** A setting in basis points, which may be written as a percentage too. */
interface BasisPointsSetting extends SettingFacts {
  readonly kind: 'basisPoints'
  readonly most: number
  readonly default: number
}

/** A setting that is a text. */
interface TextSetting<D extends string | undefined = string | undefined> extends SettingFacts {
  readonly kind: 'text'
  readonly fits: (text: string) => boolean
  /** What the text must be, as a predicate: `must be …`. */
  readonly must: string
  readonly unit?: string
  /** Undefined when there is no default. */
  readonly default: D
}

/** A setting. */
export type SettingRow = ChoiceSetting | NumberSetting | BasisPointsSetting | TextSetting

/** The type of a setting's value. */
export type SettingValue<R> =
  R extends ChoiceSetting<infer V>
    ? V
    : R extends NumberSetting | BasisPointsSetting
      ? number
      : R extends TextSetting<infer D>
        ? D extends string
          ? string
          : string | undefined
        : never

/** Why a value is invalid, as a predicate without the value; undefined when it is valid. */
export function valueProblem(row: SettingRow, value: unknown): string | undefined {
  if (typeof value === 'string' && fits(row, value)) return undefined
  switch (row.kind) {
    case 'choice':
      return `must be ${oneOf(row.choices)}`
    case 'number':
      return `must be a ${row.isWhole ? 'whole number' : 'number'}${row.unit === undefined ? '' : ` of ${row.unit}`} from ${row.least} to ${row.most}`
    case 'basisPoints': {
      const read = readBps(typeof value === 'string' ? value : '', row.most)
      return read.ok ? undefined : read.problem
    }
    case 'text':
      return row.must
  }
}

function fits(row: SettingRow, text: string): boolean {
  switch (row.kind) {
    case 'choice':
      return row.choices.includes(text)
    case 'number':
      return (
        (row.isWhole ? /^[0-9]{1,16}$/ : /^[0-9]{1,7}(\.[0-9]{1,6})?$/).test(text) &&
        Number(text) >= row.least &&
        Number(text) <= row.most
      )
    case 'basisPoints':
      return readBps(text, row.most).ok
    case 'text':
      return row.fits(text)
  }
}

/** The default of a setting as a user would write it; undefined when there is none. */
export function defaultText(row: SettingRow): string | undefined {
  return row.default === undefined ? undefined : String(row.default)
}
