import { execFile } from 'node:child_process'
import { appendFile, chmod, cp, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { BUILD } from './support/built-program.ts'
import { newHome } from './support/new-home.ts'

/** A copy of what dist is built from. */
async function copyOfProject(): Promise<string> {
  const [root, folder] = [dirname(BUILD), await newHome()]
  for (const name of ['bin', 'esbuild.config.mjs', 'package.json', 'package-lock.json', 'src']) {
    await cp(join(root, name), join(folder, name), { recursive: true })
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

const run = promisify(execFile)

test('dist is built once by processes that start together, and again only when what it is built from changes', async () => {
  const folder = await copyOfProject()
  // By somebody whose files are for nobody else.
  await chmod(join(folder, 'src/data/chains.json'), 0o600)
  const build = () =>
    run('sh', ['-c', 'umask 077 && exec "$0" "$@"', process.execPath, join(folder, 'esbuild.config.mjs'), '--if-stale'])
  // Every build makes the folder anew.
  const buildId = async () => (await stat(join(folder, 'dist'))).ino

  // A build that was killed left its lock.
  const killed = run(process.execPath, ['--version'])
  await killed
  await mkdir(join(folder, '.cache'))
  await writeFile(join(folder, '.cache/build.lock'), String(killed.child.pid))

  await Promise.all([build(), build(), build()])
  const first = await buildId()
  expect(await readFile(join(folder, 'dist/built-from.txt'), 'utf8')).toMatch(/^[0-9a-f]{64}$/)
  expect(await readdir(join(folder, 'dist'))).toEqual([
    'THIRD-PARTY-LICENSES.txt',
    'built-from.txt',
    'data',
    'docs',
    'js',
    'lib',
    'packages',
  ])
  expect(await unreadableUnder(join(folder, 'dist'))).toEqual([])
  expect((await readdir(folder)).filter((name) => name.startsWith('dist'))).toEqual(['dist'])
  expect(await readdir(join(folder, '.cache'))).toEqual([])
  // The parts are read as Latin 1, which is faster: the end of a cut cell was printed as three other characters.
  const js = join(folder, 'dist', 'js')
  const parts = (await readdir(js)).filter((name) => /^core-.*\.cjs$/.test(name))
  const texts = await Promise.all(parts.map(async (name) => [name, await readFile(join(js, name), 'utf8')] as const))
  expect(texts.filter(([, text]) => /[^\p{ASCII}]/u.test(text)).map(([name]) => name)).toEqual([])
  expect(parts.length).toBeGreaterThan(2)

  await build()
  expect(await buildId()).toBe(first)

  await appendFile(join(folder, 'src/core/version.ts'), '\n')
  await build()
  const second = await buildId()
  expect(second).not.toBe(first)

  await appendFile(join(folder, 'package-lock.json'), '\n')
  await build()
  expect(await buildId()).not.toBe(second)
})

/** What under a folder, itself included, others than its owner cannot read. */
async function unreadableUnder(folder: string): Promise<readonly string[]> {
  const paths = ['.', ...(await readdir(folder, { recursive: true }))]
  const modes = await Promise.all(paths.map(async (path) => (await stat(join(folder, path))).mode))
  return paths.filter((_, at) => ((modes[at] ?? 0) & 0o044) !== 0o044)
}

test('the build says what it takes, and refuses what it does not know: a misspelt --if-stale built anew each time', async () => {
  const buildId = async () => (await stat(join(dirname(BUILD), 'dist'))).ino
  const before = await buildId()
  expect((await run(process.execPath, [BUILD, '--help'])).stdout).toMatch(/^npm run build -- \[--if-stale\]\n/)
  const refusal = { code: 2, stdout: '', stderr: expect.stringContaining("Unknown option '--if-stael'") as string }
  await expect(run(process.execPath, [BUILD, '--if-stael'])).rejects.toMatchObject(refusal)
  expect(await buildId()).toBe(before)
})
