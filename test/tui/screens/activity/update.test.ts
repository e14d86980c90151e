import { describe, expect, test } from 'vitest'
import { type AppState, type ProgramEffect, SCREENS } from '../../../../src/tui/screens.ts'
import type { RunFacts } from '../../../../src/tui/kit/run/run-facts.ts'
import type { ActivityEffect } from '../../../../src/tui/screens/activity/state.ts'
import { shownRows } from '../../../../src/tui/screens/activity/list.ts'
import { detailLines } from '../../../../src/tui/screens/activity/detail-rows.ts'
import { tableRow } from '../../../../src/tui/screens/activity/list-rows.ts'
import { factsOf, focusOf } from '../../../../src/tui/state.ts'
import { textOf } from '../../frame-lines.ts'
import { eventsIn, keys, NOW, play, screensOf, typed } from '../../sample-swap.ts'
import { filter, listed, onActivity, openRun, page, past, statusOf } from './sample-activity.ts'

const rowsOf = (state: AppState) => shownRows(state.screens.activity, state).map(({ key }) => key)
const loads = (effects: readonly { readonly on: string; readonly type: string }[]) =>
  effects.filter((effect): effect is Extract<ActivityEffect, { type: 'load' }> => effect.type === 'load')

describe('what the screen reads', () => {
  test('is nothing before it is looked at', () => {
    const { effects } = play(screensOf(), [{ on: 'app', type: 'opened' }])
    expect(effects.filter(({ on }) => on === 'activity')).toEqual([])
  })

  test('is runs of this machine, the newest page and the counts, when it is looked at', () => {
    const { effects } = play(screensOf(), [{ on: 'app', type: 'opened' }, ...keys('3')])
    expect(effects.filter(({ on }) => on === 'activity')).toEqual([
      { on: 'activity', type: 'find-runs' },
      { on: 'activity', type: 'load', id: 1, query: { page: 1, perPage: 50 } },
      { on: 'activity', type: 'count' },
    ])
  })

  test('goes on with the next page near the end of what is loaded, once', () => {
    const state = onActivity()
    const items = Array.from({ length: 50 }, (_, index) => past(`tx_${index}`))
    const first = play(state, [page(state, items, { total: 60, hasMore: true })]).state
    const { state: asked, effects } = play(first, keys('end', 'end', 'down'))
    expect(loads(effects).map(({ query }) => query)).toEqual([{ page: 2, perPage: 50 }])
    const more = [past('tx_49'), ...Array.from({ length: 10 }, (_, index) => past(`tx_${50 + index}`))]
    const { state: all } = play(asked, [page(asked, more, { page: 2, total: 60 })])
    expect(rowsOf(all)).toEqual(Array.from({ length: 60 }, (_, index) => `tx_${index}`))
    expect(loads(play(all, keys('end')).effects)).toEqual([])
  })

  test('keeps what was loaded when a newer swap comes on top', () => {
    const state = onActivity()
    const items = Array.from({ length: 50 }, (_, index) => past(`tx_${index}`))
    const one = play(state, [page(state, items, { total: 51, hasMore: true }), ...keys('end')]).state
    const two = play(one, [page(one, [past('tx_50')], { page: 2, total: 51 }), ...keys('r')]).state
    const { state: after } = play(two, [
      page(two, [past('tx_new'), ...items.slice(0, 49)], { total: 52, hasMore: true }),
    ])
    expect(rowsOf(after)).toEqual(['tx_new', ...Array.from({ length: 51 }, (_, index) => `tx_${index}`)])
  })

  test('is the same list where the newest page is as it was before', () => {
    const items = [past('tx_1'), past('tx_2')]
    const { state } = play(listed(items), keys('r'))
    const same = play(state, [page(state, structuredClone(items))]).state
    expect(same.screens.activity.items).toBe(state.screens.activity.items)
    const changed = play(state, [page(state, [past('tx_1'), past('tx_2', { status: 'FAILED' })])]).state
    expect(changed.screens.activity.items[1]?.status).toBe('FAILED')
  })

  test('is not what a load before the last one answers', () => {
    const state = onActivity()
    const { state: filtered } = play(state, filter('status:failed'))
    expect(rowsOf(play(filtered, [page(state, [past('tx_old')])]).state)).toEqual([])
  })

  test('that fails leaves what is listed, and says what to do', () => {
    const state = play(listed([past('tx_1')]), keys('r')).state
    const id = state.screens.activity.lastId
    const problem = { message: 'The server cannot be reached', hint: 'swapcli doctor' }
    const { state: after } = play(state, [{ on: 'activity', type: 'load-failed', id, problem }])
    expect(rowsOf(after)).toEqual(['tx_1'])
    expect(after.screens.activity.loading).toBe(false)
    expect(play(state, [{ on: 'activity', type: 'load-failed', id, problem }]).effects).toEqual([
      {
        on: 'app',
        type: 'send',
        event: {
          on: 'app',
          type: 'notice',
          notice: {
            tone: 'bad',
            text: 'the history cannot be read: The server cannot be reached. swapcli doctor',
          },
        },
      },
    ])
  })
})

