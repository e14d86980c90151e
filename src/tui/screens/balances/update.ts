import type { KnownAccount, WorkFact } from '../../context.ts'
import { type AppFacts, notify, type ScreenInput, step } from '../../events.ts'
import { changeSifting, editSifting, isSiftAction, type SiftAction } from '../../kit/find/sift.ts'
import { type ActionTable, isMove, MOVES, moveIndex } from '../../kit/moves.ts'
import { isServerAway } from '../../kit/text/ages.ts'
import { lineOf } from '../../kit/text/line-edit.ts'
import { bodySize } from '../../kit/layout/scrolling.ts'
import { problemText } from '../../problem.ts'
import { readFormBalances, swapFrom } from '../swap/entry.ts'
import { moveChoice, takeChoice } from './accounts.ts'
import { lookAtMarked, moveApproval, revokeMarked, showApprovals } from './approvals.ts'
import { scrollFacts } from './facts.ts'
import type { BalancesAction } from './keys.ts'
import { openPage, problemFacts, scrollPage } from './fact-page.ts'
import { BALANCE_SIFTING, markedRow, shownBalances } from './sifting.ts'
import {
  balanceRows,
  type BalancesEvent,
  type BalancesState,
  type BalancesStep,
  isOld,
  isReadBeside,
  type ShownAccount,
} from './state.ts'
import { isUnread, nameUnread, unreadFacts } from './unread.ts'
import { answerWork, editWork, isUntouched, leaveWork, type WorkAction } from './work.ts'
import { questionRows } from './work-rows.ts'

/** The screen after something happened. */
export function updateBalances(
  state: BalancesState,
  event: ScreenInput<BalancesAction> | BalancesEvent,
  app: AppFacts,
): BalancesStep {
  if (event.on === 'balances') return receive(state, event, app)
  switch (event.type) {
    // Read when it, or its pane, is seen for the first time, and then once something moved, or by a key.
    case 'opened':
    case 'shown':
      if (!app.ready || !app.isSeen || state.accounts !== undefined) return step(state)
      if (app.isVisible) return read(state)
      return isReadBeside(app) ? readBeside(state) : step(state)
    case 'action':
      if (isMove(event.action)) return step(move(state, MOVES[event.action], app))
      if (isSiftAction(event.action)) return step(sift(state, event.action))
      return ACTIONS[event.action](state, app)
    case 'edit':
      if (state.work !== undefined) return step({ ...state, work: editWork(state.work, event.edit) })
      return step({ ...state, sifting: editSifting(state.sifting, event.edit) })
    case 'left':
      return closeMenu(state)
    case 'tick':
      return readOnceBack(state, app)
    case 'settings-changed':
      return step(state)
  }
}

/** What is counted by a server is read again once that answers. */
function readOnceBack(state: BalancesState, app: AppFacts): BalancesStep {
  const { isCutOff, accounts = [] } = state
  const isAway = isServerAway(app) && accounts.some((account) => isOld(account, app))
  if (isAway) return step(isCutOff ? state : { ...state, isCutOff: true })
  if (!isCutOff || isServerAway(app)) return step(state)
  const back: BalancesState = { ...state, isCutOff: false }
  return app.ready ? read(back) : step(back)
}

