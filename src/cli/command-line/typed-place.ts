import { shellWord } from '../../core/text/command-line.ts'
import { maskPostgresUrl } from '../../core/text/postgres-url.ts'
import { settingProblem } from '../../io/index.ts'
import { GLOBAL_OPTIONS } from '../global-options.ts'
import { flagName } from './flags.ts'

/** One option of a command line that says where it works. */
interface PlaceOption {
  /** The words that give it again: `--network live`. */
  readonly words: readonly string[]
  /** Options of a printed command that say the same, or otherwise on purpose. */
  readonly unless: readonly string[]
  /** True for a server, which some commands refuse. */
  readonly isServer: boolean
}

/** The place that a command line names itself, without what comes from the environment or the settings. */
export type TypedPlace = readonly PlaceOption[]

/** Options that name a network or a server: one of them says all. */
const OF_SERVICE = (['network', 'sandbox', 'api'] satisfies (keyof typeof GLOBAL_OPTIONS)[]).map(flagName)

/** Commands that refuse `--api`, by the words that name them; a name alone stands for all of its actions. */
export const OWN_SERVICE_ONLY: readonly string[] = [
  ...['demo', 'tour', 'catalog', 'store', 'serve', 'export', 'backup', 'restore', 'rates', 'watch'],
  ...['providers check', 'providers show', 'providers enable', 'providers disable'],
]

const OWN_SERVICE = new RegExp(`^(?:${OWN_SERVICE_ONLY.join('|')})(?![\\w-])`)

/**
 * Reads the place of a command line. What cannot be used is left out, such as a server that is named with credentials: it
 * would be refused again.
 * @param values global options as commander gives them
 */
export function readTypedPlace(values: Readonly<Record<string, unknown>>): TypedPlace {
  const home = values['home']
  const network = values['sandbox'] === true ? 'sandbox' : values['network']
  return [
    ...(typeof home === 'string' && home !== ''
      ? [{ words: [flagName('home'), home], unless: [flagName('home')], isServer: false }]
      : []),
    ...storeOption(values['store']),
    ...serviceOption('network', network, (value) => [flagName('network'), value]),
    ...serviceOption('api', values['api'], (value) => [flagName('api'), value]),
    ...readSets(values['set']).flatMap(([key, value]) =>
      key === 'network' || key === 'api' ? serviceOption(key, value, () => [flagName('set'), `${key}=${value}`]) : [],
    ),
  ]
}

/** One with something secret is not printed. */
function storeOption(value: unknown): PlaceOption[] {
  if (typeof value !== 'string' || settingProblem('store', value) !== undefined) return []
  if (maskPostgresUrl(value) !== value) return []
  return [{ words: [flagName('store'), value], unless: [flagName('store'), flagName('api')], isServer: false }]
}

function serviceOption(
  key: 'network' | 'api',
  value: unknown,
  wordsOf: (value: string) => readonly string[],
): PlaceOption[] {
  if (typeof value !== 'string' || settingProblem(key, value) !== undefined) return []
  return [{ words: wordsOf(value), unless: OF_SERVICE, isServer: key === 'api' }]
}

/** The settings of `--set`, with their keys. */
function readSets(sets: unknown): readonly (readonly [string, string])[] {
  const texts = (Array.isArray(sets) ? sets : []).filter((text) => typeof text === 'string')
  return texts.map((text) => {
    const at = text.indexOf('=')
    return [text.slice(0, Math.max(at, 0)), text.slice(at + 1)]
  })
}

/** The words of a command line, quoted ones too, to where a pipe, a list, a line or the next command line ends it. */
const TO_ITS_END = /^(?:'[^']*'|(?! swapcli )[^|;\n])*/

/**
 * Puts the place into every command line of a text: directly behind `swapcli`, where it stands apart from what is said after
 * the command. A line that names a place keeps it, and one that asks for help needs none; what only begins like a command
 * line stays as it is.
 * @param names of all commands
 */
export function placeNamer(names: readonly string[], place: () => TypedPlace): (text: string) => string {
  const start = new RegExp(`(?<![\\w./@-])swapcli (?=(?:${names.join('|')})(?![\\w-]))`, 'g')
  return (text) => {
    if (!text.includes('swapcli ')) return text
    const options = place()
    if (options.length === 0) return text
    return text.replace(start, (found, at: number) => {
      const [line = ''] = TO_ITS_END.exec(text.slice(at + found.length)) ?? []
      const has = (flag: string) => new RegExp(`\\s${flag}(?![\\w-])`).test(line)
      if (has('--help')) return found
      const isLocal = OWN_SERVICE.test(line)
      const missing = options.filter(({ unless, isServer }) => !(isServer && isLocal) && !unless.some(has))
      return `swapcli ${missing.flatMap(({ words }) => words.map((word) => `${shellWord(word)} `)).join('')}`
    })
  }
}
