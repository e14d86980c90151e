import { describe, expect, test } from 'vitest'
import type { Screen } from '../../src/tui/screen.ts'
import { type AppState, type ProgramEvent, SCREENS } from '../../src/tui/screens.ts'
import type { Lookup } from '../../src/tui/screens/swap/state.ts'
import { notify } from '../../src/tui/events.ts'
import { paletteItems } from '../../src/tui/palette.ts'
import { factsOfRun } from '../../src/tui/kit/run/run-facts.ts'
import { focusOf } from '../../src/tui/state.ts'
import type { KeyName } from '../../src/tui/terminal/key-decoder.ts'
import { linesOf, textOf } from './frame-lines.ts'
import { asking, eventsIn, keys, play, quoted, route, screensOf, times, typed, USDC } from './sample-swap.ts'
import { listed, past } from './screens/activity/sample-activity.ts'
import { lockedRun, RESUME } from './screens/review/sample-run.ts'
import { shown } from './screens/settings/sample-settings.ts'

const holding = (text: string): unknown => expect.stringContaining(text)
const bigints = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
const labels = (text: string, state = asking()) => paletteItems(SCREENS, state, text).map(({ label }) => label)

describe('the palette', () => {
  test('finds actions of the app and of all screens by words, and says their keys', () => {
    const { state } = play(screensOf(100, 24), [...keys(':'), ...typed('exp csv')])
    expect(textOf(state)).toContain('Activity: export CSV')
    expect(labels('go stats')[0]).toBe('go to Stats')
    expect(labels('quit')).toContain('quit')
  })

  test('finds nothing of Review, where payments are made, from any screen', () => {
    for (const { name: tab } of SCREENS) {
      const found = paletteItems(SCREENS, { ...asking(), tab }, '').filter((item) => item.kind === 'screen')
      expect(found.length).toBeGreaterThan(20)
      expect(found.filter(({ on }) => on === 'review')).toEqual([])
    }
  })

  test('finds nothing that pays, agrees or locks', () => {
    const guarded = SCREENS.flatMap((screen: Screen) =>
      screen.keys.flatMap(({ label, agrees }) => (agrees === undefined ? [] : [`${screen.title}: ${label}`])),
    )
    expect(guarded).toContain('Swap: select')
    const state = quoted([route('A')], [])
    for (const at of [state, play(state, keys('i')).state])
      expect(labels('', at).filter((label) => guarded.includes(label))).toEqual([])
  })

  test('takes the first line of a paste, and says what it left out', () => {
    const press = { name: 'paste', text: '\n0.5 eth to usdc base\n\n1 btc to eth\n' } as const
    const { state, effects } = play(screensOf(), [...keys(':'), { on: 'app', type: 'key', press }])
    expect(state.palette?.line.text).toBe('0.5 eth to usdc base')
    expect(effects).toContainEqual(notify('info', 'one line is taken: 1 more line of what was pasted was left out'))
  })

  test('runs what is marked, on its screen', () => {
    const { state, effects } = play(quoted([route('A')], []), [
      ...keys('ctrl-k'),
      ...typed('ranking'),
      ...keys('enter'),
    ])
    expect([state.palette, state.tab, state.screens.swap.rank]).toEqual([undefined, 'swap', 'fastest'])
    expect(effects.filter(({ type }) => type !== 'look')).toEqual([])
    const gone = play(asking(), [...keys(':'), ...typed('activity filter'), ...keys('enter')]).state
    expect([gone.tab, gone.screens.activity.sifting.line?.text]).toEqual(['activity', ''])
  })

  test('takes keys for itself while it is open, and gives them back', () => {
    const open = play(asking(), [...keys(':'), ...typed('qx')]).state
    expect([open.palette?.line.text, open.tab]).toEqual(['qx', 'swap'])
    expect(textOf(open)).toContain('0 found')
    expect(play(open, keys('enter')).effects).toEqual([])
    expect(play(open, keys('esc')).state.palette).toBeUndefined()
    expect(play(open, keys('ctrl-c')).effects).toMatchObject([{ type: 'leave' }])
  })

  test('shows what a swap on one line says, and fills the form with it', () => {
    const open = play(screensOf(100, 24), [...keys(':'), ...typed('0.5 eth > usdc base slip 50bps')]).state
    for (const text of ['0.5', 'usdc@base', '50bps', 'Enter fills the form']) expect(textOf(open)).toContain(text)
    const { state, effects } = play(open, keys('enter'))
    expect([state.palette, state.tab]).toEqual([undefined, 'swap'])
    expect(effects).toMatchObject([{ on: 'swap', type: 'read-line', text: '0.5 eth > usdc base slip 50bps' }])
  })

  test('says what is wrong with a line, and keeps it', () => {
    const open = play(screensOf(100, 24), [...keys(':'), ...typed('0.5 eth > usdc min 3')]).state
    expect(textOf(open)).toContain('"min" does not apply here')
    const { state, effects } = play(open, keys('enter'))
    expect([state.palette?.line.text, effects]).toEqual(['0.5 eth > usdc min 3', []])
  })

  test('fits terminals of every size', () => {
    for (const [columns, rows] of [
      [40, 10],
      [80, 23],
      [200, 60],
    ] as const) {
      for (const text of ['', '0.5 eth > usdc base for @bob', '1,000 eth', 'zzz']) {
        const lines = textOf(play(screensOf(columns, rows), [...keys(':'), ...typed(text)]).state).split('\n')
        expect(lines.length).toBeLessThanOrEqual(rows)
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns)
      }
    }
  })

  test('is opened in a text field too, and says once what the key does no more', () => {
    const typing = play(screensOf(), [...keys('f'), ...typed('us')]).state
    const { state: open, effects } = play(typing, keys('ctrl-k'))
    expect([open.palette?.line.text, open.screens.swap.picker?.line.text]).toEqual(['', 'us'])
    expect(eventsIn(effects)).toMatchObject([{ notice: { text: holding('deletes nothing') } }])
    expect(eventsIn(play(open, keys('esc', 'ctrl-k')).effects)).toEqual([])
  })
})

