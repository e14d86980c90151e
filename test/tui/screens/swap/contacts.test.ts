import { describe, expect, test } from 'vitest'
import { addressFingerprint } from '../../../../src/core/assets/fingerprint.ts'
import type { SwapAsset } from '../../../../src/tui/kit/run/swap-asset.ts'
import { nameOfContact } from '../../../../src/tui/kit/run/contact-of.ts'
import type { AppState } from '../../../../src/tui/screens.ts'
import type { SwapState } from '../../../../src/tui/screens/swap/state.ts'
import { textOf } from '../../frame-lines.ts'
import { openOnly, openScreens } from '../../open-screens.ts'
import { asking, BTC, eventsIn, keys, play, quoted, route, typed, USDC } from '../../sample-swap.ts'

const ALICE = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const withBook = () => ({ ...asking(), settings: { 'contact.alice': ALICE } })

test('the name of a contact becomes its address, to be seen before anything is quoted', () => {
  const { state, effects } = play(withBook(), [...keys('t'), ...typed('@Alice'), ...keys('enter')])
  expect([state.screens.swap.recipient, state.screens.swap.problems]).toEqual([ALICE, {}])
  // Another program may have corrected the address a moment ago.
  expect(effects).toMatchObject([
    { on: 'swap', type: 'quote', asked: { request: { recipient: ALICE }, payee: { name: '@alice' } } },
    { on: 'swap', type: 'look-at-settings' },
  ])
  expect(textOf(state)).toContain(`${ALICE}  (@alice) [${addressFingerprint(ALICE)}]`)
})

test('of two names of one address the one that was written is shown, and behind it no digit that a terminal may move', () => {
  const book = { ...asking(), settings: { 'contact.alice': ALICE, 'contact.bob': ALICE, 'contact.أحمد': ALICE } }
  const written = (name: string) => textOf(play(book, [...keys('t'), ...typed(name), ...keys('enter')]).state)
  const fingerprint = `[${addressFingerprint(ALICE)}]`
  expect(written('@bob')).toContain(`${ALICE}  (@bob) ${fingerprint}`)
  expect(written('@أحمد')).toContain(`${ALICE}  ${fingerprint} (@أحمد)`)
  // Of an address that was written itself, the first one is named.
  expect(written(ALICE)).toContain(`${ALICE}  (@alice) ${fingerprint}`)
})

test('a contact stands for its address with its memo alone; to state none is the same as `none`', () => {
  const named = (kept: string, memo: string | undefined) =>
    nameOfContact({ settings: { slippage: ALICE, 'contact.alice': kept } }, { address: ALICE, memo })
  const found = [named(ALICE, '7'), named(`${ALICE} 7`, '7'), named(`${ALICE} none`, undefined)]
  expect(found).toEqual(['@alice', '@alice', '@alice'])
  expect([named(`${ALICE} 7`, undefined), named(`${ALICE} none`, '7')]).toEqual([undefined, undefined])
})

describe('a contact that is changed elsewhere while it stands on the form', () => {
  const OTHER = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  const written = () => play(withBook(), [...keys('t'), ...typed('@alice'), ...keys('enter')]).state
  const change = (values: AppState['settings'], state = written()) =>
    play(state, [{ on: 'app', type: 'settings', values }])

  test('is who its name stands for now, which is said, and asked for anew', () => {
    const { state, effects } = change({ 'contact.alice': OTHER })
    expect(state.screens.swap.recipient).toBe(OTHER)
    expect(effects.filter(({ type }) => type === 'quote')).toMatchObject([{ asked: { request: { recipient: OTHER } } }])
    const fingerprint = addressFingerprint(OTHER)
    const text = `@alice now stands for bc1qw5…f3t4 [${fingerprint}], and not for bc1qar…5mdq`
    expect(eventsIn(effects)).toMatchObject([{ type: 'notice', notice: { tone: 'bad', text } }])
    // To look at the address in its field makes no address of the name.
    const looked = play(state, keys('t', 'enter')).state
    expect(change({ 'contact.alice': ALICE }, looked).state.screens.swap.recipient).toBe(ALICE)
  })

  test('that is gone is paid no more, and one that comes is found', () => {
    const { state } = change({})
    expect([state.screens.swap.recipient, state.screens.swap.quote]).toEqual(['@alice', undefined])
    expect(state.screens.swap.problems.recipient).toContain('no such contact')
    const back = change({ 'contact.alice': OTHER }, state).state
    expect([back.screens.swap.recipient, back.screens.swap.problems]).toEqual([OTHER, {}])
  })

  test('changes nothing for an address that was written as one', () => {
    const { state } = play(withBook(), [...keys('t'), ...typed(ALICE), ...keys('enter')])
    expect(change({ 'contact.alice': OTHER }, state).state.screens.swap.recipient).toBe(ALICE)
  })
})

