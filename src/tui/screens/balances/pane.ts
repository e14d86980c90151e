import { textRows } from '../../kit/text/rows.ts'
import type { Pane } from '../../screen.ts'
import { balanceRows, type BalancesState, isReadBeside } from './state.ts'
import { HEAD_LINES, NOTE_LINES, viewBalances } from './view.ts'

/** What all accounts hold: of paper once it is seen; of real accounts once somebody asked for it, since nodes learn the addresses. */
export const BALANCES_PANE: Pane<BalancesState> = {
  name: 'balances',
  title: 'balances',
  least: { columns: 44, rows: 4 },
  lines: (state) => (state.accounts === undefined ? 1 : balanceRows(state).length + 1 + 2 * HEAD_LINES + NOTE_LINES),
  view: (props) => {
    const { state, app, width } = props
    const isAwaited = state.accounts === undefined && state.problem === undefined && !state.reading
    return isAwaited && !isReadBeside(app)
      ? textRows('Not read yet: Balances (7) asks your nodes', width, 'dim')
      : viewBalances(props)
  },
}
