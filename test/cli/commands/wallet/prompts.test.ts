import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { addressFingerprint } from '../../../../src/core/assets/fingerprint.ts'
import { decryptKeystore, readKeystore } from '../../../../src/wallet/evm/keys/keystore.ts'
import { KNOWN, keystoreFile } from '../../../support/keystores.ts'
import { cli, json } from '../../run-here.ts'
import { PROGRAM } from '../../../support/built-program.ts'
import { runInTerminal, type TerminalRun } from '../../run-terminal.ts'
import { newHome } from '../../../support/new-home.ts'

/*
 * The prompts of `swapcli wallet`, at a real terminal: what is asked, what is shown, and that secrets are not.
 */

const PASSWORD = 'a typed password'
const ENTER = '\r'
const DOWN = '\u001B[B'

/** A home's only key file. */
async function keyFileIn(home: string) {
  const folder = join(home, 'wallets')
  const [file = ''] = (await readdir(folder)).filter((name) => !name.endsWith('.account.json'))
  return { file, text: await readFile(join(folder, file), 'utf8') }
}

/** The private key that a home's only key file holds. */
async function keyIn(home: string): Promise<string> {
  const { file, text } = await keyFileIn(home)
  const key = await decryptKeystore(readKeystore(text, file), PASSWORD, file)
  return Buffer.from(key).toString('hex')
}

/** Waits for a question and answers it. */
async function answer(run: TerminalRun, question: string | RegExp, text: string): Promise<void> {
  await run.see(question)
  run.type(`${text}${ENTER}`)
}

/** The same of what agrees to something, and is typed once the question could be read. */
async function agree(run: TerminalRun, question: string | RegExp, text: string): Promise<void> {
  await run.see(question)
  await run.answer(text, text.replace('\u0015', ''))
}

async function choosePassword(run: TerminalRun, account: string): Promise<void> {
  await answer(run, `New password for ${account}:`, PASSWORD)
  await answer(run, 'The same again:', PASSWORD)
}

async function accountsIn(home: string): Promise<unknown> {
  return json((await cli(['wallet', 'list', '--json'], { home })).stdout)
}

describe('at a terminal', () => {
  test('a new account asks for its password twice, until it is long enough and both are the same', async () => {
    const home = await newHome()
    const run = runInTerminal(['wallet', 'create'], home, { program: PROGRAM, columns: 40 })
    await answer(run, 'New password for main:', 'short')
    await run.see(/! The password must have at least 8\s+characters/)
    await answer(run, 'New password for main:', PASSWORD)
    await answer(run, 'The same again:', 'another password')
    await run.see('! They differ')
    await answer(run, 'New password for main:', PASSWORD)
    await answer(run, 'The same again:', PASSWORD)
    await run.see('in use: yes')
    expect(await run.end()).toBe(0)
    // Lines end between words, and nothing says of what was refused that it is right.
    const lines = await run.screen()
    expect(lines).toContain('! The password must have at least 8')
    expect(lines).toContain('! They differ')
    expect(run.all()).not.toMatch(/[✔√]/)
    expect(run.all()).not.toContain(PASSWORD)
    expect(run.all()).not.toContain('another')
    expect(run.all()).not.toContain(await keyIn(home))
    // As hard to guess as geth makes it.
    expect((await keyFileIn(home)).text).toContain('"n":262144')
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
    await answer(passwordRun, 'Recovery words (hidden):', words.join(' '))
    await choosePassword(passwordRun, 'again')
    expect(await passwordRun.end()).toBe(0)
    expect(passwordRun.all()).not.toContain(words.slice(0, 3).join(' '))
    expect(await keyIn(other)).toBe(await keyIn(home))
  })

  test('an import asks what there is, and for the key without showing it', async () => {
    const home = await newHome()
    const run = runInTerminal(['wallet', 'import', 'work'], home)
    await run.see('What do you have?')
    await run.answer('')
    await answer(run, 'Private key (hidden):', '0x12')
    await run.see('this has 2')
    await answer(run, 'Private key (hidden):', `0x${KNOWN.key}`)
    await choosePassword(run, 'work')
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
    await answer(ofFile, 'Path of the key file:', join(home, 'kye'))
    await answer(ofFile, 'There is no file', `\u0015${join(home, 'key')}`)
    await answer(ofFile, 'Password of the key file:', 'mistyped')
    await ofFile.see('! That was wrong')
    await answer(ofFile, 'Password of the key file:', PASSWORD)
    await ofFile.see(KNOWN.address)
    expect(await ofFile.end()).toBe(0)

    const ofAddress = runInTerminal(['wallet', 'import', 'cold'], home)
    await goDownTo(ofAddress, ['Recovery words', 'A Ledger', 'A key file', 'Only an address'])
    await answer(ofAddress, 'Address to watch:', '0x12')
    await answer(ofAddress, 'An EVM address has 40 hex digits after 0x; this one has 2', `\u0015${KNOWN.otherAddress}`)
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
    const run = runInTerminal(['wallet', 'import', 'work', '--private-key'], home, { stdin })
    await choosePassword(run, 'work')
    await run.see(KNOWN.address)
    expect(await run.end()).toBe(0)
    expect(run.all()).not.toContain(PASSWORD)
    expect(await keyIn(home)).toBe(KNOWN.key)
  })

  test('an import that is left with Ctrl-C leaves nothing behind', async () => {
    const home = await newHome()
    const run = runInTerminal(['wallet', 'import'], home)
    await run.see('What do you have?')
    await run.answer(DOWN, '❯ Recovery words')
    await run.see('Recovery words (hidden):')
    run.type('\u0003')
    expect(await run.end()).toBe(130)
    expect(await readdir(home)).toEqual([])
  })

  test('a private key is shown after the name was typed and the password was right, and hidden again', async () => {
    const home = await newHome()
    const made = runInTerminal(['wallet', 'import', 'work', '--private-key'], home)
    await answer(made, 'Private key (hidden):', KNOWN.key)
    await choosePassword(made, 'work')
    expect(await made.end()).toBe(0)

    const refused = runInTerminal(['wallet', 'export', 'work', '--private-key'], home)
    await agree(refused, 'type work:', 'yes')
    await agree(refused, 'Type work, or press Ctrl-C', '\u0015work')
    await answer(refused, 'Password of work:', 'not the password')
    await refused.see('! That was wrong')
    await answer(refused, 'Password of work:', '')
    await refused.see('! Nothing was typed')
    await answer(refused, 'Password of work:', '')
    expect(await refused.end()).toBe(130)
    expect(refused.all()).toContain('nothing was done')
    expect(refused.all()).not.toContain(KNOWN.key)

    const shown = runInTerminal(['wallet', 'export', 'work', '--private-key'], home)
    await agree(shown, 'type work:', 'work')
    await answer(shown, 'Password of work:', 'mistyped')
    await shown.see('! That was wrong')
    await answer(shown, 'Password of work:', PASSWORD)
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
    await kept.answer('')
    expect(await kept.end()).toBe(130)
    expect(await accountsIn(home)).toMatchObject({ data: [{ name: 'cold' }] })
    expect(kept.all()).toContain(`${KNOWN.address} [${addressFingerprint(KNOWN.address)}]`)
    const removed = runInTerminal(['wallet', 'remove', 'cold'], home)
    await agree(removed, 'Remove cold', 'y')
    await removed.see('cold is removed')
    expect(await removed.end()).toBe(0)
    expect(await accountsIn(home)).toEqual({ data: [] })
  })
})

