import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { FAST } from './cli-result.ts'
import { startCli } from './run-cli.ts'

/** A running `swapcli serve`. */
export interface ServedProgram {
  /** Base URL of its API. */
  readonly url: string
  /** What it printed when it was ready. */
  readonly line: string
  /** What it has logged so far. */
  readonly log: () => string
  /** Stops it as a service manager does. @returns its exit code */
  readonly stop: () => Promise<number | null>
}

/** Starts `swapcli serve --json` of a home on a free port; it ends with the test at the latest. */
export function serveProgram(home: string, ...flags: readonly string[]): Promise<ServedProgram> {
  return serveForPerson(home, '--json', ...flags)
}

/** The same as a person starts it. */
export async function serveForPerson(home: string, ...flags: readonly string[]): Promise<ServedProgram> {
  const server = startCli(['serve', '--port', '0', ...flags], { home, env: FAST })
  onTestFinished(() => void server.kill('SIGKILL'))
  let log = ''
  server.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
  const closed = once(server, 'close')
  const line = await Promise.race([
    once(server.stdout.setEncoding('utf8'), 'data').then(([text]: unknown[]) => String(text)),
    closed.then(() => Promise.reject(new Error(`the server ended: ${log}`))),
  ])
  const [url] = /http:[^\s"]+/.exec(line) ?? []
  if (url === undefined) throw new Error(`the server does not say where it is: ${line}`)
  return {
    url,
    line,
    log: () => log,
    stop: async () => {
      server.kill('SIGTERM')
      await closed
      return server.exitCode
    },
  }
}
