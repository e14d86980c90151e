import { Command as Commander, CommanderError } from 'commander'
import type { Readable } from 'node:stream'
import { VERSION } from '../core/version.ts'
import { isSwapError, SwapError } from '../core/api/errors.ts'
import {
  configFile,
  configHome,
  dataHome,
  randomIds,
  resolveSettings,
  type Setting,
  systemClock,
  thisPlace,
} from '../io/index.ts'
import type { RunPoint } from '../wallet/index.ts'
import { type Command, readFlags, usage } from './command.ts'
import { COMMANDS } from './commands.ts'
import { Done } from './done.ts'
import { GLOBAL_OPTIONS, SET_OPTION } from './global-options.ts'
import { createOutput, type Output, type OutputStream } from './output/output.ts'
import { exitCodeOf } from './output/problem.ts'
import { createSession } from './session.ts'
import { canShowScreens, isTerminalInput, isTerminalOutput } from './screens/terminal.ts'

/** The process as the program sees it. */
export interface Outside {
  readonly env: Readonly<Record<string, string | undefined>>
  /** As `process.version`. */
  readonly nodeVersion: string
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: OutputStream
  readonly stderr: OutputStream & NodeJS.WritableStream
  /** Aborts on Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal
  readonly checkpoint: ((point: RunPoint) => void) | undefined
}

const EXIT_CODES = `Exit codes:
  0 done · 1 bug in swapcli · 2 wrong use or refused input · 3 settings or store · 4 no route · 5 provider or upstream
  6 wallet refused, nothing sent · 7 sent and not (yet) a success · 8 lock expired · 130 interrupted`

/**
 * Runs one command line, without the program's name.
 * @returns the exit code
 */
export async function runProgram(args: readonly string[], outside: Outside): Promise<number> {
  const output = createOutput({
    ...outside,
    json: args.includes('--json'),
    quiet: args.includes('--quiet'),
    color: colorFlag(args),
  })
  const named = { command: undefined as string | undefined }
  try {
    const toScreens = canShowScreens(outside) && !output.json
    if (args.length === 0 && !toScreens) return showHelp(output, outside)
    const program = createProgram(output, outside, named)
    try {
      await program.parseAsync(helpAsOption(args), { from: 'user' })
    } catch (error) {
      if (!toScreens || !isCommandMissing(error)) throw error
      await startScreens(program, output, outside)
    }
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return refuse(error, output, named.command)
    if (error instanceof Done) return error.exitCode
    output.problem(error, named.command)
    return exitCodeOf(error)
  }
}

/** True for a command line without a command, such as `--network live`. */
function isCommandMissing(error: unknown): boolean {
  return error instanceof CommanderError && error.message === NO_COMMAND
}

/** What commander says when there is no command. */
const NO_COMMAND = '(outputHelp)'

async function startScreens(program: Commander, output: Output, outside: Outside): Promise<void> {
  const { stdin, stdout } = outside
  if (!isTerminalInput(stdin) || !isTerminalOutput(stdout)) throw usage('A command is missing')
  // Loaded here, because scripted commands must not pay for it.
  const { screens } = await import('./screens/start.ts')
  await start(screens(stdin, stdout), [], program, output, outside)
}

/** `help quote` as `quote --help`, which loads the command. */
function helpAsOption(args: readonly string[]): string[] {
  const [first, command] = args
  if (first !== 'help') return [...args]
  return command === undefined ? ['--help'] : [command, '--help']
}

function showHelp(output: Output, outside: Outside): number {
  const terminal = output.toTerminal && outside.stdin.isTTY === true
  const say = (text: string) => (terminal ? output.print(text) : output.say(text))
  createProgram(output, outside, { command: undefined }, say).outputHelp()
  say(
    '\nThe screens need a terminal that can be drawn on. Use the commands instead, in scripts with --json: swapcli quote --help',
  )
  return terminal ? 0 : 2
}

function createProgram(
  output: Output,
  outside: Outside,
  named: { command: string | undefined },
  writeHelp: (text: string) => void = output.print,
): Commander {
  const program = new Commander('swapcli')
    .description('Swaps across chains: every route compared, one locked, paid and followed to its end.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText('after', `\n${EXIT_CODES}\n\nTry it: swapcli demo`)
    .configureHelp({ showGlobalOptions: true, helpWidth: output.width })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => writeHelp(text.trimEnd()),
      writeErr: () => undefined,
      getOutHelpWidth: () => output.width,
      getErrHelpWidth: () => output.width,
    })
  for (const { flags, description } of GLOBAL_OPTIONS) program.option(flags, description)
  program.option(SET_OPTION.flags, SET_OPTION.description, (text, before: readonly string[]) => [...before, text], [])
  for (const entry of COMMANDS) program.command(entry.name).description(entry.summary).allowExcessArguments(true)
  program.hook('preSubcommand', async (_program, subcommand) => {
    const entry = COMMANDS.find(({ name }) => name === subcommand.name())
    if (entry === undefined) return
    named.command = entry.name
    define(subcommand, await entry.load(), output, outside)
  })
  return program
}

