import { runnerOf } from '../../effect-io.ts'
import { createPendingAnswers } from '../../kit/run/pending-answers.ts'
import type { Screen } from '../../screen.ts'
import { BALANCES_EFFECTS } from './effects.ts'
import { BALANCES_KEYS } from './keys.ts'
import { BALANCES_PANE } from './pane.ts'
import { balancesMode } from './mode.ts'
import { type BalancesEffect, type BalancesEvent, type BalancesState, isOld, START_BALANCES } from './state.ts'
import { updateBalances } from './update.ts'
import { viewBalances } from './view.ts'

/** The Balances screen. */
export const balancesScreen: Screen<'balances', BalancesState, BalancesEvent, BalancesEffect, typeof BALANCES_KEYS> = {
  name: 'balances',
  title: 'Balances',
  shortTitle: 'Bal',
  start: START_BALANCES,
  keys: BALANCES_KEYS,
  update: updateBalances,
  view: viewBalances,
  mode: balancesMode,
  takesText: (state) => ['filter', 'typed'].includes(balancesMode(state)),
  asks: ({ work }) => (work?.question === undefined ? undefined : `${work.id} ${work.question.number}`),
  // What is old says how old it is, and is read again once its server is back.
  ticks: ({ accounts = [], isCutOff }, app) => isCutOff || accounts.some((account) => isOld(account, app)),
  panes: [BALANCES_PANE],
  openRunner: (io) => runnerOf(BALANCES_EFFECTS, { ...io, answers: createPendingAnswers<string>() }),
}