describe('an answer about another swap', () => {
  const other = { recipientWalletAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }
  const said = 'answered about another swap'
  const tracked = openRun('run_1', { deposit: undefined, payment: { hash: '0xab', kind: 'call', isLast: true } })
  const before = () => listed([past('tx_of_run_1', other)], [tracked])
  const told = (state: AppState, change: typeof other | object) =>
    play(state, [{ on: 'activity', type: 'status', transaction: statusOf('tx_of_run_1', change) }]).state

  test('is not shown as the end of the swap that this machine has begun: that stays open, and it is said', () => {
    const state = told(before(), other)
    expect(rowsOf(state)).toEqual(['run_1'])
    expect(textOf(state)).toContain(`open: ${said}`)
    expect(textOf(state)).not.toContain('SUCCESS')
    // What is read again from the journal says nothing new.
    const again = play(state, [{ on: 'activity', type: 'runs', runs: [tracked] }]).state
    expect(textOf(again)).toContain(`open: ${said}`)
    expect(textOf(told(again, { status: 'PENDING', stage: 'swapping' }))).not.toContain(said)
  })

  test('is said in its detail, where nothing of the other swap is shown', () => {
    const opened = play(before(), keys('enter')).state
    const detail = {
      transaction: statusOf('tx_of_run_1', other),
      entries: [],
      hashes: [],
      own: undefined,
      failure: undefined,
    }
    const { state } = play(opened, [{ on: 'activity', type: 'detail', detail }])
    expect(textOf(state)).toContain(`It is not known how it stands: the service ${said}`)
    expect(textOf(state)).not.toContain('99.8')
    expect(rowsOf(state)).toEqual(['run_1'])
  })
})

