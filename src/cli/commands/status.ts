import { timeText } from '../../core/text/times.ts'
import type { StatusResult } from '../../core/api/documents.ts'
import type { StatedTerms } from '../../core/swap/terms.ts'
import { standingText } from '../../core/swap/stage-words.ts'
import { SwapError } from '../../core/api/errors.ts'
import { defineCommand } from '../command.ts'
import { TRANSACTION_OR_HASH } from '../command-line/transaction-argument.ts'
import { orInterrupted } from '../or-interrupted.ts'
import { findArrival } from '../pay/arrival.ts'
import { ofOwnHome } from '../pay/home/own-home.ts'
import { FOLLOW_TIME } from '../pay/follow-time.ts'
import type { OpenedService, Session } from '../session.ts'
import { refuseIdle } from '../command-line/flags.ts'
import { finalFailure, findStatus, printTransaction, shortText, type ShownArrival } from '../views/transaction-view.ts'

/** Shows a transaction, or watches it to its end. */
export const status = defineCommand({
  arguments: { id: TRANSACTION_OR_HASH },
  options: {
    watch: { kind: 'switch', description: 'follow it until it is final (with --json one document a line)' },
    timeout: { ...FOLLOW_TIME, description: 'with --watch: stop waiting after this time, with exit code 7' },
  },
  looksAtPayments: true,
  examples: ['status tx_01h2x3y4z5', 'status tx_01h2x3y4z5 --watch --timeout 600 --json'],
  notes:
    'Without --watch the exit code is 0 whatever the status; with it, 0 means SUCCESS and 7 everything else, also a\nSUCCESS that brought nothing, as its chain shows, or less than the least that was promised.',
  stopsItself: true,
  run: async (session, { id }, flags) => {
    const { output } = session
    if (!flags.watch) refuseIdle({ timeout: flags.timeout }, 'without --watch', 'Add --watch, or leave it out')
    if (!flags.watch) return orInterrupted(show(session, id), session.signal)
    const opened = await session.open()
    const first = await orInterrupted(readStatus(session, opened, id), session.signal)
    await tellDeposit(session, first)
    const left = new AbortController()
    const last = await watch(session, opened, first, flags.timeout, left)
    const arrival = await arrivalOf(session, last)
    if (!output.json) await printTransaction(output, last.transaction, '', arrival)
    const failure = last.final
      ? finalFailure(last.transaction, arrival, await termsOf(session, last))
      : stillPending(session, last, left.signal)
    if (failure !== undefined) throw failure
  },
})

/** Prints how it stands. */
async function show(session: Session, id: string): Promise<void> {
  const { output } = session
  const result = await readStatus(session, await session.open(), id)
  if (output.json) output.printJson({ data: result })
  else await printTransaction(output, result.transaction, '', await arrivalOf(session, result))
  await tellDeposit(session, result)
  await tellShort(session, result)
  if (!result.final) output.note(`follow it: swapcli status ${result.transaction.id} --watch`)
}

function readStatus(session: Session, { service }: OpenedService, id: string): Promise<StatusResult> {
  return findStatus(service, id).catch(async (error: unknown) => {
    throw await ofOwnHome(session, error)
  })
}

function arrivalOf(session: Session, { transaction }: StatusResult): Promise<ShownArrival | undefined> {
  return findArrival(session, session.api, transaction)
}

async function watch(
  session: Session,
  { service }: OpenedService,
  first: StatusResult,
  timeoutSec: number | undefined,
  left: AbortController,
): Promise<StatusResult> {
  const { output } = session
  const end = new AbortController()
  const late = new AbortController()
  if (timeoutSec !== undefined) {
    void session.clock.sleep(timeoutSec * 1000, end.signal).then(
      () => late.abort(),
      () => undefined,
    )
  }
  const signal = AbortSignal.any([session.signal, output.gone, late.signal, left.signal])
  const events = service.watch({ transactionId: first.transaction.id }, { signal })
  try {
    if (output.toTerminal && !output.json && !output.quiet) {
      const { watchStatus } = await import('../../tui/index.ts')
      return (
        (await watchStatus(events, {
          colour: output.colored,
          leave: () => left.abort(),
        })) ?? first
      )
    }
    let last = first
    for await (const result of events) {
      last = result
      if (output.json) output.printJson({ data: result })
      else output.note(`${timeText(result.transaction.updatedAt, output.zone)}  ${standingText(result.transaction)}`)
    }
    return last
  } finally {
    end.abort()
  }
}

function stillPending(session: Session, { transaction }: StatusResult, left: AbortSignal): SwapError | undefined {
  if (session.output.gone.aborted) return undefined
  const again = `Go on watching: swapcli status ${transaction.id} --watch`
  if (session.signal.aborted || left.aborted) {
    return new SwapError('INTERRUPTED', 'Watching was stopped; the swap goes on by itself', {
      funds: 'unknown',
      hint: again,
    })
  }
  return new SwapError('OUTCOME_UNKNOWN', 'The swap is still pending; waiting for it ran out of time', {
    funds: 'unknown',
    hint: again,
  })
}

/** What arrived of a swap below the least that was promised to this machine. */
async function tellShort(session: Session, result: StatusResult): Promise<void> {
  const terms = await termsOf(session, result)
  if (terms === undefined) return
  const less = shortText(result.transaction, await arrivalOf(session, result), terms)
  if (less !== undefined) session.output.warn(`it brought ${less}`)
}

/** Of the lock of a swap of this machine that is called a success. */
async function termsOf(session: Session, { transaction }: StatusResult): Promise<StatedTerms | undefined> {
  if (transaction.status !== 'SUCCESS') return undefined
  const { findRunOf } = await import('../pay/waiting-deposit.ts')
  return (await findRunOf(session, transaction))?.lock?.terms
}

/** Where the deposit of a swap that waits for it goes; nothing of that is loaded for one that has ended. */
async function tellDeposit(session: Session, { transaction }: StatusResult): Promise<void> {
  if (transaction.status !== 'PENDING') return
  const { tellWaitingDeposit } = await import('../pay/waiting-deposit.ts')
  await tellWaitingDeposit(session, transaction)
}
