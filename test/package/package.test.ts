import { execFile } from 'node:child_process'
import { access, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
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

const PROGRAM = `
import { createHandler, createSwapClient, isSwapError, openSwapService, type QuoteRequest, rankRoutes, type Verdict } from 'swapcli'
import { openSwapWallet, type SwapReview } from 'swapcli/wallet'

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
  const home = process.argv[2] ?? ''
  await using wallet = await openSwapWallet({ service, home, stateHome: home + '-state' })
  const reviewed: SwapReview['kind'][] = []
  const swap = await wallet.swap(
    { ...request, provider: 'SANDBOX_BRIDGE' },
    { onReview: ({ kind }) => reviewed.push(kind) > 0, until: 'tracked' },
  )
  const refusal = await client.quote({ ...request, amount: '1e5' }).catch((error: unknown) => error)
  console.log(
    JSON.stringify({
      best: rankRoutes(data, 'best')[0]?.provider === data[0]?.provider,
      same: data.length === through.data.length && data.length > 0,
      reasons: verdicts.map(reason),
      misspelt: misspelt === undefined,
      swap: [swap.step, reviewed],
      refusal: isSwapError(refusal) ? refusal.code : undefined,
    }),
  )
  createSwapClient('http://swap.example', { fetch: globalThis.fetch })
}

await main()
`

/** What runs in a page: it has the types of browsers, and none of Node. */
const PAGE = `
import { createSwapClient, formatAmount, isSwapError, type Route } from 'swapcli'

const client = createSwapClient('/api/v1', { fetch })

export async function show(route: Route): Promise<string> {
  // @ts-expect-error a misspelt property does not compile
  const misspelt: unknown = route.minimumRecieved
  const chains = await client.chains().catch((error: unknown) => (isSwapError(error) ? error.code : undefined))
  return [formatAmount(1n, 6), typeof chains === 'object' ? chains.data.length : chains, misspelt].join(' ')
}
`

/** What runs anywhere: with the types of browsers alone, or those of Node alone. */
const CLIENT_PROGRAM = `
import { createSwapClient, formatAmount, isSwapError, parseAmount, type Route, SwapError, type SwapService } from 'swapcli/client'

export async function best(api: string, signal: AbortSignal): Promise<Route | undefined> {
  const client: SwapService = createSwapClient(api, { timeoutMs: 5_000 })
  try {
    const { data } = await client.quote({ srcChain: 'a', srcAddress: 'b', dstChain: 'c', dstAddress: 'd', amount: '1' }, { signal })
    return data[0]
  } catch (error) {
    if (isSwapError(error)) throw new SwapError('BAD_GATEWAY', error.message)
    throw error
  } finally {
    await client.close()
  }
}
createSwapClient('http://swap.example', { fetch: globalThis.fetch })
const parsed = parseAmount('1.5', 6)
export const text: string = parsed.ok ? formatAmount(parsed.units, 6) : parsed.problem
`

/** Packages that no declaration of ours names: whoever uses the library need not have them. */
const NOT_IN_TYPES = /^(viem|ox|abitype|hono|@hono|zod|undici|react|ink)(\/|$)/

let project: string
/** Path of what was packed. */
let tarball: string

/** The folder of an installed package in the project. */
const installed = (...path: readonly string[]) => join(project, 'node_modules/swapcli', ...path)

async function install(): Promise<void> {
  // A build of changed sources takes the declarations away: those that are there are of these sources.
  await run(process.execPath, [join(ROOT, 'build-types.mjs'), '--if-missing'])
  const packed = await run('npm', ['pack', '--ignore-scripts', '--offline', '--pack-destination', project], {
    cwd: ROOT,
  })
  tarball = join(project, packed.stdout.trim().split('\n').at(-1) ?? '')
  await mkdir(installed(), { recursive: true })
  await run('tar', ['-xzf', tarball, '-C', installed(), '--strip-components=1'])
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
  await writeFile(join(project, 'page.ts'), PAGE)
  await writeFile(join(project, 'client.ts'), CLIENT_PROGRAM)
}

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'swapcli-package-'))
  await install()
})

afterAll(() => rm(project, { recursive: true, force: true }))

/** Sources that were read, by path and module format: node16 and nodenext read all alike. */
const parsed = new Map<string, ts.SourceFile | undefined>()