describe('filters', () => {
  const firstPage = { page: 1, perPage: 50 }
  const queryOf = (text: string) => loads(play(listed([past('tx_1')]), filter(text)).effects).map(({ query }) => query)

  test.each<[string, object]>([
    ['status:failed', { statuses: ['FAILED'] }],
    ['status:fail,=refund', { statuses: ['FAILED', 'REFUND'] }],
    ['cFq3', { query: 'cFq3' }],
    ['provider:relay', { query: 'relay' }],
    ['provider:relay usdc status:s', { statuses: ['SUCCESS'], query: 'usdc' }],
    ['>100usd chain:base <2d', { query: 'base' }],
  ])('ask the store for what it can find: %s', (text, query) => {
    expect(queryOf(text)).toEqual([{ ...query, ...firstPage }])
  })

  test('ask the store for nothing that it cannot find, and not twice for the same', () => {
    for (const text of ['', '-status:failed', '!usdc', 'status:odd', 'provider:a,b', '>100usd', 'age:2d', 'nme:x'])
      expect(queryOf(text)).toEqual([])
    const kept = play(listed([past('tx_1')]), filter('status:failed')).state
    expect(loads(play(kept, filter(' >5usd')).effects)).toEqual([])
    expect(loads(play(kept, keys('esc')).effects).map(({ query }) => query)).toEqual([firstPage])
  })

  test('leave what is loaded and matches listed while the store is asked, and keys that come meanwhile open it', () => {
    const some = [past('tx_1'), past('tx_2', { status: 'FAILED' })]
    const { state } = play(listed(some), filter('status:failed'))
    expect(rowsOf(state)).toEqual(['tx_2'])
    const opened = play(state, keys('enter')).state
    expect([opened.screens.activity.showsDetail, opened.screens.activity.marked]).toEqual([true, 'tx_2'])
    const read = play(opened, [page(opened, [past('tx_3', { status: 'FAILED' }), ...some.slice(1)])]).state
    expect([rowsOf(read), read.screens.activity.marked]).toEqual([['tx_3', 'tx_2'], 'tx_2'])
  })

  test('narrow what is loaded while they are written, and the store is asked once they are', () => {
    const some = [past('tx_1'), past('tx_2', { provider: 'ACROSS', amountUsd: 5 })]
    const { state, effects } = play(listed(some), [...keys('/'), ...typed('>50usd')])
    expect(focusOf(SCREENS, state)).toEqual({ mode: 'filter', takesText: true, ticks: true, asked: undefined })
    expect([rowsOf(state), loads(effects)]).toEqual([['tx_1'], []])
    expect(rowsOf(play(state, keys('enter')).state)).toEqual(['tx_1'])
    expect(rowsOf(play(state, keys('esc')).state)).toEqual(['tx_1', 'tx_2'])
  })

  test('leave what the store finds by a word, of which it knows more, and narrow it by the rest', () => {
    const { state } = play(listed([]), filter('0xother provider:relay'))
    const found = [past('tx_1'), past('tx_2', { provider: 'ACROSS', walletAddress: 'relay' })]
    expect(rowsOf(play(state, [page(state, found)]).state)).toEqual(['tx_1'])
  })

  test('read on where a page holds nothing that they leave, but not for ever', () => {
    let { state } = play(listed([past('tx_1')]), filter('provider:relay'))
    const others = (number: number) => [past(`tx_${number}`, { provider: 'ACROSS' })]
    const asked: number[] = []
    for (let number = 1; number <= 25; number += 1) {
      const step = play(state, [page(state, others(number), { page: number, total: 1250, hasMore: true })])
      asked.push(...loads(step.effects).map(({ query }) => query.page))
      if (loads(step.effects).length === 0) break
      state = step.state
    }
    expect(asked).toEqual(Array.from({ length: 19 }, (_, index) => index + 2))
    const found = play(listed([past('tx_1')]), filter('provider:relay')).state
    expect(loads(play(found, [page(found, [past('tx_1')], { total: 90, hasMore: true })]).effects)).toEqual([])
  })

  test('read on where all of a page is damaged, which is said once', () => {
    const notices = (effects: readonly ProgramEffect[]) =>
      eventsIn(effects).flatMap((event) => (event.type === 'notice' ? [event.notice.text] : []))
    const state = onActivity()
    const first = play(state, [page(state, [], { damaged: ['tx_1', 'tx_2'], total: 4, hasMore: true })])
    expect([loads(first.effects).map(({ query }) => query.page), notices(first.effects)]).toEqual([
      [2],
      ['damaged, and not shown: tx_1, tx_2 (swapcli doctor)'],
    ])
    const second = play(first.state, [page(first.state, [past('tx_3')], { page: 2, damaged: ['tx_4'], total: 4 })])
    expect([loads(second.effects), notices(second.effects)]).toEqual([
      [],
      ['damaged, and not shown: tx_4 (swapcli doctor)'],
    ])
    const asked = play(second.state, keys('r'))
    const again = play(asked.state, [page(asked.state, [], { damaged: ['tx_1', 'tx_2'], total: 4, hasMore: true })])
    expect([loads(again.effects), notices(again.effects), rowsOf(again.state)]).toEqual([[], [], ['tx_3']])
    const unread = play(state, [page(state, [past('tx_1')], { unreadable: ['tx_2', 'item 3'] })])
    expect(notices(unread.effects)).toEqual(['2 swaps of the server cannot be read: tx_2, item 3'])
  })

  test('that are given up change nothing', () => {
    const before = listed([past('tx_1'), past('tx_2')])
    const { state, effects } = play(before, [...keys('/'), ...typed('x'), ...keys('esc')])
    expect([rowsOf(state), state.screens.activity.sifting, effects]).toEqual([
      ['tx_1', 'tx_2'],
      before.screens.activity.sifting,
      [],
    ])
  })

  test('puts last what brought nothing, by what was received either way', () => {
    const some = [
      past('failed', { status: 'FAILED', dstAmount: '2' }),
      past('refunded', { status: 'REFUND', dstAmount: '900' }),
      past('much', { dstAmount: '1', dstDelivered: '70' }),
      past('little', { dstAmount: '50' }),
    ]
    const byReceived = play(listed(some), keys('s', 's', 's')).state
    expect(rowsOf(byReceived)).toEqual(['little', 'much', 'failed', 'refunded'])
    expect(rowsOf(play(byReceived, keys('S')).state)).toEqual(['much', 'little', 'failed', 'refunded'])
  })

  test('and an order leave the mark on its swap', () => {
    const some = [past('tx_1', { amountUsd: 30 }), past('tx_2', { amountUsd: 9 }), past('tx_3', { amountUsd: 200 })]
    const byUsd = play(listed(some), keys('s', 's', 's', 's')).state
    expect([rowsOf(byUsd), byUsd.screens.activity.marked]).toEqual([['tx_2', 'tx_1', 'tx_3'], 'tx_1'])
    const fallen = play(byUsd, [...keys('S'), ...filter('-tx_3')]).state
    expect([rowsOf(fallen), fallen.screens.activity.marked]).toEqual([['tx_1', 'tx_2'], 'tx_1'])
  })
})