describe('where something is missing or taken', () => {
  test('a name that is taken, or is none, is asked for again', async () => {
    const home = await newHome()
    await cli(['wallet', 'import', 'main', '--address', KNOWN.address], { home })
    const run = runInTerminal(['wallet', 'create'], home)
    await run.see('There is already an account named main')
    await answer(run, 'Another name:', 'main')
    await run.see('There is already an account named main')
    run.type('\u0015Big Money\r')
    await run.see('A name has 1 to 32 lowercase letters')
    run.type('\u0015second\r')
    await choosePassword(run, 'second')
    expect(await run.end()).toBe(0)
    expect(await accountsIn(home)).toMatchObject({ data: [{ name: 'main' }, { name: 'second' }] })
  })

  test.each([
    ['drawn over, at 100 columns', { columns: 100 }, `❯ cold  ${KNOWN.otherAddress} [`],
    ['drawn over, at 40 columns', { columns: 40 }, '❯ cold  ['],
    ['line by line', { env: { TERM: 'dumb' } }, `1: cold, ${KNOWN.otherAddress} [`],
  ] as const)('an account is chosen from a list: %s', async (_how, options, first) => {
    const home = await newHome()
    await cli(['wallet', 'import', 'cold', '--address', KNOWN.otherAddress], { home })
    await cli(['wallet', 'import', 'warm', '--address', KNOWN.address], { home })
    await cli(['wallet', 'use', 'warm'], { home })
    const run = runInTerminal(['wallet', 'use'], home, options)
    await run.see('Which account signs?')
    await run.see(first)
    if ('env' in options) await run.see('Number, 1 to 2:')
    const lines = await run.screen()
    if ('columns' in options && options.columns === 40) expect(lines).toContain(KNOWN.otherAddress.slice(0, 40))
    await run.answer('env' in options ? '1' : '')
    expect(await run.end()).toBe(0)
    expect(await accountsIn(home)).toMatchObject({ data: [{ name: 'cold', inUse: true }, { name: 'warm' }] })
    expect(run.all()).not.toContain('\u001B[36m')
  })

  test('the account to forget is chosen, and forgotten after a yes', async () => {
    const home = await newHome()
    await cli(['wallet', 'import', 'cold', '--address', KNOWN.address], { home })
    const run = runInTerminal(['wallet', 'remove'], home)
    await run.see('Which account is forgotten?')
    await run.see('❯ cold')
    await run.answer('')
    await agree(run, 'Remove cold?', 'y')
    expect(await run.end()).toBe(0)
    expect(await accountsIn(home)).toEqual({ data: [] })
  })
})

/** Goes down a list, a line at a time: keys that come at once count as one. */
async function goDownTo(run: TerminalRun, names: readonly string[]): Promise<void> {
  await run.see('Esc leaves\u001B[?25l')
  await run.read()
  for (const name of names) {
    run.type(DOWN)
    await run.see(new RegExp(`[❯>] ${name}[^❯>]*Esc leaves\u001B\\[\\?25l`))
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
  await answer(run, 'That is not word', `\u0015${words[first - 1] ?? ''}`)
  const second = numberIn(await run.see(/To be sure, word ([7-9]|1[0-2]):/))
  run.type(`${words[second - 1] ?? ''}${ENTER}`)
  await run.see('\u001B[?1049l')
  await choosePassword(run, 'main')
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
