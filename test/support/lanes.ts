import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** What keeps a test out of the fast lane, wherever it is imported: the built program, a chain, a terminal. */
export const SLOW_IMPORTS = ['test/support/built-program.ts', 'test/devnet/anvil.ts', '@lydell/node-pty']

/** The suite of attacks: slow, and without the built program. */
const ATTACKS = 'test/attacks/'

/** The test files in lanes, as paths from the root. */
export interface Lanes {
  /** Tests without a built program, a chain or a terminal. */
  readonly unit: readonly string[]
  readonly program: readonly string[]
  readonly attacks: readonly string[]
}

/** Sorts the test files by what they import, themselves or through what they import from test. */
export function readLanes(): Lanes {
  const imports = new Map(testPaths().map((path) => [path, importsOf(path)]))
  const tests = [...imports.keys()].filter((path) => /\.test\.tsx?$/.test(path)).sort()
  return {
    unit: tests.filter((path) => !isSlow(path, imports)),
    program: tests.filter((path) => isSlow(path, imports) && !path.startsWith(ATTACKS)),
    attacks: tests.filter((path) => isSlow(path, imports) && path.startsWith(ATTACKS)),
  }
}

/** Sources below test, as paths from the root. */
export function testPaths(): readonly string[] {
  return readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `test/${name.split(sep).join('/')}`)
}

function isSlow(test: string, imports: ReadonlyMap<string, readonly string[]>): boolean {
  const found = new Set([test])
  for (const path of found) for (const each of imports.get(path) ?? []) found.add(each)
  return SLOW_IMPORTS.some((each) => found.has(each))
}

/** What a file imports at run time: paths from the root, or names of packages. */
function importsOf(path: string): readonly string[] {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const statements = text.matchAll(/^(?:import|export)\s+(?!type\b)(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]/gm)
  const calls = text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)
  return [...statements, ...calls].map(([, specifier = '']) =>
    specifier.startsWith('.')
      ? relative(ROOT, resolve(ROOT, dirname(path), specifier))
          .split(sep)
          .join('/')
      : specifier,
  )
}
