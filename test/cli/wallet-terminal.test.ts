import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { decryptKeystore, readKeystore } from '../../src/wallet/evm/keys/keystore.ts'
import { KNOWN, keystoreFile } from '../support/keystores.ts'
import { cli, json } from './run-cli.ts'
import { runInTerminal, type TerminalRun } from './run-terminal.ts'
import { newHome } from '../support/new-home.ts'

/*
 * The prompts of `swapcli wallet`, at a real terminal: what is asked, what is shown, and that secrets are not.
 */

const PASSWORD = 'a typed password'
const ENTER = '\r'
const DOWN = '\u001B[B'

/** The private key that a home's only key file holds. */
async function keyIn(home: string): Promise<string> {
  const folder = join(home, 'wallets')
  const [file = ''] = (await readdir(folder)).filter((name) => !name.endsWith('.account.json'))
  const key = await decryptKeystore(readKeystore(await readFile(join(folder, file), 'utf8'), file), PASSWORD, file)
  return Buffer.from(key).toString('hex')
}

async function accountsIn(home: string): Promise<unknown> {
  return json((await cli(['wallet', 'list', '--json'], { home })).stdout)
}

describe('at a terminal', () => {
  test('a new account asks for its password twice, until it is long enough and both are the same', async () => {
    const home = await newHome()
    const run = runInTerminal(['wallet', 'create'], home)
    await run.see('New password for main:')
    run.type(`short${ENTER}`)
    await run.see('The password must have at least 8 characters. New password for main:')
    run.type(`${PASSWORD}${ENTER}`)
    await run.see('The same again:')
    run.type(`another password${ENTER}`)
    await run.see('They differ. New password for main:')
    run.type(`${PASSWORD}${ENTER}`)
    await run.see('The same again:')
    run.type(`${PASSWORD}${ENTER}`)
    await run.see('in use    yes')
    expect(await run.end()).toBe(0)
    expect(run.all()).not.toContain(PASSWORD)
    expect(run.all()).not.toContain('another')
    expect(run.all()).not.toContain(await keyIn(home))
    expect(await accountsIn(home)).toMatchObject({ data: [{ name: 'main', kind: 'keystore', inUse: true }] })
  })

  test('new recovery words are shown on a second screen, and two of them are asked for', async () => {
    const home = await newHome()
    const { words, after } = await createWithWords(home)
    const texts = wordsOf((await createWithWords(await newHome())).after)
    expect(words).toHaveLength(12)
    const own = wordsOf(after)
    expect(words.filter((word) => own.has(word) && !texts.has(word))).toEqual([])
    const other = await newHome()
    const passwordRun = runInTerminal(['wallet', 'import', 'again', '--mnemonic'], other)
    await passwordRun.see('Recovery words (hidden):')
    passwordRun.type(`${words.join(' ')}${ENTER}`)
    await passwordRun.see('New password for again:')
    passwordRun.type(`${PASSWORD}${ENTER}`)
    await passwordRun.see('The same again:')
    passwordRun.type(`${PASSWORD}${ENTER}`)
    expect(await passwordRun.end()).toBe(0)
    expect(passwordRun.all()).not.toContain(words.slice(0, 3).join(' '))
    expect(await keyIn(other)).toBe(await keyIn(home))
  })

  test('an import asks what there is, and for the key without showing it', async () => {
    const home = await newHome()
    const run = runInTerminal(['wallet', 'import', 'work'], home)
    await run.see('What do you have?')
    run.type(ENTER)
    await run.see('Private key (hidden):')
    run.type(`0x${KNOWN.key}${ENTER}`)
    await run.see('New password for work:')
    run.type(`${PASSWORD}${ENTER}`)
    await run.see('The same again:')
    run.type(`${PASSWORD}${ENTER}`)
    await run.see(KNOWN.address)
    expect(await run.end()).toBe(0)
    expect(run.all().toLowerCase()).not.toContain(KNOWN.key)
    expect(run.all()).not.toContain(PASSWORD)
    expect(await keyIn(home)).toBe(KNOWN.key)
  })

  test('an import of a key file or of an address asks for it', async () => {
    const home = await newHome()
    await writeFile(join(home, 'key'), keystoreFile({ key: KNOWN.key, password: PASSWORD }), { mode: 0o600 })
    const ofFile = runInTerminal(['wallet', 'import', 'file'], home)
    await goDownTo(ofFile, ['Recovery words', 'A Ledger', 'A key file'])
    await ofFile.see('Path of the key file:')
    ofFile.type(`${join(home, 'key')}${ENTER}`)
    await ofFile.see('Password of the key file:')
    ofFile.type(`${PASSWORD}${ENTER}`)
    await ofFile.see(KNOWN.address)
    expect(await ofFile.end()).toBe(0)

    const ofAddress = runInTerminal(['wallet', 'import', 'cold'], home)
    await goDownTo(ofAddress, ['Recovery words', 'A Ledger', 'A key file', 'Only an address'])
    await ofAddress.see('Address to watch:')
    ofAddress.type(`0x12${ENTER}`)
    await ofAddress.see('An EVM address has 40 hex digits after 0x; this one has 2')
    ofAddress.type(`\u0015${KNOWN.otherAddress}${ENTER}`)
    await ofAddress.see('watch only')
    expect(await ofAddress.end()).toBe(0)
    expect(await accountsIn(home)).toMatchObject({
      data: [
        { name: 'cold', kind: 'watch', address: KNOWN.otherAddress },
        { name: 'file', kind: 'keystore', address: KNOWN.address },
      ],
    })
  })

  test('an import whose key comes on stdin asks for the password at the terminal all the same', async () => {
    const home = await newHome()
    const stdin = join(home, 'key.txt')
    await writeFile(stdin, `${KNOWN.key}\n`)
    const run = runInTerminal(['wallet', 'import', 'work', '--private-key'], home, stdin)
    await run.see('New password for work:')
    run.type(`${PASSWORD}${ENTER}`)
    await run.see('The same again:')
    run.type(`${PASSWORD}${ENTER}`)
    await run.see(KNOWN.address)
    expect(await run.end()).toBe(0)
    expect(run.all()).not.toContain(PASSWORD)
    expect(await keyIn(home)).toBe(KNOWN.key)
  })

  test('an import that is left with Ctrl-C leaves nothing behind', async () => {
    const home = await newHome()
    const run = runInTerminal(['wallet', 'import'], home)
    await run.see('What do you have?')
    run.type(`${DOWN}${ENTER}`)
    await run.see('Recovery words (hidden):')
    run.type('\u0003')
    expect(await run.end()).toBe(130)
    expect(await readdir(home)).toEqual([])
  })

  test('a private key is shown after the name was typed and the password was right, and hidden again', async () => {
    const home = await newHome()
    const made = runInTerminal(['wallet', 'import', 'work', '--private-key'], home)
    await made.see('Private key (hidden):')
    made.type(`${KNOWN.key}${ENTER}`)
    await made.see('New password for work:')
    made.type(`${PASSWORD}${ENTER}`)
    await made.see('The same again:')
    made.type(`${PASSWORD}${ENTER}`)
    expect(await made.end()).toBe(0)

    const refused = runInTerminal(['wallet', 'export', 'work', '--private-key'], home)
    await refused.see('type work:')
    refused.type(`yes${ENTER}`)
    await refused.see('Type work, or press Ctrl-C')
    refused.type(`\u0015work${ENTER}`)
    await refused.see('Password of work:')
    refused.type(`not the password${ENTER}`)
    expect(await refused.end()).toBe(6)
    expect(refused.all()).not.toContain(KNOWN.key)

    const shown = runInTerminal(['wallet', 'export', 'work', '--private-key'], home)
    await shown.see('type work:')
    shown.type(`work${ENTER}`)
    await shown.see('Password of work:')
    shown.type(`${PASSWORD}${ENTER}`)
    await shown.see('\u001B[?1049h')
    await shown.see(`0x${KNOWN.key}`)
    await shown.see('Press Enter to hide it')
    shown.type(ENTER)
    await shown.see('\u001B[?1049l')
    expect(await shown.end()).toBe(0)
    expect(shown.all().split(KNOWN.key)).toHaveLength(2)
    // NO_COLOR holds for the spinner too.
    expect(shown.all()).toContain('Opening the key file')
    expect(shown.all()).not.toContain('\u001B[36m')
  })

  test('an account is removed after a yes, which Enter alone is not', async () => {
    const home = await newHome()
    await cli(['wallet', 'import', 'cold', '--address', KNOWN.address], { home })
    const kept = runInTerminal(['wallet', 'remove', 'cold'], home)
    await kept.see('Remove cold')
    kept.type(ENTER)
    expect(await kept.end()).toBe(130)
    expect(await accountsIn(home)).toMatchObject({ data: [{ name: 'cold' }] })
    const removed = runInTerminal(['wallet', 'remove', 'cold'], home)
    await removed.see('Remove cold')
    removed.type(`y${ENTER}`)
    await removed.see('cold is removed')
    expect(await removed.end()).toBe(0)
    expect(await accountsIn(home)).toEqual({ data: [] })
  })
})

