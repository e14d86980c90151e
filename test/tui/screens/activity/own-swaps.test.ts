import { expect, test } from 'vitest'
import { defined } from '../../../../src/core/defined.ts'
import { findOwnPast, readOwnSwap } from '../../../../src/tui/screens/activity/own-swaps.ts'
import { shownRows } from '../../../../src/tui/screens/activity/list.ts'
import type { AppState } from '../../../../src/tui/screens.ts'
import { SwapError } from '../../../../src/core/api/errors.ts'
import type { SwapRun } from '../../../../src/wallet/run/journal.ts'
import { textOf } from '../../frame-lines.ts'
import { keys, play } from '../../sample-swap.ts'
import { lockedRun } from '../review/sample-run.ts'
import { filter, listed, onActivity, openRun, page, past, statusOf } from './sample-activity.ts'

/*
 * What a server lists is of everybody, and its word: swaps of this machine are marked, and what their runs know is shown.
 */

const API = 'https://swaps.example/api/v1'
const RUN = lockedRun({ api: API, step: 'final', transactionId: 'tx_1' })
const { recipient, depositor } = RUN.request

function ioOf(run: SwapRun): Parameters<typeof readOwnSwap>[1] {
  const listOf = async (id: string) => {
    if (id === 'tx_damaged') throw new SwapError('STORE_UNUSABLE', 'The run is damaged')
    return id === run.transactionId ? [run] : []
  }
  const place = { network: 'live', api: API } as const
  return { place, runs: async () => ({ journal: { listOf }, wallet: undefined }) } as unknown as ReturnType<typeof ioOf>
}

function overServer(state: AppState): AppState {
  return { ...state, place: { ...state.place, api: API } }
}

const rowsOf = (state: AppState) => shownRows(state.screens.activity, state).map(({ key }) => key)

test('swaps of a server are called those of everybody; those of this machine are marked, and found', async () => {
  const items = [past('tx_1', { recipientWalletAddress: recipient }), past('tx_2'), past('tx_damaged')]
  const ids = items.map(({ id }) => id)
  const own = await findOwnPast(ids, ioOf(RUN))
  expect(own).toEqual([{ id: 'tx_1', recipient, ended: undefined }])
  const start = overServer(onActivity())
  const { state, effects } = play(start, [page(start, items)])
  expect(effects).toContainEqual({ on: 'activity', type: 'find-own', ids })
  const marked = play(state, [{ on: 'activity', type: 'own', ids, own }]).state
  expect(textOf(marked)).toContain('3 swaps of everybody who uses swaps.example')
  expect(textOf(marked)).toMatch(/tx_1 +mine, SUCCESS$/m)
  expect(textOf(marked)).toMatch(/tx_2 +SUCCESS$/m)
  expect([rowsOf(marked), rowsOf(play(marked, filter('mine:yes')).state)]).toEqual([ids, ['tx_1']])
  expect(textOf(play(marked, filter('mine:yes')).state)).not.toContain('everybody')
  expect(textOf(play(marked, filter('mine:no')).state)).toContain('2 swaps of everybody')
  expect(textOf(listed(items))).not.toMatch(/everybody|mine/)
})

test('an end that contradicts the one that was noted before is marked, and another swap under the id of an own one', () => {
  const start = overServer(onActivity(140))
  const ids = ['tx_1', 'tx_2', 'tx_3', 'tx_4']
  const first = [past('tx_3', { status: 'REFUND' }), past('tx_4', { status: 'FAILED' })]
  const before = play(start, [page(start, first)]).state
  const now = [past('tx_1'), past('tx_2'), past('tx_3'), past('tx_4', { status: 'REFUND' })]
  const [mine = past('tx_1')] = now
  const own = [
    { id: 'tx_1', recipient: mine.recipientWalletAddress, ended: 'REFUND' },
    { id: 'tx_2', recipient: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', ended: undefined },
  ]
  const { state } = play(before, [page(before, now), { on: 'activity', type: 'own', ids, own }])
  const text = textOf(state)
  expect(text).toMatch(/tx_1 +mine, SUCCESS after REFUND$/m)
  expect(text).toMatch(/tx_2 +mine, SUCCESS of another swap$/m)
  expect(text).toMatch(/tx_3 +SUCCESS after REFUND$/m)
  expect(text).toMatch(/tx_4 +REFUND$/m)
})

test('a swap whose payment a service does not know stays open, whatever it says of its end', () => {
  const payment = { hash: '0xpaid', kind: 'call', isLast: true }
  const transaction = statusOf('tx_of_run_1', { inboundHash: '' })
  const text = textOf(listed([], [openRun('run_1', { payment, transaction, money: 'sent, and paid out' })], 160))
  expect(text).toContain('open: called SUCCESS without its payment; sent')
  expect(text).not.toContain('paid out')
})

test('the detail shows what the run of a swap knows, and what the server says otherwise', async () => {
  const payment = { hash: '0xsped', raw: '', replaced: [{ hash: `0x${'a'.repeat(64)}`, raw: '' }] }
  const stated = {
    ...statusOf('tx_1', { recipientWalletAddress: recipient, srcAmount: '9000', inboundHash: '0xother' }),
    ...{ status: 'SUCCESS' as const, dstDelivered: '250', provider: 'B' },
  }
  const ended = { ...stated, status: 'REFUND' as const }
  const lock = RUN.lock && { ...RUN.lock, terms: { ...RUN.lock.terms, minimumOut: 245_500_000n } }
  const own = await readOwnSwap(stated, ioOf({ ...RUN, ...defined({ lock }), payment, transaction: ended }))
  expect(own?.shown).toMatchObject({ srcAmount: '100', provider: 'A', inboundHash: '0xsped', walletAddress: depositor })
  expect(own?.otherwise).toEqual([
    'SUCCESS, after REFUND was noted',
    '9,000 paid',
    'from ethereum to base',
    'with B',
    'paid in 0xother',
  ])
  const same = { ...stated, inboundHash: `0x${'A'.repeat(64)}`, srcAmount: '100.0', provider: 'A' }
  expect((await readOwnSwap(same, ioOf({ ...RUN, payment })))?.otherwise).toEqual(['from ethereum to base'])
  const detail = { transaction: stated, entries: undefined, hashes: [], own, failure: undefined }
  const open = play(overServer(listed([past('tx_1')])), keys('enter')).state
  const text = textOf(play(open, [{ on: 'activity', type: 'detail', detail }]).state)
  expect(text).toMatch(/100 USDC on ethereum/)
  expect(text).toMatch(/\nat least +245\.5 ADA, as its lock promised\n/)
  expect(text).toContain('the server says otherwise: SUCCESS, after REFUND was noted, 9,000 paid')
  expect(text.replaceAll(/\s+/g, ' ')).toContain('other hashes are the word of the server.')
})

test('the detail shows nothing that a server says of another swap than that of the run', async () => {
  const stated = statusOf('tx_1', { srcAmount: '9000' })
  const own = await readOwnSwap(stated, ioOf(RUN))
  expect(own?.shown).toBeUndefined()
  const detail = { transaction: stated, entries: undefined, hashes: [], own, failure: undefined }
  const open = play(overServer(listed([past('tx_1')])), keys('enter')).state
  const text = textOf(play(open, [{ on: 'activity', type: 'detail', detail }]).state)
  expect(text).toContain('It is not known how it stands: the service answered about another swap')
  expect(text).not.toContain('9,000')
})
