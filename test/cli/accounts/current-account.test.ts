import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { readFlags } from '../../../src/cli/command-line/flags.ts'
import { SIGNER_OPTIONS } from '../../../src/cli/pay/pay-options.ts'
import { currentAccount, nameGivenOnce } from '../../../src/cli/accounts/current-account.ts'
import { createOutput } from '../../../src/cli/output/output.ts'
import { createSession, type Session } from '../../../src/cli/session.ts'
import { privateFiles } from '../../../src/io/files/private-folder.ts'
import { openAccountFiles } from '../../../src/wallet/accounts/account-file.ts'
import { type EvmSigner, requireEvmSigner, type UnsignedTransaction } from '../../../src/wallet/evm/keys/signer.ts'
import { createCountingIds, createFakeClock } from '../../support/fake-clock.ts'
import { KNOWN, keystoreFile } from '../../support/keystores.ts'
import { stateOf } from '../../support/home-env.ts'
import { newHome } from '../../support/new-home.ts'

const PASSWORD = 'a password on file'
const CREATED = '2026-01-15T12:00:00.000Z'
const TRANSFER: UnsignedTransaction = {
  type: 'eip1559',
  chainId: 1,
  nonce: 0,
  to: KNOWN.otherAddress,
  data: '0x',
  value: 1n,
  gas: 21_000n,
  maxFeePerGas: 2n,
  maxPriorityFeePerGas: 1n,
}

/** What ends a question: the cursor comes back. */
const CURSOR_SHOWN = '\u001B[?25h'

/** What one run of the program has at hand. @param wallet value of the setting @param answers typed at a terminal */
function session(home: string, wallet?: string, answers?: string[]): Session {
  const stdout = new PassThrough()
  const stderr = new PassThrough()
  const input = new PassThrough()
  // As with the streams of a process, nothing that is piped into it ends it.
  stderr.end = () => stderr
  let shown = ''
  let sent = 0
  stderr.on('data', (chunk: Buffer) => {
    shown += chunk.toString('utf8')
    const [open = '', ...answered] = shown.split(CURSOR_SHOWN).reverse()
    if (answered.length !== sent || !open.includes('[input is masked]')) return
    const answer = answers?.[sent]
    sent += 1
    if (answer !== undefined) setImmediate(() => input.write(`${answer}\r`))
  })
  return createSession({
    output: createOutput({ stdout, stderr, env: {}, json: false, quiet: false, color: false }),
    settings: new Map(
      wallet === undefined ? [] : [['wallet', { key: 'wallet', value: wallet, origin: 'the test' }] as const],
    ),
    settingsProblems: [],
    env: {},
    nodeVersion: 'v20.19.0',
    home,
    configFile: join(home, 'config.json'),
    stateHome: stateOf(home),
    networkByFlag: false,
    clock: createFakeClock(),
    ids: createCountingIds(),
    signal: new AbortController().signal,
    interactive: answers !== undefined,
    promptStreams: { input, output: stderr },
    readStdin: async () => '',
    checkpoint: undefined,
  }).session
}

/** The account in use of a session. @param flags as typed, by camel-cased name */
function use(session: Session, flags: Readonly<Record<string, unknown>> = {}) {
  return currentAccount(session, readFlags(SIGNER_OPTIONS, flags))
}

/** A home with an account that signs and one that is watched. */
async function homeWithAccounts(): Promise<string> {
  const home = await newHome()
  const files = openAccountFiles(join(home, 'wallets'), privateFiles)
  const work = { name: 'work', family: 'evm', kind: 'keystore', address: KNOWN.address, createdAt: CREATED } as const
  await files.add({ ...work, file: 'work.json', inPlace: false }, keystoreFile({ key: KNOWN.key, password: PASSWORD }))
  await files.add({ name: 'cold', family: 'evm', kind: 'watch', address: KNOWN.otherAddress, createdAt: CREATED })
  return home
}

async function passwordFile(home: string, password: string): Promise<string> {
  const path = join(home, 'password.txt')
  await writeFile(path, `${password}\n`)
  await chmod(path, 0o600)
  return path
}

/** The signer of an account that there is. */
async function evmSigner(account: Awaited<ReturnType<typeof currentAccount>>): Promise<EvmSigner> {
  if (account === undefined) throw new Error('there is no account')
  return requireEvmSigner(await account.signer())
}