/** What was read. */
function receive(state: BalancesState, event: BalancesEvent, { now }: AppFacts): BalancesStep {
  switch (event.type) {
    case 'listed':
      return step({
        ...state,
        problem: undefined,
        accounts: event.accounts.map((account) => {
          const known = state.accounts?.find(
            ({ name, address }) => name === account.name && address === account.address,
          )
          // What was read before stands until it is read again.
          return known === undefined ? waiting(account) : { ...known, state: 'reading', note: '' }
        }),
      })
    case 'chain':
      return step(
        changeAccount(state, event.account, ({ chains, ...account }) => ({
          ...account,
          state: 'reading',
          chains: [...chains.filter(({ chain }) => chain !== event.chain.chain), event.chain],
        })),
      )
    case 'read': {
      const { chains, before, change, note, costs } = event
      return step(
        changeAccount(state, event.account, (account) => ({
          ...account,
          state: 'read',
          chains,
          readAt: now,
          before,
          change,
          note,
          costs,
        })),
      )
    }
    case 'read-failed': {
      const note = problemText(event.problem)
      return step(changeAccount(state, event.account, (account) => ({ ...account, state: 'failed', note })))
    }
    case 'list-failed':
      return step({ ...state, reading: false, isOutdated: false, problem: event.problem })
    case 'asset-found':
      return step(state, ...swapFrom(event.asset))
    case 'ended': {
      const ended = { ...state, reading: false }
      // Another account came while those before were read.
      const isOther = state.accounts === undefined && state.problem === undefined && state.shows === 'balances'
      if (isOther || state.isOutdated) return read(ended)
      if (state.isBeside) return step(ended)
      // Both show what is held now.
      return step(ended, readFormBalances())
    }
    case 'moved':
      if (state.reading) return step({ ...state, isOutdated: true })
      // Whoever has not seen them reads them later.
      return state.accounts === undefined ? step(state) : read(state)
    case 'known':
      return step({ ...state, known: event.known, knownProblem: undefined })
    case 'known-failed':
      return step({ ...state, knownProblem: event.problem })
    case 'asked': {
      const { work } = state
      if (work?.id !== event.id) return step(state)
      return step({ ...state, work: { ...work, question: event.question, line: lineOf(''), scroll: 0 } })
    }
    case 'work-told':
      return step(state.work?.id === event.id ? { ...state, work: { ...state.work, told: event.text } } : state)
    case 'approvals':
      return step({ ...state, approvals: event.reading, approvalsProblem: undefined })
    case 'approvals-failed':
      return step({ ...state, approvals: undefined, approvalsProblem: event.problem })
    case 'work-done': {
      const { work } = state
      const isShown = work?.id === event.id
      const after = isShown ? tellWork({ ...state, work: undefined }, work.title, event.told) : state
      const notices = isShown ? [] : event.told.slice(0, 1).map(([, text]) => notify('good', text))
      // What the accounts hold now is read when it is asked for.
      const changed: BalancesState = { ...after, accounts: undefined }
      if (state.shows !== 'approvals')
        return step({ ...changed, shows: 'balances' }, { on: 'balances', type: 'list-accounts' }, ...notices)
      const again = showApprovals(changed)
      return step(again.state, ...again.effects, ...notices)
    }
    case 'work-failed': {
      const { work } = state
      if (work?.id !== event.id) return step(state)
      return step(tellWork({ ...state, work: undefined }, work.title, problemFacts(event.problem)))
    }
  }
}

/** What work did has to be read whole, and stays until it is closed: it may be all that tells how an account is kept. */
function tellWork(state: BalancesState, title: string, told: readonly WorkFact[]): BalancesState {
  return openPage(state, title.toUpperCase(), told, { kind: 'page', isOfWork: true })
}

/** Whoever leaves with nothing typed finds the balances again; what is half done stays, and what it did until it is read. */
function closeMenu(state: BalancesState): BalancesStep {
  const { work, page } = state
  if (work !== undefined && !isUntouched(work)) return step(state)
  if (page?.subject.kind === 'page' && page.subject.isOfWork === true) return step(state)
  if (work === undefined && page === undefined && state.shows === 'balances') return step(state)
  const closed: BalancesState = { ...state, work: undefined, page: undefined, shows: 'balances' }
  return step(closed, ...(work === undefined ? [] : [leaveWork(work)]))
}

function waiting(account: Pick<ShownAccount, 'name' | 'address' | 'kind'>): ShownAccount {
  return {
    ...account,
    state: 'waiting',
    chains: [],
    readAt: undefined,
    before: undefined,
    change: undefined,
    note: '',
    costs: undefined,
  }
}

function changeAccount(
  state: BalancesState,
  name: string,
  change: (account: ShownAccount) => ShownAccount,
): BalancesState {
  const { accounts } = state
  if (accounts === undefined) return state
  return { ...state, accounts: accounts.map((account) => (account.name === name ? change(account) : account)) }
}

function read(state: BalancesState): BalancesStep {
  if (state.reading) return step(state)
  return step(
    { ...state, reading: true, isBeside: false, isOutdated: false, problem: undefined },
    { on: 'balances', type: 'read' },
  )
}