/** Where a program runs, and which entries it imports: the types that are there without any package of the project but those of Node. */
const PLACES = {
  node: { source: 'program.ts', entries: ['index', 'wallet'], types: ['node'], lib: ['lib.es2023.d.ts'] },
  browser: { source: 'page.ts', entries: ['index'], types: [], lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'] },
  clientInBrowser: { source: 'client.ts', entries: ['client'], types: [], lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'] },
  clientInNode: { source: 'client.ts', entries: ['client'], types: ['node'], lib: ['lib.es2023.d.ts'] },
}

/**
 * Compiles a program and writes what comes of it. Its declarations are checked with it, ours included.
 * @returns what the compiler says
 */
function compile(
  { source, entries, types, lib }: (typeof PLACES)[keyof typeof PLACES],
  module: ts.ModuleKind,
  moduleResolution: ts.ModuleResolutionKind,
): readonly string[] {
  const options: ts.CompilerOptions = {
    module,
    moduleResolution,
    target: ts.ScriptTarget.ES2022,
    lib,
    types,
    typeRoots: [join(project, 'node_modules/@types')],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    outDir: join(project, 'out'),
  }
  const path = join(project, source)
  const host = ts.createCompilerHost(options)
  const getSourceFile = host.getSourceFile.bind(host)
  host.getSourceFile = (file, format, ...more) => {
    const key = `${file} ${typeof format === 'object' ? format.impliedNodeFormat : ''}`
    if (!parsed.has(key)) parsed.set(key, getSourceFile(file, format, ...more))
    return parsed.get(key)
  }
  const program = ts.createProgram([path], options, host)
  const own = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(project))
  // All that is known of an entry stands in one file, which is that of the others too.
  const declarations = ['declarations', ...entries].map((entry) => installed(`dist/types/${entry}.d.ts`))
  expect(own.map(({ fileName }) => fileName).sort()).toEqual([...declarations, path].sort())
  const named = own
    .filter(({ fileName }) => fileName !== path)
    .flatMap(({ text }) => ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName))
  expect(named.filter((name) => NOT_IN_TYPES.test(name))).toEqual([])
  return [
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...own.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
    // Of the program alone: to write everything, everything is checked.
    ...program.emit(program.getSourceFile(path)).diagnostics,
  ].map(
    ({ file, messageText }) =>
      `${file?.fileName.slice(project.length) ?? ''} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
  )
}

/** The file of a lock that says what is installed with a package, and where. */
interface PackageLock {
  readonly packages: Readonly<
    Record<string, { readonly dependencies?: object; readonly optionalDependencies?: object }>
  >
}

/** Folders of the packages that npm installs on this machine with those of these names, themselves included. */
async function withDependencies(names: readonly string[]): Promise<ReadonlySet<string>> {
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as PackageLock
  const found = new Set<string>()
  const open = names.map((name) => `node_modules/${name}`)
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const isThere = await access(join(ROOT, path)).then(
      () => true,
      () => false,
    )
    // Binaries of other platforms are not.
    if (found.has(path) || !isThere) continue
    found.add(path)
    const { dependencies = {}, optionalDependencies = {} } = packages[path] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const nested = `${path}/node_modules/${name}`
      open.push(nested in packages ? nested : `node_modules/${name}`)
    }
  }
  return found
}

/** Bytes of the files under a folder. */
async function bytesUnder(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

describe('the packed package', () => {
  // Its declarations are the same files for all: `npm run package:check` finds what one resolution does not find in them.
  test('is typed for the resolution of bundlers', () => {
    expect(compile(PLACES.node, ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler)).toEqual([])
  })

  test('is typed for a browser, where there are no types of Node', () => {
    expect(compile(PLACES.browser, ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler)).toEqual([])
  })

  test('is typed for module node16', () => {
    expect(compile(PLACES.node, ts.ModuleKind.Node16, ts.ModuleResolutionKind.Node16)).toEqual([])
  })

  test('is typed for module nodenext, and runs where it is installed', async () => {
    expect(compile(PLACES.node, ts.ModuleKind.NodeNext, ts.ModuleResolutionKind.NodeNext)).toEqual([])
    const home = await mkdtemp(join(project, 'home-'))
    const program = join(project, 'out/program.js')
    const { stdout, stderr } = await run(process.execPath, [program, home], { cwd: project })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual({
      best: true,
      same: true,
      reasons: expect.arrayContaining(['routes']) as unknown,
      misspelt: true,
      swap: ['tracked', ['terms']],
      refusal: 'INVALID_AMOUNT',
    })
    const { stdout: version } = await run(process.execPath, [installed('bin/swapcli.cjs'), '--version'])
    expect(version).toMatch(/^\d+\.\d+\.\d+/)
  })

  test.each(['clientInBrowser', 'clientInNode'] as const)('types its client: %s', (place) => {
    expect(compile(PLACES[place], ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler)).toEqual([])
    expect(compile(PLACES[place], ts.ModuleKind.NodeNext, ts.ModuleResolutionKind.NodeNext)).toEqual([])
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

  test('is small, takes few packages with it, and runs nothing where it is installed', async () => {
    const manifest = JSON.parse(await readFile(installed('package.json'), 'utf8')) as {
      readonly dependencies: Readonly<Record<string, string>>
      readonly scripts?: Readonly<Record<string, string>>
    }
    const folders = [...(await withDependencies(Object.keys(manifest.dependencies)))]
    expect(folders.length + 1).toBeLessThanOrEqual(10)
    const sizes = await Promise.all([installed(), ...folders.map((path) => join(ROOT, path))].map(bytesUnder))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(35_000_000)
    expect((await stat(tarball)).size).toBeLessThanOrEqual(2_500_000)
    const scripts = await Promise.all(
      [installed(), ...folders.map((path) => join(ROOT, path))].map(async (folder) => {
        const read = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as typeof manifest
        return Object.keys(read.scripts ?? {}).filter((name) => /^(pre|post)?install$|^prepare$/.test(name))
      }),
    )
    expect(scripts.flat()).toEqual([])
  })

  test('says whose packages are part of it', async () => {
    const notices = await readFile(installed('dist/THIRD-PARTY-LICENSES.txt'), 'utf8')
    const heads = [...notices.matchAll(/^-{80}\n(\S+) \S+ \((.+)\)\n\n(.+)$/gm)].map(([, name, licence]) => [
      name,
      licence,
    ])
    expect(heads.map(([name]) => name)).toEqual(
      expect.arrayContaining(['commander', 'ink', 'pg', 'undici', 'viem', 'zod']),
    )
    // Licences that ask for no more than their notice.
    expect([...new Set(heads.map(([, licence]) => licence))].sort()).toEqual(['Apache-2.0', 'ISC', 'MIT'])
  })
})
