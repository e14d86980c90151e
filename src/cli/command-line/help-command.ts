import { cleanLines } from '../../core/text/clean-text.ts'
import { loadTopics, type Topic } from '../../io/index.ts'
import type { CommandEntry } from '../command.ts'
import { GLOBAL_OPTIONS, PROGRAM_OPTIONS } from '../global-options.ts'
import type { Output } from '../output/output.ts'
import { describeOption } from './commander.ts'
import { flagName } from './flags.ts'
import { usage } from '../usage.ts'
import { unknownAction, unknownName } from './unknown-name.ts'

/** Topics that tell of what is named otherwise. */
export const LEADS_TO: Readonly<Record<string, string>> = {
  trace: 'debugging',
  debug: 'debugging',
  esplora: 'psbt',
  deposit: 'psbt',
}

/** The help of a command, as `help` was asked for it. */
export interface CommandHelp {
  /** The command line that prints it. */
  readonly words: readonly string[]
  /** Text of the topic of the same name, which follows it. */
  readonly topic: string | undefined
}

/**
 * `help`, `help COMMAND`, `help options`, `help topics` and `help TOPIC`.
 * @param words what follows `help`, without options
 * @returns the help of a command, which commander prints; undefined where all is printed
 * @throws USAGE for what is neither
 */
export async function runHelp(
  output: Output,
  commands: readonly CommandEntry[],
  words: readonly string[],
): Promise<CommandHelp | undefined> {
  const [first, ...more] = words
  if (first === undefined || (first === 'help' && more.length === 0)) return { words: ['--help'], topic: undefined }
  const command = commands.find(({ name }) => name === first)
  if (command !== undefined) {
    await checkActions(command, command.name, more)
    const topic = more.length === 0 ? await findTopic(first) : undefined
    return { words: [...words, '--help'], topic: topic?.text.trimEnd() }
  }
  if (more.length > 0) throw usage(`Too many arguments: help ${first} takes none`)
  if (first === 'options') await printOptions(output)
  else await printTopic(output, commands, first)
  return undefined
}

/** The words that are no global options and none of their values. */
export function plainWords(args: readonly string[]): readonly string[] {
  const taking = Object.entries(GLOBAL_OPTIONS).flatMap(([name, option]) => ('value' in option ? [flagName(name)] : []))
  return args.filter((word, at) => !word.startsWith('-') && !taking.includes(args[at - 1] ?? ''))
}

/** @throws USAGE for an action that does not exist */
async function checkActions(entry: CommandEntry, path: string, words: readonly string[]): Promise<void> {
  const [word, ...more] = words
  if (word === undefined) return
  const loaded = await entry.load()
  const actions = loaded.kind === 'command' ? [] : loaded.actions
  const action = actions.find(({ name }) => name === word)
  if (action !== undefined) return checkActions(action, `${path} ${word}`, more)
  throw unknownAction(
    path,
    word,
    actions.map(({ name }) => name),
  )
}

async function printOptions(output: Output): Promise<void> {
  const own = Object.entries(GLOBAL_OPTIONS).flatMap(([name, option]) => describeOption(name, option))
  const rows = [...own, ...Object.values(PROGRAM_OPTIONS)]
  if (output.json) output.printJson({ data: rows.map(([flags, description]) => ({ flags, description })) })
  else await output.fields(rows)
}

async function printTopic(output: Output, commands: readonly CommandEntry[], name: string): Promise<void> {
  const topics = await readTopics()
  const wanted = name.toLowerCase().replace(/^--/, '')
  if (name === 'topics') {
    if (output.json) output.printJson({ data: topics.map((topic) => ({ name: topic.name, title: topic.title })) })
    else await output.fields(topics.map((topic) => [topic.name, topic.title] as const))
    return
  }
  const topic = topics.find((candidate) => candidate.name === (LEADS_TO[wanted] ?? wanted))
  if (topic === undefined) {
    const known = ['options', 'topics', ...[...commands, ...topics].map((each) => each.name)]
    throw unknownName('command or topic', name, known, 'See them: swapcli help, swapcli help topics')
  }
  if (output.json) output.printJson({ data: topic })
  else output.print(cleanLines(topic.text.trimEnd()))
}

async function findTopic(name: string): Promise<Topic | undefined> {
  return (await readTopics()).find((topic) => topic.name === name)
}

async function readTopics(): Promise<readonly Topic[]> {
  return (await loadTopics()).readTopics()
}
