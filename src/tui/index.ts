/** The door of tui: what other rooms may use of it. */
export type {
  AccountSummary,
  AccountWork,
  ChainPlace,
  GivenApproval,
  HeldAccount,
  HeldAsset,
  NamedAccount,
  NewAccountWay,
  OpenedSwaps,
  RunWords,
  TuiContext,
  TuiSettings,
  WorkAsks,
} from './context.ts'
export { keysProblem } from './screens.ts'
export { startTui } from './start.tsx'
export { terminalForms } from './terminal/terminal-forms.ts'
export { watchStatus } from './watch-status.tsx'
