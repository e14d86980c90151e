import { markedSymbol } from '../../../core/assets/look-alikes.ts'
import type { HistoryTransaction } from '../../../core/api/documents.ts'
import type { TableColumn, TableRow } from '../../kit/layout/table.ts'
import { defined } from '../../../core/defined.ts'
import { formatAmount } from '../../../core/money/amount.ts'
import { formatUsdForPeople } from '../../../core/money/fees.ts'
import { describeProgress } from '../../../wallet/index.ts'
import { shortTimeText, timeHeader, type TimeText, type TimeZone } from '../../../core/text/times.ts'
import { zoneOf } from '../../kit/text/zone.ts'
import { receivedText } from '../../../core/swap/received-text.ts'
import { transactionUsdText } from '../../../core/swap/transaction-value.ts'
import type { AppFacts } from '../../events.ts'
import { shortAmount } from '../../kit/text/short-amount.ts'
import { jobOf } from '../../jobs/jobs.ts'
import { phaseText } from '../../jobs/running-rows.ts'
import { hasLapsed, type RunFacts } from '../../kit/run/run-facts.ts'
import type { Role } from '../../theme.ts'
import type { ActivityRow } from './list.ts'

/** Columns of the list, whose times are of these clocks: those that are least missed go first. */
export const activityColumns = (zone: TimeZone): readonly TableColumn[] => [
  { header: timeHeader('WHEN', zone), drop: 2 },
  { header: 'SENT', align: 'right', most: 26 },
  { header: 'RECEIVED', align: 'right', drop: 1, most: 28 },
  { header: 'USD', align: 'right', drop: 5, most: 16 },
  { header: 'CHAINS', drop: 4, most: 36 },
  { header: 'PROVIDER', drop: 3, most: 20 },
  { header: 'ID', drop: 6, most: 40 },
  { header: 'STATUS', grows: 24 },
]

const STAGES: Readonly<Record<string, string>> = {
  awaiting_deposit: 'awaits payment',
  confirming: 'confirming',
  swapping: 'swapping',
  paying_out: 'paying out',
}

const ROLES: Readonly<Record<string, Role>> = { PENDING: 'warn', FAILED: 'bad', REFUND: 'accent' }

type AmountText = (amount: string) => string

/** Columns below which how a swap stands is said in one or two words: its detail says the rest. */
const LEAST_WITH_REASON = 60

/**
 * A line of the list.
 * @param width columns of the list; Infinity for a screen reader
 * @param amountText writes an amount in whole units
 */
export function tableRow(
  row: ActivityRow,
  app: Pick<AppFacts, 'now' | 'quarter' | 'place' | 'settings' | 'jobs'>,
  width: number,
  amountText: AmountText = shortAmount,
): TableRow {
  const whenText = (iso: string) => shortTimeText(iso, zoneOf(app), app.quarter)
  if (row.kind === 'transaction') return transactionRow(row, app.place.api, { whenText, amountText }, width)
  const { run, key, doubt } = row
  const [, from = run.from] = run.from.split(':')
  const { src, dst } = run.lock?.terms ?? {}
  const promised = dst === undefined ? '' : `~${amountText(formatAmount(dst.amount, dst.decimals))} ${dst.symbol}`
  return {
    key,
    role: 'warn',
    cells: [
      whenText(run.createdAt),
      `${amountText(run.amount)} ${run.transaction?.srcAsset.symbol ?? from}`,
      promised,
      src === undefined ? '' : src.usd === undefined ? 'unknown' : formatUsdForPeople(src.usd),
      `${run.srcChain} → ${run.dstChain}`,
      run.provider,
      run.transactionId ?? run.id,
      runStatusText(run, doubt, app, width),
    ],
  }
}

/** `swapping 31s of 90s` of what is followed here, `open, late: sent, swapping`: what changes stands first, the end is cut. */
function runStatusText(
  run: RunFacts,
  doubt: string | undefined,
  app: Pick<AppFacts, 'now' | 'place' | 'jobs'>,
  width: number,
): string {
  const late = run.transaction?.late === true ? ', late' : ''
  const isBrief = width < LEAST_WITH_REASON
  const job = jobOf(app.jobs, run.id)
  if (job !== undefined && job.isElsewhere !== true) {
    const phase = `${phaseText(job, app.now)}${late}`
    return isBrief || doubt === undefined ? phase : `${phase}; ${doubt}`
  }
  const standing = `${job === undefined ? standingOf(run, app) : `waits for ${job.doing}`}${late}`
  if (isBrief) return standing
  const progress = describeProgress(run, run.money, hasLapsed(run, app))
  return `${standing}: ${doubt === undefined ? '' : `${doubt}; `}${progress}`
}

/** Who may bring on what is not followed here. */
function standingOf(run: RunFacts, app: Pick<AppFacts, 'now' | 'place'>): string {
  if (hasLapsed(run, app)) return 'not paid'
  return run.api === app.place.api ? 'open' : 'open elsewhere'
}

/** How times and amounts are written. */
interface CellTexts {
  readonly whenText: TimeText
  readonly amountText: AmountText
}

function transactionRow(
  { key, transaction, isMine, doubt }: Extract<ActivityRow, { kind: 'transaction' }>,
  api: string | undefined,
  { whenText, amountText }: CellTexts,
  width: number,
): TableRow {
  const { createdAt, srcAmount, srcAsset, dstAsset, provider, id, status } = transaction
  const role = doubt !== undefined ? 'bad' : Object.hasOwn(ROLES, status) ? ROLES[status] : undefined
  const standing = width < LEAST_WITH_REASON ? shortStatus(transaction) : statusText(transaction)
  return {
    key,
    ...defined({ role }),
    cells: [
      whenText(createdAt),
      `${amountText(srcAmount)} ${markedSymbol(srcAsset.symbol ?? '?')}`,
      receivedText(transaction, amountText),
      transactionUsdText(transaction),
      `${srcAsset.chain ?? '?'} → ${dstAsset.chain ?? '?'}`,
      provider,
      id,
      // Of a server, all that is not marked is somebody else's.
      `${api !== undefined && isMine ? 'mine, ' : ''}${doubt === undefined ? standing : `${status} ${doubt}`}`,
    ],
  }
}

/** `PENDING swapping (late)`, `FAILED: why`. */
function statusText({ status, stage, late, reason }: HistoryTransaction): string {
  if (status !== 'PENDING') return reason === undefined ? status : `${status}: ${reason}`
  const doing = stage === undefined ? '' : ` ${stageWord(stage)}`
  return `${status}${doing}${late === true ? ' (late)' : ''}`
}

/** `swapping, late`, `FAILED`. */
function shortStatus({ status, stage, late }: HistoryTransaction): string {
  if (status !== 'PENDING') return status
  return `${stage === undefined ? status : stageWord(stage)}${late === true ? ', late' : ''}`
}

function stageWord(stage: string): string {
  return Object.hasOwn(STAGES, stage) ? (STAGES[stage] ?? stage) : stage
}
