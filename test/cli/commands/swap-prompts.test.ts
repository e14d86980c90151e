import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addressFingerprint } from '../../../src/core/assets/fingerprint.ts'
import { cli, FAST } from '../run-here.ts'
import { runInTerminal, type TerminalRun } from '../run-terminal.ts'
import { newHome } from '../../support/new-home.ts'

/*
 * What `swap` and `quote` ask at a real terminal for what is missing: by the finder of the screens, with a question that stays
 * until it has an answer that holds.
 */

const ENTER = '\r'
const CLEAR = '\u0015'
const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Types words to search for, waits for a row with this contract, and takes it. */
async function search(run: TerminalRun, question: string, words: string, row: string | RegExp): Promise<void> {
  await run.see(question)
  await run.see('Esc leaves')
  run.type(words)
  await run.see(row)
  run.type(ENTER)
}

describe('the choice of a route', () => {
  const words = ['swap', '100', 'ethereum:USDC', 'base:USDC', '--sandbox', '--recipient', BOB]

  test.each([
    ['at 100 columns', 100, /ROUTE +NET +AT LEAST +ON TOP +RECEIVE +TIME/],
    ['at 60 columns', 60, /ROUTE +NET +AT LEAST +ON TOP/],
    ['at 40 columns', 40, /ROUTE +NET +AT LEAST$/m],
  ])('shows what is kept, the least and what is paid on top: %s', async (_how, columns, header) => {
    const run = runInTerminal(words, await newHome(), { env: FAST, columns })
    await run.see('Which route?')
    await run.see('arrows move, Enter chooses, Esc leaves')
    const lines = await run.screen()
    expect(lines.join('\n')).toMatch(header)
    const shown = lines.join(' ').replaceAll(/ +/g, ' ')
    expect(shown).toMatch(/❯ SANDBOX_[A-Z]+ \$\d+\.\d+ \d+\.\d+/)
    expect(shown).toMatch(/net \$[\d.]+, receive [\d.]+ USDC, at least [\d.]+, on top \$/)
    run.type('\u001B')
    expect(await run.end()).toBe(130)
  })
})

