import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { type NamedWallets, readWallets, requireMemo } from '../../../src/cli/accounts/swap-wallets.ts'
import { type CommandPlace, runInSession } from '../../support/command-session.ts'
import { newHome } from '../../support/new-home.ts'
import type { Session } from '../../../src/cli/session.ts'
import { readConfig } from '../../../src/io/config/config-file.ts'
import { cli, failure, json } from '../run-here.ts'

const ALICE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const XRP_WALLET = 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59'
const ETHEREUM = { key: 'ethereum', addressFamily: 'evm' } as const
const XRPL = { key: 'xrpl', addressFamily: 'xrpl' } as const
const PAIR = ['100', 'ethereum:USDC', 'xrpl:XRP']
const TO_XRP = [...PAIR, '--depositor', ALICE, '--recipient', XRP_WALLET]

interface Asking extends CommandPlace {
  /** What a person at the terminal types; nobody is there without it. */
  readonly typed?: string
  readonly recipient?: string
  readonly yes?: boolean
}

/** Who is paid on the XRP Ledger and with what, and what was asked. */
async function payee({ typed, recipient, yes = false, ...place }: Asking) {
  let found: NamedWallets | undefined
  let asked = ''
  const { stderr, error } = await runInSession(async (session) => {
    const input = new PassThrough()
    const output = new PassThrough()
    output.on('data', (chunk: Buffer) => {
      asked += chunk.toString('utf8')
      setImmediate(() => input.write(typed ?? ''))
    })
    const kept = await readConfig(session.configFile)
    const settings: Session['settings'] = new Map(
      kept.map(({ key, value }) => [
        key as 'contact.kraken',
        { key: key as 'contact.kraken', value, origin: session.configFile },
      ]),
    )
    const there = { ...session, settings, interactive: typed !== undefined, promptStreams: { input, output } }
    const flags = { recipient, depositor: ALICE, recipientMemo: undefined, yes }
    found = await requireMemo(there, flags, await readWallets(there, flags, ETHEREUM, XRPL), XRPL)
  }, place)
  return { recipient: found?.recipient, memo: found?.recipientMemo, asked, stderr, error }
}

test('a person is asked for the tag of a recipient, and none is an answer', async () => {
  const answered = await payee({ recipient: XRP_WALLET, typed: '12345\r' })
  expect([answered.recipient, answered.memo]).toEqual([XRP_WALLET, '12345'])
  expect(answered.asked).toContain(`The destination tag for ${XRP_WALLET}`)
  expect((await payee({ recipient: XRP_WALLET, typed: 'none\r' })).memo).toBe('none')
})

test('the answer is kept with the contact, and is not asked for again, nor in a pipe', async () => {
  const home = await newHome()
  expect((await cli(['config', 'set', 'contact.kraken', XRP_WALLET], { home })).code).toBe(0)
  const first = await payee({ home, recipient: '@kraken', typed: '12345\r' })
  expect([first.memo, first.stderr]).toEqual([
    '12345',
    expect.stringContaining(`contact.kraken keeps it: ${XRP_WALLET} 12345`),
  ])
  const second = await payee({ home, recipient: '@kraken' })
  expect([second.recipient, second.memo, second.asked]).toEqual([XRP_WALLET, '12345', ''])
  expect(second.stderr).toContain(`recipient: @kraken is ${XRP_WALLET}, memo 12345 (your address book)`)
})

test('the answer for a recipient of the settings is kept there', async () => {
  const home = await newHome()
  expect((await cli(['config', 'set', 'recipient.xrpl', XRP_WALLET], { home })).code).toBe(0)
  expect((await payee({ home, typed: 'none\r' })).memo).toBe('none')
  expect((await payee({ home })).memo).toBe('none')
})

test.each([
  ['in a pipe', {}],
  ['with --yes', { typed: 'none\r', yes: true }],
])('%s a missing answer is an error that says what to add', async (_where, place) => {
  expect((await payee({ recipient: XRP_WALLET, ...place })).error).toMatchObject({
    code: 'USAGE',
    message: `It is not known whether the payment to ${XRP_WALLET} must state a destination tag, as those to exchanges must`,
    hint: 'Add --recipient-memo TAG, or --recipient-memo none',
  })
})

test('another tag than that of the contact is refused', async () => {
  const home = await newHome()
  await cli(['config', 'set', 'contact.kraken', `${XRP_WALLET} 12345`], { home })
  const args = [...PAIR, '--recipient', '@kraken', '--json']
  expect((await cli(['quote', ...args, '--recipient-memo', '5'], { home })).code).toBe(2)
  const quoted = await cli(['quote', ...args, '--recipient-memo', '12345'], { home })
  expect(json(quoted.stdout)).toMatchObject({ request: { recipient: XRP_WALLET, recipientMemo: '12345' } })
})

test('a quote of a tag is locked and executed in a pipe, and its history has it', async () => {
  const home = await newHome()
  const quoted = await cli(['quote', ...TO_XRP, '--recipient-memo', '12345', '--json'], { home })
  expect(json(quoted.stdout)).toMatchObject({ data: [{ provider: 'SANDBOX_DEPOSIT', recipientMemo: '12345' }] })
  expect(json(quoted.stdout)).toMatchObject({
    verdicts: [{}, {}, { outcome: 'routes' }, { provider: 'SANDBOX_INTENTS', code: 'recipient_unsupported' }],
  })
  const locked = await cli(['lock', '-', '--json'], { home, stdin: quoted.stdout })
  expect(json(locked.stdout)).toMatchObject({ request: { recipientMemo: '12345' }, data: { recipientMemo: '12345' } })
  expect((await cli(['execute', '-', '--json'], { home, stdin: locked.stdout })).code).toBe(0)
  const history = await cli(['history', '--json'], { home })
  expect(json(history.stdout)).toMatchObject({ data: [{ recipientMemo: '12345' }] })
})

test('a lock of another tag than was quoted is refused', async () => {
  const home = await newHome()
  const quoted = await cli(['quote', ...TO_XRP, '--recipient-memo', '12345', '--json'], { home })
  for (const memo of ['12346', 'none']) {
    const locked = await cli(['lock', '-', '--recipient-memo', memo, '--json'], { home, stdin: quoted.stdout })
    expect(failure(locked)).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: '--recipient-memo must be the same as in the quote: 12345',
    })
  }
})

test('a swap to a tag is carried out with it, and one to none without', async () => {
  const home = await newHome()
  const swap = (memo: string) =>
    cli(['swap', ...TO_XRP, '--recipient-memo', memo, '--yes', '--no-wait', '--accept', 'deposit'], { home })
  expect([(await swap('12345')).code, (await swap('none')).code]).toEqual([0, 0])
  const history = await cli(['history', '--json'], { home })
  const { data } = json(history.stdout) as { data: readonly { readonly recipientMemo?: string }[] }
  expect(data.map(({ recipientMemo }) => recipientMemo)).toEqual([undefined, '12345'])
})

test('own wallets need no tag, and chains without one take none', async () => {
  expect((await cli(['quote', ...PAIR])).code).toBe(0)
  const evm = await cli(['quote', '1', 'xrpl:XRP', 'ethereum:USDC', '--recipient-memo', '5', '--json'])
  expect(failure(evm)).toMatchObject({
    code: 'VALIDATION_ERROR',
    message: '--recipient-memo does not fit Ethereum: payments on this chain have no memo',
  })
})
