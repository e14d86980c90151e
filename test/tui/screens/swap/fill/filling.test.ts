import { describe, expect, test } from 'vitest'
import { SwapError } from '../../../../../src/core/api/errors.ts'
import type { HistoryTransaction } from '../../../../../src/core/api/documents.ts'
import type { AssetsQuery } from '../../../../../src/core/api/requests.ts'
import { fillAgain } from '../../../../../src/tui/screens/swap/entry.ts'
import { findPast, readLine } from '../../../../../src/tui/screens/swap/fill/filling.ts'
import type { OwnKnowledge } from '../../../../../src/tui/screens/swap/fill/own-knowledge.ts'
import { pastOf } from '../../../../../src/tui/screens/swap/fill/repeated-swap.ts'
import type { OpenedSwaps, TuiRuns } from '../../../../../src/tui/context.ts'
import type { FormFilling } from '../../../../../src/tui/screens/swap/state.ts'
import type { SwapRun } from '../../../../../src/wallet/run/journal.ts'
import type { ProgramEvent } from '../../../../../src/tui/screens.ts'
import { openBundledCatalog } from '../../../../support/bundled-catalog.ts'
import { textOf } from '../../../frame-lines.ts'
import { openScreens } from '../../../open-screens.ts'
import { asking, BTC, eventsIn, keys, NOW, play, quoted, route, times, typed, USDC } from '../../../sample-swap.ts'

const BOB = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const catalog = await openBundledCatalog()

/** A service that lists what the catalog has, and this history. */
const service = {
  assets: async ({ chain, query = '' }: AssetsQuery) => {
    const { items } = await catalog.findAssets(query, {
      skip: 0,
      count: 100,
      ...(chain === undefined ? {} : { chainKey: chain }),
    })
    return { data: items.map((asset) => ({ ...asset, new: false })), pagination: { total: items.length } }
  },
  history: async () => ({ data: [PAST] }),
}
const opened = { service, catalog, embedded: undefined } as unknown as OpenedSwaps

const asset = (chain: string, contract: string | null) => ({ id: null, symbol: 'X', contract, image: null, chain })
const PAST = {
  id: 'tx_past',
  srcAmount: '0.25',
  walletAddress: BOB,
  recipientWalletAddress: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  srcAsset: asset('ethereum', USDC.address),
  dstAsset: asset('bitcoin', null),
}

const CAROL = PAST.recipientWalletAddress
const STRANGER = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

/** The run of that swap. */
const RUN = {
  id: 'run_past',
  transactionId: PAST.id,
  api: undefined,
  createdAt: '2026-01-01',
  request: {
    ...{ srcChain: 'ethereum', srcAddress: USDC.address, dstChain: 'bitcoin', dstAddress: BTC.address },
    ...{ amount: '0.25', slippage: 12.5, depositor: BOB, recipient: CAROL, provider: 'A' },
  },
} as unknown as SwapRun

/** What this machine knows by itself; nothing unless it is given. */
function knowledge(change: Partial<OwnKnowledge> = {}): OwnKnowledge {
  return { runOf: async () => undefined, newestRun: async () => undefined, payees: async () => [], ...change }
}

describe('an entry', () => {
  test('fills the form with exactly what is written', async () => {
    expect(await readLine(opened, `0.5 eth to usdc base slip 50bps for @bob memo 7 rank fastest`)).toMatchObject({
      from: { chain: 'ethereum', symbol: 'ETH', isNative: true },
      to: { chain: 'base', symbol: 'USDC', decimals: 6, warnings: [] },
      ...{ amount: '0.5', recipient: '@bob 7', slippage: '50bps', isWritten: true, rank: 'fastest' },
    })
  })

  test.each(['max', '50%'])('may ask for a share of the balance: %s', async (amount) => {
    expect(await readLine(opened, `${amount} usdc on base to eth base`)).toMatchObject({
      ...{ from: { chain: 'base', symbol: 'USDC' }, amount },
    })
  })

  test.each([
    ['150% eth to usdc base', /"150%" is no amount/],
    ['0.5 usdc to eth', /may mean any of/],
    ['0.5 eth to usdcc base', /has no "usdcc"/],
    ['0.5 eth to usdc base min 3', /"min" does not apply here/],
    ['0.5 eth to usdc base memo 7', /needs the recipient/],
    ['0.5 eth', /The asset to get is missing/],
  ])('is refused where it does not say it: %s', async (text, message) => {
    await expect(readLine(opened, text)).rejects.toThrow(message)
  })
})

