import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { BUILD, PROGRAM_FILES } from '../support/built-program.ts'
import { newHome } from '../support/new-home.ts'
import { cli as cliBuilt } from './run-cli.ts'
import { cli } from './run-here.ts'

/*
 * The tests of commands run them from their sources. The built program holds the same: every file of it loads, with all that
 * it imports, and its commands print the same with the data and the texts that lie beside it.
 */

const ROOT = dirname(BUILD)

test('every file of the built program loads', async () => {
  // React's developer tools are in no package of ours; nothing reaches them. The store's threads run only as threads.
  const code = `
    import { readdirSync } from 'node:fs'
    const names = readdirSync('.').filter((name) => name.endsWith('.js') && !/^(devtools-|store-worker)/.test(name))
    for (const name of names) await import('./' + name)
    console.log(names.length)`
  const cwd = PROGRAM_FILES
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], {
    cwd,
  })
  expect([Number(stdout) > 100, stderr]).toEqual([true, ''])
})

test.each([
  [],
  ['--help'],
  ['wallet', 'import', '--help'],
  ['help', 'errors'],
  ['chains', '--type', 'UTXO'],
  ['assets', '--chain', 'eth', '--query', 'usd', '--json'],
  ['providers', '--network', 'live', '--json'],
  ['config', 'list', '--json'],
  ['completion', 'zsh'],
  ['quote', '1', 'ethereum:USDC', 'bitcoin:BTC', '--recipient', 'nobody', '--json'],
  ['swap', '1', 'ethereum:NOTHERE', 'base:USDC', '--yes'],
  ['wallet', 'import', 'work', '--private-key', 'abc'],
])('%j %j ends as from its sources', async (...args) => {
  const home = await newHome()
  expect(await cliBuilt(args, { home })).toEqual(await cli(args, { home }))
})

test('the version is that of the package', async () => {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string }
  const printed = await Promise.all([['-V'], ['chains', '--version']].map((args) => cliBuilt(args)))
  expect(printed.map(({ code, stdout }) => [code, stdout])).toEqual([
    [0, `${version}\n`],
    [0, `${version}\n`],
  ])
})
