import { chmod, mkdir, rename, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { getAddress } from 'viem'
import { swap } from '../../src/cli/commands/swap.ts'
import { invoke } from '../../src/cli/invocation.ts'
import { captureOutput } from '../support/captured-output.ts'
import { failed, refused } from './case.ts'
import { paysAfter } from './file-cases.ts'
import { type AttackCase, type NeighbourCase, type Payment, type Scene, THIEF } from './range.ts'

/*
 * Settings, the address book among them, passwords and keys that others can read or write, themselves or by a folder on their
 * way. Who is paid stands in the settings: a contact.
 */

const BOB = getAddress(`0x${'b0'.repeat(20)}`)
const PAYS = ['100', 'base:USDC', 'base:DAI'] as const

/** The usual payment by the settings of a file, after something was done to it. @param kept settings in it beside the usual ones */
const configured =
  (
    work: (file: string, scene: Scene) => Promise<unknown>,
    kept: Readonly<Record<string, unknown>> = {},
  ): NonNullable<Payment['run']> =>
  async ({ home = '', settings = {} }, values, scene) => {
    const file = join(home, 'config.json')
    const content = { network: 'live', 'contact.bob': BOB, ...settings, ...kept }
    await writeFile(file, JSON.stringify(content), { mode: 0o600 })
    await work(file, scene)
    const { output, said } = captureOutput({ json: true })
    const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() }
    const outside = { env: {}, nodeVersion: process.version, signal: new AbortController().signal, ...streams }
    const options = { ...values, recipient: '@bob', home, json: true }
    const invocation = {
      path: 'swap',
      words: PAYS,
      values: options,
      output,
      outside: { ...outside, openStderr: () => streams.stderr, checkpoint: undefined },
    }
    const error = await invoke(swap, invocation).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    return { ...said, error }
  }
const nothing = () => Promise.resolve()

/** A folder that others can write, beside a home. */
async function openFolder(home: string): Promise<string> {
  const folder = `${home}-open`
  await mkdir(folder)
  await chmod(folder, 0o777)
  return folder
}
/** Puts a file elsewhere, and a link in its place. */
async function link(file: string, to: string): Promise<void> {
  await rename(file, to)
  await symlink(to, file)
}

const attack = (name: string, ending: AttackCase['ending'], run: NonNullable<Payment['run']>): AttackCase => ({
  name,
  who: 'file',
  ending,
  swap: PAYS,
  run,
})
const UNUSABLE = failed('CONFIG_INVALID')
const keyFile = (home: string) => join(home, 'wallets', 'main.json')
const password = (home: string) => join(home, 'password.txt')

const SETTINGS: readonly AttackCase[] = [
  attack(
    'others can write the settings',
    UNUSABLE,
    configured((file) => chmod(file, 0o666)),
  ),
  attack(
    'others wrote another contact',
    UNUSABLE,
    configured(async (file) => {
      await chmod(file, 0o606)
      await writeFile(file, JSON.stringify({ network: 'live', 'contact.bob': THIEF }))
    }),
  ),
  attack(
    'others can write the folder of the settings',
    UNUSABLE,
    configured((file) => chmod(dirname(file), 0o777)),
  ),
  attack(
    'others can write a folder above the settings',
    UNUSABLE,
    configured(async (file) => {
      const home = dirname(file)
      await link(home, join(await openFolder(home), 'home'))
    }),
  ),
  attack(
    'the settings are a link into a folder that others can write',
    UNUSABLE,
    configured(async (file) => link(file, join(await openFolder(dirname(file)), 'config.json'))),
  ),
  attack(
    'the settings are a link to a file that others can write',
    UNUSABLE,
    configured(async (file) => {
      await chmod(file, 0o666)
      await link(file, join(dirname(file), 'shared.json'))
    }),
  ),
  attack(
    'the settings end in the middle',
    UNUSABLE,
    configured((file) => writeFile(file, '{"network":"live","contact.bob":"0x')),
  ),
  attack('a setting that nobody knows', UNUSABLE, configured(nothing, { 'contacts.bob': THIEF })),
  attack(
    'a contact with one letter changed',
    failed('INVALID_ADDRESS'),
    configured(nothing, { 'contact.bob': `0xD${THIEF.slice(3)}` }),
  ),
  attack('a contact that turns around', UNUSABLE, configured(nothing, { 'contact.bob': `\u202e${BOB}` })),
  attack('a node without https', UNUSABLE, configured(nothing, { 'rpc.base': 'http://node.example' })),
  attack('a slippage of more than everything', UNUSABLE, configured(nothing, { slippage: '20000' })),
  attack('doubts accepted that do not exist', UNUSABLE, configured(nothing, { 'accept.uniswap': 'everything' })),
]

const SECRETS: readonly AttackCase[] = [
  attack(
    'a group can read the password',
    refused('files'),
    paysAfter((home) => chmod(password(home), 0o640)),
  ),
  attack(
    'others can write the password',
    refused('files'),
    paysAfter((home) => chmod(password(home), 0o602)),
  ),
  attack(
    'the password is a link to a file that others can read',
    refused('files'),
    paysAfter(async (home) => {
      await chmod(password(home), 0o644)
      await link(password(home), join(home, 'shared.txt'))
    }),
  ),
  attack(
    'the password has a megabyte',
    refused('password'),
    paysAfter((home) => writeFile(password(home), 'x'.repeat(1024 * 1024))),
  ),
  attack(
    'the password is a folder',
    refused('password'),
    paysAfter(async (home) => {
      await rename(password(home), `${password(home)}.old`)
      await mkdir(password(home))
    }),
  ),
  attack(
    'the key file is a link into a folder that others can write',
    refused('files'),
    paysAfter(async (home) => link(keyFile(home), join(await openFolder(home), 'main.json'))),
  ),
  attack(
    'the folder of key files is a link into a folder that others can write',
    refused('files'),
    paysAfter(async (home) => link(join(home, 'wallets'), join(await openFolder(home), 'wallets'))),
  ),
]

export const SETTINGS_ATTACKS: readonly AttackCase[] = [
  ...SETTINGS.map((one) => ({ ...one, recipient: BOB })),
  ...SECRETS,
]

const honest = (name: string, run: NonNullable<Payment['run']>): NeighbourCase => ({
  ...{ name, who: 'file', swap: PAYS, recipient: BOB, run },
})

export const SETTINGS_NEIGHBOURS: readonly NeighbourCase[] = [
  honest('settings of a file', configured(nothing)),
  honest(
    'settings that others can read',
    configured((file) => chmod(file, 0o644)),
  ),
  honest(
    'settings that nobody can write',
    configured((file) => chmod(file, 0o400)),
  ),
  honest(
    'settings that a link names',
    configured((file) => link(file, join(dirname(file), 'own.json'))),
  ),
  honest(
    'a home that others can look into',
    configured((file) => chmod(dirname(file), 0o755)),
  ),
  honest(
    'settings in a folder that others can write to, and change nothing of',
    configured(async (file) => {
      const folder = await openFolder(dirname(file))
      await chmod(folder, 0o1777)
      await link(file, join(folder, 'config.json'))
    }),
  ),
  honest('a contact in small letters', configured(nothing, { 'contact.bob': BOB.toLowerCase() })),
]
