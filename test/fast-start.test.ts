import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { PROGRAM } from './support/built-program.ts'
import { homeEnv } from './support/home-env.ts'
import { newHome } from './support/new-home.ts'

/** A module that notes the file name of every module that the program loads after it. */
const noteLoads = (path: string) => `
  import { appendFileSync } from 'node:fs'
  export async function load(url, context, next) {
    if (url.startsWith('file:')) appendFileSync(${JSON.stringify(path)}, url + '\\n')
    return next(url, context)
  }`

/** Files that a command of the built program loads, in their order, without the hashes in their names. */
async function loadedBy(...args: readonly string[]): Promise<readonly string[]> {
  const home = await newHome()
  const [noted, hook] = [join(home, 'loaded.txt'), join(home, 'hook.mjs')]
  const dataUrl = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`
  await writeFile(noted, '')
  await writeFile(
    hook,
    `import { register } from 'node:module'\nregister(${JSON.stringify(dataUrl(noteLoads(noted)))})\n`,
  )
  const { status, stderr } = spawnSync(process.execPath, ['--import', hook, PROGRAM, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', ...homeEnv(home) },
  })
  expect([status, stderr]).toEqual([0, ''])
  const urls = (await readFile(noted, 'utf8')).trim().split('\n')
  return urls.map((url) => basename(url).replace(/-[A-Z0-9]{8}\.js$/, '.js'))
}

/** What `--version` loads. */
const FIRST = ['swapcli.js', 'main.js', 'chunk.js']
/** What commands load that scripts call in loops: one file of ours, and the driver of the store. */
const FAST = [...FIRST, 'core.js', 'libsql.js', 'chunk.js']

test('the version is printed by the first files alone', async () => {
  expect(await loadedBy('--version')).toEqual(FIRST)
})

test.each([
  ['chains', '--json'],
  ['assets', '--chain', 'ethereum', '--json'],
  ['sources', '--json'],
  ['quote', '100', 'ethereum:USDC', 'base:USDC', '--sandbox', '--json', '--quiet'],
  ['history', '--json'],
  ['stats', '--json'],
])('%s loads one file of ours and the driver of the store: no other package', async (...args) => {
  expect(await loadedBy(...args)).toEqual(FAST)
})

test.each([
  ['chains', '--json'],
  ['assets', '--chain', 'ethereum', '--json'],
  ['sources', '--json'],
])('%s loads no slow module of Node', async (...args) => {
  const home = await newHome()
  const [noted, hook] = [join(home, 'modules.json'), join(home, 'hook.cjs')]
  const note = `require('node:fs').writeFileSync(${JSON.stringify(noted)}, JSON.stringify(process.moduleLoadList))`
  await writeFile(hook, `process.on('exit', () => ${note})\n`)
  const { status, stderr } = spawnSync(process.execPath, ['--require', hook, PROGRAM, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', ...homeEnv(home) },
  })
  expect([status, stderr]).toEqual([0, ''])
  const loaded = JSON.parse(await readFile(noted, 'utf8')) as readonly string[]
  expect(loaded).toContain('NativeModule fs')
  for (const slow of ['child_process', 'crypto', 'http', 'readline', 'tls', 'tty', 'zlib']) {
    expect(loaded).not.toContain(`NativeModule ${slow}`)
  }
})
