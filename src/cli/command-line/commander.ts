import { Argument, Command as Commander, Option } from 'commander'
import { oneOf } from '../../core/text/one-of.ts'
import type { ArgumentSpec, ArgumentTable, OptionSpec, OptionTable } from '../command.ts'
import { flagName, negate } from './flags.ts'

/** Gives commander the options of a table. Their values stay text: readFlags checks them. */
export function addOptions(target: Commander, options: OptionTable): void {
  for (const [name, option] of Object.entries(options))
    for (const made of optionsOf(name, option)) target.addOption(made)
}

/** Gives commander positional arguments, none of which it requires: readArguments asks for what is missing. */
export function addArguments(target: Commander, table: ArgumentTable): void {
  for (const [name, argument] of Object.entries(table)) {
    target.addArgument(new Argument(argument.many === true ? `[${name}...]` : `[${name}]`, describe(argument)))
  }
}

/** An option as its help shows it: its flags and what it does. */
export function describeOption(name: string, option: OptionSpec): readonly (readonly [string, string])[] {
  return optionsOf(name, option).map(({ flags, description }) => [flags, description] as const)
}

function optionsOf(name: string, option: OptionSpec): Option[] {
  const flag = flagName(name)
  const makeOption = (flags: string, description = option.description) =>
    new Option(flags, description).helpGroup(`${option.group ?? 'Options'}:`)
  switch (option.kind) {
    case 'switch':
      return [makeOption(flag)]
    case 'negatable':
      return [makeOption(negate(flag))]
    case 'on-off':
      return [makeOption(flag), makeOption(negate(flag), option.offDescription)]
    case 'list':
      return [
        makeOption(`${flag} <${option.value}>`, describeList(option)).argParser(
          (text: string, before: readonly string[] | undefined) => [...(before ?? []), text],
        ),
      ]
    default:
      return [
        makeOption(
          option.alone === undefined ? `${flag} <${option.value}>` : `${flag} [${option.value}]`,
          describe(option),
        ),
      ]
  }
}

type Described = ArgumentSpec | Exclude<OptionSpec, { kind: 'switch' | 'negatable' | 'on-off' | 'list' }>

/** What a value is for, with its choices or range, and its default. */
function describe(spec: Described): string {
  const preset = 'value' in spec ? (spec.defaultText ?? spec.default ?? spec.alone) : undefined
  const facts = [valuesOf(spec), preset === undefined ? '' : `default ${preset}`].filter((fact) => fact !== '')
  return facts.length === 0 ? spec.description : `${spec.description} (${facts.join('; ')})`
}

function describeList({ description, of, commas }: Extract<OptionSpec, { kind: 'list' }>): string {
  const values = of.kind === 'choice' ? [oneOf(of.choices)] : []
  const repeats = commas === false ? [] : ['may be repeated']
  const facts = [...values, ...repeats]
  return facts.length === 0 ? description : `${description} (${facts.join('; ')})`
}

function valuesOf(spec: Described): string {
  switch (spec.kind) {
    case 'choice':
      return oneOf(spec.choices)
    case 'number':
    case 'percent':
    case 'duration':
      return `${spec.min} to ${spec.max}`
    case 'basisPoints':
      return `0 to ${spec.max}`
    default:
      return ''
  }
}
