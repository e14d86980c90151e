import { MOST_DECIMALS } from '../../../core/money/amount.ts'
import { changeOfHolding } from '../../../core/money/day-figures.ts'
import { siftedRows, type SiftTable } from '../../kit/find/sift.ts'
import { indexOfKey } from '../../kit/moves.ts'
import { type BalanceRow, balanceRows, type BalancesState } from './state.ts'
import { isUnread } from './unread.ts'

/** What the list can be filtered and sorted by. */
export const BALANCE_SIFTING: SiftTable<BalanceRow> = {
  fields: {
    account: { kind: 'text', about: 'name of the account', read: ({ account }) => [account.name] },
    chain: { kind: 'text', about: 'key of the chain', read: ({ chain }) => (chain === undefined ? [] : [chain.chain]) },
    asset: { kind: 'text', about: 'symbol', read: ({ holding }) => (holding === undefined ? [] : [holding.symbol]) },
    value: { kind: 'usd', about: 'what it is worth', read: ({ holding }) => holding?.usd },
  },
  words: ({ account, chain, holding }) => [
    ...[account.name, account.address],
    ...(chain === undefined ? [] : [chain.chain, chain.name]),
    ...(holding === undefined ? [] : [holding.symbol, holding.address]),
    ...(isUnread({ account, chain }) ? ['unread'] : []),
  ],
  columns: [
    { header: 'ACCOUNT', value: ({ account }) => account.name },
    { header: 'CHAIN', value: ({ chain }) => chain?.chain },
    { header: 'ASSET', value: ({ holding }) => holding?.symbol },
    {
      header: 'AMOUNT',
      value: ({ holding }) =>
        holding === undefined
          ? undefined
          : holding.units * 10n ** BigInt(Math.max(0, MOST_DECIMALS - holding.decimals)),
    },
    { header: 'VALUE', value: ({ holding }) => holding?.usd },
    {
      header: 'SINCE YESTERDAY',
      value: ({ account, chain, holding }) =>
        holding === undefined || chain?.state !== 'read' ? undefined : changeOfHolding(holding, chain, account.before),
    },
  ],
}

/** The rows that are shown, in their order. */
export function shownBalances(state: BalancesState): readonly BalanceRow[] {
  // Nothing of them has an age.
  return siftedRows(BALANCE_SIFTING, balanceRows(state), state.sifting, 0)
}

/** The marked row, and its index; undefined where none is shown. */
export function markedRow(state: BalancesState): { readonly at: number; readonly row: BalanceRow } | undefined {
  const rows = shownBalances(state)
  const at = indexOfKey(rows, state.marked)
  const row = rows[at]
  return row === undefined ? undefined : { at, row }
}
