import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { openSwapService } from '../../src/open.ts'
import { PROGRAM } from '../support/built-program.ts'
import { sandboxEnv } from './bare-env.ts'
import { startServer } from './measure.ts'

/** A server over a home. */
export interface ServedHome {
  readonly home: string
  readonly port: number
  /** Ends it. @returns CPU time of the longest turn of its event loop since an epoch time, both in milliseconds; 0 where nobody knows */
  stop(sinceMs?: number): Promise<number>
}

/** Makes a home with an empty store, if it has none. */
export async function makeHome(home: string): Promise<void> {
  mkdirSync(home, { recursive: true })
  await (await openSwapService({ home })).close()
}

/** Starts `swapcli serve` over a home, in the sandbox. */
export async function serveHome(home: string): Promise<ServedHome> {
  const turns = `${home}.turns`
  const env = {
    ...sandboxEnv(home),
    SWAPCLI_BENCH_TURNS: turns,
  }
  const watch = new URL('./watch-loop.mjs', import.meta.url).href
  const args = ['--import', watch, PROGRAM, 'serve', '--port', '0', '--json', '--quiet']
  const server = await startServer(args, env)
  const { url } = JSON.parse(server.line) as { url: string }
  return {
    home,
    port: Number(new URL(url).port),
    stop: async (sinceMs = Number.NEGATIVE_INFINITY) => {
      await server.stop()
      if (!existsSync(turns)) return 0
      const all = JSON.parse(readFileSync(turns, 'utf8')) as readonly (readonly [number, number])[]
      rmSync(turns)
      return Math.max(0, ...all.filter(([startMs]) => startMs >= sinceMs).map(([, cpuMs]) => cpuMs))
    },
  }
}
