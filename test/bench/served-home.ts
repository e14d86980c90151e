import { mkdirSync } from 'node:fs'
import { openSwapService } from '../../src/open.ts'
import { PROGRAM } from '../support/built-program.ts'
import { homeEnv } from '../support/home-env.ts'
import { startServer } from './measure.ts'

/** A server over a home. */
export interface ServedHome {
  readonly home: string
  readonly port: number
  stop(): Promise<void>
}

/** Makes a home with an empty store, if it has none. */
export async function makeHome(home: string): Promise<void> {
  mkdirSync(home, { recursive: true })
  await (await openSwapService({ home })).close()
}

/** Starts `swapcli serve` over a home, in the sandbox. */
export async function serveHome(home: string): Promise<ServedHome> {
  const env = { ...process.env, ...homeEnv(home), SWAPCLI_NETWORK: 'sandbox', NO_COLOR: '1' }
  const { line, stop } = await startServer([PROGRAM, 'serve', '--port', '0', '--json', '--quiet'], env)
  const { url } = JSON.parse(line) as { url: string }
  return { home, port: Number(new URL(url).port), stop }
}
