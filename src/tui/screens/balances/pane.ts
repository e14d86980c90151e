import type { Pane } from '../../screen.ts'
import { balanceRows, type BalancesState } from './state.ts'
import { HEAD_LINES, NOTE_LINES, viewBalances } from './view.ts'

/** What all accounts hold: read once it is seen, in the background. */
export const BALANCES_PANE: Pane<BalancesState> = {
  name: 'balances',
  title: 'balances',
  least: { columns: 44, rows: 4 },
  lines: (state) => (state.accounts === undefined ? 1 : balanceRows(state).length + 1 + 2 * HEAD_LINES + NOTE_LINES),
  view: viewBalances,
}
