import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import ts from 'typescript'
import { onTestFinished } from 'vitest'

/*
 * Clients as others make them: generators read our document, and what they write is compiled with a program that uses it.
 * package.json leaves out what they load or bring and this does not use: orval's documentation, linter, Swagger 2 and watch
 * mode, Spectral's telemetry, its AsyncAPI schemas, and polyfills (168 packages, 73 MB). Axios is of orval's year: it does
 * not compile with later ones.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DOCUMENT = join(ROOT, 'src/data/openapi.json')
const PROGRAMS_FOLDER = fileURLToPath(new URL('programs', import.meta.url))

/** The clients, by the names of their programs. */
export const CLIENTS = ['openapi-fetch', 'hey-api', 'orval-axios', 'orval-fetch'] as const
export type ClientName = (typeof CLIENTS)[number]

/** Runs a program of a package. @param path below node_modules */
async function run(path: string, ...args: readonly string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [join(ROOT, 'node_modules', path), ...args], { cwd: ROOT })
}

/**
 * Generates every client beside a copy of the programs, below the packages that they import; all of it is removed with the
 * test.
 * @param root base address for the clients that have it written into them
 * @returns the folder
 */
export async function generateClients(root: string): Promise<string> {
  await mkdir(join(ROOT, '.cache'), { recursive: true })
  const folder = await mkdtemp(join(ROOT, '.cache/clients-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(PROGRAMS_FOLDER, folder, { recursive: true })
  const generated = join(folder, 'generated')
  const output = (client: 'axios' | 'fetch', baseUrl: string | undefined) => ({
    input: DOCUMENT,
    output: { target: join(generated, `orval-${client}.ts`), client, ...(baseUrl === undefined ? {} : { baseUrl }) },
  })
  const config = join(folder, 'orval.config.cjs')
  const outputs = { axios: output('axios', undefined), fetch: output('fetch', root) }
  await writeFile(config, `module.exports = ${JSON.stringify(outputs)}`)
  await Promise.all([
    run('openapi-typescript/bin/cli.js', DOCUMENT, '-o', join(generated, 'schema.ts')),
    run('@hey-api/openapi-ts/bin/run.js', '-i', DOCUMENT, '-o', join(generated, 'hey-api'), '--no-log-file'),
    run('orval/dist/bin/orval.js', '--config', config),
  ])
  return folder
}

/** What the compiler finds in the programs and the clients, as a user's strict project would see it: one line a finding. */
export function compileStrictly(folder: string): readonly string[] {
  const program = ts.createProgram(
    CLIENTS.map((name) => join(folder, `${name}.ts`)),
    {
      strict: true,
      noEmit: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      allowImportingTsExtensions: true,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: [],
      // Declarations of packages are their authors'.
      skipLibCheck: true,
    },
  )
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1
    return `${file?.fileName ?? ''}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
  })
}

/** Loads what a program exports. */
export async function loadProgram<T>(folder: string, name: ClientName): Promise<T> {
  const outfile = join(folder, `${name}.mjs`)
  await build({
    entryPoints: [join(folder, `${name}.ts`)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
  })
  return (await import(outfile)) as T
}
