import { defined } from '../../core/defined.ts'
import { isSwapError, restate, SwapError, withFundsOpen } from '../../core/api/errors.ts'
import { countText } from '../../core/text/count-text.ts'
import { minuteText, timeHeader } from '../../core/text/times.ts'
import { ACCEPT_CODES } from '../../core/swap/acceptances.ts'
import type { DocumentStore } from '../../core/ports.ts'
import {
  loadPendingSends,
  describeFunds,
  describeProgress,
  knownFunds,
  finishRevocation,
  isApproved,
  replacePayment,
  isBeforePayment,
  isPaidByNameOnly,
  type SwapRun,
  describeSwap,
  leaveTurn,
  takeTurn,
} from '../../wallet/index.ts'
import { verifyPassword } from '../accounts/signer-note.ts'
import { defineCommand, type FlagsOf } from '../command.ts'
import { refuseIdle, refuseTogether } from '../command-line/flags.ts'
import { usage } from '../usage.ts'
import { BESIDE_LINE, layOutList } from '../output/list-lines.ts'
import { noteDamaged } from '../output/page.ts'
import { payBounds, payOptions, RUN_OPTIONS, TAKE_UP_CODES } from '../pay/pay-options.ts'
import { completeRun } from '../pay/complete-run.ts'
import { DAMAGED_RUN, damagedRuns, forgetDamagedRun, readRun } from '../pay/damaged-run.ts'
import { giveUpRun, LOST_RECORD } from '../pay/lost-transaction.ts'
import { markOf, missingRun, type ReadHome, readHome, tellHome, tellOlderHome } from '../pay/home/known-home.ts'
import { paymentDoubts, readBounds, withBounds } from '../pay/resume-bounds.ts'
import { openRunFile, openRuns, type Runs, serviceOfRun } from '../pay/runs.ts'
import { sortRuns } from '../pay/sort-runs.ts'
import type { RunFile } from '../../payments/index.ts'
import { choose, goesOnDespite, promptColumns } from '../prompts.ts'
import { runDocument } from '../views/run-view.ts'
import type { Session } from '../session.ts'

const RESUME_OPTIONS = {
  list: { kind: 'switch', description: 'only list them' },
  speedUp: { kind: 'switch', description: 'send the waiting transaction of this run again with higher fees' },
  cancel: { kind: 'switch', description: 'take the nonce of the waiting transaction with one that pays nothing' },
  forget: { kind: 'switch', description: 'give up a run that is not signed, or whose nonce is taken' },
  ...RUN_OPTIONS,
  accept: {
    ...RUN_OPTIONS.accept,
    of: { kind: 'choice', choices: [...ACCEPT_CODES, ...TAKE_UP_CODES, DAMAGED_RUN, LOST_RECORD] },
    description: `${RUN_OPTIONS.accept.description}; ${[...TAKE_UP_CODES, DAMAGED_RUN, LOST_RECORD].join(', ')}: of RUN only`,
  },
} as const

