import { askArgument, type Asker } from '../prompts.ts'
import type { ArgumentsOf, ArgumentSpec, ArgumentTable } from '../command.ts'
import { usage } from '../usage.ts'
import { readValue, type Value } from './values.ts'

/**
 * Reads positional arguments, and asks a person for the required ones that are missing. @param command its words: `wallet use`
 * @throws USAGE, or the code that the declaration names
 */
export async function readArguments<A extends ArgumentTable>(
  asker: Asker,
  command: string,
  table: A,
  words: readonly string[],
): Promise<ArgumentsOf<A>> {
  const read: [string, Value | readonly Value[] | undefined][] = []
  let at = 0
  for (const [name, argument] of Object.entries(table)) {
    if (argument.many === true) {
      const rest = words.slice(at)
      if (argument.required === true && rest.length === 0) throw missingArgument(name, argument)
      read.push([name, rest.map((word) => readValue(`<${name}>`, argument, word))])
      at = words.length
      continue
    }
    const word = await wordOf(asker, name, argument, words[at])
    read.push([name, word === undefined ? undefined : readValue(`<${name}>`, argument, word)])
    at += 1
  }
  if (words.length > at) throw usage(`Too many arguments: ${command} takes ${at === 0 ? 'none' : `at most ${at}`}`)
  // Each property was read by the declaration that types it.
  return Object.fromEntries(read) as ArgumentsOf<A>
}

async function wordOf(asker: Asker, name: string, argument: ArgumentSpec, word: string | undefined) {
  if (argument.required !== true || (word !== undefined && word !== '')) return word
  if (argument.question === undefined) throw missingArgument(name, argument)
  return askArgument(asker, name, argument.question)
}

function missingArgument(name: string, { hint }: ArgumentSpec) {
  return usage(`The argument <${name}> is missing`, hint)
}