describe('from a text field the palette', () => {
  const chosenFrom = (state: AppState, words: string) =>
    play(state, [...keys('ctrl-k'), ...typed(words), ...keys('enter')])
  const typing = () => play(quoted([route('A')], []), [...keys('a', 'ctrl-u'), ...typed('12')]).state
  const filtering = () => play(listed([past('tx_1')]), [...keys('/'), ...typed('status:success')]).state
  const naming = () => play(shown(), [...keys('end', 'A'), ...typed('et')]).state
  const picking = (...more: readonly KeyName[]) => play(screensOf(), [...keys('f', ...more), ...typed('us')]).state

  test('finds the actions of all screens, and those that work once the field is left', () => {
    for (const state of [typing(), filtering(), naming(), picking(), picking('tab')]) {
      expect(focusOf(SCREENS, state).takesText).toBe(true)
      const all = labels('', state)
      for (const label of ['quit', 'help', ...SCREENS.map(({ title }) => `go to ${title}`)])
        expect(all.filter((each) => each === label)).toHaveLength(1)
      for (const label of ['Swap: ranking', 'Providers: check all', 'Stats: longer period', 'Settings: change'])
        expect(all).toContain(label)
      expect(labels('go to swap', state)[0]).toBe('go to Swap')
    }
  })

  test('keeps what is typed where the screen does, and does what was chosen', () => {
    const ranked = chosenFrom(typing(), 'ranking').state.screens.swap
    expect([ranked.editing, ranked.amount, ranked.rank]).toEqual([undefined, '12', 'fastest'])
    const { state, effects } = chosenFrom(filtering(), 'export csv')
    expect([state.screens.activity.sifting.line, state.screens.activity.sifting.text]).toEqual([
      undefined,
      'status:success',
    ])
    expect(effects).toContainEqual(expect.objectContaining({ on: 'activity', type: 'export' }))
  })

  test('leaves the field as Esc does elsewhere, however deep, and keeps it while another screen is shown', () => {
    for (const state of [picking(), picking('tab')]) {
      expect(chosenFrom(state, 'swap ranking').state.screens.swap).toMatchObject({ picker: undefined, rank: 'fastest' })
    }
    const gone = chosenFrom(typing(), 'go to stats').state
    expect([gone.tab, gone.screens.swap.editing?.line.text]).toEqual(['stats', '12'])
    expect(play(gone, keys('1')).state.screens.swap.editing?.line.text).toBe('12')
  })

  test('takes no secret elsewhere, and gives it up with its field', () => {
    const hidden = { number: 1, kind: 'hidden', text: 'Key?', leaving: '', facts: [], wrong: '' } as const
    const opened: ProgramEvent[] = [
      { on: 'app', type: 'opened' },
      ...keys('7', 'A'),
      { on: 'balances', type: 'known', known: [] },
      ...keys('enter'),
      { on: 'balances', type: 'asked', id: 1, question: hidden },
      ...typed('s3cret'),
    ]
    const asked = play(screensOf(), opened).state
    expect(asked.screens.balances.work?.line.text).toBe('s3cret')
    const { balances, ...others } = chosenFrom(asked, 'go to swap').state.screens
    expect(balances.work?.line.text).toBe('s3cret')
    expect(JSON.stringify(others, bigints)).not.toContain('s3cret')
    const left = chosenFrom(asked, 'balances back')
    expect(left.effects).toContainEqual({ on: 'balances', type: 'leave-work', id: 1 })
    expect(JSON.stringify(left.state.screens, bigints)).not.toContain('s3cret')
    // Of another screen it is not given up unseen.
    expect(labels('', { ...asked, tab: 'stats' }).filter((label) => label.startsWith('Balances'))).toEqual([])
  })

  test('neither pays nor declines what is typed on Review', () => {
    const start = { ...screensOf(), settings: { 'confirm-above': '0' } }
    const terms = { on: 'review', type: 'terms', id: 1, run: factsOfRun(lockedRun()), next: 'pays' } as const
    const state = play(start, [...keys('2'), RESUME, terms, ...typed('10')]).state
    expect(focusOf(SCREENS, state)).toMatchObject({ mode: 'typed', takesText: true })
    expect(labels('', state).filter((label) => label.startsWith('Review'))).toEqual([])
    const { state: gone, effects } = chosenFrom(state, 'go to swap')
    expect([gone.tab, effects.filter(({ on }) => on === 'review')]).toEqual(['swap', []])
    expect(focusOf(SCREENS, play(gone, keys('2')).state).mode).toBe('typed')
  })
})