describe('the form', () => {
  const FILLING: FormFilling = {
    ...{ from: BTC, to: USDC, amount: '0.5', recipient: '@bob', slippage: '50', rank: 'fastest' },
  }

  test('takes all of it at once, asks for the wallets of the pair, and locks nothing', () => {
    const before = { ...quoted([route('A')], []), settings: { 'contact.bob': BOB } }
    const asked = play(before, [{ on: 'swap', type: 'line-written', text: 'x' }])
    const id = asked.state.screens.swap.filling ?? -1
    expect(asked.effects).toEqual([{ on: 'swap', type: 'read-line', id, text: 'x' }])
    const { state, effects } = play(asked.state, [{ on: 'swap', type: 'filled', id, filling: FILLING }])
    expect(state.screens.swap).toMatchObject({
      ...{ from: BTC, to: USDC, amount: '0.5', recipient: BOB, slippage: '50', rank: 'fastest', problems: {} },
      ...{ quote: undefined, filling: undefined, spot: 'routes', accounts: { depositor: undefined } },
    })
    expect(effects.map(({ type }) => type)).toEqual(['balances', 'accounts', 'rates'])
  })

  test('takes the slippage of the setting where it states none, not the one that was typed before', () => {
    const before = play(asking(), [...keys('%'), ...typed('99%'), ...keys('enter')]).state
    expect(before.screens.swap.slippage).toBe('99%')
    const asked = play(before, [{ on: 'swap', type: 'line-written', text: 'x' }])
    const id = asked.state.screens.swap.filling ?? -1
    const filling = { ...FILLING, slippage: '' }
    expect(play(asked.state, [{ on: 'swap', type: 'filled', id, filling }]).state.screens.swap.slippage).toBe('')
  })

  describe('with a share of the balance', () => {
    const name = `ethereum:${USDC.address}`
    const share: FormFilling = {
      ...{ from: USDC, to: BTC, amount: '50%', recipient: '', slippage: '', rank: undefined, isWritten: true },
    }
    const fillShare = (filling: FormFilling, start = asking()) => {
      const begun = play(start, [{ on: 'swap', type: 'line-written', text: 'x' }]).state
      return play(begun, [{ on: 'swap', type: 'filled', id: begun.screens.swap.filling ?? -1, filling }])
    }
    const amountsAsked = (effects: ReturnType<typeof play>['effects']) =>
      effects.flatMap((effect) => (effect.type === 'quote' ? [effect.asked.request.amount] : []))
    const read = (change: Partial<Extract<ProgramEvent, { type: 'balances' }>>): ProgramEvent => ({
      ...{ on: 'swap', type: 'balances', balances: {} },
      ...change,
    })

    test('waits for the balance, and goes on as after any amount; nothing is asked before', () => {
      const waiting = fillShare(share)
      expect(amountsAsked(waiting.effects)).toEqual([])
      expect(waiting.state.screens.swap).toMatchObject({
        ...{ from: USDC, to: BTC, amount: '50%', spot: 'amount', quote: undefined },
        problems: { amount: 'the balance of USDC is being read' },
      })
      expect(waiting.effects).toContainEqual({
        ...{ on: 'swap', type: 'balances', of: 'form', assets: [USDC, BTC], sinceMs: NOW },
      })
      const { state, effects } = play(waiting.state, [read({ balances: { [name]: '2000.5' } })])
      expect(state.screens.swap).toMatchObject({ amount: '1000.25', problems: {}, spot: 'routes' })
      expect(amountsAsked(effects)).toEqual(['1000.25'])
    })

    test('takes none of a balance that was read before', () => {
      const known = play(asking(), [read({ balances: { [name]: '2000.5' } })]).state
      const waiting = fillShare(share, known).state
      expect(waiting.screens.swap.amount).toBe('50%')
      const { state } = play(waiting, [read({ balances: { [name]: '1500' } })])
      expect(state.screens.swap.amount).toBe('750')
    })

    test('says where the balance cannot be read, or is nobody’s, and leaves the amount to be typed', () => {
      const waiting = fillShare({ ...share, amount: 'max' }).state
      for (const answer of [read({ unread: { [name]: 'No node of Ethereum answered' } }), read({ nobodys: [name] })]) {
        const { state, effects } = play(waiting, [answer])
        expect(state.screens.swap).toMatchObject({
          ...{ from: USDC, to: BTC, spot: 'amount' },
          problems: { amount: 'the balance of USDC is not known here: write the amount itself' },
        })
        expect(amountsAsked(effects)).toEqual([])
        const typedOne = play(state, [...keys('a', 'ctrl-u'), ...typed('7'), ...keys('enter')])
        expect(amountsAsked(typedOne.effects)).toEqual(['7'])
      }
      const undecided = fillShare({ ...share, from: { ...USDC, decimals: undefined } }).state
      expect(undecided.screens.swap.problems.amount).toMatch(/^the balance of USDC is not known here/)
    })

    test('leaves some of a coin that pays the network, as the amount field does', () => {
      const start = asking()
      const live = { ...start, place: { ...start.place, network: 'live' as const } }
      const waiting = fillShare({ ...share, from: BTC, to: USDC, amount: 'max' }, live).state
      const { state } = play(waiting, [read({ balances: { 'bitcoin:native': '2' } })])
      expect(state.screens.swap.problems.amount).toBe('network fees are paid in BTC too: leave some of it, as with 95%')
    })

    test('marks what else does not hold once the amount does', () => {
      const waiting = fillShare({ ...share, recipient: '@nobody' }).state
      const { state } = play(waiting, [read({ balances: { [name]: '2000.5' } })])
      expect(state.screens.swap).toMatchObject({ amount: '1000.25', spot: 'recipient' })
    })

    test('does not move the mark once a key was pressed meanwhile', () => {
      const waiting = play(fillShare(share).state, keys('up', 'down')).state
      const { state } = play(waiting, [read({ balances: { [name]: '2000.5' } })])
      expect(state.screens.swap).toMatchObject({ amount: '1000.25', spot: 'amount' })
    })

    test('is written in the palette, read, filled in and settled by what the wallet holds', async () => {
      const balances = async (_chain: string, assets: readonly unknown[]) => assets.map(() => '40')
      const world = openScreens({ open: async () => opened, balances })
      world.press(':')
      world.send(typed('25% usdc on base to eth base'))
      await world.clock.advance(500)
      world.press('enter')
      while (!/^[0-9]/.test(world.state().screens.swap.amount) || world.state().screens.swap.amount === '25%')
        await Promise.all([world.clock.advance(100), world.until(() => true)])
      expect(world.state().screens.swap).toMatchObject({ from: { chain: 'base', symbol: 'USDC' }, amount: '10' })
      // Where nobody reads balances, that is said at once.
      const none = openScreens({ open: async () => opened })
      none.send([{ on: 'swap', type: 'line-written', text: 'max usdc on base to eth base' }])
      while (none.state().screens.swap.problems.amount?.includes('not known here') !== true)
        await Promise.all([none.clock.advance(100), none.until(() => true)])
    })
  })

  describe('with a slippage that was written', () => {
    const other = { ...USDC, chain: 'base', chainName: 'Base' }
    const target: ProgramEvent = { on: 'swap', type: 'target', asset: other }
    const source: ProgramEvent = { on: 'swap', type: 'source', asset: other }
    const fill = (filling: FormFilling, start = asking()) => {
      const begun = play(start, [{ on: 'swap', type: 'line-written', text: 'x' }]).state
      return play(begun, [{ on: 'swap', type: 'filled', id: begun.screens.swap.filling ?? -1, filling }])
    }
    const said = ({ effects }: ReturnType<typeof play>) =>
      eventsIn(effects).flatMap((event) => (event.on === 'app' && event.type === 'notice' ? [event.notice.text] : []))
    const line: FormFilling = {
      ...{ from: USDC, to: BTC, amount: '5', recipient: '', slippage: '10bps', rank: undefined, isWritten: true },
    }
    const pair: FormFilling = { ...line, to: other, amount: '', slippage: '', isWritten: false }

    test('keeps it when a picker changes the pair, or another pair is chosen', () => {
      const written = fill(line).state
      for (const played of [
        play(written, [target]),
        play(written, [source]),
        play(written, keys('w')),
        fill(pair, written),
      ]) {
        expect([played.state.screens.swap.slippage, said(played)]).toEqual(['10bps', []])
      }
    })

    test('says so where that of a past swap, or of before, is none of the next one', () => {
      const past = fill({ ...line, slippage: '2500', isWritten: false }).state
      const again = ['slippage is 1.00 % again']
      for (const played of [play(past, [target]), play(past, keys('w')), fill(pair, past)]) {
        expect([played.state.screens.swap.slippage, said(played)]).toEqual(['', again])
      }
      expect(said(fill({ ...line, slippage: '' }, fill(line).state))).toEqual(again)
      const set = { ...past, settings: { slippage: '2500' } }
      expect(said(play(set, [target]))).toEqual([])
    })
  })

  test('is not filled once something else is typed, nor with an earlier answer', () => {
    const asked = play(asking(), [{ on: 'swap', type: 'line-written', text: 'x' }])
    const id = asked.state.screens.swap.filling ?? -1
    const filled = { on: 'swap', type: 'filled', id, filling: FILLING } as const
    expect(play(asked.state, [...keys('a'), ...typed('7'), filled]).state.screens.swap.from).toEqual(USDC)
    const again = play(asked.state, [{ on: 'swap', type: 'line-written', text: 'y' }, filled])
    expect(again.state.screens.swap.from).toEqual(USDC)
  })

  test('says why it is not filled', () => {
    const asked = play(asking(), [{ on: 'swap', type: 'line-written', text: 'x' }])
    const id = asked.state.screens.swap.filling ?? -1
    const { state, effects } = play(asked.state, [{ on: 'swap', type: 'fill-failed', id, text: 'no such asset' }])
    expect(state.screens.swap.from).toEqual(USDC)
    expect(effects).toMatchObject([{ type: 'send', event: { notice: { text: 'no such asset' } } }])
  })
})

