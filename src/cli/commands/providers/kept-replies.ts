import { join } from 'node:path'
import { SwapError } from '../../../core/api/errors.ts'
import { fileProblem, makePrivateFolder, privateFiles, writeNewFile } from '../../../io/index.ts'
import type { DriftCheck } from '../../../service/index.ts'
import { kindName } from '../../views/drift-view.ts'
import type { Session } from '../../session.ts'

/** Newest files that are kept of a provider. */
const MOST_KEPT = 10
/** Longest reply that is kept, in characters. */
const LONGEST_REPLY = 256 * 1024

/**
 * Keeps what each provider was asked and answered in a private file under the home, and of the older ones the newest.
 * @returns the folder; undefined where nothing was answered
 * @throws STORE_UNUSABLE
 */
export async function keepReplies(
  { home, machineClock }: Pick<Session, 'home' | 'machineClock'>,
  checks: readonly DriftCheck[],
): Promise<string | undefined> {
  const folder = join(home, 'replies')
  const answered = checks.filter(({ calls }) => calls.length > 0)
  const at = new Date(machineClock.now()).toISOString()
  for (const [key, its] of byProvider(answered)) {
    const own = join(folder, key.toLowerCase())
    const answers = its.map(({ changes: _, ...rest }) => ({
      ...rest,
      calls: rest.calls.map((call) =>
        call.text.length <= LONGEST_REPLY ? call : { ...call, text: '', cutCharacters: call.text.length },
      ),
    }))
    await privateFiles.create(join(own, `${at.replaceAll(':', '-')}.json`), `${JSON.stringify({ at, answers })}\n`)
    // What a kill left of a file has its name, too.
    const names = (await privateFiles.list(own)).filter((name) => /^[0-9]{4}-[0-9]{2}-[0-9]{2}T/.test(name)).sort()
    for (const name of names.slice(0, -MOST_KEPT)) await privateFiles.remove(join(own, name))
  }
  return answered.length === 0 ? undefined : folder
}

/** A file of recordings, for who makes cases of it: what was asked for, each exchange, and what its replies came to. */
export interface SavedAnswers {
  readonly provider: string
  /** Epoch milliseconds at which the exchanges play. */
  readonly nowMs: number
  readonly answers: readonly SavedAnswer[]
}

export interface SavedAnswer {
  readonly name: string
  /** Assets as `chainKey:address`, `native` for coins. */
  readonly request: {
    readonly src: string
    readonly dst: string
    readonly amount: string
    readonly slippageBps: number
  }
  readonly exchanges: readonly {
    readonly method: 'GET' | 'POST'
    readonly path: string
    readonly query: Readonly<Record<string, string>>
    readonly body?: unknown
    /** `file` is in the folder `recordings` beside. */
    readonly reply: { readonly status: number; readonly file: string }
  }[]
  readonly outcome: DriftCheck['outcome']
}

/**
 * Writes what each provider answered as recordings of the test suite: a folder a provider, with the replies byte by byte in
 * `recordings/` and their requests in `answers.json`. No file is overwritten.
 * @returns the paths of the files with the requests
 * @throws CONFIG_INVALID where no file can be written
 */
export async function saveRecordings(folder: string, checks: readonly DriftCheck[]): Promise<readonly string[]> {
  const written: string[] = []
  for (const [key, its] of byProvider(checks.filter(({ calls }) => calls.length > 0))) {
    const own = join(folder, key.toLowerCase().replaceAll('_', '-'))
    await makeFolder(join(own, 'recordings'))
    const answers: SavedAnswer[] = []
    for (const check of its) answers.push(await saveAnswer(own, check))
    const saved: SavedAnswers = { provider: key, nowMs: its[0]?.nowMs ?? 0, answers }
    written.push(await writeNewFile(join(own, 'answers.json'), `${JSON.stringify(saved, undefined, 2)}\n`))
  }
  return written
}

/** @throws CONFIG_INVALID */
async function makeFolder(folder: string): Promise<void> {
  await makePrivateFolder(folder).catch((cause: unknown) => {
    const hint = 'Name a folder that you can write: swapcli providers check --deep --save DIR'
    throw new SwapError('CONFIG_INVALID', `${folder} cannot be made: ${fileProblem(cause)}`, { hint, cause })
  })
}

async function saveAnswer(folder: string, { kind, asked, calls, outcome }: DriftCheck): Promise<SavedAnswer> {
  if (kind === undefined || asked === undefined) throw new Error('what was answered was asked for')
  const exchanges: SavedAnswer['exchanges'][number][] = []
  for (const { text, status, ...call } of calls) {
    const last = call.path.split('/').findLast((part) => /^[a-z_-]{2,20}$/i.test(part)) ?? 'reply'
    const path = await writeNewFile(join(folder, 'recordings', `live-${kind}-${last}.json`), text)
    exchanges.push({ ...call, reply: { status, file: path.slice(join(folder, 'recordings').length + 1) } })
  }
  return { name: `${kindName(kind)}, as it was answered`, request: asked, exchanges, outcome }
}

function byProvider(checks: readonly DriftCheck[]): ReadonlyMap<string, readonly DriftCheck[]> {
  const keys = new Set(checks.map(({ key }) => key))
  return new Map([...keys].map((key) => [key, checks.filter((check) => check.key === key)]))
}