describe('runs of this machine', () => {
  test('come first, and their transactions are not listed twice', () => {
    const state = listed([past('tx_9'), past('tx_of_run_1', { status: 'PENDING' })], [openRun('run_1')])
    expect(rowsOf(state)).toEqual(['run_1', 'tx_9'])
  })

  test('are found by what a filter names', () => {
    const state = listed([], [openRun('run_1'), openRun('run_2', { provider: 'RELAY', srcChain: 'solana' })])
    const search = (text: string) => rowsOf(play(state, filter(text)).state)
    expect(search('provider:relay')).toEqual(['run_2'])
    expect(search('CHAINflip')).toEqual(['run_1'])
    expect(search('status:pending asset:usdc')).toEqual(['run_1', 'run_2'])
    expect(search('status:success')).toEqual([])
    expect(search('chain:solana <1h')).toEqual(['run_2'])
    expect(search('bitcoin')).toEqual([])
  })

  test('that only the service finds by a search can be continued from there', () => {
    const { state } = play(listed([], [openRun('run_1')]), [...keys('/'), ...typed('0xpaid'), ...keys('enter')])
    const found = play(state, [page(state, [past('tx_of_run_1', { status: 'PENDING' })])]).state
    expect(rowsOf(found)).toEqual(['run_1'])
    expect(play(found, keys('c')).effects[0]).toEqual({
      on: 'app',
      type: 'send',
      event: { on: 'review', type: 'resume', runId: 'run_1' },
    })
  })

  test('that go through another service hide nothing of this one', () => {
    const state = listed([past('tx_of_run_1')], [openRun('run_1', { api: 'http://127.0.0.1:1/api/v1' })])
    expect(rowsOf(state)).toEqual(['run_1', 'tx_of_run_1'])
  })

  test('are continued on Review', () => {
    const { state, effects } = play(listed([], [openRun('run_1')]), keys('c'))
    expect(effects).toEqual([
      { on: 'app', type: 'send', event: { on: 'review', type: 'resume', runId: 'run_1' } },
      { on: 'app', type: 'send', event: { on: 'app', type: 'go', tab: 'review' } },
    ])
    expect(state.tab).toBe('activity')
  })

  test('give way to their transaction when it has ended, and the mark stays on the swap', () => {
    const state = play(listed([past('tx_9'), past('tx_of_run_1')], [openRun('run_1')]), keys('enter')).state
    const ended = openRun('run_1', { transaction: statusOf('tx_of_run_1') })
    const { state: after } = play(state, [{ on: 'activity', type: 'runs', runs: [ended] }])
    expect(rowsOf(after)).toEqual(['tx_9', 'tx_of_run_1'])
    expect(after.screens.activity.marked).toBe('tx_of_run_1')
  })

  test('stay first while their own payment is not settled, whatever the service says', () => {
    const transaction = statusOf('tx_of_run_1', { status: 'FAILED' })
    const state = listed([], [openRun('run_1', { step: 'sent', transaction })])
    expect(rowsOf(state)).toEqual(['run_1'])
  })

  test('do not fall back to what an older journal says', () => {
    const transaction = statusOf('tx_of_run_1', { status: 'PENDING', stage: 'swapping' })
    const seen = openRun('run_1', { transaction, money: 'received by the provider' })
    const state = listed([], [seen])
    const { state: after } = play(state, [{ on: 'activity', type: 'runs', runs: [openRun('run_1')] }])
    expect(after.screens.activity.runs).toEqual([seen])
  })

  test('that stand as they stood change nothing that is drawn', () => {
    const transaction = statusOf('tx_of_run_1', { status: 'PENDING', stage: 'swapping' })
    const [followed, other] = [openRun('run_1'), openRun('run_2')]
    const state = listed([], [{ ...followed, transaction, money: 'received by the provider' }, other])
    const again = (runs: readonly RunFacts[]) => play(state, [{ on: 'activity', type: 'runs', runs }]).state
    expect(again([followed, other]).screens.activity.runs).toBe(state.screens.activity.runs)
    expect(again([other]).screens.activity.runs).toEqual([other])
  })
})