/** Lists and continues unfinished swaps. */
export const resume = defineCommand({
  arguments: { run: { kind: 'text', description: 'id of the run; without it all unfinished ones, oldest first' } },
  options: RESUME_OPTIONS,
  examples: [
    'resume',
    'resume --list --json',
    'resume run_01h2x3y4z5 --yes',
    'resume run_01h2x3y4z5 --speed-up --max-fee 40',
  ],
  notes:
    'Nothing is executed twice, and a payment that was signed is only ever sent as the same bytes.\n' +
    'Terms that you had agreed to are not asked for again for resume-within minutes (15), unless it was said that nothing\n' +
    'was sent; what is not signed by then, and other terms, need your agreement or --yes. A node or server that does not\n' +
    'answer takes no agreement away: go on once it does. A run that was refused, also after its approval, is paid by --yes\n' +
    'only where its id is given.\n' +
    'Where another swapcli is continuing the same run, this one waits for it, and follows the swap to its end.\n' +
    'With --json it prints one document: {"data": {…}} of RUN, as swap does, and without RUN {"data": […]} of all that it\n' +
    'brought on, once the last one has ended; a run that stopped before its end is an error on stderr, and not in it.\n' +
    '--list leaves out swaps that have ended meanwhile, by what their service says within 3 s, and names them as ended;\n' +
    'without it they are followed to their end.\n' +
    '--forget prints that of RUN as it ended: with closedAs, reason, and of its money funds and money, as --list has it.',
  stopsItself: true,
  movesMoney: true,
  looksAtPayments: true,
  run: async (session, { run: given }, flags) => {
    const { output } = session
    const pay = payOptions(flags)
    const { list, yes, timeout: timeoutSec } = flags
    const act = chooseAction(session, flags, given)
    const isOne = given !== undefined || act !== undefined
    if (!isOne)
      refuseIdle(
        { minReceive: flags.minReceive },
        'to all runs',
        'Name the run: swapcli resume RUN --min-receive AMOUNT',
      )
    if (list) refuseTogether({ list, yes })
    const taken = TAKE_UP_CODES.filter((code) => flags.accept.includes(code))
    if (!isOne && taken.length > 0) {
      throw usage(
        `--accept ${taken.join(',')} is for one run`,
        `Name it: swapcli resume RUN --accept ${taken.join(',')}`,
      )
    }
    const isLossAccepted = flags.accept.includes(LOST_RECORD)
    if (isLossAccepted && act !== 'forget') {
      const words = `resume RUN --forget --accept ${LOST_RECORD}`
      throw usage(`--accept ${LOST_RECORD} gives a run up: add --forget`, `swapcli ${words}`)
    }
    const file = await withUnknownFunds(openRunFile(session))
    const { journal, documents } = file
    const home = await readHome(session, documents, list ? undefined : (text) => output.note(text))
    const unreadable: string[] = []
    const id = given ?? (act === undefined ? undefined : await chooseRun(session, journal, act, home))
    const all = await withUnknownFunds(
      id === undefined ? journal.listUnfinished((run) => unreadable.push(run)) : findRun(session, file, id, home),
    )
    if (all instanceof SwapError) {
      if (act !== 'forget' || id === undefined) throw all
      const kept = await forgetDamagedRun(session, file, id, all, flags.accept.includes(DAMAGED_RUN))
      output.note(`run         ${id}: given up; what was left of it is ${kept}`)
      if (output.json) output.printJson({ data: { runId: id, funds: 'unknown', money: 'perhaps sent', kept } })
      return
    }
    const damaged = defined({ damaged: unreadable.length === 0 ? undefined : unreadable })
    const skipped = id === undefined && yes ? all.filter(isPaidByNameOnly) : []
    const found = all.filter((run) => !skipped.includes(run))
    for (const run of skipped) {
      output.warn(
        `run ${run.id} was refused before, and is paid by its name only: swapcli resume ${run.id} --yes, or swapcli resume ${run.id} --forget${leftText(run)}`,
      )
    }
    if (list)
      await printList(session, found, { home, unreadable, mostAsked: id === undefined ? MOST_ASKED : undefined })
    const hasOpen = all.length + unreadable.length > 0
    if (!hasOpen) output.note('no unfinished swaps')
    if (!hasOpen) await tellOlderHome(session, { file, home })
    else if (list) tellHome(session, home, true)
    if (id === undefined && !list && session.network === 'live') await finishSends(session, documents)
    if (list) return
    if (act === 'forget') {
      for (const run of found) {
        const ended = await giveUpRun({ session, journal, run, isLossAccepted, home })
        output.note(`run         ${run.id}: ${ended.reason ?? ''}`)
        if (output.json) output.printJson(runDocument(ended, { known: knownFunds(ended, home) }))
      }
      return
    }
    if (found.length === 0 && output.json) output.printJson({ data: [], ...damaged })
    const revoking = skipped.filter(({ revocation }) => revocation !== undefined)
    const count = found.length + revoking.length + unreadable.length
    if (count === 0) return
    if (found.length + revoking.length === 0) throw unreadableRuns(unreadable)
    const isFirstSigned = found.length > 0 && found.every(isBeforePayment)
    if (pay.unsigned === undefined && isFirstSigned) await withFundsOf(found, home, verifyPassword(session, flags))
    const opening = openRuns(session, flags, { pay, watch: undefined, file, home: markOf(home) })
    const runs = await (unreadable.length === 0 ? withFundsOf(all, home, opening) : withUnknownFunds(opening))
    let failed: Error | undefined = unreadable.length === 0 ? undefined : unreadableRuns(unreadable)
    let isOtherPaid = false
    // What another signer gets of each run stays a document of its own.
    const isListed = id === undefined && output.json && pay.unsigned === undefined
    const fail = (error: unknown) => {
      if (count === 1 || session.signal.aborted) throw error
      // One that cannot go on must not keep the others from it.
      if (failed !== undefined) output.problem(failed, 'resume', true)
      failed = error instanceof Error ? error : new Error('a run failed', { cause: error })
    }
    const ended: object[] = []
    for (const run of revoking) {
      // What takes its allowance back is signed: it is sent whatever becomes of the run.
      try {
        const revoked = await finishRevocationOf(session, runs, run)
        output.note(`run         ${run.id}: ${describeFunds(revoked, runs.home)}`)
      } catch (error) {
        fail(error)
      }
    }
    const bringOn = async (run: SwapRun): Promise<void> => {
      output.note(`run         ${run.id}: ${describeSwap(run)}, ${describeFunds(run, home)}`)
      const until = flags.wait ? 'final' : 'tracked'
      try {
        const service = await withFundsOf([run], home, serviceOfRun(session, run.api))
        const bounds = { ...flags, accept: paymentDoubts(flags.accept), kept: payBounds(pay) }
        if (act === undefined) readBounds(session, run, bounds)
        const next =
          act === undefined
            ? run
            : await replacePayment({ ...runs, goesOnDespite: goesOnDespite(session, taken) }, run, act)
        if (next.payment !== undefined && act !== undefined) output.note(`signed      ${act} ${next.payment.hash}`)
        await completeRun(session, service, runs, next, {
          ...{ yes, until, timeoutSec, pay },
          ...defined({ tell: isListed ? ({ data }: { readonly data: object }) => void ended.push(data) : undefined }),
          ...defined({ takeUp: act === undefined ? withBounds(session, runs, bounds) : undefined }),
          despite: taken,
        })
        isOtherPaid ||= (await journal.get(run.id))?.payment !== undefined
      } catch (error) {
        fail(error)
      }
    }
    try {
      const held: SwapRun[] = []
      for (const run of found) {
        if (found.length > 1 && (await isHeld(runs, run))) held.push(run)
        else await bringOn(run)
      }
      // One that another process has in hand, maybe at a question, keeps no other from going on.
      for (const run of held) await bringOn(run)
    } finally {
      if (ended.length > 0) output.printJson({ data: ended, ...damaged })
    }
    if (isOtherPaid && isSwapError(failed) && failed.funds === 'untouched') throw notOfAll(failed)
    if (failed !== undefined) throw failed
  },
})

