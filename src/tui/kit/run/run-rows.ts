import { progressText } from '../../../core/swap/progress.ts'
import { statusText as transactionStatusText } from '../../../core/swap/stage-words.ts'
import { isPaperProvider } from '../../../core/api/paper.ts'
import { timeText, type TimeZone } from '../../../core/text/times.ts'
import { clockText, duration } from '../../../core/text/duration.ts'
import { commandLine, placeWords } from '../../../core/text/command-line.ts'
import type { HeldJob } from '../../jobs/jobs.ts'
import type { Place } from '../../context.ts'
import { awayTime } from '../text/ages.ts'
import { fitText } from '../text/text-fit.ts'
import type { Role } from '../../theme.ts'
import { addressRows, BLANK, fieldRows, type Row, textRows } from '../text/rows.ts'
import { type DepositFacts, moneyText, type RunFacts } from './run-facts.ts'
import { STAGE_SIGNS } from './stages.ts'
import { type Station, timelineOf } from './timeline.ts'
import { groupThousands } from '../../../core/money/amount.ts'

const SIGNS = { ...STAGE_SIGNS, bad: '✗', skipped: '-' } as const
const SPOKEN = { done: 'done', now: 'now', later: 'later', bad: 'failed', skipped: 'not needed' } as const
const ROLES: Readonly<Record<Station['state'], Role>> = {
  done: 'good',
  now: 'accent',
  later: 'dim',
  bad: 'bad',
  skipped: 'dim',
}

interface RunParts {
  readonly run: RunFacts
  /** True while the work on it goes on. */
  readonly isRunning: boolean
  /** Epoch milliseconds. */
  readonly now: number
  readonly width: number
  readonly spoken: boolean
  readonly place: Place
  /** Epoch milliseconds since which nobody answers, as of `Jobs`. */
  readonly awaySince: number | undefined
  /** What this process has in hand of it: since when it is paid, and how long it takes from then on. @default as the run and its lock say */
  readonly job?: Pick<HeldJob, 'paidAt' | 'estimateSec'> | undefined
  /** The clocks that times are shown by. */
  readonly zone: TimeZone
}

/** A run on its way: its stations, what it waits for, and what is known about the money. */
export function runRows(parts: RunParts): readonly Row[] {
  const { run, width, zone } = parts
  return [
    ...timelineOf(run).flatMap((station) => stationRows(station, parts)),
    BLANK,
    ...depositRows(parts),
    ...callRows(parts),
    ...statusRows(parts),
    ...(run.transaction === undefined ? [] : fieldRows('progress', progressText(run.transaction), width)),
    ...fieldRows('money', moneyText(run), width),
    ...fieldRows('run', `${run.id}, since ${timeText(run.createdAt, zone)}`, width),
    ...addressRows('from', run.depositor, `on ${run.srcChain}`, width),
    ...recipientRows(run, width),
    ...fieldRows('accepted', run.accepted, width),
  ]
}

/** How far it came, and whether anybody is there to say more. */
export function statusRows(parts: RunParts): readonly Row[] {
  const { run, isRunning, width } = parts
  const isOver = run.step === 'final' || run.step === 'closed'
  return [...fieldRows('status', statusText(parts), width), ...(isRunning && !isOver ? awayRows(parts) : [])]
}

/** That nobody answers, under what is waited for. */
export function awayRows({
  awaySince,
  now,
  place,
  width,
}: Pick<RunParts, 'awaySince' | 'now' | 'place' | 'width'>): readonly Row[] {
  return awaySince === undefined ? [] : fieldRows('', awayText(awaySince, { now, place }), width, 'bad')
}

/** `the server has not answered for 4s`. @param awaySince epoch milliseconds */
export function awayText(awaySince: number, { now, place }: Pick<RunParts, 'now' | 'place'>): string {
  const isServer = place.api !== undefined
  const since = awayTime(awaySince, now)
  if (since === undefined) return isServer ? 'the server does not answer' : 'nobody answers'
  return `${isServer ? 'the server has not' : 'nobody has'} answered for ${since}`
}