describe('the account in use', () => {
  test('is that of --wallet, else of the setting, and several without a choice are an error', async () => {
    const home = await homeWithAccounts()
    const chosen = async (setting?: string, wallet?: string) => (await use(session(home, setting), { wallet }))?.name
    expect([await chosen('work'), await chosen('cold'), await chosen('cold', 'work')]).toEqual(['work', 'cold', 'work'])
    await expect(chosen('gone')).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: 'No account is named gone (from the test)',
    })
    await expect(chosen('work', 'gone')).rejects.toMatchObject({
      code: 'USAGE',
      message: 'No account is named gone (accounts: cold, work)',
    })
    await expect(chosen()).rejects.toMatchObject({
      code: 'WALLET_REFUSED',
      message: 'There are 2 accounts, and none is in use',
      hint: 'Choose one: swapcli wallet use cold',
    })
  })

  test('is the only one, and none where there is none', async () => {
    const home = await newHome()
    expect(await use(session(home))).toBeUndefined()
    await expect(use(session(home), { wallet: 'main' })).rejects.toMatchObject({
      message: 'No account is named main',
      hint: 'Make one: swapcli wallet create',
    })
    const only = { name: 'only', family: 'evm', kind: 'watch', address: KNOWN.address, createdAt: CREATED } as const
    await openAccountFiles(join(home, 'wallets'), privateFiles).add(only)
    expect(await use(session(home))).toMatchObject({
      name: 'only',
      address: KNOWN.address,
    })
  })

  test('signs with the password of a file, which is read at the first signature and never again', async () => {
    const home = await homeWithAccounts()
    const path = await passwordFile(home, 'not yet the password')
    const flags = { passwordFile: path }
    const account = await use(session(home, 'work'), flags)
    const signer = await evmSigner(account)
    await passwordFile(home, PASSWORD)
    expect(await signer.sign(TRANSFER)).toMatch(/^0x02/)
    await passwordFile(home, 'not the password any more')
    expect(await (await evmSigner(account)).sign({ ...TRANSFER, nonce: 1 })).toMatch(/^0x02/)
    const anew = await evmSigner(await use(session(home, 'work'), flags))
    await expect(anew.sign(TRANSFER)).rejects.toMatchObject({ code: 'WALLET_REFUSED' })
  })

  test('is unlocked at a terminal, where the password is asked for until it is right, or left empty twice', async () => {
    const home = await homeWithAccounts()
    const right = await use(session(home, 'work', ['wrong', 'wronger', '', 'wrongest', PASSWORD]))
    expect(await (await evmSigner(right)).sign(TRANSFER)).toMatch(/^0x02/)
    const left = await use(session(home, 'work', ['wrong', '', '']))
    await expect((await evmSigner(left)).sign(TRANSFER)).rejects.toMatchObject({
      code: 'INTERRUPTED',
      message: 'Nothing was typed twice; nothing was done',
    })
  })

  test('is not unlocked where there is nobody to ask', async () => {
    const home = await homeWithAccounts()
    const account = await use(session(home, 'work'))
    await expect((await evmSigner(account)).sign(TRANSFER)).rejects.toMatchObject({
      code: 'USAGE',
      hint: 'Add --password-file FILE, or --password-fd 3 3< FILE',
    })
    const both = { passwordFile: 'a', passwordFd: '3' }
    await expect((await use(session(home, 'work'), both))?.signer()).rejects.toMatchObject({
      message: '--password-file and --password-fd contradict each other',
    })
  })

  test('that only watches gives no signer', async () => {
    const account = await use(session(await homeWithAccounts(), 'cold'))
    await expect(account?.signer()).rejects.toMatchObject({ code: 'WALLET_REFUSED' })
  })
})

test('an account that does not exist is refused with the nearest name', async () => {
  const place = session(await homeWithAccounts())
  await expect(use(place, { wallet: 'wrok' })).rejects.toThrow('Did you mean work?')
})

test('an account that is named twice is named alike', () => {
  expect([nameGivenOnce('first', 'first'), nameGivenOnce(undefined, 'first')]).toEqual(['first', 'first'])
  expect(() => nameGivenOnce('first', 'second')).toThrow('<name> and --wallet contradict each other')
})
