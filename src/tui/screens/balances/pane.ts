import type { AppFacts } from '../../events.ts'
import { textRows } from '../../kit/text/rows.ts'
import type { Pane } from '../../screen.ts'
import { balanceRows, type BalancesState } from './state.ts'
import { viewBalances } from './view.ts'

/** What all accounts hold, once somebody asked for it: nodes learn the addresses. */
export const BALANCES_PANE: Pane<BalancesState> = {
  name: 'balances',
  title: 'balances',
  least: { columns: 44, rows: 4 },
  lines: (state) => (isNotAsked(state) ? 1 : balanceRows(state).length + 4),
  view: (props) =>
    isNotAsked(props.state) ? textRows(unaskedText(props.app), props.width, 'dim') : viewBalances(props),
}

function unaskedText({ place }: AppFacts): string {
  return `Not read yet: Balances (7) ${place.network === 'sandbox' ? 'counts the paper money' : 'asks your nodes'}`
}

function isNotAsked({ accounts, problem, reading }: BalancesState): boolean {
  return accounts === undefined && problem === undefined && !reading
}