/** How many runs of a list the service is asked about. */
const MOST_ASKED = 20

interface ListFacts {
  readonly home: ReadHome
  /** Ids of runs that cannot be read. */
  readonly unreadable: readonly string[]
  /** As of `sortRuns`. */
  readonly mostAsked: number | undefined
}

/** What is left open, and what only a lock was left of; what has ended meanwhile is counted. */
async function printList(
  session: Session,
  runs: readonly SwapRun[],
  { home, unreadable, mostAsked }: ListFacts,
): Promise<void> {
  const { output } = session
  const { open, lapsed, ended } = await sortRuns(session, runs, home, mostAsked)
  const listed = runs.filter((run) => !ended.includes(run))
  const rows = listed.map((run) => ({
    ...describeRun(run, home),
    ...defined({ lapsed: lapsed.includes(run) || undefined }),
  }))
  if (output.json) {
    const ids = (some: readonly string[]) => (some.length === 0 ? undefined : some)
    output.printJson({ data: rows, ...defined({ ended: ids(ended.map(({ id }) => id)), damaged: ids(unreadable) }) })
    return
  }
  noteDamaged(output, unreadable, 'run')
  await output.table(
    ['RUN', 'SWAP', timeHeader('STARTED', output.zone), 'SO FAR'],
    listed.map((run, at) => [
      run.id,
      describeSwap(run),
      minuteText(run.createdAt, output.zone),
      describeProgress(run, rows[at]?.money ?? '', lapsed.includes(run)),
    ]),
  )
  if (open.length === 0 && runs.length > 0 && unreadable.length === 0) output.note('no swap is left open')
  if (ended.length > 0) {
    const by = session.api === undefined ? '' : ', as the server says'
    output.note(
      `${countText(ended.length, 'swap has', 'swaps have')} ended meanwhile${by}; see how, and what arrived: swapcli resume`,
    )
  }
}

/** What stops before it is known what became of runs that may be paid says nothing of their funds. */
function withUnknownFunds<T>(work: Promise<T>): Promise<T> {
  return withFundsOpen(work, 'NOT_FOUND')
}

/** The same, unless nothing of these runs can have been sent. */
function withFundsOf<T>(runs: readonly SwapRun[], home: ReadHome, work: Promise<T>): Promise<T> {
  return runs.every((run) => knownFunds(run, home).funds === 'untouched') ? work : withUnknownFunds(work)
}

/** A failure that says of one run that nothing was sent, where another run was paid: whoever reads it must not begin both anew. */
function notOfAll(error: SwapError): SwapError {
  return restate(error, { message: `Of one run: ${error.message}; another one is paid`, funds: 'unknown' })
}

/** What is left as it is while the others go on. */
function unreadableRuns(ids: readonly string[]): SwapError {
  return damagedRuns(ids, `Not continued, because they cannot be read: ${ids.join(', ')}`)
}

/** What an approval of a run that was refused left, as far as its journal knows. */
function leftText(run: SwapRun): string {
  return isApproved(run) ? `; its approval may stand: swapcli wallet approvals revoke ${run.id}` : ''
}