describe('what others write into the store', () => {
  const tick = { on: 'app', type: 'tick' } as const
  const state = listed([past('tx_1'), past('tx_2')])
  const read = play(state, [tick], NOW + 5000)

  test('is read every five seconds while the screen is seen, and nothing is said of it', () => {
    expect(focusOf(SCREENS, state).ticks).toBe(true)
    expect(play(state, [tick], NOW + 4999).effects).toEqual([])
    expect(read.effects).toEqual([
      { on: 'activity', type: 'find-runs' },
      { on: 'activity', type: 'look', id: 2, query: { page: 1, perPage: 50 }, readUntil: undefined },
    ])
    expect(read.state.screens.activity.loading).toBe(false)
    expect(play(read.state, [tick], NOW + 9999).effects).toEqual([])
    expect(play(state, [...keys('4'), tick], NOW + 9000).effects.filter(({ on }) => on === 'activity')).toEqual([])
  })

  test('is asked for from the place of the journal that is known, but where a swap is pending or nothing could be read', () => {
    const readUntil = (from: AppState) =>
      play(from, [{ on: 'activity', type: 'looked', readUntil: '7' }, tick], NOW + 5000).effects.flatMap((effect) =>
        effect.type === 'look' && 'readUntil' in effect ? [effect.readUntil] : [],
      )
    expect(readUntil(state)).toEqual(['7'])
    expect(readUntil(listed([past('tx_1', { status: 'PENDING' })]))).toEqual([undefined])
    const id = read.state.screens.activity.lastId
    const problem = { message: 'gone', hint: undefined }
    const failed = play(read.state, [{ on: 'activity', type: 'load-failed', id, problem }]).state
    expect(play(failed, [tick], NOW + 10_000).effects).toContainEqual(
      expect.objectContaining({ type: 'look', readUntil: undefined }),
    )
  })

  test('comes on top, and the mark stays on its swap', () => {
    const items = [past('tx_new'), past('tx_1'), past('tx_2')]
    const after = play(read.state, [page(read.state, items)]).state
    expect(rowsOf(after)).toEqual(['tx_new', 'tx_1', 'tx_2'])
    expect(after.screens.activity.marked).toBe('tx_1')
  })

  test('that cannot be read any more is told once, and read again when it can', () => {
    const problem = { message: 'The server cannot be reached', hint: undefined }
    const fail = (before: AppState) =>
      play(before, [{ on: 'activity', type: 'load-failed', id: before.screens.activity.lastId, problem }])
    const first = fail(read.state)
    expect(first.effects.length).toBe(1)
    const second = play(first.state, [tick], NOW + 10_000).state
    expect(fail(second).effects).toEqual([])
    const third = play(fail(second).state, [tick], NOW + 15_000).state
    expect(play(third, [page(third, [past('tx_1')])]).state.screens.activity.problem).toBe(undefined)
  })
})

