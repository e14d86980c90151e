import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { spawn } from '@lydell/node-pty'
import { build } from 'esbuild'
import { PROGRAM } from '../support/built-program.ts'
import { homeEnv } from '../support/home-env.ts'
import { openScreenDriver, type ScreenDriver } from '../support/screen-driver.ts'
import { cpuMs, median } from './measure.ts'

/** Figures of the screens. */
export interface ScreenFigures {
  /** Milliseconds from the start of the process to its first frame, median. */
  readonly firstFrameMs: number
  /** The same of a program that draws one word with Ink. */
  readonly bareInkMs: number
  /** Share of a core that is used while the form stands still, in percent. */
  readonly idleCpu: number
  /** Bytes written meanwhile. */
  readonly idleBytes: number
  /** The same while a countdown is shown, in percent. */
  readonly countdownCpu: number
  readonly countdownBytes: number
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Long enough for a clock that counts in hundredths of a second, and shorter than the refresh of a quote. */
const WATCHED_MS = 10_000
const ROUNDS = 11

/** Measures the built program in a pseudo-terminal of 100 columns and 30 rows. */
export async function screenFigures(home: string): Promise<ScreenFigures> {
  const first = await firstFrames(home)
  const screens = openScreenDriver({ home, colour: true })
  try {
    await screens.until('Enter to choose')
    // What is opened after the first frame is no part of standing still.
    await pause(2_000)
    const idle = await watch(screens)
    for (const [keys, seen] of [
      [['enter', 'ethereum:usdc'], '16 found'],
      [['enter', '100', 'enter', 'base:usdc'], '3 found'],
      [['enter'], 'refresh in 19 s'],
    ] as const) {
      screens.press(...keys)
      await screens.until(seen)
    }
    const countdown = await watch(screens)
    return {
      ...first,
      idleCpu: idle.cpu,
      idleBytes: idle.bytes,
      countdownCpu: countdown.cpu,
      countdownBytes: countdown.bytes,
    }
  } finally {
    screens.close()
  }
}

async function watch(screens: ScreenDriver) {
  const bytesNow = () => Buffer.byteLength(screens.written())
  const [cpuBefore, bytesBefore] = [cpuMs(screens.pid), bytesNow()]
  await pause(WATCHED_MS)
  return { cpu: ((cpuMs(screens.pid) - cpuBefore) / WATCHED_MS) * 100, bytes: bytesNow() - bytesBefore }
}

async function firstFrames(home: string): Promise<Pick<ScreenFigures, 'firstFrameMs' | 'bareInkMs'>> {
  const bare = await bundleBareInk(join(home, 'bare-ink'))
  const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] }
  for (let round = 0; round <= ROUNDS; round += 1) {
    const ours = await firstText([PROGRAM], 'Enter to choose', home)
    const bareMs = await firstText([bare], 'hello', home)
    // The first round warms the file cache.
    if (round === 0) continue
    times.ours.push(ours)
    times.bare.push(bareMs)
  }
  return { firstFrameMs: median(times.ours), bareInkMs: median(times.bare) }
}

/** Bundles a program that draws one word with Ink as the build bundles ours. @returns its path */
async function bundleBareInk(outdir: string): Promise<string> {
  await build({
    stdin: {
      contents: `import { render, Text } from 'ink'
        import { createElement } from 'react'
        render(createElement(Text, null, 'hello'))
        setTimeout(() => undefined, 60_000)`,
      resolveDir: ROOT,
    },
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minifySyntax: true,
    minifyWhitespace: true,
    define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' },
    external: ['react-devtools-core'],
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
  })
  return join(outdir, 'stdin.mjs')
}

/** Milliseconds until a program writes a text to its terminal. */
function firstText(args: readonly string[], text: string, home: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = performance.now()
    const child = spawn(process.execPath, [...args], {
      cols: 100,
      rows: 30,
      env: { PATH: process.env['PATH'] ?? '', TERM: 'xterm-256color', ...homeEnv(home) },
    })
    let written = ''
    child.onData((data) => {
      written += data
      if (!written.includes(text)) return
      resolve(performance.now() - start)
      child.kill('SIGKILL')
    })
    child.onExit(() => reject(new Error(`${args.join(' ')} ended without writing ${text}: ${written}`)))
  })
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms))
}