test('prices for wallets, or with a slippage, that were changed elsewhere are asked for anew', () => {
  const state = quoted([route('A')], [])
  const changed = (values: AppState['settings']) => play(state, [{ on: 'app', type: 'settings', values }])
  expect(changed({ 'recipient.bitcoin': ALICE }).state.screens.swap).toMatchObject({ quote: undefined })
  const slipped = changed({ slippage: '20' }).effects.filter(({ type }) => type === 'quote')
  expect(slipped).toMatchObject([{ asked: { request: { slippage: 20 } } }])
})

test('a name in any script is a contact, and one of two scripts is none', () => {
  const book = { ...asking(), settings: { 'contact.алиса': ALICE } }
  const { state } = play(book, [...keys('t'), ...typed('@АЛИСА'), ...keys('enter')])
  expect([state.screens.swap.recipient, state.screens.swap.problems]).toEqual([ALICE, {}])
  const mixed = play(book, [...keys('t'), ...typed('@алиcа'), ...keys('enter')])
  expect(mixed.state.screens.swap.problems.recipient).toBe(
    'the name must have letters of one script that is in general use: others can pass for them',
  )
})

test('a name that is not in the address book is refused, and nobody is asked', () => {
  const { state, effects } = play(withBook(), [...keys('t'), ...typed('@bob'), ...keys('enter')])
  expect(state.screens.swap.problems.recipient).toBe('no such contact in your address book: see Settings (6)')
  expect(effects.filter(({ type }) => type === 'quote')).toEqual([])
  expect(textOf(state)).toContain('To load routes, correct the recipient.')
})

test('a contact whose name is easily taken for that of somebody else is warned of, also where the form is folded', () => {
  const other = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  const pay = (settings: Readonly<Record<string, string>>, columns: number, rows: number) => {
    const state = { ...asking(), settings, size: { columns, rows } }
    return play(state, [...keys('t'), ...typed('@bob'), ...keys('enter'), ...keys('up')]).state
  }
  const near = { 'contact.bob': ALICE, 'contact.b0b': other }
  expect(textOf(pay(near, 118, 40))).toContain('! easily taken for @b0b: check who is meant')
  expect(textOf(pay(near, 40, 10))).toContain('! easily taken for @b0b')
  // Another name of the same payee misleads nobody.
  expect(textOf(pay({ 'contact.bob': ALICE, 'contact.b0b': ALICE }, 118, 40))).not.toContain('easily taken')
})

test('an address that only begins and ends like that of a contact is warned of, and that of the contact is not', () => {
  const typedAs = (contact: string) => {
    const state = { ...asking(), settings: { 'contact.bob': contact }, size: { columns: 118, rows: 40 } }
    return textOf(play(state, [...keys('t'), ...typed(ALICE), ...keys('enter'), ...keys('up')]).state)
  }
  const warning = '! begins and ends like @bob, and is another address'
  expect(typedAs(`${ALICE.slice(0, 8)}zzzz${ALICE.slice(-6)}`)).toContain(warning)
  expect(typedAs(ALICE)).not.toContain('begins and ends')
})

test('a contact on another chain is refused like any address of it', () => {
  const state = { ...asking(), settings: { 'contact.alice': '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' } }
  const after = play(state, [...keys('t'), ...typed('@alice'), ...keys('enter')])
  expect(after.state.screens.swap.problems.recipient).toBeDefined()
})

