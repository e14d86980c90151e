import { resolve } from 'node:path'
import { isSwapError, restate } from '../core/api/errors.ts'
import { defined } from '../core/defined.ts'
import { UTC } from '../core/text/times.ts'
import { hasPostgresPassword, typedPassword } from '../core/text/postgres-url.ts'
import {
  configFile,
  configHome,
  dataHome,
  ownerUnderRoot,
  refuseUnfinishedRestore,
  randomIds,
  findSettings,
  isNodeSetting,
  machineZone,
  readSetting,
  type FoundSettings,
  type Settings,
  stateHome,
  systemClock,
  thisPlace,
  unknownVariables,
} from '../io/index.ts'
import type { Command, FlagsOf, OptionTable } from './command.ts'
import { flagName, readFlags } from './command-line/flags.ts'
import { didYouMean } from './command-line/unknown-name.ts'
import { GLOBAL_OPTIONS } from './global-options.ts'
import { orInterrupted } from './or-interrupted.ts'
import type { Output } from './output/output.ts'
import type { Outside } from './program.ts'
import { createSession, refuseServer, type Session, type SessionHandle } from './session.ts'
import { usage } from './usage.ts'

/** One use of a command. */
export interface Invocation {
  /** Words that name the command: `wallet create`; '' for the screens. */
  readonly path: string
  readonly words: readonly string[]
  /** Options, global ones too, as commander gives them. */
  readonly values: Readonly<Record<string, unknown>>
  readonly output: Output
  readonly outside: Outside
  /** As a session has it. */
  readonly tourGuide?: Session['tourGuide']
}

/** Runs a command with a session of its own, which ends with it. @throws what the command throws */
export async function invoke(command: Command, invocation: Invocation): Promise<void> {
  try {
    await invokeInSession(command, invocation)
  } catch (error) {
    const isUnread =
      isSwapError(error) && ['CONFIG_INVALID', 'STORE_UNUSABLE'].includes(error.code) && error.funds === 'untouched'
    throw command.looksAtPayments === true && isUnread ? restate(error, { funds: 'unknown' }) : error
  }
}

async function invokeInSession(command: Command, invocation: Invocation): Promise<void> {
  const { path, words, values, outside } = invocation
  const handle = await openSession(command, invocation)
  try {
    if (command.local === true) refuseServer(handle.session, path)
    if (command.worksWhileRestoring !== true) refuseUnfinishedRestore(handle.session.home)
    if (command.repairsSettings !== true) await checkNodes(handle.session)
    const work = command.invoke(handle.session, path, words, values)
    await (command.stopsItself === true ? work : orInterrupted(work, outside.signal))
  } finally {
    await orInterrupted(handle.end(), outside.signal).catch(() => undefined)
  }
}

async function openSession(
  command: Command,
  { values, output, outside, tourGuide }: Invocation,
): Promise<SessionHandle> {
  const flags = readFlags(GLOBAL_OPTIONS, values)
  // What is typed is of where it is typed.
  const home = flags.home === undefined ? undefined : typedFolder(flags.home)
  const place = { ...thisPlace(), env: outside.env }
  const file = configFile(home ?? configHome(place))
  const { settings, problems } = await settingsOf(command, flags, values, outside, file)
  const shown = outputOf(settings, flags, output, outside)
  warnOfPassword(settings, shown)
  const { unknown, known } = unknownVariables(outside.env)
  for (const name of unknown) shown.note(`${name} is not used here${didYouMean(name, known)}`)
  const owner = ownerUnderRoot(home ?? dataHome(place))
  if (owner !== undefined) {
    shown.note(
      `root works with the files of user ${owner} here, who can change them: run it as that user, or with --home`,
    )
  }
  return createSession({
    output: shown,
    settings,
    settingsProblems: problems,
    env: outside.env,
    nodeVersion: outside.nodeVersion,
    ...defined({ examiner: outside.examiner, scryptN: outside.scryptN, storeThreads: outside.storeThreads }),
    home: home ?? dataHome(place),
    ...defined({ typedHome: flags.home }),
    configFile: file,
    stateHome: stateHome(place),
    networkByFlag: networkOf(flags) !== undefined,
    clock: systemClock,
    ids: randomIds,
    signal: outside.signal,
    interactive: !output.json && outside.stderr.isTTY === true && outside.stdin.isTTY === true,
    promptStreams: {
      get input() {
        return outside.stdin
      },
      get output() {
        return outside.openStderr()
      },
    },
    ...defined({ tourGuide }),
    readStdin: () => readAll(outside.stdin),
    checkpoint: outside.checkpoint,
  })
}

