import type { HistoryTransaction, StatusTransaction } from '../../../../src/core/api/documents.ts'
import type { AppState, ProgramEvent } from '../../../../src/tui/screens.ts'
import { cleanDocument } from '../../../../src/tui/kit/text/clean-document.ts'
import type { ActivityEvent } from '../../../../src/tui/screens/activity/state.ts'
import type { RunFacts } from '../../../../src/tui/kit/run/run-facts.ts'
import { keys, NOW, play, screensOf, typed } from '../../sample-swap.ts'

const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** A past swap as the screens get it: cleaned. */
export function past(id: string, change: Partial<HistoryTransaction> = {}): HistoryTransaction {
  return cleanDocument({
    id,
    hash: `0x${'a'.repeat(64)}`,
    inboundHash: `0x${'a'.repeat(64)}`,
    outboundHash: `0x${'b'.repeat(64)}`,
    provider: 'RELAY',
    status: 'SUCCESS',
    srcAmount: '100',
    dstAmount: '99.8',
    walletAddress: WALLET,
    recipientWalletAddress: WALLET,
    createdAt: '2026-01-15T11:00:00.000Z',
    fee: { amountUsd: 0.2 },
    srcAsset: { id: 1, symbol: 'USDC', contract: null, image: null, chain: 'ethereum' },
    dstAsset: { id: 2, symbol: 'USDC', contract: null, image: null, chain: 'base' },
    amountUsd: 100,
    ...change,
  })
}

/** The same as its status. */
export function statusOf(id: string, change: Partial<HistoryTransaction> = {}): StatusTransaction {
  const { amountUsd: _amountUsd, ...rest } = past(id, change)
  return { ...rest, updatedAt: '2026-01-15T11:30:00.000Z' }
}

/** A run of this machine that waits for the user's deposit. */
export function openRun(id: string, change: Partial<RunFacts> = {}): RunFacts {
  return {
    id,
    seen: {},
    isLockRefused: false,
    title: '5 ethereum:USDC to base:USDC',
    step: 'tracked',
    closedAs: undefined,
    reason: undefined,
    createdAt: '2026-01-15T11:59:00.000Z',
    updatedAt: '2026-01-15T11:59:10.000Z',
    paidAt: undefined,
    api: undefined,
    from: 'ethereum:USDC',
    to: 'base:USDC',
    amount: '5',
    srcChain: 'ethereum',
    dstChain: 'base',
    depositor: WALLET,
    recipient: WALLET,
    recipientName: undefined,
    recipientMemo: undefined,
    provider: 'CHAINFLIP',
    allowed: [],
    accepted: '',
    lock: undefined,
    deposit: {
      address: { text: '0xB38bc2Db2D123205673cdA1A09fC0C0B3ef18734', isExact: true },
      amount: '5 USDC',
      number: '5',
      memo: undefined,
      doubts: [],
      until: undefined,
      uri: undefined,
      instructions: undefined,
      steps: [],
      hasPsbt: false,
      scanned: '0xB38bc2Db2D123205673cdA1A09fC0C0B3ef18734',
    },
    call: undefined,
    approvals: [],
    payment: undefined,
    transactionId: `tx_of_${id}`,
    transaction: undefined,
    money: 'to be sent by you',
    canGiveUp: false,
    lapsesAt: undefined,
    ...change,
  }
}

/** The screens on Activity with the service open and the first page asked for. */
export function onActivity(columns = 118, rows = 40): AppState {
  return play(screensOf(columns, rows), [{ on: 'app', type: 'opened' }, ...keys('3')]).state
}

/** A page in answer to the last load. */
export function page(
  state: AppState,
  items: readonly HistoryTransaction[],
  change: Partial<
    Pick<
      Extract<ActivityEvent, { type: 'page' }>,
      'page' | 'total' | 'isTotalLeast' | 'hasMore' | 'damaged' | 'unreadable'
    >
  > = {},
): ProgramEvent {
  const { page = 1, damaged = [], unreadable = [] } = change
  const { total = items.length + damaged.length + unreadable.length } = change
  const { isTotalLeast = false, hasMore = false } = change
  return {
    on: 'activity',
    type: 'page',
    id: state.screens.activity.lastId,
    page,
    items,
    total,
    isTotalLeast,
    hasMore,
    damaged,
    unreadable,
  }
}

/** The screens with these swaps listed. */
export function listed(items: readonly HistoryTransaction[], runs: readonly RunFacts[] = [], columns = 118, rows = 40) {
  const state = onActivity(columns, rows)
  return play(state, [page(state, items), { on: 'activity', type: 'runs', runs }], NOW).state
}

/** The keys of a filter that is written and kept. */
export function filter(text: string): ProgramEvent[] {
  return [...keys('/'), ...typed(text), ...keys('enter')]
}
