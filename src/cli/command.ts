import { SwapError } from '../core/api/errors.ts'
import type { Session } from './session.ts'

/** One command: what its module exports. */
export interface Command {
  /** Positional arguments, all of which a terminal may be asked for. */
  readonly arguments?: readonly { readonly name: string; readonly description: string; readonly variadic?: boolean }[]
  readonly options?: readonly CommandOption[]
  /** Runnable lines, without the leading `swapcli`. */
  readonly examples: readonly string[]
  /** More for the help text. */
  readonly notes?: string
  /** True when it ends by itself on Ctrl-C; others are left at once. */
  readonly minds?: boolean
  /** True when it also works with settings that cannot be used: it repairs or reports them. */
  readonly repairsSettings?: boolean
  run(session: Session, args: readonly string[], flags: Flags): Promise<void>
}

export interface CommandOption {
  /** As commander takes it: `--recipient <address>`, `--exclude <keys...>`. */
  readonly flags: string
  readonly description: string
  /** Values that completion offers. */
  readonly values?: readonly string[]
}

/** Options as given. */
export interface Flags {
  /** Value of `--min-receive <amount>` by its name without the dashes. */
  text(name: string): string | undefined
  on(name: string): boolean
  /** True for `--no-wait` by the name `wait`. */
  off(name: string): boolean
  /** Values of a repeatable option, commas taken as separators. */
  list(name: string): readonly string[]
  /** Values of an option that may be repeated, as they are. */
  all(name: string): readonly string[]
  /** Value as a number. @throws USAGE unless it is a plain number within the bounds */
  number(name: string, least: number, most: number): number | undefined
}

/** @param values as commander gives them, by camel-cased name */
export function readFlags(values: Readonly<Record<string, unknown>>): Flags {
  const value = (name: string) => values[name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())]
  const text = (name: string) => {
    const found = value(name)
    return typeof found === 'string' ? found : undefined
  }
  return {
    text,
    on: (name) => value(name) === true,
    off: (name) => value(name) === false,
    list: (name) => {
      const found = value(name)
      const items: unknown[] = Array.isArray(found) ? found : found === undefined ? [] : [found]
      return items
        .flatMap((item) => (typeof item === 'string' ? item.split(',') : []))
        .map((item) => item.trim())
        .filter((item) => item !== '')
    },
    all: (name) => {
      const found = value(name)
      const items: unknown[] = Array.isArray(found) ? found : []
      return items.filter((item) => typeof item === 'string')
    },
    number: (name, least, most) => {
      const found = text(name)
      if (found === undefined) return undefined
      const number = /^[0-9]{1,16}(\.[0-9]{1,9})?$/.test(found) ? Number(found) : NaN
      if (number >= least && number <= most) return number
      throw usage(`--${name} must be a number from ${least} to ${most}`)
    },
  }
}

/** A wrong use of the command line. @param hint one runnable next step */
export function usage(message: string, hint?: string): SwapError {
  return new SwapError('USAGE', message, hint === undefined ? {} : { hint })
}
