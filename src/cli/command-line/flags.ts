import type { FlagsOf, OptionSpec, OptionTable } from '../command.ts'
import { usage } from '../usage.ts'
import { readValue, type Value, writeValue } from './values.ts'

/**
 * Reads the options of a table. @param values as commander gives them, by camel-cased name
 * @throws USAGE, or the code that the declaration names
 */
export function readFlags<O extends OptionTable>(options: O, values: Readonly<Record<string, unknown>>): FlagsOf<O> {
  const read = Object.entries(options).map(([name, option]) => [name, readFlag(flagName(name), option, values[name])])
  // Each property was read by the declaration that types it.
  return Object.fromEntries(read) as FlagsOf<O>
}

type Flag = Value | boolean | readonly Value[] | undefined

function readFlag(name: string, option: OptionSpec, given: unknown): Flag {
  switch (option.kind) {
    case 'switch':
      return given === true
    case 'negatable':
      return given !== false
    case 'on-off':
      return typeof given === 'boolean' ? given : undefined
    case 'list': {
      const texts = (Array.isArray(given) ? given : [given]).filter((text) => typeof text === 'string')
      const items = option.commas === false ? texts : texts.flatMap(itemsOf)
      if (items.includes(''))
        throw usage(texts.every(isBlank) ? `${name} needs a value` : `${name} has an empty value between its commas`)
      return items.map((item) => readValue(name, option.of, item))
    }
    default:
      if (given === true) return option.alone
      return typeof given === 'string' ? readValue(name, option, given) : option.default
  }
}

/** Items that commas separate. */
function itemsOf(text: string): string[] {
  return text.split(',').map((item) => item.trim())
}

function isBlank(text: string): boolean {
  return itemsOf(text).every((item) => item === '')
}

/** `minReceive` as `--min-receive`. */
export function flagName(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** The words that give these options again, in the order of their declaration; without those for one time only. */
export function flagWords<O extends OptionTable>(options: O, flags: FlagsOf<NoInfer<O>>): string[] {
  const given: Readonly<Record<string, Flag>> = flags
  return Object.entries(options).flatMap(([name, option]) =>
    option.once === true ? [] : wordsOf(flagName(name), option, given[name]),
  )
}

function wordsOf(name: string, option: OptionSpec, value: Flag): string[] {
  if (option.kind === 'switch') return value === true ? [name] : []
  if (option.kind === 'negatable') return value === false ? [negate(name)] : []
  if (option.kind === 'on-off') return value === undefined ? [] : [value === true ? name : negate(name)]
  if (option.kind === 'list') {
    const items = Array.isArray(value) ? value.map((item: Value) => writeValue(option.of, item)) : []
    return option.commas === false
      ? items.flatMap((item) => [name, item])
      : items.length === 0
        ? []
        : [name, items.join(',')]
  }
  if (value === undefined || typeof value === 'boolean' || typeof value === 'object' || value === option.default)
    return []
  return [name, writeValue(option, value)]
}

/** `--wait` as `--no-wait`. */
export function negate(name: string): string {
  return name.replace(/^--/, '--no-')
}

/** What was given of some options, by the names that declare them. */
type GivenFlags = Readonly<Record<string, unknown>>

function givenNames(given: GivenFlags): string[] {
  return Object.entries(given).flatMap(([name, value]) =>
    value === undefined || value === false ? [] : [flagName(name)],
  )
}

/** @throws USAGE when more than one of the options is given */
export function refuseTogether(given: GivenFlags): void {
  const names = givenNames(given)
  if (names.length > 1) throw usage(`${names.slice(0, 2).join(' and ')} contradict each other`)
}

/**
 * The user may rely on an option that has no effect. @param where `to a private key`
 * @throws USAGE when one of the options is given
 */
export function refuseIdle(given: GivenFlags, where: string, hint: string): void {
  const [name] = givenNames(given)
  if (name !== undefined) throw usage(`${name} does not apply ${where}`, hint)
}
