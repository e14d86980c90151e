import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROGRAM } from '../support/built-program.ts'
import { homeEnv } from '../support/home-env.ts'

/** A running `swapcli serve` over a database. */
export interface ServerProcess {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string
  /** What it has written to stderr so far. */
  log(): string
  /** Kills it with SIGKILL. Resolves when it is gone. */
  kill(): Promise<void>
  /** Lets it do nothing, as a machine that is suspended does, until what this gives is called. */
  pause(): () => void
  /** Ends it as a service manager does. @returns its exit code */
  stop(): Promise<number | null>
}

/** How a server is started. */
export interface ServerOptions {
  /** URL of the database. */
  readonly store: string
  readonly flags?: readonly string[]
  /** Words before the command: what runs it. @default nothing */
  readonly within?: readonly string[]
}

/** Swaps settle at once. */
const SPEED = '100000'

/** Starts a server of the sandbox network in a home of its own. Whoever starts it ends it. */
export async function startServer({ store, flags = [], within = [] }: ServerOptions): Promise<ServerProcess> {
  const home = await mkdtemp(join(tmpdir(), 'swapcli-server-'))
  const words = [...within, process.execPath, PROGRAM, 'serve', '--port', '0', '--json', '--lock-ttl', '600', ...flags]
  const [command = '', ...args] = words
  const child = spawn(command, args, {
    env: {
      ...homeEnv(home),
      ...{ PATH: process.env['PATH'] ?? '', SWAPCLI_NETWORK: 'sandbox', SWAPCLI_SANDBOX_SPEED: SPEED },
      SWAPCLI_STORE: store,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
  const closed = once(child, 'close').then(() => rm(home, { recursive: true, force: true }))
  const line = await Promise.race([
    once(child.stdout.setEncoding('utf8'), 'data').then(([text]: unknown[]) => String(text)),
    closed.then(() => Promise.reject(new Error(`the server ended: ${log}`))),
  ])
  const { url } = JSON.parse(line) as { readonly url: string }
  return {
    origin: new URL(url).origin,
    log: () => log,
    kill: async () => {
      child.kill('SIGKILL')
      await closed
    },
    pause: () => {
      child.kill('SIGSTOP')
      return () => void child.kill('SIGCONT')
    },
    stop: async () => {
      child.kill('SIGTERM')
      await closed
      return child.exitCode
    },
  }
}
