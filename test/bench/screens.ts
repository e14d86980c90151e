import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { spawn } from '@lydell/node-pty'
import { build } from 'esbuild'
import { z } from 'zod'
import { PROGRAM } from '../support/built-program.ts'
import { homeEnv } from '../support/home-env.ts'
import { openScreenDriver, type ScreenDriver } from '../support/screen-driver.ts'
import { type FrameFigures, frameFigures } from './frames.ts'
import { fillSwaps } from './growth.ts'
import { cpuMs, median } from './measure.ts'

/** Figures of the screens. */
export interface ScreenFigures extends FrameFigures {
  /** Milliseconds from the start of the process to its first frame, median. */
  readonly firstFrameMs: number
  /** The same of a program that draws one word with Ink. */
  readonly bareInkMs: number
  /** Milliseconds from a key to the first text that it brings, median. */
  readonly keyMs: number
  /** The same of a program that writes back what it reads. */
  readonly echoMs: number
  /** Milliseconds of CPU of the longest turn of the loop while service, store and wallet are opened. */
  readonly openingMs: number
  /** The same after a process that was killed: then the file of the wallet is looked through, which is done in one turn. */
  readonly openingKilledMs: number
  readonly watched: readonly Watched[]
}

/** What is used while nobody presses a key. */
export interface Watched {
  readonly name: string
  /** Share of a core, of all threads, in percent. */
  readonly cpu: number
  /** Bytes written a second. */
  readonly bytesPerSec: number
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Long enough for a clock that counts in hundredths of a second, and shorter than the refresh of a quote. */
const WATCHED_MS = 10_000
const ROUNDS = 11
/** Swaps of the home. */
const SWAPS = 10_000
const KEYS = 40
/** Longer than the least time between two frames. */
const BETWEEN_KEYS_MS = 100
/** What is opened after the first frame is no part of standing still. */
const OPENING_MS = 3_000
/** Until the loop has been compiled, and what opening left behind has been collected. */
const SETTLED_MS = 60_000

/** Measures the built program in a pseudo-terminal, in a home of 10,000 swaps. */
export async function screenFigures(folder: string): Promise<ScreenFigures> {
  const home = join(folder, 'screens')
  await fillSwaps(home, SWAPS)
  const first = await firstFrames(home)
  const keys = await keyTimes(home)
  // The programs before it were killed.
  const openingKilledMs = await longestTurn(home, folder)
  const openingMs = await longestTurn(home, folder)
  const screens = openScreenDriver({ home, colour: true, columns: 250, rows: 80 })
  const watched: Watched[] = []
  try {
    await screens.until('Enter to choose')
    await pause(SETTLED_MS)
    watched.push(await watch(screens, 'the form stands still at 250x80'))
    for (const [pressed, seen] of [
      [['enter', 'ethereum:usdc'], '16 found'],
      [['enter', '100', 'enter', 'base:usdc'], '3 found'],
      [['enter'], 'refresh in 19 s'],
    ] as const) {
      screens.press(...pressed)
      await screens.until(seen)
    }
    watched.push(await watch(screens, 'a countdown is shown at 250x80'))
    screens.press('3')
    await screens.until(`${SWAPS} swaps`)
    await screens.resize(200, 60)
    // Each End reads the next page.
    for (const isAll = () => !/newest \d+ loaded|reading/.test(screens.screen()); !isAll(); await pause(50)) {
      screens.press('\u001B[F')
    }
    await pause(OPENING_MS)
    watched.push(await watch(screens, `${SWAPS} swaps are listed at 200x60`))
  } finally {
    screens.close()
  }
  return { ...first, ...keys, openingMs, openingKilledMs, watched, ...frameFigures(join(folder, 'frames')) }
}

async function watch(screens: ScreenDriver, name: string): Promise<Watched> {
  const bytesNow = () => Buffer.byteLength(screens.written())
  const [cpuBefore, bytesBefore] = [cpuMs(screens.pid), bytesNow()]
  await pause(WATCHED_MS)
  return {
    name,
    cpu: ((cpuMs(screens.pid) - cpuBefore) / WATCHED_MS) * 100,
    bytesPerSec: (bytesNow() - bytesBefore) / (WATCHED_MS / 1000),
  }
}

/** The same key in both programs in turns, at 80x24. */
async function keyTimes(home: string): Promise<Pick<ScreenFigures, 'keyMs' | 'echoMs'>> {
  const echo =
    "process.stdin.setRawMode(true); process.stdin.on('data', (key) => process.stdout.write(`[${key.length}]`))"
  const programs = {
    ours: openKeyed([PROGRAM], home),
    echo: openKeyed(['-e', `${echo}; process.stdout.write('ready')`], home),
  }
  const times: Record<keyof typeof programs, number[]> = { ours: [], echo: [] }
  try {
    await programs.ours.shows('Enter to choose')
    await programs.echo.shows('ready')
    await pause(OPENING_MS)
    for (let at = 0; at < KEYS; at += 1) {
      for (const name of ['echo', 'ours'] as const) {
        times[name].push(await programs[name].answer(at % 2 === 0 ? '\u001B[B' : '\u001B[A'))
        await pause(BETWEEN_KEYS_MS)
      }
    }
    return { keyMs: median(times.ours), echoMs: median(times.echo) }
  } finally {
    for (const program of Object.values(programs)) program.close()
  }
}

function openKeyed(args: readonly string[], home: string) {
  const child = spawn(process.execPath, [...args], {
    ...{ cols: 80, rows: 24 },
    env: { PATH: process.env['PATH'] ?? '', TERM: 'xterm-256color', ...homeEnv(home) },
  })
  let written = ''
  let told: () => void = () => undefined
  child.onData((data) => {
    written += data
    told()
  })
  const next = () => new Promise<void>((resolve) => (told = resolve))
  return {
    shows: async (text: string) => {
      while (!written.includes(text)) await next()
    },
    /** Milliseconds until a key brings something. */
    answer: async (key: string) => {
      const start = performance.now()
      child.write(key)
      await next()
      return performance.now() - start
    },
    close: () => child.kill('SIGKILL'),
  }
}

/** The longest turn of the loop between the first frame and some seconds later, in milliseconds of CPU. */
async function longestTurn(home: string, folder: string): Promise<number> {
  const file = join(folder, 'turns.json')
  const preload = new URL('./watch-loop.mjs', import.meta.url).pathname
  const env = { NODE_OPTIONS: `--import ${preload}`, SWAPCLI_BENCH_TURNS: file }
  const screens = openScreenDriver({ home, colour: true, columns: 80, rows: 24, env })
  try {
    await screens.until('Enter to choose')
    const drawnAt = performance.timeOrigin + performance.now()
    await pause(OPENING_MS)
    screens.press('q')
    await screens.exit()
    const turns = z.array(z.tuple([z.number(), z.number()])).parse(JSON.parse(readFileSync(file, 'utf8')))
    // Leaving writes the files out.
    return Math.max(0, ...turns.flatMap(([at, ms]) => (at < drawnAt || at > drawnAt + OPENING_MS - 100 ? [] : [ms])))
  } finally {
    screens.close()
  }
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