function define(target: Commander, command: Command, output: Output, outside: Outside): void {
  for (const { name, description, variadic } of command.arguments ?? []) {
    target.argument(variadic === true ? `[${name}...]` : `[${name}]`, description)
  }
  for (const { flags, description } of command.options ?? []) target.option(flags, description)
  const examples = command.examples.map((example) => `  $ swapcli ${example}`).join('\n')
  const notes = command.notes === undefined ? '' : `\n${command.notes}\n`
  target
    .allowExcessArguments(false)
    .addHelpText('after', `${notes}\nExamples:\n${examples}`)
    .action(async (...given: unknown[]) => {
      const words = given.slice(0, command.arguments?.length ?? 0).flatMap(asWords)
      await start(command, words, target, output, outside)
    })
}

function asWords(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(asWords)
  return typeof value === 'string' ? [value] : []
}

async function start(
  command: Command,
  words: readonly string[],
  target: Commander,
  output: Output,
  outside: Outside,
): Promise<void> {
  const flags = readFlags(target.optsWithGlobals())
  const place = { ...thisPlace(), env: outside.env }
  const home = flags.text('home')
  const file = configFile(home ?? configHome(place))
  const network = flags.text('network') ?? (flags.on('sandbox') ? 'sandbox' : undefined)
  if (flags.on('sandbox') && network !== 'sandbox')
    throw usage(`--sandbox and --network ${network} contradict each other`)
  const given = {
    network,
    api: flags.text('api'),
    'sandbox-speed': flags.text('sandbox-speed'),
    'sandbox-seed': flags.text('sandbox-seed'),
    'lock-ttl': flags.text('lock-ttl'),
  }
  let settingsProblem: SwapError | undefined
  const settings = await resolveSettings({
    sets: flags.all('set'),
    flags: given,
    env: outside.env,
    file,
    providerSettings: async () => (await import('./provider-settings.ts')).knownProviderSettings(),
  }).catch((error: unknown) => {
    if (command.repairsSettings !== true || !isSwapError(error)) throw error
    settingsProblem = error
    return new Map<string, Setting>()
  })
  const colour = settings.get('color')?.value
  const keptColour = colour === undefined || colour === 'auto' || outside.env['NO_COLOR'] || outside.env['FORCE_COLOR']
  const handle = createSession({
    output:
      keptColour || flags.on('color') || flags.on('noColor')
        ? output
        : createOutput({ ...outside, json: output.json, quiet: output.quiet, color: colour === 'always' }),
    settings,
    settingsProblem,
    env: outside.env,
    nodeVersion: outside.nodeVersion,
    home: home ?? dataHome(place),
    configFile: file,
    networkByFlag: network !== undefined,
    clock: systemClock,
    ids: randomIds,
    signal: outside.signal,
    interactive: !output.json && outside.stdin.isTTY === true && outside.stderr.isTTY === true,
    promptStreams: { input: outside.stdin, output: outside.stderr },
    readStdin: () => readAll(outside.stdin),
    checkpoint: outside.checkpoint,
  })
  try {
    const work = command.run(handle.session, words, flags)
    await (command.minds === true ? work : orInterrupted(work, outside.signal))
  } finally {
    await orInterrupted(handle.end(), outside.signal).catch(() => undefined)
  }
}

function orInterrupted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(new SwapError('INTERRUPTED', 'Interrupted'))
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}

async function readAll(stdin: Outside['stdin']): Promise<string> {
  if (stdin.isTTY === true) {
    throw usage('- reads a document from another command, but nothing is piped in')
  }
  let text = ''
  stdin.setEncoding('utf8')
  for await (const chunk of stdin) {
    text += String(chunk)
    if (text.length > MAX_STDIN) throw usage('The document on stdin is larger than 16 MiB')
  }
  return text
}

const MAX_STDIN = 16 * 1024 * 1024

function refuse(error: CommanderError, output: Output, command: string | undefined): number {
  if (error.exitCode === 0) return 0
  // Never with the value of an option: it might be a secret.
  const message = error.message
    .replace(/^error: /, '')
    .replace(/^(unknown option '--[^'=]*)=[^]*'/, "$1=…'")
    .replace(/\n/g, ' ')
  const problem = usage(message === NO_COMMAND ? 'A command is missing' : message)
  output.problem(problem, command)
  return problem.exitCode
}

function colorFlag(args: readonly string[]): boolean | undefined {
  const last = args.findLast((word) => word === '--color' || word === '--no-color')
  return last === undefined ? undefined : last === '--color'
}