/** Who is paid, what the payment states, and the name that stands for the address. */
export function recipientRows(run: RunFacts, width: number): readonly Row[] {
  const { recipient, recipientName = '', recipientMemo = '', dstChain } = run
  return [
    ...addressRows('paid to', recipient, `on ${dstChain}`, width),
    ...fieldRows('memo', recipientMemo, width),
    ...fieldRows('name', recipientName, width),
  ]
}

function stationRows({ name, state, text }: Station, { width, spoken }: RunParts): readonly Row[] {
  const sign = spoken ? `${SPOKEN[state]}: ` : `${SIGNS[state]} `
  const rows = fieldRows('', text, width, state === 'bad' ? 'bad' : 'text')
  const [first = [], ...rest] = rows
  return [[{ text: fitText(`${sign}${name}`, 13), role: ROLES[state] }, ...first.slice(1)], ...rest]
}

function statusText({ run, isRunning, now, job, awaySince, place }: RunParts): string {
  const { transaction, step, lock, reason } = run
  const sinceMs = job?.paidAt ?? Date.parse(run.paidAt ?? run.updatedAt)
  if (step === 'closed') return reason ?? 'closed'
  if (transaction === undefined || step !== 'tracked') {
    if (step === 'final') return transaction?.status ?? 'final'
    if (run.isLockRefused) return 'the lock is refused: it is not what was asked for'
    if (!isRunning) return `stopped after: ${step}${step === 'executing' ? `; ${ASKED_AGAIN}` : ''}`
    const waits = COUNTED.has(step) ? `, ${clockText((now - sinceMs) / 1000)}` : ''
    return `${DOING[step] ?? step}${waits}`
  }
  const sofar = clockText((now - sinceMs) / 1000)
  const takesSec = job?.estimateSec ?? lock?.terms.estimatedTimeSec
  const about = takesSec === undefined ? '' : ` of about ${clockText(takesSec)}`
  const status = transactionStatusText(transaction)
  if (!isRunning) return `${status}; not followed here`
  // A server that is silent has not said so since.
  const isOld = awaySince !== undefined && place.api !== undefined
  return `${status}, ${isOld ? `as of ${duration((now - awaySince) / 1000)} ago; ` : ''}${sofar}${about}`
}

/** Steps of which it is said for how long they last. */
const COUNTED: ReadonlySet<RunFacts['step']> = new Set<RunFacts['step']>(['locking', 'sent'])

/** What going on with a run does whose execution is not confirmed. */
export const ASKED_AGAIN = 'to continue asks again, and executes once'

const DOING: Readonly<Partial<Record<RunFacts['step'], string>>> = {
  quoted: 'asking for a lock',
  locking: 'asking for a lock',
  locked: 'locked',
  executing: 'executing: asking the provider for the payment',
  executed: 'preparing the payment',
  signed: 'sending the signed transaction',
  sent: 'waiting for the transaction to be mined',
  tracked: 'asking for the status',
}

const PAPER_DEPOSIT =
  'Paper money: the sandbox sends it by itself, and you send nothing. The address belongs to nobody: never send real money there.'
const PAPER_CALL = 'Paper money: never send this with a wallet that holds real money.'

