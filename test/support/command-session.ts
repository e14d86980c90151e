import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { Command } from '../../src/cli/command.ts'
import { accountFiles } from '../../src/cli/accounts/account-files.ts'
import { createSession, type Session } from '../../src/cli/session.ts'
import { defined } from '../../src/core/defined.ts'
import { systemClock } from '../../src/io/clock.ts'
import type { KnownSetting } from '../../src/io/config/resolve-settings.ts'
import { randomIds } from '../../src/io/ids.ts'
import { createKeystore } from '../../src/wallet/evm/keys/keystore.ts'
import { captureOutput } from './captured-output.ts'
import { stateOf } from './home-env.ts'
import { newHome } from './new-home.ts'

/** What a command said, and how it ended. */
export interface Said {
  readonly stdout: string
  readonly stderr: string
  /** What it threw; undefined when it ended well. */
  readonly error: unknown
}

export interface CommandPlace {
  /** @default a new folder */
  readonly home?: string
  /** Folder of what this machine has seen of it. @default one of its own */
  readonly stateHome?: string
  /** @default 'live' */
  readonly network?: 'live' | 'sandbox'
  /** Settings by key. */
  readonly settings?: Readonly<Partial<Record<KnownSetting['key'], string>>>
  readonly json?: boolean
  /** Its output and its remarks go to a terminal. @default false */
  readonly tty?: boolean
  /** What is piped in. @default nothing */
  readonly stdin?: string
  /** Puts the place that the command line names into the commands of a text. @default it names none */
  readonly namePlace?: (text: string) => string
  readonly publicNodes?: Session['publicNodes']
  /** Opens the connections that everything is asked over. @default those of this machine */
  readonly openHttp?: Session['openHttp']
  readonly signal?: AbortSignal
  /** What looks through a file in a process of its own. @default this process does */
  readonly examiner?: Session['examiner']
  /** Called at every point of a run. */
  readonly checkpoint?: Session['checkpoint']
  /** What somebody at a terminal answers, line by line and in turn, each once its question stands there. @default there is nobody */
  readonly answers?: readonly (readonly [question: string, answer: string])[]
  /** @default that of this machine */
  readonly clock?: Session['clock']
}

/** Runs a command in this process, as in a pipe. @param values its options as typed, by camel-cased name */
export function runCommand(
  command: Command,
  words: readonly string[],
  values: Readonly<Record<string, unknown>>,
  place: CommandPlace = {},
): Promise<Said> {
  return runInSession((session) => command.invoke(session, 'it', words, values), place)
}

/** Runs something with a session of its own, as a command does. */
export async function runInSession(run: (session: Session) => Promise<void>, place: CommandPlace = {}): Promise<Said> {
  const { output, said } = captureOutput({
    json: place.json ?? false,
    ...defined({ tty: place.tty, namePlace: place.namePlace }),
  })
  const home = place.home ?? (await newHome())
  const settings = { network: place.network ?? 'live', ...place.settings }
  const handle = createSession({
    output,
    settings: new Map(
      (Object.entries(settings) as [KnownSetting['key'], string][]).map(([key, value]) => [
        key,
        { key, value, origin: '--set' },
      ]),
    ),
    settingsProblems: [],
    env: place.answers === undefined ? {} : { TERM: 'dumb' },
    nodeVersion: process.version,
    home,
    configFile: join(home, 'config.json'),
    stateHome: place.stateHome ?? stateOf(home),
    networkByFlag: false,
    clock: place.clock ?? systemClock,
    ids: randomIds,
    signal: place.signal ?? new AbortController().signal,
    interactive: place.answers !== undefined,
    promptStreams: personAt(place.answers ?? []),
    readStdin: async () => place.stdin ?? '',
    checkpoint: place.checkpoint,
    ...defined({ publicNodes: place.publicNodes, openHttp: place.openHttp, examiner: place.examiner }),
  })
  let error: unknown
  try {
    await run(handle.session)
  } catch (thrown) {
    error = thrown
  } finally {
    await handle.end()
  }
  return { ...said, error }
}

/** The streams of somebody who answers. */
function personAt(answers: NonNullable<CommandPlace['answers']>) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const left = [...answers]
  let shown = ''
  output.on('data', (chunk: Buffer) => {
    shown += chunk.toString('utf8')
    const [question, answer] = left[0] ?? []
    if (question === undefined || !shown.includes(question)) return
    left.shift()
    shown = ''
    setImmediate(() => input.write(`${answer}\n`))
  })
  return { input, output }
}

/** Adds an account with a key file that opens fast. @returns path of a file with its password */
export async function addAccount(home: string, name: string, address: string, key: Uint8Array): Promise<string> {
  const keystore = await createKeystore(key, 'correct horse', { random: (size) => randomBytes(size), scryptN: 1024 })
  const createdAt = '2026-01-15T12:00:00.000Z'
  await accountFiles({ home }).add(
    { family: 'evm', kind: 'keystore', name, address, createdAt, file: `${name}.json`, inPlace: false },
    keystore,
  )
  const passwordFile = join(home, 'password.txt')
  await writeFile(passwordFile, 'correct horse\n', { mode: 0o600 })
  return passwordFile
}