describe('pending swaps', () => {
  const tick = { on: 'app', type: 'tick' } as const
  const state = listed([past('tx_1', { status: 'PENDING' }), past('tx_2')], [openRun('run_1')])

  test('are looked at every three seconds while the screen is seen, one look at a time', () => {
    const looks = (effects: readonly { readonly type: string }[]) => effects.filter(({ type }) => type === 'follow')
    const first = play(state, [tick], NOW + 1000)
    expect(looks(first.effects)).toEqual([{ on: 'activity', type: 'follow', ids: ['tx_of_run_1', 'tx_1'] }])
    expect(looks(play(first.state, [tick], NOW + 9000).effects)).toEqual([])
    const over = play(first.state, [{ on: 'activity', type: 'followed', problem: undefined }]).state
    expect(looks(play(over, [tick], NOW + 3999).effects)).toEqual([])
    expect(looks(play(over, [tick], NOW + 4000).effects).length).toBe(1)
  })

  test('that cannot be followed are told of once, and again after they could', () => {
    const notices = (before: AppState, problem: string | undefined) => {
      const after = play(before, [{ on: 'activity', type: 'followed', problem }])
      return { state: after.state, told: after.effects.length }
    }
    const first = notices(state, 'tx_1 is damaged')
    const second = notices(first.state, 'tx_1 is damaged')
    const other = notices(second.state, 'the server cannot be reached')
    const well = notices(other.state, undefined)
    expect([first, second, other, well].map(({ told }) => told)).toEqual([1, 0, 1, 0])
    expect(notices(well.state, 'the server cannot be reached').told).toBe(1)
  })

  test('are left alone while another screen is seen, or nothing is pending', () => {
    const looks = (state: AppState) => play(state, [tick], NOW + 9000).effects.filter(({ type }) => type === 'follow')
    expect(looks(play(state, keys('4')).state)).toEqual([])
    expect(looks(listed([past('tx_1')]))).toEqual([])
  })

  test('take their new status in place, and the counts follow the end of one', () => {
    const transaction = statusOf('tx_1', { status: 'REFUND' })
    const { state: after, effects } = play(state, [{ on: 'activity', type: 'status', transaction }])
    expect(after.screens.activity.items.map(({ status, amountUsd }) => [status, amountUsd])).toEqual([
      ['REFUND', 100],
      ['SUCCESS', 100],
    ])
    expect(effects).toEqual([{ on: 'activity', type: 'count' }])
  })
})

