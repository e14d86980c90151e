import { linesOf, textOf } from '../../frame-lines.ts'
import { describe, expect, test } from 'vitest'
import type { Verdict } from '../../../../src/core/api/documents.ts'
import { type AppState, SCREENS, type ProgramEvent } from '../../../../src/tui/screens.ts'
import { shownRoutes } from '../../../../src/tui/screens/swap/routes.ts'
import { assetKey } from '../../../../src/tui/screens/swap/state.ts'
import { factsOf, focusOf } from '../../../../src/tui/state.ts'
import {
  asking,
  BTC,
  eventsIn,
  found,
  keys,
  NOW,
  play,
  quoted,
  route,
  screensOf,
  typed,
  USDC,
  verdict,
} from '../../sample-swap.ts'

const FAST = route('FAST', { estimatedTime: 10 })
const BEST = route('BEST', { dst: { formatted: '0.0011', currency: 'BTC', usd: '99.50' } })
const names = (state: AppState) =>
  shownRoutes(state.screens.swap, factsOf(SCREENS, state)).map(({ provider }) => provider)
const quotesIn = (effects: ReturnType<typeof play>['effects']) =>
  effects.flatMap((effect) => (effect.on === 'swap' && effect.type === 'quote' ? [effect.asked.request] : []))
const tick: ProgramEvent = { on: 'app', type: 'tick' }

const OTHER_WALLET: ProgramEvent = { on: 'app', type: 'saved', key: 'wallet', value: 'other' }

/** Assets whose balances are asked for, by symbol. */
const balancesIn = (effects: ReturnType<typeof play>['effects']) =>
  effects.flatMap((effect) =>
    effect.on === 'swap' && effect.type === 'balances' ? [effect.assets.map(({ symbol }) => symbol)] : [],
  )

describe('balances', () => {
  test('are asked for of what a search found; that breaks off no reading of the form', () => {
    const first = play(screensOf(), keys('enter')).state
    const chosen = play(first, found(first, USDC, BTC))
    expect(balancesIn(chosen.effects)).toEqual([['USDC', 'BTC']])
    const second = play(chosen.state, [...keys('enter'), ...typed('1'), ...keys('enter')]).state
    expect(balancesIn(play(second, found(second, USDC, BTC)).effects)).toEqual([['USDC', 'BTC']])
    expect(play(second, found(second, BTC)).effects).toContainEqual(
      expect.objectContaining({ type: 'balances', of: 'found', assets: [BTC] }),
    )
    expect(balancesIn(play(second, found(second)).effects)).toEqual([])
  })

  test('of the account before are forgotten when another one is taken', () => {
    const known = play(asking(), [{ on: 'swap', type: 'balances', balances: { 'bitcoin:native': '2', other: '1' } }])
    expect(known.state.screens.swap.balances).toEqual({ 'bitcoin:native': '2', other: '1' })
    const after = play(known.state, [OTHER_WALLET])
    expect(after.state.screens.swap.balances).toEqual({})
    expect(balancesIn(after.effects)).toEqual([['USDC', 'BTC']])
    expect(balancesIn(play(screensOf(), [OTHER_WALLET]).effects)).toEqual([[]])
  })
})