function depositRows({ run, now, width, place, zone }: RunParts): readonly Row[] {
  const { deposit, transaction, payment } = run
  const isDue = deposit !== undefined && payment === undefined && run.step !== 'final' && run.step !== 'closed'
  if (!isDue) return []
  if (transaction?.stage !== undefined && transaction.stage !== 'awaiting_deposit') return []
  // Where a part has arrived, the whole must not be asked for again: the progress says what is missing.
  const isPartial = transaction?.progress?.srcReceived !== undefined
  // Who reported a payment is not asked for another one.
  if (!isPartial && (transaction?.inboundHash ?? '') !== '') return []
  if (isPaperProvider(run.provider)) return paperRows(deposit, run, width)
  return [
    [
      {
        text: isPartial ? 'A part has arrived: see the progress below' : `Send exactly ${deposit.amount}`,
        role: 'title',
      },
    ],
    ...addressRows('address', deposit.address.text, `on ${run.srcChain}`, width),
    ...(deposit.memo === undefined ? [] : fieldRows('memo', deposit.memo.text, width, 'warn')),
    ...(deposit.memo === undefined ? [] : fieldRows('', 'Without this memo the money may be lost', width, 'warn')),
    ...deposit.doubts.flatMap((doubt) => fieldRows('warning', doubt, width, 'warn')),
    ...fieldRows('until', untilText(deposit, now, zone), width, isTooLate(deposit, now) ? 'bad' : 'text'),
    ...fieldRows('link', isPartial ? '' : (deposit.uri ?? ''), width),
    ...fieldRows('how', deposit.instructions ?? '', width),
    ...deposit.steps.flatMap(({ rule, reason, hex }, at) => [
      ...fieldRows(`${at + 1}.`, `${rule}: ${reason}`, width),
      ...(hex === undefined ? [] : hexRows(hex, width)),
    ]),
    ...(deposit.hasPsbt && !isPartial && !isTooLate(deposit, now)
      ? fieldRows('psbt', `the same for your wallet to sign: ${psbtCommand(run, place)}`, width)
      : []),
    BLANK,
  ]
}

/** A deposit that nobody has to pay. */
function paperRows({ address, amount }: DepositFacts, { srcChain }: RunFacts, width: number): readonly Row[] {
  return [
    [{ text: `${groupThousands(amount)} of paper arrives by itself`, role: 'title' }],
    ...textRows(PAPER_DEPOSIT, width, 'warn'),
    ...addressRows('address', address.text, `on ${srcChain}`, width),
    BLANK,
  ]
}

/** Hex that is to be copied: it has its lines to itself, and is cut between bytes where it fits on none. */
function hexRows(hex: string, width: number): readonly Row[] {
  const most = Math.max(2, width - (width % 2))
  const lines = Array.from({ length: Math.ceil(hex.length / most) }, (_, at) => hex.slice(at * most, (at + 1) * most))
  return lines.map((text) => [{ text, role: 'accent' }])
}

/** What makes the deposit of a run as an unsigned transaction. */
export function psbtCommand({ id, transactionId }: Pick<RunFacts, 'id' | 'transactionId'>, place: Place): string {
  return commandLine(['psbt', transactionId ?? id, ...placeWords(place)])
}

function isTooLate({ until }: DepositFacts, now: number): boolean {
  return until !== undefined && Date.parse(until) <= now
}

function untilText(deposit: DepositFacts, now: number, zone: TimeZone): string {
  const { until } = deposit
  if (until === undefined) return ''
  if (isTooLate(deposit, now)) return `${timeText(until, zone)}: too late, send nothing`
  return `${timeText(until, zone)}, in ${duration(Math.floor((Date.parse(until) - now) / 1000))}`
}

/** True while another wallet is to call, or to broadcast the message that stands for a deposit. */
function isForOtherWallet({ step, closedAs, call, payment, transaction }: RunFacts): boolean {
  if (step === 'closed') return (closedAs ?? 'unpaid') === 'unpaid'
  const isMessage = call?.fields.some(([name]) => name === 'message') === true
  const isSeen = transaction?.stage !== undefined && transaction.stage !== 'awaiting_deposit'
  return step === 'tracked' && isMessage && payment === undefined && !isSeen
}

/** What another wallet is to call, where this machine has none for it. */
function callRows({ run, width, place }: RunParts): readonly Row[] {
  const { call, transactionId } = run
  if (call === undefined || !isForOtherWallet(run)) return []
  return [
    ...textRows('To be sent by your own wallet', width, 'title'),
    ...(isPaperProvider(run.provider) ? textRows(PAPER_CALL, width, 'warn') : []),
    ...call.fields.flatMap(([name, text]) => fieldRows(name, text, width)),
    ...(call.data === undefined
      ? []
      : fieldRows('calldata', `${call.data.text.length} characters: Alt-D copies it`, width)),
    ...(transactionId === undefined
      ? []
      : fieldRows('then report', commandLine(['track', transactionId, 'HASH', ...placeWords(place)]), width)),
    BLANK,
  ]
}
