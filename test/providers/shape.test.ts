import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { liveProviders } from '../../src/providers/live.ts'

/*
 * One shape for all providers, so that whoever knows one finds his way in each: what a file's name means stands in
 * src/providers/contract.ts.
 */

const PROVIDERS = new URL('../../src/providers/', import.meta.url)

/** Files that a provider may have; `manifest.ts` and `adapter.ts` it must have. */
const NAMES = [
  'manifest.ts',
  'adapter.ts',
  'wire.ts',
  'chains.ts',
  'ask.ts',
  'route.ts',
  'fees.ts',
  'call.ts',
  'status.ts',
  'assets.ts',
  'refusals.ts',
]

/** What several providers share: no provider by itself. */
const SHARED = ['kit', 'thorchain-family']

/** Files with names of their own, and why. */
const OTHERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  across: {
    'chain-status.ts': 'what becomes of a deposit is seen on its chains without the API',
    'deposit.ts': 'deposits, fills and refunds as contracts note them',
    'gone.ts': 'the manifest says of statuses what quotes say, without loading them',
    'v1.ts': 'the API that replaces the one it is asked by',
    'v1-url.ts': 'the manifest names its host without loading it',
  },
  cctp: { 'mint.ts': 'the destination chain, not an API, shows that it was paid' },
  chainflip: { 'vault.ts': 'the call of the Vault is another way than a deposit channel' },
  cow: { 'trade.ts': 'the chain shows what an order was paid, and whether it still can be' },
  maya: { 'network.ts': 'what distinguishes it within its family' },
  thorchain: { 'network.ts': 'what distinguishes it within its family' },
  'thorchain-family': {
    'affiliate.ts': 'settings that both networks share',
    'halt.ts': 'which chains must not be used now',
    'hosts.ts': 'an answer is the first of several hosts that come and go',
    'memo.ts': 'the language in which the networks are told what to do',
    'network.ts': 'what distinguishes the networks of the family',
    'outputs.ts': 'who was paid what, which decides the status',
    'vaults.ts': 'which vaults a network names as its own, for the wallet',
    'units.ts': 'networks count in other decimals than chains do',
  },
  'near-intents': {
    'amounts.ts': 'its replies state amounts several times, and may contradict themselves',
    'signature.ts': 'it signs its quotes, the only proof of whose a deposit address is',
  },
  uniswap: {
    'quoter.ts': 'calls of the contracts that price a path',
    'paths.ts': 'it finds its ways itself',
    'split.ts': 'it divides an amount between pools itself',
    'transfer-tax.ts': 'tokens that keep a part of each transfer',
    'trial.ts': 'a way is tried out before it is shown',
    'v4.ts': 'pools of V4, whose calls are laid out in another way',
    'wrap.ts': 'coins become tokens without any pool',
  },
}

/** Providers without recordings, since they ask nothing, and why. */
const SILENT: Readonly<Record<string, string>> = {
  jupiter: 'it waits until transactions of Solana can be signed here',
}

const folders = readdirSync(PROVIDERS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const providers = folders.filter((name) => !SHARED.includes(name))
const filesOf = (folder: string) => readdirSync(new URL(`${folder}/`, PROVIDERS))
const textOf = (path: string) => readFileSync(new URL(path, PROVIDERS), 'utf8')

test('a provider has files of these names only, unless there is a reason', () => {
  const wrong = folders
    .filter((folder) => folder !== 'kit')
    .flatMap((folder) =>
      filesOf(folder)
        .filter((file) => !NAMES.includes(file) && OTHERS[folder]?.[file] === undefined)
        .map((file) => `${folder}/${file}`),
    )
  expect(wrong).toEqual([])
})

test('no reason is left of a file that is gone', () => {
  const gone = Object.entries(OTHERS).flatMap(([folder, files]) =>
    Object.keys(files)
      .filter((file) => !filesOf(folder).includes(file))
      .map((file) => `${folder}/${file}`),
  )
  expect(gone).toEqual([])
})

test('every folder is in the list under its key, and nothing else is', () => {
  const keys = providers.map((folder) => folder.replaceAll('-', '_').toUpperCase())
  expect(
    liveProviders()
      .map(({ manifest }) => manifest.key)
      .sort(),
  ).toEqual(keys.sort())
})

test.each(providers)('%s has a manifest that loads its adapter', (folder) => {
  expect(textOf(`${folder}/manifest.ts`)).toContain("import('./adapter.ts')")
  expect(filesOf(folder)).toContain('adapter.ts')
})

test.each(providers)('%s imports no other provider', (folder) => {
  const imported = filesOf(folder).flatMap((file) =>
    [...textOf(`${folder}/${file}`).matchAll(/from '\.\.\/([^/']+)\//g)].map(([, name]) => name ?? ''),
  )
  expect(imported.filter((name) => providers.includes(name))).toEqual([])
})

test.each(providers.filter((name) => SILENT[name] === undefined))('%s has recordings of its own', (folder) => {
  expect(readdirSync(new URL(`./${folder}/recordings/`, import.meta.url))).not.toEqual([])
})

test.each(providers)('%s has a suite of its own', (folder) => {
  const files = readdirSync(new URL(`./${folder}/`, import.meta.url))
  expect(files.filter((file) => file.endsWith('.test.ts')).length).toBeGreaterThan(0)
})

test('the host of a base URL is one that the provider may call', () => {
  const wrong = liveProviders()
    .filter(({ manifest: { baseUrl, hosts } }) => baseUrl !== undefined && !hosts.includes(new URL(baseUrl).hostname))
    .map(({ manifest }) => manifest.key)
  expect(wrong).toEqual([])
})
