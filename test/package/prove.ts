/*
 * The packed package on every runtime that it is for: `npm run package:prove -- node@22 node@24 bun deno`. It is installed into
 * an empty project whose path has a space and letters that are not ASCII, and there each command and the library run. This asks
 * the package registry, for the runtimes too; without any named, this Node alone is taken.
 */
import { spawn, spawnSync, type SpawnSyncReturns } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { BUILD, PROGRAM } from '../support/built-program.ts'
import { homeEnv } from '../support/home-env.ts'

/** A runtime: how programs are started with it. */
interface Runtime {
  readonly name: string
  readonly command: readonly [string, ...string[]]
}

const USAGE = `npm run package:prove -- [RUNTIME…]

Installs the packed package and runs its commands and its library.

  RUNTIME  node@VERSION, bun or deno, as the registry has them; without any, this Node alone`

/** Longest that one command may take. */
const MOST_MS = 120_000
/** A runtime from the registry, with its version or without. */
const RUNTIME = /^(node|bun|deno)(@[\w.-]+)?$/

const names = process.argv.slice(2)
if (names.some((name) => !RUNTIME.test(name))) {
  console.error(USAGE)
  process.exitCode = 2
} else {
  process.exitCode = (await prove(names)) ? 0 : 1
}

async function prove(runtimes: readonly string[]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'swap clí-'))
  try {
    const results = []
    const project = installPackage(folder)
    const before = hashOf(join(project, 'node_modules/swapcli'))
    const used = runtimes.length === 0 ? [{ name: process.version, command: [process.execPath] } as const] : undefined
    for (const runtime of used ?? runtimes.map((name) => installRuntime(folder, name))) {
      const failures = await failuresOf(runtime, project, mkdtempSync(join(folder, 'home-')))
      results.push(failures.length === 0)
      console.log(
        `${runtime.name}: ${failures.length === 0 ? 'every command and the library run' : failures.join('\n  ')}`,
      )
    }
    const isUnchanged = hashOf(join(project, 'node_modules/swapcli')) === before
    console.log(isUnchanged ? 'nothing that is installed was changed' : 'what is installed was changed')
    return results.every(Boolean) && isUnchanged
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Packs and installs the package, by npm as a user does. @returns the folder of the project @throws Error for any warning */
function installPackage(folder: string): string {
  const project = newProject(folder, 'project')
  const root = dirname(BUILD)
  const packed = npm(root, 'pack', '--ignore-scripts', '--pack-destination', folder)
  const tarball = join(folder, packed.stdout.trim().split('\n').at(-1) ?? '')
  const { stdout, stderr } = npm(project, 'install', tarball)
  if (/warn|deprecated/i.test(stdout + stderr)) throw new Error(`npm warns: ${stdout}${stderr}`)
  const { packages } = JSON.parse(readFileSync(join(project, 'node_modules/.package-lock.json'), 'utf8')) as {
    readonly packages: object
  }
  const size = filesUnder(join(project, 'node_modules')).reduce((sum, path) => sum + statSync(path).size, 0)
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(2)} MB`
  console.log(
    `${Object.keys(packages).length} packages, ${megabytes(size)}; packed ${megabytes(statSync(tarball).size)}`,
  )
  return project
}

function installRuntime(folder: string, spec: string): Runtime {
  const project = newProject(folder, spec)
  const name = spec.replace(/@.*/, '')
  npm(project, 'install', spec)
  const program = join(project, 'node_modules/.bin', name)
  return { name: spec, command: name === 'deno' ? [program, 'run', '--allow-all', '--quiet'] : [program] }
}

function newProject(folder: string, name: string): string {
  const project = join(folder, name)
  mkdirSync(project)
  // Their packages bring the binaries by scripts.
  const manifest = { private: true, type: 'module', allowScripts: { node: true, bun: true, deno: true } }
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest))
  return project
}

function npm(cwd: string, ...args: readonly string[]): SpawnSyncReturns<string> {
  const result = spawnSync('npm', args, { cwd, encoding: 'utf8' })
  if (result.status !== 0) throw new Error(`npm ${args.join(' ')} failed: ${result.stderr}`)
  return result
}

/** Each command line that does not end with 0, with what it says. */
async function failuresOf(runtime: Runtime, project: string, home: string): Promise<readonly string[]> {
  const failures: string[] = []
  const env = { PATH: process.env['PATH'], NO_COLOR: '1', ...homeEnv(join(home, 'own')) }
  const program = join('node_modules/swapcli', relative(dirname(BUILD), PROGRAM))
  const run = (words: readonly string[], input = '') => {
    const [file, ...args] = runtime.command
    const options = { cwd: project, env, input, encoding: 'utf8', timeout: MOST_MS } as const
    const { status, signal, stdout, stderr, error } = spawnSync(file, [...args, ...words], options)
    if (error !== undefined) throw error
    if (status !== 0) failures.push(`${words.join(' ')}: ${status ?? signal ?? ''}: ${stderr.slice(0, 500)}`)
    return stdout
  }
  const cli = (...words: readonly string[]) => run([program, ...words])
  const pipe = (input: string, ...words: readonly string[]) => run([program, ...words], input)

  cli('--version')
  cli('--help')
  cli('help', 'topics')
  cli('demo', '--sandbox-speed', '100000')
  const quote = cli('quote', '100', 'ethereum:USDC', 'arbitrum:USDC', '--json')
  pipe(pipe(quote, 'lock', '-', '--json'), 'execute', '-', '--json')
  cli('swap', '100', 'ethereum:USDC', 'arbitrum:USDC', '--yes', '--json', '--sandbox-speed', '100000')
  const [id = ''] = /tx_\w+/.exec(cli('history', '--json')) ?? []
  cli('status', id)
  // Of a swap that its client pays, it needs a hash of the chain.
  cli('track', '--help')
  for (const words of [
    'stats',
    'resume --list',
    'chains',
    'assets --chain ethereum',
    'sources',
    'providers',
    'catalog',
  ]) {
    cli(...words.split(' '))
  }
  for (const words of [
    'wallet list',
    'store',
    'store check',
    'config set slippage 50',
    'config',
    'export --jsonl',
    'doctor',
  ]) {
    cli(...words.split(' '))
  }
  cli('backup', join(home, 'backup.tar'))
  cli('restore', join(home, 'backup.tar'), '--home', join(home, 'other'))
  cli('completion', 'bash')
  copyFileSync(new URL('library-program.mjs', import.meta.url), join(project, 'library-program.mjs'))
  const routes = run(['library-program.mjs', join(home, 'library')])
  if (!/^\[[1-9]\d*,[1-9]\d*\]\n$/.test(routes)) failures.push(`the library finds these routes: ${routes}`)
  failures.push(...(await serveFailures(runtime, project, program, env, cli)))
  return failures
}

/** What goes wrong with a server, which ends well when it is told to. */
async function serveFailures(
  { command: [file, ...args] }: Runtime,
  cwd: string,
  program: string,
  env: NodeJS.ProcessEnv,
  cli: (...words: readonly string[]) => string,
): Promise<readonly string[]> {
  const port = await freePort()
  const server = spawn(file, [...args, program, 'serve', '--port', String(port)], { cwd, env, stdio: 'ignore' })
  const ended = new Promise<number | null>((resolve) => server.on('exit', resolve))
  const api = `http://127.0.0.1:${port}/api/v1`
  const deadline = Date.now() + MOST_MS
  const isUp = () =>
    fetch(`${api}/chain/list`).then(
      () => true,
      () => false,
    )
  while (!(await isUp()) && Date.now() < deadline) await wait(100)
  cli('quote', '100', 'ethereum:USDC', 'arbitrum:USDC', '--api', api)
  server.kill('SIGTERM')
  const code = await Promise.race([ended, wait(MOST_MS, undefined, { ref: false })])
  server.kill('SIGKILL')
  return code === 0 || code === 143 ? [] : [`serve ends with ${code ?? 'nothing'}`]
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
}

/** Of paths and contents of all files under a folder. */
function hashOf(folder: string): string {
  const hash = createHash('sha256')
  for (const path of filesUnder(folder)) hash.update(path).update(readFileSync(path))
  return hash.digest('hex')
}
