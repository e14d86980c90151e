import { Command as Commander, CommanderError } from 'commander'
import type { Readable } from 'node:stream'
import { ERROR_TABLE, isSwapError, restate } from '../core/api/errors.ts'
import { cleanLines } from '../core/text/clean-text.ts'
import { VERSION } from '../core/version.ts'
import type { StoreThreads } from '../open.ts'
import type { RunPoint } from '../wallet/index.ts'
import type { Command, CommandEntry, CommandGroup } from './command.ts'
import { addArguments, addOptions } from './command-line/commander.ts'
import { helpLayout } from './command-line/help.ts'
import type { CommandHelp } from './command-line/help-command.ts'
import { placeNamer, readTypedPlace, type TypedPlace } from './command-line/typed-place.ts'
import { unknownAction, unknownName } from './command-line/unknown-name.ts'
import { COMMANDS } from './commands.ts'
import { Done } from './done.ts'
import type { Examiner } from './examination.ts'
import { GLOBAL_OPTIONS, PROGRAM_OPTIONS } from './global-options.ts'
import { invoke } from './invocation.ts'
import { createOutput, type Output, type OutputStream } from './output/output.ts'
import { exitCodeOf } from './output/problem.ts'
import { canShowScreens, isTerminalInput, isTerminalOutput } from './screens/terminal.ts'
import type { Session } from './session.ts'
import { usage } from './usage.ts'

/** The process as the program sees it. */
export interface Outside {
  readonly env: Readonly<Record<string, string | undefined>>
  /** As `process.version`. */
  readonly nodeVersion: string
  /** What looks through a file in a process of its own; without it nothing is started. */
  readonly examiner?: () => Examiner
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  /** The same as questions and spinners need it. */
  readonly openStderr: () => NodeJS.WritableStream
  /** Aborts on Ctrl-C, SIGTERM or SIGHUP, with the name of the signal as its reason. */
  readonly signal: AbortSignal
  /** Told that the screens are shown: once they are left, nothing that is still asked is waited for. */
  readonly onScreens?: () => void
  readonly checkpoint: ((point: RunPoint) => void) | undefined
  /** Cost of guessing the password of a new key file: tests make them cheaply. */
  readonly scryptN?: number
  /** What the threads of a store run, where that is not the file beside this program. */
  readonly storeThreads?: () => StoreThreads
}

const EXIT_CODES = `Exit codes:
  0 done · 1 bug in swapcli · 2 wrong use or refused input · 3 settings, store or output · 4 no route · 5 provider or upstream
  6 wallet refused, nothing sent · 7 sent and not (yet) a success · 8 lock expired · 130 interrupted · 131 screens ended by SIGQUIT · 143 ended by SIGTERM

More: swapcli help topics`

const EXAMPLES = ['demo', 'quote 100 ethereum:USDC bitcoin:BTC', 'help quote']

/** What is known of the command that runs, for what is said when it fails. */
interface Running {
  /** Its words: `wallet create`. */
  command: string | undefined
  /** True when it can move money. */
  movesMoney: boolean
  /** The place that its command line names, as far as that is read. */
  place: () => TypedPlace
}

/**
 * Runs one command line, without the program's name.
 * @returns the exit code
 */
export async function runProgram(args: readonly string[], outside: Outside): Promise<number> {
  const { env, stdout, stderr } = outside
  const running: Running = { command: undefined, movesMoney: false, place: () => [] }
  const output = createOutput({
    env,
    stdout,
    stderr,
    json: args.includes('--json'),
    jsonLog: logFormat(args) === 'json',
    quiet: args.includes('--quiet'),
    color: colorFlag(args),
    namePlace: placeNamer(namesOf(COMMANDS), () => running.place()),
  })
  const exitCode = await runCommandLine(args, { output, outside, running })
  const loss = await output.end()
  if (loss === undefined) return exitCode
  output.problem(loss, running.command, running.movesMoney)
  return exitCode === 0 ? loss.exitCode : exitCode
}

async function runCommandLine(args: readonly string[], { output, outside, running }: Place): Promise<number> {
  try {
    const toScreens = !output.json && canShowScreens(outside)
    if (args.length === 0 && !toScreens) return showHelp(output, outside)
    const help = await findHelp(output, args)
    if (help === undefined) return 0
    const program = createProgram(output, outside, running, { entries: namedEntries(help.words) })
    running.place = () => readTypedPlace(program.opts())
    try {
      await program.parseAsync([...help.words], { from: 'user' })
    } catch (error) {
      if (help.topic !== undefined && isHelpShown(error)) {
        output.print(cleanLines(`\n${help.topic}`))
        return 0
      }
      if (!toScreens || !isCommandMissing(error)) throw error
      await startScreens(program, { output, outside, running })
    }
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return refuse(error, output, running)
    const ended = outside.signal.reason === 'SIGTERM' ? afterSigterm(error) : error
    if (ended instanceof Done) return ended.exitCode
    output.problem(ended, running.command, running.movesMoney)
    return exitCodeOf(ended)
  }
}

