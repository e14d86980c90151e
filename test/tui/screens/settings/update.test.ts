import { describe, expect, test } from 'vitest'
import type { SettingKey } from '../../../../src/io/index.ts'
import { type AppState, SCREENS, type ProgramEffect, type ProgramEvent } from '../../../../src/tui/screens.ts'
import { settingRows } from '../../../../src/tui/screens/settings/rows.ts'
import { shownSettings } from '../../../../src/tui/screens/settings/sifting.ts'
import { factsOf, focusOf } from '../../../../src/tui/state.ts'
import { linesOf } from '../../frame-lines.ts'
import { NOW, eventsIn, keys, play, screensOf, times, typed } from '../../sample-swap.ts'
import { COLD, facts, MAIN, shown } from './sample-settings.ts'

const own = (effects: readonly ProgramEffect[]) => effects.filter(({ on }) => on === 'settings')
const rowsOf = (state: AppState) => settingRows(state.screens.settings, factsOf(SCREENS, state))
const rowOf = (state: AppState, key: string) => rowsOf(state).find((row) => row.key === key)
const noticeIn = (effects: readonly ProgramEffect[]) =>
  eventsIn(effects).flatMap((event) => (event.type === 'notice' ? [event.notice.text] : []))

const holding = (text: string): unknown => expect.stringContaining(text)

/** The screens with this row marked. */
function at(key: string, state = shown()): AppState {
  const to = rowsOf(state).findIndex((row) => row.key === key)
  return play(state, times(to, 'down')).state
}

const kept = (key: SettingKey, isSet = true, note = ''): ProgramEvent => ({
  on: 'settings',
  type: 'kept',
  key,
  isSet,
  note,
})