describe('keys of one swap', () => {
  test('copy the hash that says most', () => {
    const copied = (change: object) => play(listed([past('tx_1', change)]), keys('y')).effects[0]
    const [sent, paid] = [`0x${'a'.repeat(64)}`, `0x${'b'.repeat(64)}`]
    expect(copied({})).toEqual({ on: 'app', type: 'copy', text: paid, what: `hash ${paid}` })
    expect(copied({ outboundHash: null })).toEqual({ on: 'app', type: 'copy', text: sent, what: `hash ${sent}` })
  })

  test('copy no hash that cleaning has changed', () => {
    const { effects } = play(listed([past('tx_1', { outboundHash: 'ab\u001B[2Jcd' })]), keys('y'))
    expect(effects.map(({ type }) => type)).toEqual(['send'])
  })

  test('look for the page of the chain that the hash is on', () => {
    const link = (change: object) => play(listed([past('tx_1', change)]), keys('o')).effects
    expect(link({})).toEqual([{ on: 'activity', type: 'link', chain: 'base', hash: `0x${'b'.repeat(64)}` }])
    expect(link({ outboundHash: null, refundHash: '0xcc' })).toEqual([
      { on: 'activity', type: 'link', chain: 'ethereum', hash: '0xcc' },
    ])
  })

  test('fill the form again by Enter on the detail of a past swap, and do no more than that', () => {
    const open = play(listed([past('tx_1')]), keys('enter')).state
    expect(open.screens.activity.showsDetail).toBe(true)
    const { state, effects } = play(open, keys('enter'))
    expect(effects).toMatchObject([
      { type: 'send', event: { on: 'swap', type: 'again', past: { amount: '100' } } },
      { type: 'send', event: { type: 'go', tab: 'swap' } },
    ])
    expect(play(state, keys('esc')).state.screens.activity.showsDetail).toBe(false)
    // What has not ended is continued, and not begun anew.
    const run = play(listed([], [openRun('run_1')]), keys('enter')).state
    expect(eventsIn(play(run, keys('enter')).effects)).toMatchObject([{ type: 'notice' }])
  })

  test('export what is filtered, one file at a time', () => {
    const failed = play(listed([past('tx_1')]), filter('status:failed >5usd')).state
    const state = play(failed, [page(failed, [past('tx_2', { status: 'FAILED' })])]).state
    const { effects } = play(state, keys('E', 'E'))
    expect(effects.filter(({ on }) => on === 'activity')).toEqual([
      { on: 'activity', type: 'export', query: { statuses: ['FAILED'] }, filter: 'status:failed >5usd' },
    ])
  })
})

test('what this process follows is said to be followed here, and not told to be resumed', () => {
  const run = openRun('run_1', {
    transaction: { ...statusOf('tx_of_run_1', { status: 'PENDING' }), stage: 'swapping' },
  })
  const start = play(listed([], [run]), keys('enter')).state
  const detail = {
    transaction: run.transaction ?? statusOf('x'),
    entries: [],
    hashes: [],
    own: undefined,
    failure: undefined,
  }
  const withDetail = play(start, [{ on: 'activity', type: 'detail', detail }]).state
  const job = { id: 'run_1', amount: '5', from: 'USDC', to: 'USDC', doing: 'swapping', waits: false } as const
  const held = { ...job, lockEndsAt: undefined, isPaid: true, estimateSec: 60 }
  const followed = play(withDetail, [{ on: 'app', type: 'job', job: held }]).state
  const elsewhere = { ...held, doing: 'another swapcli', isElsewhere: true } as const
  const waiting = play(withDetail, [{ on: 'app', type: 'job', job: elsewhere }]).state
  const said = (state: AppState) => {
    const [row] = shownRows(state.screens.activity, state)
    if (row === undefined) throw new Error('nothing is listed')
    const rows = detailLines(state.screens.activity, row, factsOf(SCREENS, state), 100, false)
    const text = rows.map((line) => line.map((piece) => piece.text).join('')).join('\n')
    return [statusIn(state, 118).split(':')[0], text] as const
  }
  const statusIn = (state: AppState, width: number) => {
    const [row] = shownRows(state.screens.activity, state)
    return (row && tableRow(row, factsOf(SCREENS, state), width).cells.at(-1)) ?? ''
  }
  expect(said(withDetail)).toEqual(['open', expect.stringMatching(/c continues it, or: [^]*not followed here/)])
  const [standing, text] = said(followed)
  expect([standing, said(waiting)[0]]).toEqual(['swapping 0s of 60s', 'waits for another swapcli'])
  // What its run said last may be older than what it does.
  expect(statusIn({ ...followed, now: followed.now + 31_000 }, 50)).toBe('swapping 31s of 60s')
  expect(text).toContain('followed here: c shows it on Review')
  expect(text).not.toMatch(/not followed here|resume/)
  const notices = (state: AppState) =>
    eventsIn(play(state, keys('.')).effects).flatMap((event) => (event.type === 'notice' ? [event.notice.text] : []))
  expect([notices(withDetail), notices(followed)]).toEqual([
    ['this swap has not ended: c continues it'],
    ['this swap has not ended: c shows it on Review'],
  ])
})
