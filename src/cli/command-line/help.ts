import type { Command as Commander, Help, HelpConfiguration } from 'commander'
import { GLOBAL_OPTIONS } from '../global-options.ts'
import { flagName } from './flags.ts'
import { unknownAction, unknownName } from './unknown-name.ts'

/** What the help of a command says beside what commander knows. */
export interface HelpFacts {
  readonly examples: readonly string[]
  readonly notes?: string | undefined
  /** Heading of the commands below this one. */
  readonly below: 'Commands' | 'Actions'
  /** Last lines. @default how to see the global options */
  readonly end?: string
}

const GLOBAL_LINE = `Global options (${Object.keys(GLOBAL_OPTIONS).slice(0, 4).map(flagName).join(', ')} and others): swapcli help options`

/** The layout of a help text: what the command does, usage, examples, arguments, options by group, notes. */
export function helpLayout(facts: HelpFacts): HelpConfiguration {
  return { formatHelp: (command, helper) => formatHelp(command, helper, facts) }
}

function formatHelp(command: Commander, helper: Help, { examples, notes, below, end }: HelpFacts): string {
  refuseUnknown(command, below)
  const term = helper.padWidth(command, helper)
  const items = (rows: readonly (readonly [string, string])[]) =>
    rows.map(([name, description]) => helper.formatItem(name, term, description, helper))
  const options = helper.visibleOptions(command).filter(({ long }) => !isGlobal(command, long))
  const groups = helper.groupItems(options, options, ({ helpGroupHeading = 'Options:' }) => helpGroupHeading)
  const sections = [
    [helper.boxWrap(`${helper.commandDescription(command)}.`.replace('..', '.'), helper.helpWidth ?? 80)],
    [`Usage: ${helper.commandUsage(command)}`.trimEnd()],
    section(
      'Examples:',
      examples.map((example) => `  $ swapcli ${example}`.trimEnd()),
    ),
    section(
      'Arguments:',
      items(
        helper.visibleArguments(command).map((each) => [helper.argumentTerm(each), helper.argumentDescription(each)]),
      ),
    ),
    section(
      `${below}:`,
      items(helper.visibleCommands(command).map((each) => [each.name(), helper.subcommandDescription(each)])),
    ),
    ...[...groups].map(([heading, group]) =>
      section(heading, items(group.map((each) => [helper.optionTerm(each), helper.optionDescription(each)]))),
    ),
    notes === undefined ? [] : [notes],
    [GLOBAL_LINE],
    end === undefined ? [] : [end],
  ]
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

function section(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [heading, ...lines]
}

/** Options of the program itself, and those that every command has by it. */
function isGlobal(command: Commander, long: string | undefined): boolean {
  return command.parent === null || long === '--help'
}

/** The help of what does not exist is a refusal, not that of what stands above it. */
function refuseUnknown(command: Commander, below: HelpFacts['below']): void {
  const [word] = command.args
  const known = command.commands.map((each) => each.name())
  if (known.length === 0 || word === undefined || word.startsWith('-') || known.includes(word)) return
  if (below === 'Commands') throw unknownName('command', word, known)
  throw unknownAction(pathOf(command), word, known)
}

/** The words that name a command, without the program's. */
function pathOf(command: Commander): string {
  return command.parent === null ? '' : `${pathOf(command.parent)} ${command.name()}`.trim()
}