/** Reads them for the pane beside the form, which reads its own at the same time. */
function readBeside(state: BalancesState): BalancesStep {
  const { state: next, effects } = read(state)
  return step({ ...next, isBeside: !state.reading }, ...effects)
}

function move(state: BalancesState, by: number, app: AppFacts): BalancesState {
  const { work, page } = state
  if (work !== undefined) {
    const { question, scroll: before } = work
    const pinned = questionRows(work, app, bodySize(app.size).columns)
    const scroll = scrollFacts(before, by, question?.facts ?? [], pinned, app)
    return scroll === before ? state : { ...state, work: { ...work, scroll } }
  }
  if (page !== undefined) return { ...state, page: scrollPage(page, by, app) }
  if (state.shows === 'accounts') return moveChoice(state, by)
  if (state.shows === 'approvals') return moveApproval(state, by)
  const rows = shownBalances(state)
  return { ...state, marked: rows[moveIndex(markedRow(state)?.at ?? 0, by, rows.length)]?.key }
}

/** The mark stays on its row. */
function sift(state: BalancesState, action: SiftAction): BalancesState {
  const sifting = changeSifting(BALANCE_SIFTING, balanceRows(state), state.sifting, action)
  return sifting === state.sifting ? state : { ...state, sifting, marked: markedRow(state)?.row.key }
}

const SHOW = { on: 'app', type: 'send', event: { on: 'app', type: 'go', tab: 'balances' } } as const

/** The account that a page shows whole. */
function pageAccount({ page }: BalancesState): KnownAccount | undefined {
  return page !== undefined && 'account' in page.subject ? page.subject.account : undefined
}

/** The list, read where nothing of it is known. */
function showBalances(state: BalancesState, app: AppFacts): BalancesStep {
  return app.ready && state.accounts === undefined ? read(state) : step(state)
}

function answerKey(state: BalancesState, action: WorkAction): BalancesStep {
  return state.work === undefined ? step(state) : answerWork(state, state.work, action)
}

const ACTIONS: ActionTable<BalancesAction, BalancesState, BalancesStep> = {
  use: (state) => {
    const holding = markedRow(state)?.row.holding
    if (holding === undefined) return step(state)
    return step(state, { on: 'balances', type: 'use', chain: holding.chain, address: holding.address })
  },
  explain: (state) => {
    const { row } = markedRow(state) ?? {}
    if (row === undefined || !isUnread(row)) return step(state)
    return step(openPage(state, nameUnread(row), unreadFacts(row)))
  },
  copy: (state) => {
    const account = pageAccount(state) ?? markedRow(state)?.row.account
    if (account === undefined) return step(state)
    const { address, name } = account
    return step(state, { on: 'app', type: 'copy', text: address, what: `the address of ${name}` })
  },
  'copy-backup': (state) => {
    const account = pageAccount(state)
    if (account === undefined) return step(state)
    const { backup, name } = account
    return step(state, { on: 'app', type: 'copy', text: backup, what: `the command that backs ${name} up` })
  },
  close: (state, app) => {
    const closed: BalancesState = { ...state, page: undefined }
    // After an account was made, what all of them hold is not known.
    return state.shows === 'balances' ? showBalances(closed, app) : step(closed)
  },
  add: (state, app) =>
    step(
      { ...state, shows: 'accounts', markedChoice: undefined },
      { on: 'balances', type: 'list-accounts' },
      // A pane on the desk has no room for it.
      ...(app.isVisible ? [] : [SHOW]),
    ),
  choose: takeChoice,
  look: (state) => step(lookAtMarked(state)),
  'take-out': revokeMarked,
  back: (state, app) => {
    if (state.shows === 'approvals') return step({ ...state, shows: 'accounts' })
    return showBalances({ ...state, shows: 'balances' }, app)
  },
  enter: (state) => answerKey(state, 'enter'),
  yes: (state) => answerKey(state, 'yes'),
  // What is paid is seen whole before: a pane on the desk has no room for it.
  pay: (state, app) => (app.isVisible ? answerKey(state, 'pay') : step(state, SHOW)),
  no: (state) => answerKey(state, 'no'),
  refresh: (state, app) =>
    state.shows === 'approvals'
      ? showApprovals(state)
      : app.ready
        ? read(state)
        : step(state, notify('info', 'the service is not open yet')),
}
