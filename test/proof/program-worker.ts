import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/** What a process is asked to run. */
export interface WorkerRequest {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** For `serve --port 0 --json`: paths that are asked for before it is stopped. */
  readonly gets?: readonly string[]
  /** What its clock says when it begins, in epoch milliseconds. @default the time */
  readonly nowMs?: number
}

/** How a command line ended in it. */
export interface WorkerAnswer {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  /** One for each path of `gets`; none when the server did not start. */
  readonly answers: readonly { readonly status: number; readonly body: string }[]
}

/** How the process ended instead of answering. */
export interface WorkerDeath {
  /** `signal SIGABRT`, `exit 134`, or `no answer`. */
  readonly died: string
  /** What it wrote to stderr last. */
  readonly words: string
}

/** A process that runs command lines one after another; a new one takes the place of one that died. */
export interface ProgramWorker {
  run(request: WorkerRequest): Promise<WorkerAnswer | WorkerDeath>
  end(): void
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Longest time that a command line may take, in milliseconds. */
const PATIENCE_MS = 60_000
/** How much of what a process wrote to stderr is kept, in characters. */
const WORDS_KEPT = 600

/** @param env more for its environment, such as what is loaded into it */
export function openProgramWorker(env: Readonly<Record<string, string>> = {}): ProgramWorker {
  let child: ChildProcess | undefined
  let words = ''
  let lastId = 0

  async function start(): Promise<ChildProcess> {
    const file = await bundleWorker()
    const started = fork(file, {
      execArgv: [],
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    words = ''
    started.stderr?.setEncoding('utf8').on('data', (text: string) => (words = (words + text).slice(-WORDS_KEPT)))
    const dead = once(started, 'close').then(() => Promise.reject(new Error(`the process does not start: ${words}`)))
    await Promise.race([once(started, 'message'), dead]).finally(() => rm(file))
    dead.catch(() => undefined)
    return started
  }

  return {
    run: async (request) => {
      const running = (child ??= await start())
      const id = (lastId += 1)
      const result = await new Promise<WorkerAnswer | WorkerDeath>((resolve) => {
        let late = false
        const timer = setTimeout(() => {
          late = true
          running.kill('SIGKILL')
        }, PATIENCE_MS)
        const finish = (answer: WorkerAnswer | WorkerDeath) => {
          clearTimeout(timer)
          running.off('message', onAnswer).off('close', onEnd)
          resolve(answer)
        }
        const onAnswer = (answer: unknown) => {
          // Written by worker-process.ts.
          const { id: answered, ...rest } = answer as WorkerAnswer & { readonly id: number }
          if (answered === id) finish(rest)
        }
        const onEnd = (code: number | null, signal: string | null) =>
          finish({ died: late ? 'no answer' : signal === null ? `exit ${code}` : `signal ${signal}`, words })
        running.on('message', onAnswer).on('close', onEnd)
        running.send({ id, ...request })
      })
      if ('died' in result) child = undefined
      return result
    },
    end: () => {
      child?.disconnect()
      child = undefined
    },
  }
}

/** Bundles worker-process.ts: from its sources each `import()` of a command asks the loader anew, a third of all time. */
async function bundleWorker(): Promise<string> {
  const file = join(ROOT, '.cache', `proof-worker-${process.pid}-${randomUUID()}.mjs`)
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['test/proof/worker-process.ts'],
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    define: {
      __SWAPCLI_VERSION__: '"0.0.0"',
      // Only io reads files beside itself.
      'import.meta.url': JSON.stringify(pathToFileURL(join(ROOT, 'src/io/bundle.ts')).href),
    },
    logLevel: 'error',
  })
  return file
}
