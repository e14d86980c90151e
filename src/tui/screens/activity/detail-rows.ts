import type { StatusTransaction } from '../../../core/api/documents.ts'
import { commandLine, placeWords } from '../../../core/text/command-line.ts'
import { preciseTimeText, timeText } from '../../../core/text/times.ts'
import { costText } from '../../../core/delivery/cost-text.ts'
import { arrivalField, tellerOf } from '../../../core/swap/received-text.ts'
import { transactionAssetText } from '../../../core/api/transaction-asset-text.ts'
import { transactionFeeText } from '../../../core/swap/transaction-value.ts'
import { defined } from '../../../core/defined.ts'
import { progressText } from '../../../core/swap/progress.ts'
import { paidWord, statusText } from '../../../core/swap/stage-words.ts'
import { stageMarks } from '../../kit/run/stages.ts'
import { continuingText, resumeCommand } from '../../kit/run/scrollback-lines.ts'
import { detailLayout } from '../../kit/layout/detail-layout.ts'
import { keyFor } from '../../bindings.ts'
import type { AppFacts } from '../../events.ts'
import { addressRows, BLANK, fieldRows, problemRows, type Row, textRows } from '../../kit/text/rows.ts'
import { rememberLast } from '../../kit/remember-last.ts'
import { zoneOf } from '../../kit/text/zone.ts'
import { jobOf } from '../../jobs/jobs.ts'
import { isAbout, lapseText, OTHER_SWAP } from '../../../wallet/index.ts'
import { runRows } from '../../kit/run/run-rows.ts'
import { hasLapsed, moneyText, type RunFacts } from '../../kit/run/run-facts.ts'
import { hashesOf } from './detail-facts.ts'
import { type ActivityRow, isUnpaidEnd } from './list.ts'
import type { OwnSwap } from './own-swaps.ts'
import type { ActivityDetail, ActivityState } from './state.ts'
import { formatAmountForPeople, groupThousands } from '../../../core/money/amount.ts'
import { promisedLeast } from '../../../core/money/shortfall.ts'
import type { StatedLeast } from '../../../core/swap/floor.ts'

/** Where the detail is drawn. */
export const ACTIVITY_LAYOUT = detailLayout(170, 84)

/** What is known of the marked swap. @param width columns */
export function detailLines(
  { detail }: ActivityState,
  row: ActivityRow,
  app: AppFacts,
  width: number,
  spoken: boolean,
): readonly Row[] {
  return layDetail(detail, row, app, width, spoken)
}

// Each key that moves is tried before it is offered.
const layDetail = rememberLast(
  (
    looked: ActivityDetail | undefined,
    row: ActivityRow,
    app: AppFacts,
    width: number,
    spoken: boolean,
  ): readonly Row[] => {
    const id = row.kind === 'transaction' ? row.transaction.id : row.run.transactionId
    const detail = looked?.transaction.id === id ? looked : undefined
    if (row.kind === 'transaction') {
      const { own } = detail ?? {}
      if (own !== undefined && own.shown === undefined) return strangeLines(own.run, app, width, spoken)
      const known = own?.shown ?? detail?.transaction ?? { ...row.transaction, updatedAt: '' }
      return [
        ...factLines(known, own?.run.lock?.terms, app, width, detail?.failure !== undefined),
        ...ownLines(own, row, app, width),
        ...recordLines(known, detail, app, width),
      ]
    }
    return runLines(row.run, detail, app, width, spoken)
  },
)

/**
 * What the journal holds may be old: where to pay is shown only once the service has said how the swap stands, so that
 * nobody pays twice.
 */
