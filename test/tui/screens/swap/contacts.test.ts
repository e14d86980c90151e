import { expect, test } from 'vitest'
import { textOf } from '../../frame-lines.tsx'
import { asking, BTC, keys, play, typed, USDC } from '../../sample-swap.ts'

const ALICE = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const withBook = () => ({ ...asking(), settings: { 'contact.alice': ALICE } })

test('the name of a contact becomes its address, to be seen before anything is quoted', () => {
  const { state, effects } = play(withBook(), [...keys('t'), ...typed('@Alice'), ...keys('enter')])
  expect([state.screens.swap.recipient, state.screens.swap.problems]).toEqual([ALICE, {}])
  expect(effects).toMatchObject([{ on: 'swap', type: 'quote', asked: { request: { recipient: ALICE } } }])
})

test('a name that is not in the address book is refused, and nobody is asked', () => {
  const { state, effects } = play(withBook(), [...keys('t'), ...typed('@bob'), ...keys('enter')])
  expect(state.screens.swap.problems.recipient).toBe('no such contact in your address book: see Settings (6)')
  expect(effects.filter(({ type }) => type === 'quote')).toEqual([])
  expect(textOf(state)).toContain('To load routes, correct the recipient.')
})

test('a contact on another chain is refused like any address of it', () => {
  const state = { ...asking(), settings: { 'contact.alice': '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' } }
  const after = play(state, [...keys('t'), ...typed('@alice'), ...keys('enter')])
  expect(after.state.screens.swap.problems.recipient).toBeDefined()
})

test('wallets of the pair are looked up again when their settings change', () => {
  expect(play(asking(), [{ on: 'app', type: 'saved', key: 'wallet', value: 'other' }]).effects).toContainEqual({
    on: 'swap',
    type: 'accounts',
    from: USDC,
    to: BTC,
  })
})