describe('the Settings screen', () => {
  test('reads where settings come from each time it is shown', () => {
    expect(own(play(screensOf(), keys('6')).effects)).toEqual([{ on: 'settings', type: 'load' }])
    expect(own(play(shown(), keys('1', '6')).effects)).toEqual([{ on: 'settings', type: 'load' }])
    expect(own(play(shown(), keys('r')).effects)).toEqual([{ on: 'settings', type: 'load' }])
  })

  test('that were read again hold at once; with another wallet, what was known of the one before is forgotten', () => {
    const read = (values: Readonly<Record<string, string>>) =>
      play(shown({ settings: { wallet: 'main', slippage: '50' } }), [{ on: 'app', type: 'settings', values }])
    const same = read({ wallet: 'main', slippage: '70' })
    expect([same.state.settings, same.effects]).toEqual([{ wallet: 'main', slippage: '70' }, []])
    expect(read({}).effects).toEqual([{ on: 'swap', type: 'balances', of: 'form', assets: [], sinceMs: NOW }])
  })

  test('shows what holds, and where it comes from', () => {
    const state = shown({
      settings: { slippage: '50', 'recipient.bitcoin': 'bc1qxyz', rank: 'fastest' },
      origins: { rank: ['SWAPCLI_RANK', false], 'rpc.base': ['config.json', true] },
    })
    const seen = rowsOf(state).flatMap(({ key, value, from }) =>
      from === 'default' || from === '' ? [] : [[key, value, from]],
    )
    expect(seen).toEqual([
      ['slippage', '50 basis points (0.50 %)', 'settings file'],
      ['rank', 'fastest', 'SWAPCLI_RANK'],
      ['recipient.bitcoin', 'bc1qxyz', 'settings file'],
      ['rpc.base', 'set (hidden)', 'settings file'],
    ])
  })

  test('says the unit of what holds, and that nothing is set', () => {
    const state = shown({ settings: { 'keep-locks': '1' } })
    const keysOf = ['lock-ttl', 'resume-within', 'keep-locks', 'keep-rates', 'hidden-panes', 'send-rpc-public-after']
    expect(keysOf.map((key) => rowOf(state, key)?.value)).toEqual([
      '60 s',
      '15 min',
      '1 day',
      '30 days',
      'none',
      'none',
    ])
    expect(rowsOf(state).filter(({ value }) => value.trim() === '')).toEqual([])
  })

  test('a value is checked before it is kept, and is kept as it was written', () => {
    const start = play(at('slippage'), [...keys('enter', 'ctrl-u'), ...typed('20000'), ...keys('enter')])
    expect(own(start.effects)).toEqual([])
    expect(start.state.screens.settings.task).toMatchObject({
      problem: 'slippage must be basis points from 0 to 10000, or a percentage: 50, 50bps and 0.5% are the same',
    })
    const again = play(start.state, [...keys('ctrl-u'), ...typed(' 50 '), ...keys('enter', 'enter')])
    expect(own(again.effects)).toEqual([{ on: 'settings', type: 'keep', key: 'slippage', value: '50' }])
    const done = play(again.state, [kept('slippage')])
    expect([done.state.screens.settings.task, noticeIn(done.effects)]).toEqual([undefined, ['slippage saved']])
  })

  test('a value that was refused stays, to be corrected', () => {
    const { state } = play(at('slippage'), [
      ...keys('enter', 'ctrl-u'),
      ...typed('50'),
      ...keys('enter'),
      { on: 'settings', type: 'refused', text: 'the file cannot be written' },
    ])
    expect(state.screens.settings).toMatchObject({
      busy: false,
      task: { kind: 'value', line: { text: '50' }, problem: 'the file cannot be written' },
    })
  })

  test.each([
    ['--network', 'It comes from --network of this start: leave that out to change network here'],
    ['SWAPCLI_NETWORK', 'It comes from the environment: unset SWAPCLI_NETWORK to change network here'],
  ])('what comes from %s is not changed here, and it is said where it is', (origin, text) => {
    const state = at('network', shown({ origins: { network: [origin, false] } }))
    for (const key of ['enter', 'x'] as const) {
      const { effects, state: after } = play(state, keys(key))
      const refused = ['network cannot be changed here: see above']
      expect([own(effects), noticeIn(effects), after.screens.settings.task]).toEqual([[], refused, undefined])
      expect(linesOf(after).filter((line) => line.includes(text))).toHaveLength(1)
    }
  })

  test('asks before the network changes, and opens the screens anew once it has', () => {
    const asked = play(at('network'), keys('enter', 'down', 'enter'))
    expect([own(asked.effects), focusOf(SCREENS, asked.state).mode]).toEqual([[], 'ask'])
    expect(play(asked.state, keys('n')).state.screens.settings.task).toBeUndefined()
    const { effects } = play(asked.state, [...keys('Y'), kept('network')])
    expect(effects).toEqual([
      { on: 'settings', type: 'keep', key: 'network', value: 'live' },
      { on: 'app', type: 'leave', how: 'reopen' },
    ])
  })

  test('asks nothing where the network stays', () => {
    const { state, effects } = play(at('network'), keys('enter', 'enter'))
    expect([state.screens.settings.task, effects]).toEqual([undefined, []])
  })

  test('asks before a setting that holds from the opening on', () => {
    const asked = play(at('sandbox-speed'), [...keys('enter', 'ctrl-u'), ...typed('10'), ...keys('enter')])
    expect([own(asked.effects), focusOf(SCREENS, asked.state).mode]).toEqual([[], 'ask'])
    expect(own(play(asked.state, keys('Y')).effects)).toEqual([
      { on: 'settings', type: 'keep', key: 'sandbox-speed', value: '10' },
    ])
  })

  test('leaves to a server what is decided there', () => {
    const state = shown({ api: 'https://swap.example' })
    const fixed = rowsOf(state).flatMap(({ key, change }) => (change.how === 'not here' ? [key] : []))
    expect(fixed).toEqual([
      ...['network', 'api', 'lock-ttl', 'quote-deadline', 'wallet', 'sandbox-speed', 'sandbox-seed'],
      ...['store', 'store-listen', 'keep-locks', 'keep-events', 'keep-rates'],
    ])
  })

  test('offers the accounts, and says which sign nothing', () => {
    const state = at('wallet', shown({ accounts: [MAIN, COLD] }))
    expect(rowOf(state, 'wallet')?.value).toBe('none of 2 selected')
    const open = play(state, keys('enter', 'down'))
    expect(open.state.screens.settings.task).toMatchObject({
      options: [
        { value: 'main', note: `${MAIN.address} · key file` },
        { value: 'cold', note: `${COLD.address} · watch only` },
      ],
      selected: 1,
    })
    expect(own(play(open.state, keys('enter')).effects)).toEqual([
      { on: 'settings', type: 'keep', key: 'wallet', value: 'cold' },
    ])
  })

  test.each([
    [undefined, [MAIN], 'main · 0xf39F…2266 · key file'],
    ['cold', [MAIN, COLD], 'cold · 0x7099…79C8 · watch only'],
    ['gone', [MAIN], 'gone: no such account'],
    [undefined, [], 'no account yet'],
  ])('with the wallet %s says which account is in use', (wallet, accounts, text) => {
    const state = shown({ accounts, settings: wallet === undefined ? {} : { wallet } })
    expect(rowOf(state, 'wallet')?.value).toBe(text)
  })

  test('a contact gets a name, then an address', () => {
    const named = play(at('contact.'), [...keys('enter'), ...typed('@Bob'), ...keys('enter')])
    expect(named.state.screens.settings.task).toMatchObject({ kind: 'value', key: 'contact.bob', line: { text: '' } })
    const { effects } = play(named.state, [...typed('0xabc'), ...keys('enter')])
    expect(own(effects)).toEqual([{ on: 'settings', type: 'keep', key: 'contact.bob', value: '0xabc' }])
  })

  test('a contact may have a name in any script, but none that looks like another one', () => {
    const named = play(at('contact.'), [...keys('enter'), ...typed('@Маша'), ...keys('enter')])
    expect(named.state.screens.settings.task).toMatchObject({ kind: 'value', key: 'contact.маша' })
    const book = at('contact.', shown({ settings: { 'contact.вова': '0xabc' } }))
    const refused = play(book, [...keys('A'), ...typed('boba'), ...keys('enter')])
    expect(refused.state.screens.settings.task).toMatchObject({
      kind: 'name',
      problem: 'that looks like contact.вова: choose another name',
    })
  })

  test('the name of a contact that is kept shows its address, and one like it warns; an address is none', () => {
    const book = at('contact.', shown({ settings: { 'contact.bob': '0xabc' } }))
    const named = (name: string) => play(book, [...keys('A'), ...typed(name), ...keys('enter')])
    expect(named('BOB').state.screens.settings.task).toMatchObject({ key: 'contact.bob', line: { text: '0xabc' } })
    expect(named('b0b').state.screens.settings.task).toMatchObject({ key: 'contact.b0b', line: { text: '' } })
    expect(noticeIn(named('b0b').effects)).toEqual(['contact.b0b is easily taken for contact.bob'])
    expect(named('0xf39fd6e51aad').state.screens.settings.task).toMatchObject({
      kind: 'name',
      problem: 'that reads like an address: choose another name',
    })
  })

  test('a name that no key can have is refused', () => {
    const { state } = play(at('contact.'), [...keys('enter'), ...typed('Bob & Co'), ...keys('enter')])
    expect(state.screens.settings.task).toMatchObject({
      kind: 'name',
      problem: holding('a name must be letters, digits'),
    })
  })

  test('keys are set for an action that there is, which Tab completes, and are checked as the command does', () => {
    const start = play(at('keys.'), keys('enter')).state
    const asked = (...events: readonly ProgramEvent[]) => play(start, events)
    const taskOf = ({ state }: { readonly state: AppState }) => state.screens.settings.task
    expect(taskOf(asked(...typed('Lrefresh'), ...keys('enter')))).toMatchObject({
      kind: 'action',
      problem: 'there is no such action; near it: refresh',
    })
    expect(taskOf(asked(...typed('refr'), ...keys('tab')))).toMatchObject({ line: { text: 'refresh' } })
    expect(linesOf(start).join('\n')).toMatch(/▸ add +add another \(A\) on Settings; /)
    expect(linesOf(asked(...typed('lock')).state).join('\n')).toMatch(/▸ lock-again +lock again \(L\) on Review/)
    for (const [action, text, problem] of [
      ['pay', 'L', 'keys.pay: L also does lock-again; what pays is a key of its own'],
      ['copy', 'Y', 'keys.copy: Y is the key of yes; what agrees is a key of its own'],
    ] as const) {
      const refused = asked(...typed(action), ...keys('enter'), ...typed(text), ...keys('enter'))
      expect([own(refused.effects), taskOf(refused)]).toMatchObject([[], { kind: 'value', problem }])
    }
    const set = asked(...typed('refresh'), ...keys('enter'), ...typed('F5'), ...keys('enter'))
    expect(own(set.effects)).toEqual([{ on: 'settings', type: 'keep', key: 'keys.refresh', value: 'F5' }])
  })

  test('an action is found by words of what it does, where and by which key now, and chosen by its mark', () => {
    const start = play(at('keys.'), keys('enter')).state
    const taskOf = (state: AppState) => state.screens.settings.task
    const found = play(start, typed('swap select')).state
    expect(linesOf(found).join('\n')).toMatch(/▸ enter +select \(Enter\) on Swap/)
    const chosen = play(found, keys('enter')).state
    expect(taskOf(chosen)).toMatchObject({ kind: 'value', key: 'keys.enter' })
    expect(linesOf(chosen).join('\n')).toContain('keys.enter: keys such as r,F5 for select (Enter) on Swap')
    const second = play(start, [...typed('sort'), ...keys('down', 'tab')]).state
    expect(taskOf(second)).toMatchObject({ kind: 'action', line: { text: 'sort-reverse' }, selected: 0 })
    // The keys are those that are in force.
    const bound = { ...start, ...play(start, [{ on: 'app', type: 'settings', values: { 'keys.sort': 'F9' } }]).state }
    expect(linesOf(play(bound, typed('f9')).state).join('\n')).toMatch(/▸ sort +sort \(F9\) on /)
    for (const [columns, rows] of [
      [40, 10],
      [80, 23],
    ] as const) {
      const lines = linesOf({ ...found, size: { columns, rows } })
      expect(lines.length).toBe(rows)
      expect(lines.join('\n')).toContain('▸ enter')
    }
  })

  test('keys are removed only where those that are left do one thing each, as the command does it', () => {
    const values = { 'keys.refresh': 'F8', 'keys.copy': 'r' }
    const set = play(shown(), [{ on: 'app', type: 'settings', values }, facts({ settings: values })]).state
    const refused = play(at('keys.refresh', set), keys('x'))
    expect(refused.state.screens.settings.task).toBeUndefined()
    expect(noticeIn(refused.effects)).toEqual([holding('keys.refresh stays: without it, r would do both ')])
    expect(play(at('keys.copy', set), keys('x')).state.screens.settings.task).toMatchObject({ kind: 'ask' })
    // Those that do not count as they stand go one after the other.
    const wrong = { 'keys.refresh': 'y', 'keys.flip': 'y', 'keys.copy': 'r' }
    const left = play(set, [{ on: 'app', type: 'settings', values: wrong }]).state
    expect(play(at('keys.refresh', left), keys('x')).state.screens.settings.task).toMatchObject({ kind: 'ask' })
  })

  test('the chain of an RPC is found before its URL is asked for', () => {
    const asked = play(at('rpc.'), [...keys('A'), ...typed('eth'), ...keys('enter')])
    expect(own(asked.effects)).toEqual([{ on: 'settings', type: 'name', group: 'rpc', text: 'eth' }])
    const refused = play(asked.state, [{ on: 'settings', type: 'refused', text: 'Unknown chain "eth"' }])
    expect(refused.state.screens.settings.task).toMatchObject({ kind: 'name', problem: 'Unknown chain "eth"' })
    expect(play(asked.state, keys('esc')).effects).toEqual([{ on: 'settings', type: 'leave' }])
    const set = shown({ origins: { 'rpc.base': ['config.json', true] } })
    const onServer = { ...set, place: { ...set.place, api: 'https://swaps.example/api/v1' } }
    // The wallet of this machine pays through it, whatever the server has.
    expect(
      settingRows(onServer.screens.settings, factsOf(SCREENS, onServer)).find(({ key }) => key === 'rpc.base')?.change,
    ).toEqual({
      how: 'text',
    })
    const found = play(asked.state, [{ on: 'settings', type: 'named', key: 'rpc.ethereum' }])
    expect(play(found.state, keys('esc')).effects).toEqual([])
    expect(found.state.screens.settings.task).toMatchObject({ kind: 'value', key: 'rpc.ethereum' })
  })

  test('a secret is never in the field that changes it, nor copied', () => {
    const state = at('rpc.base', shown({ origins: { 'rpc.base': ['config.json', true] } }))
    expect(play(state, keys('enter')).state.screens.settings.task).toMatchObject({ line: { text: '' } })
    expect(play(state, keys('y')).effects.filter((effect) => effect.type === 'copy')).toEqual([])
  })

  test('says that a paste was too long instead of dropping it in silence', () => {
    const press = { name: 'paste', text: 'x'.repeat(400) } as const
    const { state } = play(at('slippage'), [...keys('enter'), { on: 'app', type: 'key', press }])
    expect(state.screens.settings.task).toMatchObject({ problem: holding('too long') })
  })

  test('asks before something is removed, and marks what is there then', () => {
    const state = at('contact.bob', shown({ settings: { 'contact.bob': '0xabc' } }))
    const asked = play(state, keys('x'))
    expect(asked.state.screens.settings.task).toMatchObject({ question: 'Remove contact.bob, which is 0xabc?' })
    const gone = play(asked.state, [...keys('Y'), kept('contact.bob', false)])
    expect(own(gone.effects)).toEqual([
      { on: 'settings', type: 'keep', key: 'contact.bob', value: undefined },
      { on: 'settings', type: 'load' },
    ])
    expect([gone.state.screens.settings.marked, noticeIn(gone.effects)]).toEqual(['contact.', ['contact.bob removed']])
  })

  test('removes nothing that is not kept', () => {
    expect(noticeIn(play(at('slippage'), keys('x')).effects)).toEqual(['nothing is set here to remove'])
  })

  test('letters that are keys elsewhere are typed into a field', () => {
    const { state } = play(at('contact.'), [...keys('enter'), ...typed('qxy1')])
    expect([state.tab, state.screens.settings.task]).toMatchObject(['settings', { line: { text: 'qxy1' } }])
  })

  test('a theme holds as soon as it is kept', () => {
    const { state } = play(shown(), [{ on: 'app', type: 'saved', key: 'theme', value: 'light' }, facts({})])
    expect(rowOf(state, 'theme')?.value).toBe('light')
  })

  test('finds a setting by words of what it is, sorts by a column, and changes what it has found', () => {
    const keysOf = (state: AppState) =>
      shownSettings(state.screens.settings, factsOf(SCREENS, state)).map(({ key }) => key)
    const found = play(shown(), [...keys('/'), ...typed('slippage -confirm'), ...keys('enter')]).state
    expect(keysOf(found)).toContain('slippage')
    expect(keysOf(found).length).toBeLessThan(keysOf(shown()).length / 4)
    expect(play(found, keys('enter')).state.screens.settings.task).toMatchObject({ key: keysOf(found)[0] })
    const byName = keysOf(play(shown(), keys('s', 's')).state)
    expect(byName).toEqual(byName.toSorted())
    expect(byName).not.toEqual(keysOf(shown()))
  })
})