/** Goes down a list, a line at a time: keys that come at once count as one. */
async function goDownTo(run: TerminalRun, names: readonly string[]): Promise<void> {
  await run.see('select\u001B[?25l')
  for (const name of names) {
    run.type(DOWN)
    await run.see(new RegExp(`[❯>] ${name}[^❯>]*select\u001B\\[\\?25l`))
  }
  run.type(ENTER)
}

/** Makes an account with new recovery words; `after` is what the terminal shows once their screen is left. */
async function createWithWords(home: string): Promise<{ words: string[]; after: string }> {
  const run = runInTerminal(['wallet', 'create', '--mnemonic'], home)
  await run.see('Write these words on paper')
  const first = numberIn(await run.see(/To be sure, word [1-6]:/))
  const words = shownWords(run.all())
  run.type(`wrongword${ENTER}`)
  await run.see('That is not word')
  run.type(`\u0015${words[first - 1] ?? ''}${ENTER}`)
  const second = numberIn(await run.see(/To be sure, word ([7-9]|1[0-2]):/))
  run.type(`${words[second - 1] ?? ''}${ENTER}`)
  await run.see('\u001B[?1049l')
  await run.see('New password for main:')
  run.type(`${PASSWORD}${ENTER}`)
  await run.see('The same again:')
  run.type(`${PASSWORD}${ENTER}`)
  expect(await run.end()).toBe(0)
  return { words, after: run.all().slice(run.all().indexOf('\u001B[?1049l')) }
}

/** Every word of a text: the recovery words are common ones, some of which the program's own texts use. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set(stripVTControlCharacters(text).match(/\b[a-z]+\b/g))
}

/** The words that stand numbered on the screen. */
function shownWords(text: string): string[] {
  return [...stripVTControlCharacters(text).matchAll(/(\d+) {2}([a-z]+)/g)]
    .map(([, at, word]) => ({ at: Number(at), word: word ?? '' }))
    .sort((a, b) => a.at - b.at)
    .map(({ word }) => word)
}

function numberIn(question: string): number {
  return Number(/[0-9]+/.exec(question)?.[0])
}
