import { isSwapError, restate } from '../../core/api/errors.ts'
import type { ArgumentTable, OptionTable } from '../command.ts'
import type { Session } from '../session.ts'
import { flagName } from './flags.ts'

/** What a command declares. */
export interface Declarations {
  readonly arguments: ArgumentTable
  readonly options: OptionTable
}

/** What was typed, by the names that declare it. */
export interface Given {
  readonly args: Readonly<Record<string, unknown>>
  readonly flags: Readonly<Record<string, unknown>>
}

/** The same failure with the words of the command line where it names fields of the API: `--referral` for `referralCode`. */
export function nameWhatWasTyped(
  error: unknown,
  declared: Declarations,
  given: Given,
  { settings }: Pick<Session, 'settings'>,
): unknown {
  if (!isSwapError(error) || error.code === 'CONFIG_INVALID') return error
  const names = new Map([...settingNames(declared, settings), ...typedNames(declared, given)])
  const rename = (field = '', message: string) =>
    message.startsWith(`${field} `) ? `${names.get(field) ?? field}${message.slice(field.length)}` : message
  const message = rename(error.field, error.message)
  const errors = error.errors.map((problem) => ({ ...problem, message: rename(problem.field, problem.message) }))
  if (message === error.message && errors.length < 2) return error
  return restate(error, { message, errors })
}

/** `recipient.bitcoin` by the field that an option would fill: where it was left out, the settings of its name do. */
function settingNames({ options }: Declarations, settings: Session['settings']): [string, string][] {
  return Object.entries(options).flatMap(([name, { field = name }]) => {
    const set = [...settings].filter(([key]) => key === name || key.startsWith(`${name}.`))
    const places = set.map(([key, { origin }]) => `${key} (from ${origin})`)
    return places.length === 0 ? [] : [[field, `the setting ${places.join(' or ')}`] as [string, string]]
  })
}

/** `--referral` or `<hash>` by the field of the API that it fills. */
function typedNames({ arguments: table, options }: Declarations, { args, flags }: Given): ReadonlyMap<string, string> {
  const words = Object.entries(table).map(([name, { field = name }]) => [field, `<${name}>`, args[name]] as const)
  const choices = Object.entries(options).map(
    ([name, { field = name }]) => [field, flagName(name), flags[name]] as const,
  )
  const given = [...words, ...choices].filter(([, , value]) => value !== undefined && value !== false)
  return new Map(given.map(([field, name]) => [field, name]))
}