describe('on a chain whose payments have tags', () => {
  const XRP_WALLET = 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59'
  const XRP: SwapAsset = {
    ...BTC,
    chain: 'xrpl',
    chainName: 'XRP Ledger',
    symbol: 'XRP',
    addressFamily: 'xrpl',
    decimals: 6,
  }
  const toXrp = (accounts: Partial<SwapState['accounts']> = {}, state = asking()) => {
    const swap = {
      ...state.screens.swap,
      to: XRP,
      accounts: { depositor: undefined, recipient: undefined, ...accounts },
    }
    const settings = { 'contact.kraken': `${XRP_WALLET} 12345` }
    return { ...state, settings, screens: { ...state.screens, swap } }
  }
  const asked = ({ effects }: ReturnType<typeof play>) =>
    effects.flatMap((effect) => (effect.type === 'quote' ? [effect.asked.request] : []))

  test('a tag stands behind the address, or none', () => {
    for (const memo of ['12345', 'none']) {
      const played = play(toXrp(), [...keys('t'), ...typed(`${XRP_WALLET} ${memo}`), ...keys('enter')])
      expect(played.state.screens.swap.problems).toEqual({})
      expect(asked(played)).toMatchObject([{ recipient: XRP_WALLET, recipientMemo: memo }])
    }
  })

  test('that of a contact is taken with its address', () => {
    const played = play(toXrp(), [...keys('t'), ...typed('@kraken'), ...keys('enter')])
    expect(played.state.screens.swap.recipient).toBe(`${XRP_WALLET} 12345`)
    expect(asked(played)).toMatchObject([{ recipient: XRP_WALLET, recipientMemo: '12345' }])
  })

  test.each([
    [XRP_WALLET, 'write its destination tag behind it, or none'],
    [`${XRP_WALLET} 012`, 'a destination tag there is a whole number from 0 to 4294967295 without leading zeros'],
  ])('nobody is asked for %s', (text, problem) => {
    const played = play(toXrp(), [...keys('t'), ...typed(text), ...keys('enter')])
    expect([played.state.screens.swap.problems.recipient, asked(played)]).toEqual([problem, []])
  })

  test('a wallet that is known is paid with the tag that is known, and else the tag is asked for', () => {
    const own = play(toXrp({ recipient: XRP_WALLET, memo: 'none' }), keys('r'))
    expect(asked(own)).toMatchObject([{ recipient: XRP_WALLET, recipientMemo: 'none' }])
    const unknown = toXrp({ recipient: XRP_WALLET }, quoted([route('SANDBOX_DEPOSIT')], []))
    const taken = play(unknown, keys('i', 'enter'))
    expect(taken.state.screens.swap.editing).toMatchObject({ field: 'recipient', line: { text: `${XRP_WALLET} ` } })
    expect(eventsIn(taken.effects)).toMatchObject([{ notice: { text: 'which destination tag? Write it, or none' } }])
    const known = toXrp({ recipient: XRP_WALLET, memo: 'none' }, quoted([route('SANDBOX_DEPOSIT')], []))
    expect(eventsIn(play(known, keys('i', 'enter')).effects)).toMatchObject([{ on: 'review' }, {}])
  })

  describe('the one that was asked for is kept with the contact', () => {
    const answered = (settings: Readonly<Record<string, string>>) => {
      const state = toXrp({ recipient: XRP_WALLET }, quoted([route('SANDBOX_DEPOSIT')], []))
      return { ...state, settings: { ...settings } }
    }
    const answer = [...keys('i', 'enter'), ...typed('12345'), ...keys('enter')]

    test.each([
      ['contact.kraken', XRP_WALLET, [`${XRP_WALLET} 12345`]],
      ['recipient.xrpl', XRP_WALLET, [`${XRP_WALLET} 12345`]],
      ['contact.kraken', `${XRP_WALLET} 7`, []],
      ['contact.kraken', 'rDsbeomae4FXwgQTJp9Rs64Qg9vDiTCdBv', []],
      ['depositor.xrpl', XRP_WALLET, []],
    ])('%s is %s', (key, value, kept) => {
      const asked = play(answered({ [key]: value }), answer)
      const { quote } = quoted([route('SANDBOX_DEPOSIT')], []).screens.swap
      const swap = { ...asked.state.screens.swap, quote }
      const taken = play({ ...asked.state, screens: { ...asked.state.screens, swap } }, keys('i', 'enter'))
      const found = taken.effects.flatMap((effect) => (effect.type === 'keep-memo' ? [effect] : []))
      expect(found).toEqual(kept.map((now) => ({ on: 'swap', type: 'keep-memo', key, value: now })))
    })

    test.each([
      ['the file of settings', XRP_WALLET, true, [['contact.kraken', `${XRP_WALLET} 12345`]]],
      ['the file, which another program has corrected since', 'rDsbeomae4FXwgQTJp9Rs64Qg9vDiTCdBv', true, []],
      ['the environment', XRP_WALLET, false, []],
    ])('in %s', async (name, now, isFile, kept) => {
      const written: (readonly [string, string | undefined])[] = []
      const asked = play(answered({ 'contact.kraken': XRP_WALLET }), answer).state
      const quote = quoted([route('SANDBOX_DEPOSIT')], []).screens.swap.quote
      const start = { ...asked, screens: { ...asked.screens, swap: { ...asked.screens.swap, quote } } }
      const settings = {
        values: start.settings,
        read: async () => ({ 'contact.kraken': now }),
        origins: () => ({ 'contact.kraken': { name, isFile } }),
        write: async (key: string, value: string | undefined) => void written.push([key, value]),
      }
      const { press, clock } = openScreens({ settings, open: openOnly({}) }, { start })
      press('i', 'enter')
      await clock.advance(100)
      expect(written).toEqual(kept)
    })
  })
})

test('wallets of the pair are looked up again when their settings change', () => {
  expect(play(asking(), [{ on: 'app', type: 'saved', key: 'wallet', value: 'other' }]).effects).toContainEqual({
    on: 'swap',
    type: 'accounts',
    from: USDC,
    to: BTC,
  })
})