describe('the form', () => {
  test('asks for what is missing, one thing after the other', () => {
    let { state } = play(screensOf(), keys('enter'))
    expect(state.screens.swap.picker?.field).toBe('from')
    state = play(state, [...found(state, USDC), ...keys('enter')]).state
    expect(state.screens.swap.editing?.field).toBe('amount')
    state = play(state, [...typed('100'), ...keys('enter')]).state
    expect(state.screens.swap.picker?.field).toBe('to')
    state = play(state, [...found(state, BTC), ...keys('enter')]).state
    expect([state.screens.swap.spot, state.screens.swap.picker, state.screens.swap.editing]).toEqual([
      'routes',
      undefined,
      undefined,
    ])
  })

  test('says of a chain without memos neither that there is one nor that there is none', () => {
    const state = asking()
    const { from, to, accounts } = state.screens.swap
    if (from === undefined || to === undefined) return expect.unreachable()
    const ends = { from: assetKey(from), to: assetKey(to) }
    const { effects } = play(state, [
      { on: 'swap', type: 'accounts', ...ends, accounts: { ...accounts, recipient: 'bc1qother', memo: 'none' } },
    ])
    expect(quotesIn(effects).map(({ recipient, recipientMemo }) => [recipient, recipientMemo])).toEqual([
      ['bc1qother', undefined],
    ])
  })

  test('asks every provider once the wallets of the pair are known', () => {
    expect(asking().screens.swap.quote).toMatchObject({
      status: 'asking',
      asked: {
        request: {
          srcChain: 'ethereum',
          srcAddress: USDC.address,
          dstChain: 'bitcoin',
          dstAddress: 'native',
          amount: '100',
          slippage: 100,
          depositor: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
          recipient: 'bc1qxyz',
        },
      },
    })
  })

  test.each([
    ['1e3', 'amount must be written out, without an exponent'],
    ['0.1234567', 'amount has more decimals than the asset, which has 6'],
  ])('refuses the amount %s and asks nobody', (amount, problem) => {
    const { state, effects } = play(asking(), [...keys('a', 'ctrl-u'), ...typed(amount), ...keys('enter')])
    expect([state.screens.swap.problems.amount, state.screens.swap.spot, quotesIn(effects)]).toEqual([
      problem,
      'amount',
      [],
    ])
    expect(state.screens.swap.quote).toBeUndefined()
  })

  test('warns of a slippage far above what is usual', () => {
    const wide = (text: string) => textOf(play(asking(), [...keys('%'), ...typed(text), ...keys('enter')]).state)
    expect(wide('5%')).not.toContain('less than quoted')
    expect(wide('501')).toContain('= 5.01 %  ! as much less than quoted may arrive')
  })

  test('takes slippage in basis points or percent', () => {
    const { effects } = play(asking(), [...keys('%'), ...typed('0.5%'), ...keys('enter')])
    expect(quotesIn(effects).map(({ slippage }) => slippage)).toEqual([50])
  })

  test('refuses an address of another chain', () => {
    const { state } = play(asking(), [
      ...keys('t'),
      ...typed('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'),
      ...keys('enter'),
    ])
    expect(state.screens.swap.problems.recipient).toBeDefined()
    // What is wrong used to push the label away, and was cut for the address that is wrong.
    const lines = linesOf({ ...state, size: { columns: 80, rows: 24 } })
    const at = lines.findIndex((text) => text.includes('Recipient'))
    expect(lines[at]).toBe('▸ Recipient 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
    const slippage = lines.findIndex((text) => text.includes('Slippage'))
    expect(lines.slice(at + 1, slippage).join(' ')).toBe(`! ${state.screens.swap.problems.recipient}`)
    const folded = linesOf({ ...state, size: { columns: 40, rows: 10 } })
    expect(folded[1]).toBe('100 ethereum:USDC → bitcoin:BTC')
    expect(folded.join(' ')).toContain(`! ${state.screens.swap.problems.recipient}`.slice(0, 30))
  })

  test('forgets amount and address when the pair is turned around', () => {
    const { swap } = play(asking(), keys('w')).state.screens
    expect([swap.from?.symbol, swap.to?.symbol, swap.amount, swap.recipient, swap.accounts.recipient]).toEqual([
      'BTC',
      'USDC',
      '',
      '',
      undefined,
    ])
  })

  test('types digits and letters that are keys elsewhere', () => {
    const { state } = play(screensOf(), [...keys('a'), ...typed('12q')])
    expect([state.tab, state.screens.swap.editing?.line.text]).toEqual(['swap', '12q'])
  })
})

describe('the picker', () => {
  test('shows only the answer to what was typed last, and takes nothing before it', () => {
    const opened = play(screensOf(), keys('enter')).state
    const stale = found(opened, BTC)
    const { state } = play(opened, [...typed('usdc'), ...stale, ...keys('enter')])
    expect([state.screens.swap.picker?.assets, state.screens.swap.from]).toEqual([[], undefined])
    const answered = play(state, found(state, USDC)).state
    expect([answered.screens.swap.from, answered.screens.swap.picker]).toEqual([USDC, undefined])
  })

  test('that waits for what Enter is to take marks no row of an older list, and forgets it with the next key', () => {
    const opened = play(screensOf(), keys('enter')).state
    const listed = play(opened, found(opened, BTC)).state
    const waiting = play(listed, [...typed('usdc'), ...keys('enter')]).state
    const marked = (state: AppState) => linesOf(state).filter((line) => /^\s*[>›▸] .*BTC/.test(line)).length
    expect([marked(listed), marked(waiting)]).toEqual([1, 0])
    for (const later of [typed('x'), keys('backspace'), keys('down'), keys('left')]) {
      const moved = play(waiting, later).state
      expect(play(moved, found(moved, USDC)).state.screens.swap.from).toBeUndefined()
    }
  })

  test.each([
    { warnings: ['not on the list'] },
    { evidence: 'one_list' as const, form: null },
    { evidence: 'provider' as const, form: null },
    { form: 'dead' as const },
  ])('takes nothing unseen that is warned of: %j', (doubt) => {
    const opened = play(screensOf(), [...keys('enter'), ...typed('usdc'), ...keys('enter')]).state
    const doubtful = { ...USDC, ...doubt }
    const { state } = play(opened, found(opened, doubtful))
    expect(state.screens.swap.from).toBeUndefined()
    expect(play(state, keys('enter')).state.screens.swap.from).toEqual(doubtful)
  })

  test('narrows to one chain and keeps what was typed', () => {
    let { state } = play(screensOf(), [...keys('enter'), ...typed('usdc'), ...keys('tab'), ...typed('ba')])
    const id = state.screens.swap.picker?.searching ?? -1
    state = play(state, [{ on: 'swap', type: 'chains-found', id, chains: [{ key: 'base', name: 'Base' }] }]).state
    const { effects } = play(state, keys('enter'))
    expect(effects).toEqual([{ on: 'swap', type: 'find-assets', id: id + 1, text: 'usdc', chain: 'base' }])
  })
})

describe('routes', () => {
  test('stand in the order of the rank, whoever answered first', () => {
    const state = asking()
    const id = state.screens.swap.quote?.id ?? -1
    const after = play(state, [
      { on: 'swap', type: 'routes', id, routes: [FAST] },
      { on: 'swap', type: 'routes', id, routes: [BEST] },
    ]).state
    expect(names(after)).toEqual(['BEST', 'FAST'])
    expect(names(play(after, keys('R')).state)).toEqual(['FAST', 'BEST'])
  })

  test('of an earlier question are not taken for those of a later one', () => {
    const state = asking()
    const id = state.screens.swap.quote?.id ?? -1
    const later = play(state, [...keys('a'), ...typed('5'), ...keys('enter')]).state
    expect(play(later, [{ on: 'swap', type: 'routes', id, routes: [FAST] }]).state.screens.swap.quote?.routes).toEqual(
      [],
    )
  })

  test('stay while the same question is asked again, until their provider answers', () => {
    const { state } = play(quoted([BEST, FAST], []), keys('r'))
    expect(names(state)).toEqual(['BEST', 'FAST'])
    const id = state.screens.swap.quote?.id ?? -1
    const after = play(state, [
      { on: 'swap', type: 'verdict', id, verdict: verdict('BEST', { outcome: 'no_route', code: 'halted' }) },
    ]).state
    expect(names(after)).toEqual(['FAST'])
  })

  test('that are being refreshed cannot be taken', () => {
    const asked = play(quoted([BEST], []), keys('r')).state
    const { state, effects } = play(asked, keys('enter'))
    expect(state.tab).toBe('swap')
    expect(effects.filter(({ type }) => type === 'send')).toEqual([
      {
        on: 'app',
        type: 'send',
        event: {
          on: 'app',
          type: 'notice',
          notice: { tone: 'info', text: 'this price is being refreshed, one moment' },
        },
      },
    ])
  })

  test('keep the mark on the same provider when their order changes', () => {
    const { state } = play(quoted([BEST, FAST], []), keys('down', 'R'))
    expect([names(state), state.screens.swap.marked]).toEqual([['FAST', 'BEST'], 'FAST 1'])
  })

  test('can be taken while other providers are still asked', () => {
    const state = asking()
    const id = state.screens.swap.quote?.id ?? -1
    const { state: after, effects } = play(state, [
      { on: 'swap', type: 'routes', id, routes: [FAST] },
      ...keys('enter'),
    ])
    expect(after.screens.swap.quote?.status).toBe('asking')
    expect(eventsIn(effects)[0]).toMatchObject({ on: 'review', type: 'open', route: FAST })
  })

  test('that come move no mark that the user has set, wherever it stands then', () => {
    const state = asking()
    const id = state.screens.swap.quote?.id ?? -1
    const SLOW = route('SLOW', { dst: { formatted: '0.0009', currency: 'BTC', usd: '89.50' } })
    const { state: after, effects } = play(state, [
      { on: 'swap', type: 'routes', id, routes: [FAST] },
      { on: 'swap', type: 'routes', id, routes: [SLOW] },
      ...keys('down'),
      { on: 'swap', type: 'routes', id, routes: [BEST] },
      ...keys('enter'),
    ])
    expect(names(after)).toEqual(['BEST', 'FAST', 'SLOW'])
    expect(eventsIn(effects)[0]).toMatchObject({ type: 'open', route: SLOW })
  })

  test('that come under the mark by themselves are taken by no Enter that was meant for the one before', () => {
    const state = asking()
    const id = state.screens.swap.quote?.id ?? -1
    const better = play(state, [
      { on: 'swap', type: 'routes', id, routes: [FAST] },
      { on: 'swap', type: 'routes', id, routes: [BEST] },
    ]).state
    const refused = play(better, keys('enter'), NOW + 999)
    expect(eventsIn(refused.effects)).toEqual([
      {
        on: 'app',
        type: 'notice',
        notice: { tone: 'info', text: 'BEST has just come here: press Enter again' },
      },
    ])
    const opened = { type: 'open', route: BEST }
    expect(eventsIn(play(refused.state, keys('enter'), NOW + 999).effects)[0]).toMatchObject(opened)
    expect(eventsIn(play(better, keys('enter'), NOW + 1_000).effects)[0]).toMatchObject(opened)
  })

  test('that a refresh puts in the place of their own are taken at once', () => {
    const { state } = play(quoted([BEST, FAST], []), keys('r'))
    const id = state.screens.swap.quote?.id ?? -1
    const fresh = { ...BEST, routeId: 'BEST-2' }
    const { effects } = play(state, [{ on: 'swap', type: 'routes', id, routes: [fresh] }, ...keys('enter')])
    expect(eventsIn(effects)[0]).toMatchObject({ type: 'open', route: fresh })
  })

  test('open for review with what was asked', () => {
    const state = quoted([BEST], [])
    const asked = state.screens.swap.quote?.asked
    expect(play(state, keys('enter')).effects).toEqual([
      { on: 'app', type: 'send', event: { on: 'review', type: 'open', route: BEST, asked } },
      { on: 'app', type: 'send', event: { on: 'app', type: 'go', tab: 'review' } },
    ])
  })

  test('open with what independent others offer, but not on the word of one server', () => {
    const state = quoted([BEST, FAST], [])
    const peersAt = (api: string | undefined) => {
      const [open] = eventsIn(play({ ...state, place: { ...state.place, api } }, keys('enter')).effects)
      return open?.type === 'open' && 'asked' in open ? open.asked.peers : 'nothing opened'
    }
    expect([peersAt(undefined), peersAt('https://server.example')]).toEqual([[100_000n], undefined])
  })

  test('keep their id as the provider wrote it', () => {
    expect(route('A', { routeId: 'x\u0007y', provider: 'A\u001B' })).toMatchObject({
      routeId: 'x\u0007y',
      provider: 'A\\u{1b}',
    })
  })

  test('are asked for without a provider that is excluded, and with it again', () => {
    const { state, effects } = play(quoted([BEST, FAST], []), keys('x'))
    expect(quotesIn(effects).map(({ exclude }) => exclude)).toEqual([['BEST']])
    expect(quotesIn(play(state, keys('u')).effects).map(({ exclude }) => exclude)).toEqual([undefined])
  })

  test.each([40, 48, 56, 64, 80, 118])('show slippage and those that are excluded whole at %i columns', (columns) => {
    const routes = [route('SANDBOX_INTENTS'), route('SANDBOX_BRIDGE'), route('SANDBOX_DEPOSIT')]
    const start = quoted(routes, [], columns)
    const { swap } = start.screens
    const excluded = routes.map(({ provider }) => provider)
    const at = (slippage: string) =>
      linesOf({ ...start, screens: { ...start.screens, swap: { ...swap, excluded, slippage } } })
        .join('\n')
        .replace(/\s+/g, ' ')
    expect(at('')).toContain('Slippage 100 bps = 1.00 %')
    expect(at('')).toContain(`excluded: ${excluded.join(', ')} (u)`)
    expect(at('2500')).toContain('Slippage 2500 = 25.00 % ! as much less than quoted may arrive')
  })
})

describe('refreshing', () => {
  test('happens when its time has come, and not before', () => {
    const state = quoted([BEST], [])
    expect(quotesIn(play(state, [tick], NOW + 19_000).effects)).toEqual([])
    expect(quotesIn(play(state, [tick], NOW + 20_000).effects)).toHaveLength(1)
  })

  test('goes on by itself after a quote that failed, since a server may come back', () => {
    const id = asking().screens.swap.quote?.id ?? -1
    const problem = { message: 'the server is away', hint: undefined }
    const { state } = play(asking(), [{ on: 'swap', type: 'quote-failed', id, problem }])
    const { effects } = play(state, [{ on: 'app', type: 'tick' }], NOW + 20_000)
    expect(effects.map(({ on, type }) => [on, type])).toContainEqual(['swap', 'quote'])
    expect(play(state, [{ on: 'app', type: 'tick' }], NOW + 19_000).effects).toEqual([])
  })

  test('counts seconds only while a refresh is due, or prices stand that grow old', () => {
    expect(focusOf(SCREENS, quoted([BEST], [])).ticks).toBe(true)
    expect(focusOf(SCREENS, asking()).ticks).toBe(false)
    expect(focusOf(SCREENS, play(quoted([BEST], []), keys('p')).state).ticks).toBe(true)
    expect(focusOf(SCREENS, play(quoted([], []), keys('p')).state).ticks).toBe(false)
  })

  test('rests while another screen is looked at, and is made up for on the way back', () => {
    const away = play(quoted([BEST], []), keys('4')).state
    expect(quotesIn(play(away, [tick], NOW + 60_000).effects)).toEqual([])
    expect(quotesIn(play(away, keys('1'), NOW + 60_000).effects)).toHaveLength(1)
  })

  test('ends when no key was pressed for long, so that nobody is asked all night', () => {
    let state = quoted([BEST], [])
    let asked = 0
    for (let at = NOW; at < NOW + 3_600_000; at += 20_000) {
      const step = play(state, [tick], at)
      asked += quotesIn(step.effects).length
      const id = step.state.screens.swap.quote?.id ?? -1
      state = play(step.state, [{ on: 'swap', type: 'quoted', id, routes: [BEST], verdicts: [] }], at).state
    }
    expect([asked, state.screens.swap.refreshAt]).toEqual([15, undefined])
    expect(play(state, keys('r')).state.screens.swap.quote?.status).toBe('asking')
  })
})

describe('prices when nobody answers any more', () => {
  const problem = { message: 'the server is away', hint: undefined }
  const away = (state: AppState): ProgramEvent => ({
    on: 'swap',
    type: 'quote-failed',
    id: state.screens.swap.lastId,
    problem,
    isAway: true,
  })
  /** Prices of a moment ago, and a quote after them that nobody has answered yet. */
  const refreshing = () => play(quoted([route('A')], []), [{ on: 'app', type: 'tick' }], NOW + 20_000).state
  /** The same 42 seconds after the prices were told, with all that was asked for on the way. */
  const later = (...events: readonly ProgramEvent[]) => play(refreshing(), events, NOW + 42_000)

  test('stay, marked with their age, and the header says once since when', () => {
    const start = refreshing()
    const { state, effects } = later(away(start))
    const told = eventsIn(effects)
    expect(told).toEqual([{ on: 'app', type: 'link', isUp: false }])
    const known = play(state, told, NOW + 42_000).state
    const text = textOf(known)
    expect(text).toMatch(/A +[^\n]*42s old/)
    expect(text).toContain('the server is away')
    expect(text).toMatch(/^[^\n]* no answer {2}/)
    const wide = { ...known, size: { columns: 130, rows: 40 }, now: NOW + 43_000 }
    expect(textOf(wide)).toMatch(/^[^\n]*no answer for 1s/)
    expect(eventsIn(play(known, [away(known)], NOW + 43_000).effects)).toEqual([])
  })

  test('cannot be locked before they are refreshed, which Enter asks for', () => {
    const { state } = later(away(refreshing()))
    const marked = { ...state, screens: { ...state.screens, swap: { ...state.screens.swap, spot: 'routes' as const } } }
    const { effects } = play(marked, keys('enter'), NOW + 42_000)
    expect(eventsIn(effects)).toEqual([
      { on: 'app', type: 'notice', notice: { tone: 'info', text: 'this price was 42s old: it is asked for anew' } },
    ])
    expect(quotesIn(effects)).toHaveLength(1)
  })

  test('stay too where every provider fails, and go where some say that they have none', () => {
    const start = refreshing()
    const id = start.screens.swap.lastId
    const failed = verdict('A', { outcome: 'error', code: 'unreachable', message: 'no' })
    const none = verdict('B', { outcome: 'no_route', code: 'halted' })
    const after = (verdicts: readonly Verdict[]) =>
      later(...verdicts.map((each) => ({ on: 'swap', type: 'verdict', id, verdict: each }) as const), {
        on: 'swap',
        type: 'quoted',
        id,
        routes: [],
        verdicts,
      })
    expect(textOf(after([failed]).state)).toMatch(/42s old/)
    expect(eventsIn(after([failed]).effects)).toContainEqual({ on: 'app', type: 'link', isUp: false })
    expect(textOf(after([failed, none]).state)).not.toMatch(/old/)
  })

  test('are fresh again with the next answer', () => {
    const { state } = later(away(refreshing()))
    const known = play(state, [{ on: 'app', type: 'link', isUp: false }], NOW + 42_000).state
    const again = play(known, keys('g'), NOW + 50_000).state
    const id = again.screens.swap.lastId
    const { state: end, effects } = play(
      again,
      [{ on: 'swap', type: 'quoted', id, routes: [route('A')], verdicts: [] }],
      NOW + 51_000,
    )
    expect([eventsIn(effects), end.screens.swap.quote?.earlier]).toEqual([
      [{ on: 'app', type: 'link', isUp: true }],
      [],
    ])
  })
})
