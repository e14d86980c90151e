import { spawnSync } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { PROGRAM } from './support/built-program.ts'
import { homeEnv } from './support/home-env.ts'
import { newHome } from './support/new-home.ts'

/** Notes what has been loaded when the process ends: files of CommonJS, and the modules of Node. */
const noteLoads = (noted: string, esmHook: string) => `
  const { writeFileSync } = require('node:fs')
  require('node:module').register(${JSON.stringify(pathToFileURL(esmHook).href)})
  process.on('exit', () => {
    const files = Object.keys(require.cache).filter((file) => file !== __filename)
    const loader = require.cache[files.find((file) => file.endsWith('load.cjs'))]
    const scripts = [...(loader?.exports.scripts ?? [])].map(([, script]) => script.cachedDataRejected)
    writeFileSync(${JSON.stringify(noted)}, JSON.stringify({ files, scripts, modules: process.moduleLoadList }))
  })`

/** Notes each ES module as it is loaded. */
const noteModules = (noted: string) => `
  import { appendFileSync } from 'node:fs'
  export async function load(url, context, next) {
    if (url.startsWith('file:')) appendFileSync(${JSON.stringify(noted)}, url + '\\n')
    return next(url, context)
  }`

/** What a command of the built program loads. */
async function loadedBy(home: string, ...args: readonly string[]) {
  const folder = await newHome()
  const [hook, esmHook] = [join(folder, 'hook.cjs'), join(folder, 'hook.mjs')]
  const [noted, notedModules] = [join(folder, 'loaded.json'), join(folder, 'modules.txt')]
  await writeFile(notedModules, '')
  await writeFile(hook, noteLoads(noted, esmHook))
  await writeFile(esmHook, noteModules(notedModules))
  const { status, stderr } = spawnSync(process.execPath, ['--require', hook, PROGRAM, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', ...homeEnv(home) },
  })
  expect([status, stderr]).toEqual([0, ''])
  const { files, scripts, modules } = JSON.parse(await readFile(noted, 'utf8')) as {
    readonly files: readonly string[]
    readonly scripts: readonly (boolean | undefined)[]
    readonly modules: readonly string[]
  }
  const urls = (await readFile(notedModules, 'utf8')).split('\n').filter((url) => url !== '')
  // Node imports a program of CommonJS under this name too; a package.json says a version.
  const isOther = (name: string) => !['swapcli.cjs', 'package.json'].includes(name)
  return {
    files: [...files, ...urls]
      .map((file) => basename(file).replace(/^(core-[a-z]+)-[0-9a-f]{8}/, '$1'))
      .filter(isOther),
    scripts,
    modules,
  }
}

/** What every command loads. */
const FIRST = ['main.cjs', 'load.cjs', 'core-program.cjs']
/** The driver of the store. */
const DRIVER = 'index.node'

test('the version is printed by the first file alone', async () => {
  expect((await loadedBy(await newHome(), '--version')).files).toEqual(['main.cjs'])
})

test('what V8 made of the parts before is taken, from the package or from the start before', async () => {
  const home = await newHome()
  const quote = ['quote', '100', 'ethereum:USDC', 'base:USDC', '--sandbox', '--json', '--quiet']
  await loadedBy(home, ...quote)
  const { scripts } = await loadedBy(home, ...quote)
  expect(scripts.length).toBeGreaterThan(2)
  expect(scripts.filter((isRejected) => isRejected !== false)).toEqual([])
})

test('the help is printed without any command', async () => {
  expect((await loadedBy(await newHome(), '--help')).files).toEqual(FIRST)
})

test.each([[['chains', '--json']], [['assets', '--chain', 'ethereum', '--json']], [['sources', '--json']]])(
  '%s loads two more files, no ES module, and opens no store, though there is one',
  async (args) => {
    const home = await newHome()
    expect((await loadedBy(home, ...args, '--sandbox')).files).toEqual([...FIRST, 'core-lists.cjs', 'core-common.cjs'])
    expect(await readdir(home)).toEqual([])
    await loadedBy(home, 'history', '--sandbox', '--json')
    expect(await readdir(home)).toContain('sandbox.db')
    expect((await loadedBy(home, ...args, '--sandbox')).files).not.toContain(DRIVER)
  },
)

test.each([
  [['quote', '100', 'ethereum:USDC', 'base:USDC', '--sandbox', '--json', '--quiet']],
  [['history', '--json']],
  [['stats', '--json']],
])('%s loads a few files and the driver of the store: no other package, and no ES module', async (args) => {
  const { files } = await loadedBy(await newHome(), ...args)
  const rest = files.filter((name) => !/^core-[a-z]+\.cjs$/.test(name))
  expect(rest).toEqual(['main.cjs', 'load.cjs', DRIVER])
})

test.each([
  ['chains', '--json'],
  ['assets', '--chain', 'ethereum', '--json'],
  ['sources', '--json'],
])('%s loads no slow module of Node', async (...args) => {
  const { modules: loaded } = await loadedBy(await newHome(), ...args)
  expect(loaded).toContain('NativeModule fs')
  for (const slow of ['child_process', 'crypto', 'http', 'readline', 'tls', 'tty', 'zlib']) {
    expect(loaded).not.toContain(`NativeModule ${slow}`)
  }
})
