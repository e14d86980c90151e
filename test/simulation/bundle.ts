import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runInThisContext } from 'node:vm'
import { build, type Plugin } from 'esbuild'
import { MUTATIONS } from './mutations.ts'
import type { StoryOptions, Verdict } from './story.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The simulator, with every mutation built in and switched off. */
export interface Simulator {
  /** @param mutation name of a breakage that is switched on. @default none */
  playSeed(seed: number, options?: StoryOptions & { readonly mutation?: string | undefined }): Promise<Verdict>
}

/** A place of the source that is broken where its mutation is switched on. */
function broken(name: string, text: string, replacement: string): string {
  return `(globalThis.simulatedMutation === ${JSON.stringify(name)} ? (${replacement}) : (${text}))`
}

const mutating: Plugin = {
  name: 'mutating',
  setup: (builder) => {
    builder.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
      const file = relative(ROOT, path).split(sep).join('/')
      let contents = await readFile(path, 'utf8')
      for (const { name, places } of MUTATIONS) {
        for (const { text, replacement, around: [before, after] = ['', ''] } of places.filter(
          (one) => one.file === file,
        )) {
          const whole = before + text + after
          if (contents.split(whole).length !== 2) {
            throw new Error(`${name}: ${file} must hold this exactly once: ${whole}`)
          }
          // Without semicolons, what stands in parentheses would be a call of what ends the line before.
          if (/[\w)\]'"`]\s*\n\s*$/.test(contents.slice(0, contents.indexOf(whole)) + before)) {
            throw new Error(`${name}: what is broken must not begin a line of ${file}: ${text}`)
          }
          contents = contents.replace(whole, () => before + broken(name, text, replacement) + after)
        }
      }
      return { contents, loader: 'ts' }
    })
  },
}

/** What the commands reach by themselves, by what stands in its place: files, accounts, prices, and the terminal. */
const EDGES: readonly (readonly [RegExp, string])[] = [
  [/^node:fs$|[\\/](io|store|prices)[\\/]index\.ts$/, 'home-io.ts'],
  [/[\\/](current-account|account-in-use)\.ts$/, 'account.ts'],
  [/[\\/]views[\\/](run-view|payment-review)\.ts$|[\\/]prompts[\\/]drawn\.ts$/, 'screen.ts'],
  [/^\.\.\/session\.ts$/, 'session.ts'],
]

const commandsOnMachine: Plugin = {
  name: 'commands-on-machine',
  setup: (builder) => {
    for (const [filter, file] of EDGES) {
      builder.onResolve({ filter }, ({ importer }) =>
        /[\\/]src[\\/](cli|payments)[\\/]/.test(importer) ? { path: join(ROOT, 'test/simulation', file) } : undefined,
      )
    }
  },
}

/** Bundles the simulator into one file, where nothing is loaded late: waiting for a module would be no event of the seed. */
export async function openSimulator(): Promise<Simulator> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['test/simulation/story.ts'],
    write: false,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    external: ['libsql', 'undici', 'commander', 'conf', 'ora', 'ink', 'react', '@inquirer/*', '@hono/node-server'],
    define: {
      'process.env.NODE_ENV': '"production"',
      'process.env.DEV': '"false"',
      'import.meta.url': JSON.stringify(import.meta.url),
      __SWAPCLI_VERSION__: '"0.0.0"',
    },
    logLevel: 'error',
    legalComments: 'none',
    plugins: [mutating, commandsOnMachine],
  })
  const { playSeed } = loadScript(outputFiles[0]?.text ?? '')
  return {
    playSeed: async (seed, { mutation, ...options } = {}) => {
      const place = globalThis as { simulatedMutation?: string | undefined }
      const { stackTraceLimit } = Error
      place.simulatedMutation = mutation
      // Each timeout that is called off makes an error: their stacks took a fifth of the time.
      Error.stackTraceLimit = 2
      try {
        return await playSeed(seed, options)
      } finally {
        place.simulatedMutation = undefined
        Error.stackTraceLimit = stackTraceLimit
      }
    },
  }
}

/** Runs the bundle as it is: a loader of TypeScript would transform it once more, and give each closure its name anew. */
function loadScript(text: string): typeof import('./story.ts') {
  const module = { exports: {} }
  const load = runInThisContext(`(function (require, module, exports) {${text}\n})`, { filename: 'simulator.cjs' }) as (
    ...parts: readonly unknown[]
  ) => void
  load(createRequire(import.meta.url), module, module.exports)
  return module.exports as typeof import('./story.ts')
}