function runLines(
  run: RunFacts,
  detail: ActivityDetail | undefined,
  app: AppFacts,
  width: number,
  spoken: boolean,
): readonly Row[] {
  const { place } = app
  const isElsewhere = run.api !== place.api
  const isUnpaid = detail !== undefined && isUnpaidEnd({ ...run, transaction: detail.transaction })
  const isMisanswered = detail !== undefined && !isElsewhere && (isUnpaid || !isAbout(detail.transaction, run))
  const now = detail === undefined || isElsewhere || isMisanswered ? run : { ...run, transaction: detail.transaction }
  const job = jobOf(app.jobs, run.id)
  const isFollowed = job !== undefined
  const isOver = !isFollowed && hasLapsed(run, app)
  const head = [
    ...textRows(
      `${run.title}: ${isOver ? `its ${lapseText(run)}` : 'not ended'}. What is known about the money: ${moneyText(now)}`,
      width,
      isOver ? 'dim' : 'warn',
    ),
    ...textRows(
      isFollowed
        ? `${job.isElsewhere === true ? `waits for ${job.doing}` : 'followed here'}: ${keyFor(app, 'continue', 'c')} shows it on Review`
        : isElsewhere
          ? `continue it: ${resumeCommand(run.id, { ...place, api: run.api })}`
          : continuingText(run.id, place, keyFor(app, 'continue', 'c')),
      width,
      'dim',
    ),
    BLANK,
  ]
  if (isElsewhere) {
    const where = run.api ?? 'the service of this machine'
    const text = `It runs through ${where}; only that service knows its status since ${timeText(run.updatedAt, zoneOf(app))}.`
    return [...head, ...textRows(text, width), ...fieldRows('id', run.transactionId ?? run.id, width)]
  }
  if (run.transactionId === undefined) return [...head, ...stationRows(run, app, width, spoken)]
  if (detail === undefined) return [...head, ...textRows('asking for its status …', width, 'dim')]
  if (isMisanswered) {
    const what = isUnpaid
      ? `the service says ${detail.transaction.status} and knows of no payment, which is not believed`
      : `${OTHER_SWAP}, of which nothing is shown`
    const text = `It is not known how it stands: ${what}.`
    return [...head, ...textRows(text, width, 'bad'), ...fieldRows('id', run.transactionId, width)]
  }
  const { transaction } = detail
  return [...head, ...stationRows(now, app, width, spoken), ...recordLines(transaction, detail, app, width)]
}

function stationRows(run: RunFacts, app: AppFacts, width: number, spoken: boolean): readonly Row[] {
  const { place, now, jobs } = app
  const job = jobOf(jobs, run.id)
  const told = { awaySince: jobs.awaySince, job, zone: zoneOf(app) }
  return runRows({ run, isRunning: job !== undefined, now, width, spoken, place, ...told })
}

/** Of a swap about which the service does not speak, only what its run knows. */
function strangeLines(run: RunFacts, app: AppFacts, width: number, spoken: boolean): readonly Row[] {
  const text = `It is not known how it stands: ${OTHER_SWAP}, of which nothing is shown.`
  return [
    ...textRows(text, width, 'bad'),
    ...stationRows(run, app, width, spoken),
    ...fieldRows('id', run.transactionId ?? '', width),
  ]
}

/** Whose word what is: what a run of this machine knows wins. */
function ownLines(
  own: OwnSwap | undefined,
  { transaction, doubt }: Extract<ActivityRow, { kind: 'transaction' }>,
  { place }: AppFacts,
  width: number,
): readonly Row[] {
  const who = tellerOf(place.api) === 'server' ? 'the server' : 'its record'
  const contrary =
    doubt === undefined ? [] : textRows(`${who} says ${transaction.status} ${doubt} was noted`, width, 'bad')
  if (own === undefined) {
    const word = 'All of this is the word of the server.'
    return [...contrary, ...(place.api === undefined ? [] : textRows(word, width, 'dim'))]
  }
  const { run, otherwise } = own
  // The end of a run that was followed is held against what is said now by itself.
  const isSaid = run.step === 'final'
  const told = run.step === 'closed' ? `: ${run.reason ?? 'closed'}` : ''
  const word = `What this machine's run knows of it is shown. How it stands, what arrived, fees, cost and other hashes are the word of ${who}.`
  return [
    ...(isSaid ? [] : contrary),
    ...(otherwise.length === 0 ? [] : textRows(`${who} says otherwise: ${otherwise.join(', ')}`, width, 'bad')),
    ...fieldRows('run', `${run.id}${told}`, width),
    ...(run.step === 'closed' ? fieldRows('money', run.money, width) : []),
    ...(place.api === undefined ? [] : textRows(word, width, 'dim')),
  ]
}

