import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
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
  await using service = await openSwapService({ home: process.argv[2] ?? '' })
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
  await run(process.execPath, [TSC, '-p', join(ROOT, 'tsconfig.build.json')], { cwd: ROOT })
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
}, 300_000)

afterAll(() => rm(project, { recursive: true, force: true }))

/** What the compiler says of the program. @param skipLibCheck true to leave out the declarations of packages, ours too */
async function compile(module: string, moduleResolution: string, skipLibCheck: boolean): Promise<string> {
  const config = {
    compilerOptions: {
      module,
      moduleResolution,
      target: 'es2022',
      lib: ['es2023', 'dom'],
      types: ['node'],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck,
      outDir: `out-${moduleResolution}`,
    },
    files: ['program.ts'],
  }
  const path = join(project, `tsconfig.${moduleResolution}.json`)
  await writeFile(path, JSON.stringify(config))
  return run(process.execPath, [TSC, '-p', path], { cwd: project }).then(
    () => '',
    (error: { readonly stdout: string }) => error.stdout,
  )
}

describe('the packed package', () => {
  // Its declarations are the same files for all: `npm run package:check` finds what one resolution does not find in them.
  test.each([
    ['node16', 'node16'],
    ['esnext', 'bundler'],
  ])(
    'is typed for module %s with resolution %s',
    async (module, moduleResolution) => {
      expect(await compile(module, moduleResolution, true)).toBe('')
    },
    180_000,
  )

  test('is typed for module nodenext, its own declarations included, and runs where it is installed', async () => {
    expect(await compile('nodenext', 'nodenext', false)).toBe('')
    const home = await mkdtemp(join(project, 'home-'))
    const program = join(project, 'out-nodenext/program.js')
    const { stdout, stderr } = await run(process.execPath, [program, home], { cwd: project })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual({
      best: true,
      same: true,
      reasons: expect.arrayContaining(['routes']) as unknown,
      misspelt: true,
      refusal: 'INVALID_AMOUNT',
    })
    const { stdout: version } = await run(process.execPath, [installed('bin/swapcli.js'), '--version'])
    expect(version).toMatch(/^\d+\.\d+\.\d+/)
  }, 180_000)

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