/** True while another process brings a run on that is not paid yet. */
async function isHeld({ turnOf }: Runs, run: SwapRun): Promise<boolean> {
  if (!isBeforePayment(run)) return false
  const turn = turnOf(run.id)
  const isFree = await turn.take()
  turn.release()
  return !isFree
}

/** Sends what takes an allowance back, unless another process has done that meanwhile. */
async function finishRevocationOf(session: Session, runs: Runs, run: SwapRun): Promise<SwapRun> {
  const { signal } = session
  const turn = runs.turnOf(run.id)
  try {
    await takeTurn({ turn, signal }, run)
    return await finishRevocation({ ...runs, signal }, (await runs.journal.get(run.id)) ?? run)
  } finally {
    await leaveTurn(turn, runs.journal, run.id)
  }
}

/** Goes on with what was signed outside of swaps, such as an approval that was taken back. */
async function finishSends(session: Session, documents: DocumentStore): Promise<void> {
  const { listPendingSends } = await loadPendingSends()
  if ((await listPendingSends(documents)).length === 0) return
  const [{ finishEarlierSends }, payChains] = await Promise.all([
    import('../pay/earlier-sends.ts'),
    session.payChains(),
  ])
  for (const { description, end, hash } of await finishEarlierSends(session, { documents, payChains })) {
    session.output.note(`${end.state.padEnd(11)} ${description} (${hash})`)
  }
}

/** What to do with one run instead of only continuing it. @throws USAGE */
function chooseAction(session: Session, flags: FlagsOf<typeof RESUME_OPTIONS>, id: string | undefined) {
  const { list, yes, speedUp, cancel, forget, dryRun, unsigned } = flags
  refuseTogether({ speedUp, cancel, forget, dryRun, unsigned })
  const action = speedUp ? 'speed-up' : cancel ? 'cancel' : forget ? 'forget' : undefined
  const mayAsk = session.interactive && !yes && !list
  if (action === undefined || id !== undefined || mayAsk) return action
  throw usage(`--${action} needs the run: swapcli resume RUN --${action}`, 'List them: swapcli resume --list')
}

type Action = NonNullable<ReturnType<typeof chooseAction>>

const QUESTIONS: Readonly<Record<Action, string>> = {
  'speed-up': 'Which transaction is sent again with higher fees?',
  cancel: 'Which transaction is cancelled?',
  forget: 'Which swap is given up?',
}

/** What tells unfinished swaps apart; the id of the marked one stands beneath. */
const CHOICE_COLUMNS = [
  { header: 'SWAP', grows: 16 },
  { header: 'STARTED', drop: 2 },
  { header: 'RUN', drop: 1 },
] as const

/** Lets a person choose the one run that an action is for. @throws USAGE where it is for none of them */
async function chooseRun(session: Session, journal: RunFile['journal'], act: Action, home: ReadHome): Promise<string> {
  const damaged: string[] = []
  const open = await withUnknownFunds(journal.listUnfinished((run) => damaged.push(run)))
  const fitting = act === 'forget' ? open : open.filter(({ payment }) => payment !== undefined)
  const rows = [
    ...fitting.map((run) => [describeSwap(run), minuteText(run.createdAt, session.output.zone), run.id]),
    ...(act === 'forget' ? damaged : []).map((run) => ['cannot be read', '', run]),
  ]
  if (rows.length === 0) {
    const what = act === 'forget' ? 'no unfinished swap' : 'no unfinished swap with a transaction of its own'
    throw usage(`There is ${what} here`, 'List them: swapcli resume --list')
  }
  const { header, lines } = await layOutList(CHOICE_COLUMNS, rows, promptColumns(session) - BESIDE_LINE)
  const choices = rows.map(([swap = '', started = '', value = ''], at) => {
    const run = fitting[at]
    const description = [value, ...(run === undefined ? [] : [describeFunds(run, home)])]
    return { value, name: lines[at] ?? '', spoken: [swap, started, value].join(', '), short: value, description }
  })
  return choose(session, QUESTIONS[act], choices, header)
}

/** The run that is named, or why it cannot be read. @throws NOT_FOUND */
async function findRun(
  session: Session,
  file: RunFile,
  id: string,
  home: ReadHome,
): Promise<readonly SwapRun[] | SwapError> {
  try {
    return [(await readRun(file, id)) ?? (await missingRun(session, id, home))]
  } catch (error) {
    if (isSwapError(error) && error.reason === DAMAGED_RUN) return error
    throw error
  }
}

function describeRun(run: SwapRun, home: ReadHome) {
  const { id, step, createdAt, transactionId, payment } = run
  return {
    id,
    step,
    from: run.from,
    to: run.to,
    amount: run.request.amount,
    provider: run.request.provider,
    createdAt,
    money: describeFunds(run, home),
    ...defined({ transactionId, hash: payment?.hash }),
  }
}
