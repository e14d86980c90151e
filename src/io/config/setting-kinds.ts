/** When a new value takes effect. */
export type TakesEffect =
  | 'at once'
  | 'with the next quote'
  | 'with the next payment'
  | 'with the next connection'
  /** The screens open it again by themselves. */
  | 'when the service opens'
  | 'at the next start'

/** Groups of settings, as the Settings screen shows them. */
export type SettingGroup =
  'Network' | 'Swaps' | 'Wallet' | 'Address book' | 'Own addresses' | 'RPCs' | 'Look' | 'Sandbox' | 'Providers'

/** What is known of a setting besides its values. */
export interface SettingFacts {
  readonly group: SettingGroup
  /** What follows the key after a point, for a setting with many values: `recipient.bitcoin`. */
  readonly suffix?: 'chain' | 'chain or family' | 'name'
  readonly takesEffect: TakesEffect
  /** True for what must never be printed. @default false */
  readonly secret?: boolean
  /** One sentence without its end. */
  readonly description: string
  readonly example: string
}

/** A setting with a few values. */
export interface ChoiceSetting<V extends string = string> extends SettingFacts {
  readonly kind: 'choice'
  readonly choices: readonly V[]
  readonly default: V
}

/** A setting that is a number. */
export interface NumberSetting extends SettingFacts {
  readonly kind: 'number'
  readonly isWhole: boolean
  readonly least: number
  readonly most: number
  /** As in `50 basis points`; undefined for a bare number. */
  readonly unit?: string
  readonly default: number
}

/** A setting that is a text. */
export interface TextSetting<D extends string | undefined = string | undefined> extends SettingFacts {
  readonly kind: 'text'
  readonly fits: (text: string) => boolean
  /** What the text must be, as the end of a sentence: `must be …`. */
  readonly must: string
  readonly unit?: string
  /** Undefined where nothing holds when it is not set. */
  readonly default: D
}

/** A setting. */
export type SettingRow = ChoiceSetting | NumberSetting | TextSetting

/** What a setting is when it is read. */
export type SettingValue<R> =
  R extends ChoiceSetting<infer V>
    ? V
    : R extends NumberSetting
      ? number
      : R extends TextSetting<infer D>
        ? D extends string
          ? string
          : string | undefined
        : never

/** Why a value does not fit, as the end of a sentence without the value; undefined when it fits. */
export function valueProblem(row: SettingRow, value: unknown): string | undefined {
  if (typeof value === 'string' && fits(row, value)) return undefined
  switch (row.kind) {
    case 'choice':
      return `must be ${listOf(row.choices)}`
    case 'number':
      return `must be a ${row.isWhole ? 'whole number' : 'number'}${row.unit === undefined ? '' : ` of ${row.unit}`} from ${row.least} to ${row.most}`
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
    case 'text':
      return row.fits(text)
  }
}

/** What holds where a setting is not set, as it would be written; undefined for nothing. */
export function defaultText(row: SettingRow): string | undefined {
  return row.default === undefined ? undefined : String(row.default)
}

/** `a, b or c`. */
function listOf(values: readonly string[]): string {
  return values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
}