test('the palette says which setting sets the key of what is marked', () => {
  const open = play(quoted([route('A')], []), [...keys(':'), ...typed('ranking')]).state
  expect(textOf(open)).toMatch(/\n\d+ found; keys\.rank sets its key\n/)
  expect(textOf(play(open, [...keys('ctrl-u'), ...typed('go to stats')]).state)).toMatch(/\n\d+ found\n/)
  const narrow = play({ ...open, size: { columns: 40, rows: 10 } }, [...keys('ctrl-u'), ...typed('quit')]).state
  expect(textOf(narrow)).toContain('found; keys.quit sets its key')
})

describe('the palette finds', () => {
  const BOB = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const named = () => ({ ...asking(), settings: { 'contact.bob': BOB } })
  /** The palette with a text in it, and what was looked up for it. */
  const open = (text: string, change: Partial<Lookup>, start = named()) => {
    const nothing = { text, assets: [], past: [], hasMore: false, problem: undefined, completions: [], meanings: {} }
    const lookup: Lookup = { ...nothing, ...change }
    return play(start, [...keys(':'), ...typed(text), { on: 'swap', type: 'looked', lookup }]).state
  }
  const chosen = (state: AppState, label: string) => {
    const at = paletteItems(SCREENS, state, state.palette?.line.text ?? '').findIndex((item) => item.label === label)
    expect(at).toBeGreaterThan(-1)
    return play(state, [...times(at, 'down'), ...keys('enter')])
  }

  test('settings, and goes to them', () => {
    const { state } = chosen(open('slippage', {}), 'Settings: slippage')
    expect([state.tab, state.palette, state.screens.settings.marked]).toEqual(['settings', undefined, 'slippage'])
    expect(linesOf(state).find((line) => line.startsWith('▸'))).toContain('slippage')
  })

  test('contacts, and names them as the recipient, of whom nothing is locked', () => {
    const { state, effects } = chosen(open('bob', {}, { ...named(), tab: 'stats' }), 'recipient @bob 0xf39F…2266')
    expect([state.tab, state.screens.swap.recipient]).toEqual(['swap', BOB])
    expect(effects.map(({ on }) => on)).not.toContain('review')
  })

  test('assets that were looked up for what is typed, as what is sent or received', () => {
    const assets = [{ ...USDC, chain: 'base', chainName: 'Base' }]
    const found = open('usdc', { assets })
    expect(chosen(found, 'from USDC · USD Coin on Base').state.screens.swap.from?.chain).toBe('base')
    expect(chosen(found, 'to USDC · USD Coin on Base').state.screens.swap.to?.chain).toBe('base')
    // What was found for another text is not what is typed now.
    const later = play(found, typed('x')).state
    expect(paletteItems(SCREENS, later, 'usdcx').filter(({ kind }) => kind === 'asset')).toEqual([])
    // By its address, which is in no label.
    expect(paletteItems(SCREENS, open(USDC.address, { assets }), USDC.address).map(({ kind }) => kind)).toContain(
      'asset',
    )
  })

  test('past swaps, and fills the form with one', () => {
    const label = 'again 100 USDC ethereum to USDC base, 01-15 11:00'
    const { effects } = chosen(open('usdc', { past: [past('tx_1')] }), label)
    expect(effects.filter(({ type }) => type !== 'look')).toMatchObject([
      { on: 'swap', type: 'find-past', past: { amount: '100' } },
    ])
  })

  test('past swaps by what is in no label, below a line that is none yet, and says that there are more', () => {
    const found = { past: [past('tx_1')], hasMore: true }
    const label = 'again 100 USDC ethereum to USDC base, 01-15 11:00'
    expect(textOf(open('tx_1', found))).toMatch(/shown; there are more: write more words/)
    for (const text of ['tx_1', 'base usdc', '100 usdc'])
      expect(chosen(open(text, found), label).effects).toContainEqual(expect.objectContaining({ type: 'find-past' }))
    expect(textOf(open('100 usdc', found))).toContain(label)
    // A line that is whole fills the form.
    expect(labels('1 eth to usdc base', open('1 eth to usdc base', found))).toHaveLength(1)
  })

  test('what is called exactly as was typed first: contacts, then actions and settings', () => {
    const assets = ['BOB', 'BOBA', 'BOBO'].map((symbol) => ({ ...USDC, symbol }))
    expect(labels('bob', open('bob', { assets }))[0]).toBe('recipient @bob 0xf39F…2266')
    expect(labels('quit')[0]).toBe('quit')
    expect(labels('stats')[0]).toBe('go to Stats')
    expect(labels('rank')[0]).toBe('Settings: rank')
  })

  test('nothing of them before something is typed', () => {
    expect(paletteItems(SCREENS, named(), '').map(({ kind }) => kind)).not.toContain('setting')
  })

  test('what an asset of a line means while it is typed, and does not take what is unknown', () => {
    const problem = { message: '"usdcc" is not there', hint: 'Did you mean USDC?' }
    const line = '0.5 eth > usdcc base'
    const wrong = open(line, { problem })
    for (const text of [problem.message, 'Did you mean USDC?']) expect(textOf(wrong)).toContain(text)
    expect(play(wrong, keys('enter')).state.palette?.line.text).toBe(line)
    // What was said of another text says nothing of this one.
    expect(textOf(play(wrong, keys('backspace')).state)).not.toContain(problem.message)
  })

  test('what a line would fill in, under its parts', () => {
    const meanings = {
      to: { text: 'base:USDC  USD Coin · 0x8335…2913', isDoubtful: false },
      recipient: { text: '! no such contact', isDoubtful: true },
    }
    const lines = linesOf(open('0.5 eth > usdc base for @rob', { meanings }))
    const below = (text: string) => lines[lines.findIndex((line) => line.includes(text)) + 1]?.trim()
    expect([below('usdc@base'), below('  recipient')]).toEqual([meanings.to.text, meanings.recipient.text])
    const few = open('0.5 eth > usdc base for @rob', { meanings }, { ...named(), size: { columns: 80, rows: 10 } })
    expect(
      [meanings.to.text, meanings.recipient.text, 'Enter fills'].map((each) => textOf(few).includes(each)),
    ).toEqual([...[false, true, true]])
  })

  test('an amount that no line has, and says what to write', () => {
    expect(textOf(open('$50 eth > usdc', {}))).toContain('The amount is one of the asset to pay')
    for (const text of ['half eth to usdc base', '150% eth > btc', '0% eth on base to btc']) {
      expect(textOf(open(text, {}))).toMatch(/is no amount[^]*Write for example: 50% eth to usdc base/)
    }
    expect(textOf(open('all prov', {}))).toContain('found')
  })

  test('a share of the balance, which the form takes', () => {
    for (const text of [
      'max eth to usdc base',
      'max eth on base to usdc on arbitrum',
      '50% eth > btc',
      'all eth>btc',
    ]) {
      expect(textOf(open(text, {}))).toContain('Enter fills the form with it')
    }
  })

  test('how a line goes on, by Tab', () => {
    const completions = [{ start: 10, end: 12, text: 'USDC base', detail: 'USD Coin' }]
    const begun = open('0.5 eth > us', { completions })
    expect(textOf(begun)).toContain('USDC base  USD Coin')
    const { state, effects } = play(begun, keys('tab'))
    expect(state.palette?.line.text).toBe('0.5 eth > USDC base')
    expect(effects).toMatchObject([{ type: 'look', text: '0.5 eth > USDC base', cursor: 19 }])
  })
})
