import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { KNOWN } from '../../../support/keystores.ts'
import { newHome } from '../../../support/new-home.ts'
import { runInTerminal } from '../../run-terminal.ts'

/*
 * What `config set` asks at a real terminal for what is missing, until there is an answer that holds.
 */

const ENTER = '\r'
const CLEAR = '\u0015'

async function settingsIn(home: string): Promise<unknown> {
  return JSON.parse(await readFile(join(home, 'config.json'), 'utf8'))
}

test('a setting is found by words, and its value asked for until it holds', async () => {
  const home = await newHome()
  const run = runInTerminal(['config', 'set'], home, { columns: 60 })
  await run.see('Which setting?')
  await run.see('Esc leaves')
  run.type('slippage')
  await run.see('❯ slippage')
  run.type(ENTER)
  await run.see('slippage, now 100:')
  run.type(`a lot${ENTER}`)
  await run.see(/slippage .*basis points/)
  run.type(`${CLEAR}50${ENTER}`)
  await run.see('slippage is now 50')
  expect(await run.end()).toBe(0)
  expect(await settingsIn(home)).toEqual({ slippage: '50' })
})

test('no hint of a key is cut in two on a narrow terminal', async () => {
  const run = runInTerminal(['config', 'set'], await newHome(), { columns: 40 })
  await run.see(/Enter chooses,\s+Esc leaves/)
  run.type('\u001B')
  expect(await run.end()).toBe(130)
})

test('a choice is chosen, and a secret is not shown', async () => {
  const home = await newHome()
  const chosen = runInTerminal(['config', 'set', 'rank'], home)
  await chosen.see('❯ best  (now)')
  await chosen.answer('\u001B[B', '❯ fastest')
  expect(await chosen.end()).toBe(0)
  const secret = runInTerminal(['config', 'set', 'provider.lifi.api-key'], home)
  await secret.see('provider.LIFI.api-key (hidden):')
  secret.type(`of-nobody${ENTER}`)
  await secret.see('set (hidden)')
  expect(await secret.end()).toBe(0)
  expect(secret.all()).not.toContain('of-nobody')
  expect(await settingsIn(home)).toEqual({ rank: 'fastest', 'provider.LIFI.api-key': 'of-nobody' })
})

test('line by line, a contact has its name and its address asked for', async () => {
  const home = await newHome()
  const run = runInTerminal(['config', 'set'], home, { env: { TERM: 'dumb' } })
  await run.see('Words to look for:')
  run.type(`contact${ENTER}`)
  await run.see('1: contact,')
  await run.see('Number, or other words:')
  run.type(`1${ENTER}`)
  await run.see('For which name?')
  run.type(`a b${ENTER}`)
  await run.see('! ')
  await run.see('For which name?')
  run.type(`bob${ENTER}`)
  await run.see('contact.bob:')
  run.type(`an-address!${ENTER}`)
  await run.see('! contact.bob was not set.')
  await run.see('contact.bob:')
  run.type(`${KNOWN.address}${ENTER}`)
  expect(await run.end()).toBe(0)
  expect(await settingsIn(home)).toEqual({ 'contact.bob': KNOWN.address })
})