describe('a swap of the past', () => {
  /** Presses the key that fills in the last swap, and waits until the form shows it. */
  const fillLast = async ({ press, clock, until, state }: ReturnType<typeof openScreens>) => {
    press('.')
    // Frames are drawn as the clock goes on.
    while (state().screens.swap.to === undefined) await Promise.all([clock.advance(100), until(() => true)])
  }

  test('is filled in again by .', () => {
    const { state, effects } = play(asking(), keys('.'))
    expect(effects).toEqual([{ on: 'swap', type: 'find-past', id: state.screens.swap.filling, past: undefined }])
  })

  test('is filled in from its run on this machine, whatever the service has on record of it', async () => {
    const own = knowledge({ runOf: async (id) => (id === 'tx_past' ? RUN : undefined) })
    const given = pastOf({ ...PAST, srcAmount: '9000', recipientWalletAddress: STRANGER } as HistoryTransaction)
    const filling = await findPast(opened, given, own)
    expect(filling).toMatchObject({
      from: { chain: 'ethereum', address: USDC.address },
      to: { chain: 'bitcoin', isNative: true },
      ...{ amount: '0.25', recipient: CAROL, slippage: '12.5bps' },
    })
    expect(filling.remark).toBeUndefined()
  })

  test('of this machine is the one that . fills in, before any that a service has on record', async () => {
    const history = async () => Promise.reject(new Error('nothing is asked of the service'))
    const none = { ...opened, service: { ...service, history } } as unknown as OpenedSwaps
    const filling = await findPast(none, undefined, knowledge({ newestRun: async () => RUN }))
    expect(filling).toMatchObject({ amount: '0.25', recipient: CAROL })
  })

  test('is paid to the address that a name stood for then, which is said', async () => {
    const named = knowledge({ newestRun: async () => ({ ...RUN, recipientName: 'carol.eth' }) })
    expect(await findPast(opened, undefined, named)).toMatchObject({
      recipient: CAROL,
      remark: { tone: 'info', text: 'recipient: the address that carol.eth stood for then' },
    })
    const contact = knowledge({
      newestRun: async () => ({ ...RUN, recipientName: '@carol' }),
      payees: async () => [CAROL],
    })
    expect(await findPast(opened, undefined, contact)).not.toHaveProperty('remark')
  })

  test('that only a service has on record names nobody who is not known here, and it is said whose word it is', async () => {
    const filling = await findPast(opened, undefined, knowledge())
    expect(filling).toMatchObject({ amount: '0.25', recipient: '', slippage: '' })
    expect(filling.remark).toEqual({
      tone: 'bad',
      text: 'recipient left out: bc1qar…5mdq is neither yours nor a contact; the record of the service states this swap, not this machine',
    })
    const known = await findPast(opened, undefined, knowledge({ payees: async () => [BOB, CAROL.toUpperCase()] }))
    expect(known).toMatchObject({
      recipient: CAROL.toUpperCase(),
      remark: { tone: 'info', text: 'the record of the service states this swap, not this machine' },
    })
  })

  test('is paid to a contact of the record only with the memo that is kept for it', async () => {
    const paidWith = async (recipientMemo: string) => {
      const given = pastOf({ ...PAST, recipientWalletAddress: 'rEx', recipientMemo } as HistoryTransaction)
      return (await findPast(opened, given, knowledge({ payees: async () => ['rEx 7'] }))).recipient
    }
    expect([await paidWith('7'), await paidWith('8')]).toEqual(['rEx 7', ''])
  })

  test('whose run cannot be read is one of the record, and that is said', async () => {
    const runOf = async () => Promise.reject(new SwapError('STORE_UNUSABLE', 'The file is locked'))
    const filling = await findPast(opened, pastOf(PAST as HistoryTransaction), knowledge({ runOf }))
    expect(filling.recipient).toBe('')
    expect(filling.remark?.text).toContain('its run cannot be read: The file is locked')
  })

  test('is shown in the form with the slippage of the newest run of this service', async () => {
    const runAt = (createdAt: string, api: string | undefined, slippage: number) => {
      return { ...RUN, createdAt, api, request: { ...RUN.request, slippage } }
    }
    const kept = [
      { ...runAt('2026-01-05', undefined, 8000), transactionId: undefined },
      runAt('2026-01-02', undefined, 7000),
      runAt('2026-01-03', undefined, 12.5),
      runAt('2026-01-04', 'http://swap.example', 9000),
    ]
    const world = openScreens({
      open: async () => opened,
      runs: async () => ({ journal: { listNewest: async () => kept }, wallet: undefined }) as unknown as TuiRuns,
    })
    await fillLast(world)
    expect(world.state().screens.swap).toMatchObject({ amount: '0.25', slippage: '12.5bps', recipient: CAROL })
  })

  test('of the record is filled in with a contact, and who is left out is said on the screen', async () => {
    const values = { 'contact.carol': CAROL }
    const settings = { values, write: async () => undefined }
    const known = openScreens({ open: async () => opened, settings })
    await fillLast(known)
    expect(known.state().screens.swap.recipient).toBe(CAROL)
    const accounts = async () => ({ address: CAROL, memo: 'none' })
    const own = openScreens({ open: async () => opened, accounts })
    await fillLast(own)
    expect(own.state().screens.swap.recipient).toBe(CAROL)
    const world = openScreens({ open: async () => opened })
    await fillLast(world)
    expect(world.state().screens.swap.recipient).toBe('')
    expect(textOf(world.state())).toContain('recipient left out: bc1qar')
  })

  test('has its slippage for itself: the next pair has that of the setting, what is typed stays', () => {
    const begun = play(asking(), [{ on: 'swap', type: 'line-written', text: 'x' }])
    const id = begun.state.screens.swap.filling ?? -1
    const filling = { from: USDC, to: BTC, amount: '5', recipient: '', slippage: '2500', rank: undefined }
    const filled = play(begun.state, [{ on: 'swap', type: 'filled', id, filling }]).state
    expect(textOf(filled)).toContain('! as much less than quoted may arrive')
    const slippageOf = (state: typeof filled) => state.screens.swap.slippage
    const other = { ...USDC, chain: 'base', chainName: 'Base' }
    const source: ProgramEvent = { on: 'swap', type: 'source', asset: other }
    const target: ProgramEvent = { on: 'swap', type: 'target', asset: other }
    expect(slippageOf(filled)).toBe('2500')
    expect(slippageOf(play(filled, [...keys('a'), ...typed('7'), ...keys('enter')]).state)).toBe('2500')
    expect([[source], [target], keys('w')].map((events) => slippageOf(play(filled, events).state))).toEqual([
      '',
      '',
      '',
    ])
    const written = play(filled, [...keys('%'), ...times(4, 'backspace'), ...typed('30'), ...keys('enter')]).state
    expect(slippageOf(play(written, [target]).state)).toBe('30')
  })

  test('is filled in from Activity, which shows the form and does nothing else', () => {
    expect(fillAgain(PAST as HistoryTransaction)).toEqual([
      { on: 'app', type: 'send', event: { on: 'swap', type: 'again', past: pastOf(PAST as HistoryTransaction) } },
      { on: 'app', type: 'send', event: { on: 'app', type: 'go', tab: 'swap' } },
    ])
  })

  test('whose payer was paid is for the wallet that is in use now', () => {
    const own = { ...PAST, recipientWalletAddress: BOB.toLowerCase() }
    expect(pastOf(own as HistoryTransaction)).toEqual({
      id: 'tx_past',
      from: { chain: 'ethereum', contract: USDC.address },
      to: { chain: 'bitcoin', contract: null },
      ...{ amount: '0.25', recipient: '' },
    })
  })

  test('of an asset that the service does not list says of which', async () => {
    const gone = `0x${'d'.repeat(40)}`
    const given = pastOf({ ...PAST, dstAsset: asset('ethereum', gone) } as HistoryTransaction)
    await expect(findPast(opened, given, knowledge())).rejects.toThrow(
      `The service does not list the asset (${gone}) on ethereum`,
    )
  })

  test('that does not say enough is none', async () => {
    expect(pastOf({ ...PAST, dstAsset: { ...asset('', null) } } as HistoryTransaction)).toBeUndefined()
    const none = { ...opened, service: { ...service, history: async () => ({ data: [] }) } } as unknown as OpenedSwaps
    await expect(findPast(none, undefined, knowledge())).rejects.toThrow(
      'There is no past swap that could be filled in',
    )
  })
})