/** What ended a command that was told to end by SIGTERM: that, where it says no more than that it was interrupted. */
function afterSigterm(error: unknown): unknown {
  if (error instanceof Done && error.exitCode === ERROR_TABLE.INTERRUPTED.exitCode) {
    return new Done(ERROR_TABLE.TERMINATED.exitCode)
  }
  return isSwapError(error) && error.code === 'INTERRUPTED' ? restate(error, { code: 'TERMINATED' }) : error
}

/** True for a command line without a command, such as `--network live`. */
function isCommandMissing(error: unknown): boolean {
  return error instanceof CommanderError && error.message === NO_COMMAND
}

/** True when commander has printed the help that was asked for. */
function isHelpShown(error: unknown): boolean {
  return error instanceof CommanderError && error.code === 'commander.helpDisplayed'
}

/** What commander says when there is no command. */
const NO_COMMAND = '(outputHelp)'

/** What leads through the screens, where a terminal can show them. */
function tourGuideOn(outside: Outside): ReturnType<NonNullable<Session['tourGuide']>> {
  const { stdin, stdout } = outside
  if (!canShowScreens(outside) || !isTerminalInput(stdin) || !isTerminalOutput(stdout)) return undefined
  return async (session) => {
    const { showScreens } = await import('./screens/start.ts')
    outside.onScreens?.()
    return showScreens(session, { input: stdin, output: stdout }, true)
  }
}

async function startScreens(program: Commander, place: Place): Promise<void> {
  const { stdin, stdout } = place.outside
  if (!isTerminalInput(stdin) || !isTerminalOutput(stdout)) throw usage('A command is missing')
  // Loaded here, because scripted commands must not pay for it.
  const { screens } = await import('./screens/start.ts')
  const command = screens(stdin, stdout)
  place.outside.onScreens?.()
  place.running.movesMoney = command.movesMoney === true
  await invoke(command, { ...place, path: '', words: [], values: program.opts() })
}

/** The command line, or that of the help that `help` asks for, behind global options too; undefined where all is printed. */
async function findHelp(output: Output, args: readonly string[]): Promise<CommandHelp | undefined> {
  const typed = { words: args, topic: undefined }
  if (!args.includes('help')) return typed
  const { plainWords, runHelp } = await import('./command-line/help-command.ts')
  const [first, ...words] = plainWords(args)
  return first === 'help' ? runHelp(output, COMMANDS, words) : typed
}

function showHelp(output: Output, outside: Outside): number {
  const terminal = output.toTerminal && outside.stdin.isTTY === true
  const say = (text: string) => (terminal ? output.print : output.say)(cleanLines(text))
  createProgram(
    output,
    outside,
    { command: undefined, movesMoney: false, place: () => [] },
    { writeHelp: say },
  ).outputHelp()
  say(
    '\nThe screens need a terminal that can be drawn on. Use the commands instead, in scripts with --json: swapcli quote --help',
  )
  return terminal ? 0 : 2
}

/**
 * The commands that a command line may run: to give commander all of them takes it a millisecond. All where none is named, or
 * help is asked for, which lists them.
 */
function namedEntries(words: readonly string[]): readonly CommandEntry[] {
  const named = COMMANDS.filter(({ name }) => words.includes(name))
  const isHelp = words.some((word) => word === '--help' || word === '-h')
  return named.length === 0 || isHelp ? COMMANDS : named
}

interface ProgramParts {
  /** @default all commands */
  readonly entries?: readonly CommandEntry[]
  /** @default prints on stdout */
  readonly writeHelp?: (text: string) => void
}

function createProgram(
  output: Output,
  outside: Outside,
  running: Running,
  { entries = COMMANDS, writeHelp = (text) => output.print(cleanLines(text)) }: ProgramParts = {},
): Commander {
  const program = new Commander('swapcli')
    .description('Swaps across chains: every route compared, one locked, paid and followed to its end')
    .usage('<command> [options]')
    .version(VERSION, ...PROGRAM_OPTIONS.version)
    .helpOption(...PROGRAM_OPTIONS.help)
    .helpCommand(false)
    .exitOverride()
    .configureHelp(helpLayout({ examples: EXAMPLES, below: 'Commands', end: EXIT_CODES }))
    .configureOutput({
      writeOut: (text) => writeHelp(text.trimEnd()),
      writeErr: () => undefined,
      getOutHelpWidth: () => output.width,
      getErrHelpWidth: () => output.width,
    })
  addOptions(program, GLOBAL_OPTIONS)
  addCommands(program, entries, '', { output, outside, running })
  program.on('command:*', ([word = '']: readonly string[]) => {
    throw unknownName('command', word, namesOf(COMMANDS), 'See them: swapcli --help')
  })
  return program
}