describe('swap without arguments', () => {
  test('finds assets as the screens do, takes a share of the balance, a contact, and a typo nothing ends', async () => {
    const home = await newHome()
    await cli(['config', 'set', 'contact.bob', BOB], { home })
    const run = runInTerminal(['swap', '--sandbox'], home, { env: FAST })
    await search(run, 'Which asset do you send?', 'usdc base', '0x8335…2913')
    await run.see('How much USDC of 10,000; a number, 50% or max?')
    run.type(`1,5${ENTER}`)
    await run.see('amount must not contain separators')
    run.type(`${CLEAR}1%${ENTER}`)
    await search(run, 'Which asset do you want?', 'usdc arbitrum', '0xaf88…5831')
    await run.see('Who gets it on Arbitrum?')
    await run.see('own wallet')
    run.type('0x12')
    await run.see('An EVM address has 40 hex digits after 0x; this one has 2')
    run.type(`${CLEAR}bo`)
    await run.see(`${BOB}  [${addressFingerprint(BOB)}]`)
    run.type(ENTER)
    await run.see('Which route?')
    await run.answer('')
    await run.see(`${BOB}`)
    await run.see('Send it?')
    await run.answer('')
    expect(await run.end()).toBe(6)
    expect(run.all()).toContain('The terms were declined; nothing was sent')
    // Colours are off.
    expect(run.all()).not.toContain('\u001B[36m')
    expect(run.all()).not.toContain('\u001B[31m')
  })

  test('says that there is none of an asset, and that an amount is more than that', async () => {
    const run = runInTerminal(['swap', '--sandbox'], await newHome(), { env: FAST })
    await search(run, 'Which asset do you send?', 'usdt ethereum', '0xdAC1…1ec7')
    await run.see('How much USDT of 0?')
    run.type(`max${ENTER}`)
    await run.see('there is no USDT to take a share of')
    run.type(`${CLEAR}5${ENTER}`)
    await run.see('more than the balance of 0 USDT')
    await run.see('Which asset do you want?')
    run.type('\u001B')
    expect(await run.end()).toBe(130)
  })

  test('has a large amount typed before it is sent, after who is paid stood whole on one line', async () => {
    const words = ['swap', '2500', 'ethereum:USDC', 'base:USDC', '--sandbox', '--recipient', BOB]
    const run = runInTerminal(words, await newHome(), { env: FAST, columns: 64 })
    await run.see('Which route?')
    await run.answer('')
    await run.see('Send it? To agree, type 2500:')
    expect(await run.screen()).toEqual(expect.arrayContaining([expect.stringMatching(/^ {2}promised {6}at least /)]))
    expect(await run.screen()).toContain(`  ${BOB} [${addressFingerprint(BOB)}] on base`)
    await run.answer('y')
    await run.see('Type 2500; Enter alone means no')
    await run.answer(`${CLEAR}2500.0`, '2500.0')
    await run.see('SUCCESS')
    expect(await run.end()).toBe(0)
  })

  test.each([
    ['an amount that is agreed to by y', '5', `y${ENTER}`],
    ['one that has to be typed', '2500', `2500${ENTER}`],
  ])('is agreed to by nothing that was typed before the question stood there: %s', async (_what, amount, typed) => {
    const words = ['swap', amount, 'ethereum:USDC', 'base:USDC', '--sandbox', '--recipient', BOB]
    const run = runInTerminal(words, await newHome(), { env: FAST })
    // Before anything is asked, and between the choice and the question.
    run.type(`${ENTER}${typed}`)
    await run.see('Which route?')
    await run.answer('')
    await run.see('✔ Which route?')
    run.type(typed)
    await run.see('Send it?')
    run.type(typed)
    await run.answer('')
    expect(await run.end()).toBe(6)
    expect(run.all()).toContain('The terms were declined; nothing was sent')
  })

  test('is agreed to by nothing that is pasted, nor by what comes at once', async () => {
    const words = ['swap', '5', 'ethereum:USDC', 'base:USDC', '--sandbox', '--recipient', BOB]
    const run = runInTerminal(words, await newHome(), { env: FAST })
    await run.see('Which route?')
    await run.answer('')
    await run.see('Send it?')
    expect(run.all()).toContain('\u001B[?2004h')
    await run.read()
    run.type(`\u001B[200~y${ENTER}\u001B[201~`)
    await run.see('! What was pasted was not taken: type it')
    await run.see('Send it?')
    await run.read()
    run.type(`y${ENTER}`)
    await run.see('y')
    await run.read()
    expect(run.all()).not.toContain('executed')
    run.type('\u001B')
    expect(await run.end()).toBe(130)
    expect(run.all().lastIndexOf('\u001B[?2004l')).toBeGreaterThan(run.all().lastIndexOf('\u001B[?2004h'))
  })

  test('reads an answer line by line that was written once the question stood there', async () => {
    const words = ['swap', '5', 'ethereum:USDC', 'base:USDC', '--sandbox', '--recipient', BOB]
    const run = runInTerminal(words, await newHome(), { env: { ...FAST, TERM: 'dumb' } })
    run.type(`1${ENTER}y${ENTER}`)
    await run.see('! That came before the question could be read: answer it now')
    await run.see('Number, 1 to')
    await run.answer('1')
    run.type(`y${ENTER}`)
    await run.see('! That came before the question could be read: answer it now')
    await run.see('Send it? y or n:')
    await run.answer('y')
    await run.see('SUCCESS')
    expect(await run.end()).toBe(0)
  })

  test('sends nothing to a contact that another program corrects while it is asked', async () => {
    const home = await newHome()
    const keep = (address: string) =>
      writeFile(join(home, 'config.json'), JSON.stringify({ 'contact.bob': address }), { mode: 0o600 })
    await keep(BOB)
    const words = ['swap', '5', 'ethereum:USDC', 'base:USDC', '--sandbox', '--recipient', '@bob']
    const run = runInTerminal(words, home, { env: FAST, columns: 64 })
    await run.see('Which route?')
    await run.answer('')
    await run.see('Send it?')
    await keep('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC')
    await run.answer('y')
    await run.see('when it was reviewed')
    expect([await run.end(), run.all()]).toEqual([6, expect.not.stringContaining('SUCCESS')])
  })

  test('is left by Esc and by Ctrl-C at each question, with nothing kept', async () => {
    const home = await newHome()
    const first = runInTerminal(['swap', '--sandbox'], home)
    await first.see('Esc leaves')
    first.type('\u001B')
    expect(await first.end()).toBe(130)
    expect(first.all()).toContain('nothing was sent')
    const second = runInTerminal(['swap', '--sandbox', '100', 'base:USDC'], home)
    await second.see('Which asset do you want?')
    second.type('\u0003')
    expect(await second.end()).toBe(130)
    expect((await readdir(home)).filter((name) => name.startsWith('wallet'))).toEqual([])
  })

  test('asks again for what was typed and means nothing, with what is like it', async () => {
    const run = runInTerminal(['quote', 'abc', 'ethereum:USDZZZ'], await newHome(), {
      env: { SWAPCLI_NETWORK: 'sandbox' },
    })
    await run.see('USDZZZ')
    await run.see('Which asset do you send?')
    await run.see('Esc leaves')
    run.type(`${CLEAR}usdc ethereum`)
    await run.see('0xA0b8…eB48')
    run.type(ENTER)
    await run.see('amount must be a positive plain decimal number')
    await run.see('How much USDC')
    run.type(`100${ENTER}`)
    await search(run, 'Which asset do you want?', 'btc bitcoin', '❯ BTC     Bitcoin')
    await run.see('SANDBOX_INTENTS')
    expect(await run.end()).toBe(0)
    expect((await run.screen()).join('\n')).toContain('100 ethereum:USDC to bitcoin:BTC')
  })

  test('keeps every row within 40 columns', async () => {
    const run = runInTerminal(['quote', '--sandbox'], await newHome(), { columns: 40 })
    await run.see('Esc leave')
    run.type('usdc base')
    await run.see('0x8335…2913')
    const lines = await run.screen()
    expect(lines).toContain('  SYMBOL     CHAIN  CONTRACT     WARNI…')
    expect(lines).toContain('❯ USDC       Base   0x8335…2913')
    // What is warned of gives way before a contract does.
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}syrupUSDC +Base +0x\w{4}…\w{4} +! one…$/))
    run.type('\u0003')
    expect(await run.end()).toBe(130)
  })

  // A list of ten rows scrolled its own question away there, and left each of its frames in the scrollback.
  test('keeps question, list and keys on a terminal of 10 lines', async () => {
    const run = runInTerminal(['swap', '--sandbox'], await newHome(), { env: FAST, columns: 40, rows: 10 })
    const visible = async () => (await run.screen()).slice(-10).join('\n')
    await search(run, 'Which asset do you send?', 'usdc base', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA029')
    await run.see('How much USDC')
    run.type(`100${ENTER}`)
    await run.see('Which asset do you want?')
    await run.see('Esc leaves')
    run.type('usdc ethereum')
    await run.see(/❯ USDC +Ethereum[^❯]*Esc leaves/)
    expect(await visible()).toMatch(/\? Which asset do you want\? usdc ethereum\n/)
    expect(await visible()).toMatch(/❯ USDC +Ethereum[^]*\ntype to find, Enter chooses, Esc leaves$/)
    run.type(ENTER)
    await run.see('own wallet')
    run.type(ENTER)
    await run.see(/Which route\?[^]*Enter chooses/)
    expect(await visible()).toMatch(/\? Which route\?\n +ROUTE +NET +AT LEAST\n❯ SANDBOX_/)
    const lines = await run.screen()
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^. Who gets it on Ethereum\? own wallet$/),
        expect.stringMatching(/^\[[0-9a-f]{4} [0-9a-f]{4}\]$/),
      ]),
    )
    for (const question of [/Which asset do you send/, /Which asset do you want/, /Which route/]) {
      expect(lines.filter((line) => question.test(line))).toHaveLength(1)
    }
    run.type('\u0003')
    expect(await run.end()).toBe(130)
  })

  test('asks line by line where nothing can be drawn over', async () => {
    const run = runInTerminal(['quote', '--sandbox'], await newHome(), { env: { TERM: 'dumb' } })
    await run.see('Words to look for:')
    run.type(`usdc base${ENTER}`)
    await run.see('1: USDC on Base, USD Coin, 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913')
    await run.see('Number, or other words:')
    run.type(`1${ENTER}`)
    await run.see('How much USDC')
    run.type(`nothing${ENTER}`)
    await run.see('! amount must be a positive plain decimal number')
    run.type(`100${ENTER}`)
    await run.see('Words to look for:')
    run.type(`zzzzzzzz${ENTER}`)
    await run.see('! Nothing fits')
    run.type(`btc bitcoin${ENTER}`)
    await run.see('1: BTC on Bitcoin')
    run.type(`1${ENTER}`)
    await run.see('SANDBOX_INTENTS')
    expect(await run.end()).toBe(0)
    expect(run.all()).not.toContain('\u001B[')
  })

  test('asks nothing in a pipe', async () => {
    const { code, stderr } = await cli(['swap', '100', 'base:USDC', '--sandbox'], {})
    expect([code, stderr]).toEqual([2, expect.stringContaining('The argument <to> is missing')])
  })
})
