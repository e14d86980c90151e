import { arrivedClause, tellerOf } from '../../../core/swap/received-text.ts'
import { defined } from '../../../core/defined.ts'
import type { Job, JobEnd, JobEvent } from '../../jobs/jobs.ts'
import { lessOf, type RunFacts, symbolsOf } from '../../kit/run/run-facts.ts'
import { isPaperProvider } from '../../../core/api/paper.ts'
import type { ReviewEvent } from './state.ts'

/**
 * What the app is told of the work on a run, as the screen itself is.
 * @param inHand the run as it was told last; undefined where there is none yet
 * @param isLeft true once the work was broken off: its swap goes on, and nobody follows it here
 * @param speed how many times faster than estimated swaps settle. @default 1
 */
export function reportsOf(
  event: ReviewEvent,
  inHand: RunFacts | undefined,
  isLeft: boolean,
  speed = 1,
): readonly JobEvent[] {
  const jobOfRun = (run: RunFacts) => jobOf(run, speed)
  switch (event.type) {
    case 'progress':
      return [holdJob(jobOfRun(event.run))]
    case 'terms': {
      const { run } = event
      // A lock that was executed holds.
      const endsAt = run.step === 'executed' ? NaN : Date.parse(run.lock?.expiresAt ?? '')
      const lockEndsAt = Number.isNaN(endsAt) ? undefined : endsAt
      return [holdJob({ ...jobOfRun(run), waits: true, doing: 'your answer', lockEndsAt })]
    }
    case 'payment':
      return [holdJob({ ...jobOfRun(event.run), waits: true, doing: 'your answer' })]
    case 'password':
    case 'device': {
      if (inHand === undefined) return []
      const doing = event.type === 'password' ? 'your password' : 'your device'
      return [holdJob({ ...jobOfRun(inHand), waits: true, doing })]
    }
    case 'waiting':
      if (inHand === undefined || event.doing === undefined) return []
      return [holdJob({ ...jobOfRun(inHand), waits: false, doing: event.doing, isElsewhere: true })]
    case 'ended':
      return [endJob(event.run, endOf(event.run))]
    case 'stopped':
      if (event.run === undefined) return []
      return [endJob(event.run, isLeft ? { how: 'closed' } : { how: 'stopped', why: event.problem.message })]
    case 'open':
    case 'resume':
    case 'name':
    case 'notes':
    case 'found':
    case 'find-failed':
    case 'left':
    case 'look-due':
    case 'qr':
    case 'held':
      return []
  }
}

function holdJob(job: Job): JobEvent {
  return { on: 'app', type: 'job', job }
}

function endJob({ id }: RunFacts, end: JobEnd): JobEvent {
  return { on: 'app', type: 'job-over', id, end }
}

/** A run as a job that goes on, or waits to be paid by its user. */
function jobOf(run: RunFacts, speed: number): Job {
  const { id, amount, step, lock, payment, deposit, transaction, paidAt } = run
  const stage = transaction?.stage
  const estimateSec = lock?.terms.estimatedTimeSec
  const isUnpaid = payment === undefined && (stage === undefined || stage === 'awaiting_deposit')
  const isDue = step === 'tracked' && isUnpaid && deposit !== undefined
  // Deposits of the sandbox arrive by themselves.
  const isPaper = isPaperProvider(run.provider)
  const waits = isDue && !isPaper
  return {
    id,
    amount,
    ...symbolsOf(run),
    doing: waits ? 'your payment' : isDue ? 'paper arrives' : doingOf(step === 'tracked' ? (stage ?? step) : step),
    waits,
    lockEndsAt: undefined,
    isPaid: step === 'sent' || (step === 'tracked' && (isPaper || !isUnpaid)),
    ...defined({ sentAt: paidAt === undefined ? undefined : Date.parse(paidAt) }),
    estimateSec: estimateSec === undefined ? undefined : estimateSec / speed,
  }
}

/** What each step, and each stage of a tracked swap, does. */
const DOING: Readonly<Record<string, string>> = {
  quoted: 'locking',
  locking: 'locking',
  locked: 'locked',
  executing: 'executing',
  executed: 'executing',
  signed: 'sending',
  sent: 'confirming',
  tracked: 'settling',
  awaiting_deposit: 'confirming',
  confirming: 'confirming',
  swapping: 'swapping',
  paying_out: 'paying out',
}

function doingOf(name: string): string {
  return Object.hasOwn(DOING, name) ? (DOING[name] ?? name) : name
}

function endOf(run: RunFacts): JobEnd {
  const { step, transaction, api } = run
  const less = lessOf(run)
  if (step !== 'final' || transaction === undefined) return { how: 'closed' }
  switch (transaction.status) {
    case 'SUCCESS':
      if (less !== undefined) return { how: 'short', arrived: less }
      return { how: 'settled', arrived: arrivedClause(transaction, transaction.dstAsset.symbol ?? '?', tellerOf(api)) }
    case 'FAILED':
      return { how: 'failed' }
    case 'REFUND':
      return { how: 'refunded' }
    case 'PENDING':
    default:
      return { how: 'closed' }
  }
}