/** What was swapped, and how it stands. @param terms that this machine agreed to, where it did */
function factLines(
  transaction: StatusTransaction,
  terms: StatedLeast | undefined,
  { place }: AppFacts,
  width: number,
  isFailed: boolean,
): readonly Row[] {
  const { status, srcAsset, dstAsset, provider, fee, reason } = transaction
  const asset = transactionAssetText(dstAsset)
  return [
    flowRow(transaction),
    ...fieldRows('status', statusText(transaction), width, status === 'FAILED' ? 'bad' : 'text'),
    ...fieldRows('progress', progressText(transaction), width),
    ...fieldRows('reason', reason ?? '', width),
    ...fieldRows(
      paidWord(transaction),
      `${groupThousands(transaction.srcAmount)} ${transactionAssetText(srcAsset)}`,
      width,
    ),
    ...fieldRows(...arrivalField(transaction, asset, tellerOf(place.api)), width, isFailed ? 'bad' : 'text'),
    ...fieldRows('at least', leastText(terms), width),
    ...fieldRows('fees', transactionFeeText(fee), width),
    ...fieldRows('cost', costText(transaction), width),
    ...fieldRows('provider', provider, width),
    ...addressRows('from', transaction.walletAddress, '', width),
    ...addressRows('to', transaction.recipientWalletAddress, '', width),
    ...fieldRows('memo', transaction.recipientMemo ?? '', width),
  ]
}

function leastText(terms: StatedLeast | undefined): string {
  const least = terms === undefined ? undefined : promisedLeast(terms)
  if (terms === undefined || least === undefined) return ''
  return `${formatAmountForPeople(least, terms.dst.decimals)} ${terms.dst.symbol}, as its lock promised`
}

/** By what it can be found and proven, and what happened to it. */
function recordLines(
  transaction: StatusTransaction,
  detail: ActivityDetail | undefined,
  app: AppFacts,
  width: number,
): readonly Row[] {
  const { place } = app
  const { id, createdAt, updatedAt } = transaction
  const zone = zoneOf(app)
  return [
    ...hashLines(transaction, detail, width),
    ...fieldRows('created', timeText(createdAt, zone), width),
    ...fieldRows('updated', timeText(updatedAt, zone), width),
    ...fieldRows('id', id, width),
    ...fieldRows('command', commandLine(['status', id, ...placeWords(place)]), width, 'dim'),
    ...failureRows(detail, width),
    BLANK,
    ...journalRows(detail, app, width),
  ]
}

function flowRow({ status, stage = 'awaiting_deposit' }: StatusTransaction): Row {
  if (status === 'FAILED' || status === 'REFUND') return [{ text: `✗ ${status}`, role: 'bad' }]
  return stageMarks(status === 'SUCCESS' ? undefined : stage).map(({ text, state }) => ({
    text: `${text}  `,
    role: STAGE_ROLES[state],
  }))
}

const STAGE_ROLES = { done: 'good', now: 'accent', later: 'dim' } as const

function hashLines(transaction: StatusTransaction, detail: ActivityDetail | undefined, width: number): readonly Row[] {
  const hashes: readonly { name: string; hash: string; link?: string | undefined }[] =
    detail?.hashes ?? hashesOf(transaction)
  return hashes.flatMap(({ name, hash, link }) =>
    fieldRows(name, hash, width).map((row) => row.map((piece, at) => (at === 0 ? piece : defined({ ...piece, link })))),
  )
}

function failureRows(detail: ActivityDetail | undefined, width: number): readonly Row[] {
  const { failure } = detail ?? {}
  return failure === undefined ? [] : [BLANK, ...problemRows(failure, width)]
}

function journalRows(detail: ActivityDetail | undefined, app: AppFacts, width: number): readonly Row[] {
  const { api } = app.place
  if (detail === undefined) return textRows('reading what happened …', width, 'dim')
  const { entries } = detail
  if (entries === undefined)
    return textRows(`Only ${api ?? 'the server'} knows what happened step by step`, width, 'dim')
  return [
    ...textRows('What happened', width, 'title'),
    ...entries.flatMap(({ at, text }) => fieldRows(preciseTimeText(at, zoneOf(app)), text, width)),
  ]
}