interface Place {
  readonly output: Output
  readonly outside: Outside
  readonly running: Running
}

/** Registers commands by name; each is loaded and filled in when the command line names it. */
function addCommands(
  parent: Commander,
  entries: readonly CommandEntry[],
  path: string,
  place: Place,
  defaultName?: string,
): void {
  for (const { name, summary } of entries) {
    parent
      .command(name, { isDefault: name === defaultName })
      .description(summary)
      .allowExcessArguments(true)
  }
  parent.hook('preSubcommand', async (_parent, target) => {
    const found = entries.find(({ name }) => name === target.name())
    if (found === undefined) return
    const words = `${path} ${found.name}`.trim()
    place.running.command = words
    const loaded = await found.load()
    if (loaded.kind === 'group') {
      // What was typed after its name: this is where a secret would stand.
      loaded.checkWords?.(parent.args.slice(1))
      fillGroup(target, loaded, words, place)
    } else fillCommand(target, loaded, words, place)
  })
}

function fillGroup(target: Commander, group: CommandGroup, path: string, place: Place): void {
  const { actions, defaultAction, examples, notes } = group
  target
    .usage(`[action] [options] (without an action: ${defaultAction})`)
    .helpCommand(false)
    .configureHelp(helpLayout({ examples, notes, below: 'Actions' }))
  target.hook('preSubcommand', () => refuseUnknownAction(target.args, namesOf(actions), path))
  addCommands(target, actions, path, place, defaultAction)
}

/** Words that name no action would else be taken for arguments of the default one. @throws USAGE */
function refuseUnknownAction(words: readonly string[], known: readonly string[], group: string): void {
  const [first] = words
  if (first === undefined || known.includes(first)) return
  if (!first.startsWith('-')) throw unknownAction(group, first, known)
  const late = words.find((word) => known.includes(word))
  if (late !== undefined) throw usage('The action stands before its options', `swapcli ${group} ${late} --help`)
}

function fillCommand(target: Commander, command: Command, path: string, place: Place): void {
  const { examples, notes } = command
  place.running.movesMoney = command.movesMoney === true
  const tourGuide = () => tourGuideOn(place.outside)
  addArguments(target, command.arguments)
  addOptions(target, command.options)
  target
    .usage(usageOf(command))
    .helpCommand(false)
    .configureHelp(helpLayout({ examples, notes, below: 'Actions' }))
    .action(() => invoke(command, { ...place, path, words: target.args, values: target.optsWithGlobals(), tourGuide }))
}

function usageOf({ arguments: table, options }: Command): string {
  const words = Object.entries(table).map(([name, { required, many }]) => {
    const word = many === true ? `${name}...` : name
    return required === true ? `<${word}>` : `[${word}]`
  })
  // Commander takes an empty text for none, and writes its own: a space stands for it.
  return [...(Object.keys(options).length === 0 ? [] : ['[options]']), ...words].join(' ') || ' '
}

function namesOf(entries: readonly CommandEntry[]): string[] {
  return entries.map(({ name }) => name)
}

function refuse(error: CommanderError, output: Output, { command, movesMoney }: Running): number {
  if (error.exitCode === 0) return 0
  const problem = usage(error.message === NO_COMMAND ? 'A command is missing' : inOurWords(error.message))
  output.problem(problem, command, movesMoney)
  return problem.exitCode
}

/** What commander says, as this program says such things; never with the value of an option, which might be a secret. */
function inOurWords(message: string): string {
  return message
    .replace(/^error: unknown option '([^'=]*)[^]*'/, 'Unknown option $1')
    .replace(/\n\(Did you mean (.*)\?\)$/, '. Did you mean $1?')
    .replace(/^error: option '([^' ]*) .*' argument missing/, '$1 needs a value')
    .replace(/^error: /, '')
}

function colorFlag(args: readonly string[]): boolean | undefined {
  const last = args.findLast((word) => word === '--color' || word === '--no-color')
  return last === undefined ? undefined : last === '--color'
}

/** What `serve --log` says. As the other forms of what is said it holds before a command line is read, whose refusal has it. */
function logFormat(args: readonly string[]): string | undefined {
  const at = args.findLastIndex((word) => word === '--log' || word.startsWith('--log='))
  return at < 0 ? undefined : (args[at]?.split('=')[1] ?? args[at + 1])
}
