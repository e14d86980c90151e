import { formatAmountForPeople } from '../../../core/money/amount.ts'
import { arrivedClause, tellerOf } from '../../../core/swap/received-text.ts'
import { sideText } from '../../../core/swap/terms.ts'
import { RUN_STEPS } from '../../../wallet/index.ts'
import { lessOf, type RunFacts } from './run-facts.ts'

/** One station of a swap on its way. */
export interface Station {
  readonly name: string
  readonly state: 'done' | 'now' | 'later' | 'bad' | 'skipped'
  /** What is known of it: hashes, amounts. */
  readonly text: string
}

/** The way of a swap, as far as its journal knows it. */
export function timelineOf(run: RunFacts): readonly Station[] {
  const isOver = run.step === 'closed' || run.step === 'final'
  const found = [lockStation(run), executeStation(run), ...payStations(run), ...arrivalStations(run)]
  // What is still to come never does once a run is closed.
  return found.map((station) =>
    isOver && (station.state === 'now' || station.state === 'later')
      ? { ...station, state: 'skipped' as const }
      : station,
  )
}

function isPast(run: RunFacts, step: RunFacts['step']): boolean {
  return run.step !== 'closed' && RUN_STEPS.indexOf(run.step) >= RUN_STEPS.indexOf(step)
}

function lockStation({ lock, step, provider, isLockRefused }: RunFacts): Station {
  if (lock === undefined || step === 'quoted' || step === 'locking')
    return { name: 'lock', state: 'now', text: provider }
  const { dst, minimumOut } = lock.terms
  const least = minimumOut === undefined ? '' : `, promised ${formatAmountForPeople(minimumOut, dst.decimals)}`
  if (isLockRefused) return { name: 'lock', state: 'bad', text: `${provider}: refused, it is not what was asked for` }
  return { name: 'lock', state: 'done', text: `${provider}: ${sideText(dst)}${least}` }
}

function executeStation(run: RunFacts): Station {
  const isDone = run.transactionId !== undefined || isPast(run, 'executed')
  if (isDone) return { name: 'execute', state: 'done', text: run.transactionId ?? 'without a record' }
  return {
    name: 'execute',
    state: (run.step === 'locked' && !run.isLockRefused) || run.step === 'executing' ? 'now' : 'later',
    text: '',
  }
}

function payStations(run: RunFacts): readonly Station[] {
  const { deposit, payment, approvals, transaction, step } = run
  const hasArrived = transaction !== undefined && !isWaiting(transaction.stage, transaction.status)
  if (deposit !== undefined && payment === undefined) {
    const text = `${deposit.amount} to ${deposit.address.text}`
    const state = hasArrived ? 'done' : isPast(run, 'executed') ? 'now' : 'later'
    return [{ name: 'deposit', state, text }]
  }
  const isApproving = payment !== undefined && !payment.isLast
  const approve = approvals.map(({ kind, hash }): Station => ({ name: kind, state: 'done', text: hash }))
  if (isApproving) approve.push({ name: payment.kind, state: 'now', text: payment.hash })
  const isSending = payment?.isLast === true
  const sent = isSending && isPast(run, 'sent')
  const send: Station = {
    name: payment?.kind === 'cancel' || payment?.kind === 'speed-up' ? payment.kind : 'send',
    state:
      sent || (isSending && transaction !== undefined)
        ? 'done'
        : isSending
          ? 'now'
          : step === 'executed'
            ? 'now'
            : 'later',
    text: isSending ? payment.hash : '',
  }
  if (approve.length > 0) return [...approve, send]
  return [{ name: 'approve', state: isSending ? 'skipped' : 'later', text: isSending ? 'not needed' : '' }, send]
}

function isWaiting(stage: string | undefined, status: string): boolean {
  return status === 'PENDING' && (stage === undefined || stage === 'awaiting_deposit')
}

function arrivalStations(run: RunFacts): readonly Station[] {
  const { transaction, step, api } = run
  const less = lessOf(run)
  const { stage, status, inboundHash = '', outboundHash, refundHash, reason } = transaction ?? {}
  const isFinal = status !== undefined && status !== 'PENDING'
  const isOnWay = isFinal || stage === 'swapping' || stage === 'paying_out'
  const inbound: Station = {
    name: 'inbound',
    state: isOnWay ? 'done' : stage === 'confirming' || step === 'sent' ? 'now' : 'later',
    text: inboundHash,
  }
  const hasLeft = typeof outboundHash === 'string' && outboundHash !== ''
  const outbound: Station = {
    name: 'outbound',
    state: hasLeft || status === 'SUCCESS' ? 'done' : isFinal ? 'skipped' : isOnWay ? 'now' : 'later',
    text: hasLeft ? outboundHash : '',
  }
  const end: Station =
    less !== undefined
      ? { name: 'too little', state: 'bad', text: less }
      : transaction?.status === 'SUCCESS'
        ? {
            name: 'done',
            state: 'done',
            text: arrivedClause(transaction, transaction.dstAsset.symbol ?? '?', tellerOf(api)),
          }
        : status === 'FAILED' || status === 'REFUND'
          ? { name: status === 'FAILED' ? 'failed' : 'refunded', state: 'bad', text: refundHash ?? reason ?? '' }
          : { name: 'done', state: step === 'final' ? 'bad' : 'later', text: '' }
  return [inbound, outbound, end]
}