/** The folder that --home names. @throws USAGE for none, as of a variable that is not set */
function typedFolder(home: string): string {
  if (home === '') throw usage('--home must not be empty when it is given')
  return resolve(home)
}

type GlobalFlags = FlagsOf<typeof GLOBAL_OPTIONS>

async function settingsOf(
  { options, repairsSettings }: Command,
  flags: GlobalFlags,
  values: Invocation['values'],
  outside: Outside,
  file: string,
): Promise<FoundSettings> {
  const found = await findSettings({
    sets: flags.set,
    flags: {
      ...settingFlags({ ...GLOBAL_OPTIONS, ...options }, values),
      network: networkOf(flags),
      trace: flags.trace ? 'stderr' : undefined,
    },
    env: outside.env,
    file,
    providerSettings: async () => (await import('./provider-settings.ts')).knownProviderSettings(),
  })
  const refused = found.problems.find(({ code }) => repairsSettings !== true || code !== 'CONFIG_INVALID')
  if (refused !== undefined) throw refused
  refuseTwoStores(found.settings)
  return found
}

/** Loaded only where nodes are set: it needs the catalog. */
async function checkNodes(session: Session): Promise<void> {
  if (![...session.settings.keys()].some(isNodeSetting)) return
  const { refuseUnusedNodes } = await import('./node-settings.ts')
  await refuseUnusedNodes(session)
}

/** Values of the options that stand for settings, as they were typed: they are checked as settings are. */
function settingFlags(options: OptionTable, values: Invocation['values']): Record<string, string | undefined> {
  const given = Object.entries(options).flatMap(([name, { setting }]) => {
    const value = values[name]
    return setting === undefined || typeof value !== 'string' ? [] : [[setting, value] as const]
  })
  return Object.fromEntries(given)
}

/** The network that the command line names. @throws USAGE */
function networkOf({ network, sandbox }: GlobalFlags): string | undefined {
  if (sandbox && network !== undefined && network !== 'sandbox') {
    throw usage(`${flagName('sandbox')} and ${flagName('network')} ${network} contradict each other`)
  }
  return sandbox ? 'sandbox' : network
}

/** A server has a store of its own. @throws USAGE where the command line names both */
function refuseTwoStores(settings: Settings): void {
  const [server, store] = [settings.get('api'), settings.get('store')]
  if (store?.origin !== flagName('store') || server?.origin.startsWith('--') !== true) return
  throw usage(`${flagName('store')} and ${server.origin} contradict each other: a server has a store of its own`)
}

/** What is typed is shown by `ps` to every user of the machine. */
function warnOfPassword(settings: Settings, output: Output): void {
  const store = settings.get('store')
  if (store?.origin !== flagName('store') || !hasPostgresPassword(store.value)) return
  output.warn(typedPassword(flagName('store'), 'name it by SWAPCLI_STORE, by swapcli config set store -'))
}

/** The output with the clocks that the settings ask for, and with their colours where nothing nearer says otherwise. */
function outputOf(settings: Settings, { color }: GlobalFlags, output: Output, outside: Outside): Output {
  const zone = readSetting('times', settings.get('times')?.value) === 'utc' ? UTC : machineZone
  const kept = settings.get('color')?.value ?? 'auto'
  const { NO_COLOR, FORCE_COLOR } = outside.env
  const isAsked = kept !== 'auto' && color === undefined && !NO_COLOR && !FORCE_COLOR
  return output.withLook({ zone, color: isAsked ? kept === 'always' : color })
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
