import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BUILD } from '../support/built-program.ts'

/*
 * The package as somebody gets it: packed, unpacked into an empty project beside the dependencies that it declares, and
 * used from there. Nothing is downloaded.
 */

const run = promisify(execFile)
const ROOT = dirname(BUILD)
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')

const PROGRAM = `
import { createHandler, createSwapClient, isSwapError, openSwapService, type QuoteRequest, rankRoutes, type Verdict } from 'swapcli'

const request: QuoteRequest = {
  srcChain: 'ethereum',
  srcAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  dstChain: 'arbitrum',
  dstAddress: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  amount: '100',
  slippage: 100,
}

function reason(verdict: Verdict): string {
  switch (verdict.outcome) {
    case 'routes':
      return 'routes'
    case 'no_route':
    case 'error':
      return verdict.code
  }
}

async function main(): Promise<void> {
  await using service = await openSwapService({ home: process.argv[2] ?? '', storeThreads: true })
  const handler = createHandler(service)
  await using client = createSwapClient('http://swap.example/api/v1', {
    fetch: async (url, init) => handler(new Request(url, init)),
  })
  const { data, verdicts } = await service.quote(request)
  const through = await client.quote(request)
  // @ts-expect-error a misspelt property does not compile
  const misspelt: unknown = data[0]?.minimumRecieved
  const refusal = await client.quote({ ...request, amount: '1e5' }).catch((error: unknown) => error)
  console.log(
    JSON.stringify({
      best: rankRoutes(data, 'best')[0]?.provider === data[0]?.provider,
      same: data.length === through.data.length && data.length > 0,
      reasons: verdicts.map(reason),
      misspelt: misspelt === undefined,
      refusal: isSwapError(refusal) ? refusal.code : undefined,
    }),
  )
  createSwapClient('http://swap.example', { fetch: globalThis.fetch })
}

await main()
`

let project: string

/** The folder of an installed package in the project. */
const installed = (...path: readonly string[]) => join(project, 'node_modules/swapcli', ...path)

async function install(): Promise<void> {
  // A build of changed sources takes the declarations away: those that are there are of these sources.
  await run(process.execPath, [TSC, '--build', join(ROOT, 'tsconfig.build.json')], { cwd: ROOT })
  const packed = await run('npm', ['pack', '--ignore-scripts', '--offline', '--pack-destination', project], {
    cwd: ROOT,
  })
  const tarball = packed.stdout.trim().split('\n').at(-1) ?? ''
  await mkdir(installed(), { recursive: true })
  await run('tar', ['-xzf', join(project, tarball), '-C', installed(), '--strip-components=1'])
  const manifest = JSON.parse(await readFile(installed('package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>
  }
  for (const name of [...Object.keys(manifest.dependencies), '@types/node']) {
    const link = join(project, 'node_modules', name)
    await mkdir(dirname(link), { recursive: true })
    await symlink(join(ROOT, 'node_modules', name), link)
  }
  await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'user', private: true, type: 'module' }))
  await writeFile(join(project, 'program.ts'), PROGRAM)
}

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'swapcli-package-'))
  await install()
})

afterAll(() => rm(project, { recursive: true, force: true }))

/** Sources that were read, by path and module format: node16 and nodenext read all alike. */
const parsed = new Map<string, ts.SourceFile | undefined>()

/**
 * Compiles the program and writes what comes of it.
 * @param skipLibCheck true to leave out the declarations of packages; else ours are checked, and those of others not
 * @returns what the compiler says
 */
function compile(
  module: ts.ModuleKind,
  moduleResolution: ts.ModuleResolutionKind,
  skipLibCheck: boolean,
): readonly string[] {
  const options: ts.CompilerOptions = {
    module,
    moduleResolution,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    types: ['node'],
    typeRoots: [join(project, 'node_modules/@types')],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck,
    outDir: join(project, 'out'),
  }
  const source = join(project, 'program.ts')
  const host = ts.createCompilerHost(options)
  const getSourceFile = host.getSourceFile.bind(host)
  host.getSourceFile = (path, format, ...more) => {
    const key = `${path} ${typeof format === 'object' ? format.impliedNodeFormat : ''}`
    if (!parsed.has(key)) parsed.set(key, getSourceFile(path, format, ...more))
    return parsed.get(key)
  }
  const program = ts.createProgram([source], options, host)
  // Packages of others are links to where they are.
  const own = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(project))
  expect(own.length).toBeGreaterThan(50)
  return [
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...own.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
    // Of the program alone: to write everything, everything is checked.
    ...program.emit(program.getSourceFile(source)).diagnostics,
  ].map(
    ({ file, messageText }) =>
      `${file?.fileName.slice(project.length) ?? ''} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
  )
}

describe('the packed package', () => {
  // Its declarations are the same files for all: `npm run package:check` finds what one resolution does not find in them.
  test('is typed for the resolution of bundlers', () => {
    expect(compile(ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler, true)).toEqual([])
  })

  test('is typed for module node16', () => {
    expect(compile(ts.ModuleKind.Node16, ts.ModuleResolutionKind.Node16, true)).toEqual([])
  })

  test('is typed for module nodenext, its own declarations included, and runs where it is installed', async () => {
    expect(compile(ts.ModuleKind.NodeNext, ts.ModuleResolutionKind.NodeNext, false)).toEqual([])
    const home = await mkdtemp(join(project, 'home-'))
    const program = join(project, 'out/program.js')
    const { stdout, stderr } = await run(process.execPath, [program, home], { cwd: project })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual({
      best: true,
      same: true,
      reasons: expect.arrayContaining(['routes']) as unknown,
      misspelt: true,
      refusal: 'INVALID_AMOUNT',
    })
    const { stdout: version } = await run(process.execPath, [installed('bin/swapcli.cjs'), '--version'])
    expect(version).toMatch(/^\d+\.\d+\.\d+/)
  })

  test('can be read by every user, and carries no source and no test', async () => {
    const paths = await readdir(installed(), { recursive: true })
    const unreadable: string[] = []
    for (const path of paths) {
      const { mode } = await stat(installed(path))
      if ((mode & 0o004) === 0) unreadable.push(path)
    }
    expect(unreadable).toEqual([])
    expect((await stat(join(ROOT, 'dist'))).mode & 0o755).toBe(0o755)
    expect(paths.filter((path) => /^test\/|(?<!\.d)\.tsx?$/.test(path))).toEqual([])
  })
})
