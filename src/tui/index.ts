/** The door of tui: what other rooms may use of it. */
export type {
  AccountSummary,
  AccountWork,
  ApprovalRemark,
  ApprovalsReading,
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
  WorkFact,
} from './context.ts'
export { writtenKey } from './bindings.ts'
export { actionText } from './key-actions.ts'
export { keyActionsBy, keysProblem, keysProblemWithout } from './screens.ts'
export { startTui } from './start.tsx'
export { terminalForms } from './terminal/terminal-forms.ts'
export { watchStatus } from './watch-status.tsx'
