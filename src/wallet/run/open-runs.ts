import type { StatusTransaction } from '../../core/api/documents.ts'
import { isOfOneSwap, isSwapError, SwapError } from '../../core/api/errors.ts'
import type { SwapService } from '../../core/api/service.ts'
import { sameAddress } from '../../core/assets/address-key.ts'
import { belowLeastText, type StatedOutcome } from '../../core/money/below-least.ts'
import { compare } from '../../core/compare.ts'
import { startDeadline } from '../../core/deadline.ts'
import type { Clock } from '../../core/ports.ts'
import { isWithin } from '../../core/stored-time.ts'
import { KEEP_ROUTE_MS, MOST_RESUME_WITHIN_MIN } from '../../core/swap/defaults.ts'
import type { HomeStanding } from './home-doubt.ts'
import { isKnownElsewhere } from './funds.ts'
import type { SwapRun } from './journal.ts'
import { isAbout } from '../terms/run-subject.ts'
import type { RunStep } from './steps.ts'

/*
 * Which runs are left open, decided here alone: a swap that ended while nobody brought its run on is over, and what was only
 * quoted or locked leaves nothing open once that has run out. Nothing of it is noted: whoever brings such a run on is told how it
 * ended, and what arrived is looked for then.
 */

/** Where it is looked up how swaps ended. */
export interface EndSource {
  readonly service: Pick<SwapService, 'history' | 'status'>
  /** Base URL of the service; undefined for the embedded one. Runs of other services are not looked up. */
  readonly api: string | undefined
}

/** How one look is made. */
interface Look {
  /**
   * How many runs the embedded service is asked about that it has not noted the end of: it asks their providers, where that is
   * due.
   */
  readonly mostAsked: number
  /** Its abort ends the look. */
  readonly signal?: AbortSignal
}

/** What a service says of a swap. */
type Told = Pick<StatusTransaction, 'id' | 'status' | 'inboundHash' | 'recipientWalletAddress'> & StatedOutcome

/** Which runs are over that the journal has as unfinished, as far as this process has looked. */
export interface KnownEnds {
  /** True for a run whose swap has ended. */
  has(run: SwapRun): boolean
  /** Takes what a service said. @param api its base URL; undefined for the embedded one @returns the run where it is over by that */
  take(run: SwapRun, told: Told, api: string | undefined): FoundEnd | undefined
  /**
   * Looks how those stand that may have ended: what their service knows of each is read once, then of a few at a time. It
   * takes 3 s at most, after those that began before it, and where nobody answers the runs stay as they were.
   * @returns those that turned out to be over
   */
  look(runs: readonly SwapRun[], source: EndSource, how: Look): Promise<readonly FoundEnd[]>
}

/** A run that turned out to be over. */
export interface FoundEnd {
  readonly run: SwapRun
  readonly status: Told['status']
  /** Present for a success that brought less than the least that was promised. */
  readonly isShort?: true
  /** True where an earlier look, or what its service had noted, had it as pending: it is news. */
  readonly isNews: boolean
}

/** What one look may take, and the pause after one that nobody answered, in milliseconds. */
const LOOK_MS = 3_000
/** Time between two looks at one run, in milliseconds. */
const AGAIN_MS = 10_000
/** How many runs one look reads again of what is noted. */
const MOST_AGAIN = 5

/** Nothing is known yet. */
export function createKnownEnds(clock: Clock): KnownEnds {
  const over = new Set<string>()
  /** Epoch milliseconds at which the service was asked about a run, and at which it was looked at all, by run. */
  const [askedAt, lookedAt] = [new Map<string, number>(), new Map<string, number>()]
  let unansweredAt = -Infinity
  let before: Promise<unknown> = Promise.resolve()
  const has = ({ id }: SwapRun) => over.has(id)
  const isKnown = ({ id }: SwapRun) => lookedAt.has(id)
  const take = (run: SwapRun, told: Told, api: string | undefined): FoundEnd | undefined => {
    if (has(run) || !isEndOf(told, run, api)) return undefined
    over.add(run.id)
    const isShort = belowLeastText(run.lock?.terms, told) !== undefined
    return { run, status: told.status, ...(isShort ? { isShort } : {}), isNews: isKnown(run) }
  }
  const look = async (runs: readonly SwapRun[], { service, api }: EndSource, { mostAsked, signal }: Look) => {
    const now = clock.now()
    // A server may take back what it said.
    const open = runs.filter((run) => (api !== undefined || !has(run)) && mayHaveEnded(run, api))
    if (open.length === 0 || isWithin(unansweredAt, now, AGAIN_MS)) return []
    const found: FoundEnd[] = []
    const keep = (end: FoundEnd | undefined) => end !== undefined && found.push(end)
    const due = dueOf(open.filter(isKnown), lookedAt, now)
    const known = [...due.filter((run) => !has(run)), ...due.filter(has)]
    const late = () => new SwapError('SERVICE_UNAVAILABLE', 'The service does not say how swaps ended')
    const deadline = startDeadline(clock, LOOK_MS, late, signal)
    const takeAll = async (run: SwapRun, work: Promise<readonly Told[]>) => {
      try {
        for (const told of await deadline.race(work)) {
          if (!isEndOf(told, run, api)) over.delete(run.id)
          keep(take(run, told, api))
        }
      } catch (error) {
        // An answer about another swap takes back what was said of this one.
        const isMisanswered = isSwapError(error) && error.code === 'BAD_GATEWAY'
        if (!isMisanswered && !isOfOneSwap(error)) throw error
        over.delete(run.id)
      }
    }
    try {
      const read = [...open.filter((run) => !isKnown(run)), ...known.slice(0, MOST_AGAIN)]
      for (const run of read) {
        // A call of a server that hangs has to be ended; what it says is its own, whoever it asks.
        await takeAll(run, api === undefined ? readNoted(service, run) : askAbout(service, run, deadline.signal))
        lookedAt.set(run.id, now)
      }
      if (api !== undefined) return found
      const asked = dueOf(open, askedAt, now).filter((run) => !has(run))
      for (const run of asked.slice(0, mostAsked)) {
        // One whose provider is slow gives way to the others.
        askedAt.set(run.id, now)
        await takeAll(run, askAbout(service, run, deadline.signal))
      }
    } catch (error) {
      // Who does not answer about one is not asked about the others.
      if (signal?.aborted !== true && !isSwapError(error)) throw error
      unansweredAt = now
    } finally {
      deadline.stop()
    }
    return found
  }
  return {
    has,
    take,
    look: async (...asked) => {
      const own = before.then(() => look(...asked))
      before = own.catch(() => undefined)
      return own
    },
  }
}

type Ends = EndSource['service']

async function readNoted(service: Ends, { transactionId = '' }: SwapRun): Promise<readonly Told[]> {
  return (await service.history({ transactionId, perPage: 1 })).data
}

async function askAbout(service: Ends, { transactionId = '' }: SwapRun, signal: AbortSignal): Promise<readonly Told[]> {
  return [(await service.status({ transactionId }, { signal })).transaction]
}

/** Those that were not looked at for a while, longest ago first. @param at epoch milliseconds by run */
function dueOf(runs: readonly SwapRun[], at: ReadonlyMap<string, number>, now: number): readonly SwapRun[] {
  const atOf = ({ id }: SwapRun) => at.get(id) ?? -Infinity
  return runs.filter((run) => !isWithin(atOf(run), now, AGAIN_MS)).sort((a, b) => compare(atOf(a), atOf(b)))
}

/**
 * True for a run of a service that nothing more is signed or sent of. Of one that this machine has yet to bring into a block only
 * its own service is believed.
 */
function mayHaveEnded(run: SwapRun, api: string | undefined): boolean {
  if (run.api !== api || run.transactionId === undefined) return false
  const { step, payment } = run
  if (step === 'tracked') return true
  return (
    api === undefined && step === 'sent' && payment !== undefined && payment.last !== false && payment.kind !== 'cancel'
  )
}

/** True where a service says that the swap of a run has ended, and means what the run paid. */
function isEndOf(told: Told, run: SwapRun, api: string | undefined): boolean {
  const { transactionId, request } = run
  if (told.status === 'PENDING' || !mayHaveEnded(run, api)) return false
  return isAbout(told, { transactionId, recipient: request.recipient }) && isPaymentOf(told.inboundHash, run)
}

/** What a run paid, as far as that is known. */
interface PaidRun {
  readonly step: RunStep
  readonly payment?: (PaidTransaction & { readonly replaced?: readonly PaidTransaction[] | undefined }) | undefined
}

interface PaidTransaction {
  readonly hash: string
}

/** True where a service was told of what the run paid: a store that was put back may not have heard of it. */
export function isPaymentOf(inboundHash: string, { step, payment }: PaidRun): boolean {
  if (payment === undefined) return true
  if (inboundHash === '' || step === 'tracked') return inboundHash !== ''
  return [payment, ...(payment.replaced ?? [])].some(({ hash }) => sameAddress(hash, inboundHash))
}

/** Steps of a run of which nothing was executed. */
const BEFORE_EXECUTION: ReadonlySet<RunStep> = new Set<RunStep>(['quoted', 'locking', 'locked'])

/**
 * When a run leaves nothing open, though it has not ended: its lock, or the quote that none is known of, runs out then, and
 * nothing of it was executed or paid. What was agreed to unattended may be locked anew, and paid, for as long as that holds.
 * Epoch milliseconds; undefined where something else is open.
 * @param home as of `knownFunds`
 * @param agreementMs as of `RunContext`. @default the longest that it can be
 */
export function findLapse(
  run: SwapRun,
  home: HomeStanding | undefined,
  agreementMs = MOST_RESUME_WITHIN_MIN * 60_000,
): number | undefined {
  const { step, lock, execution, payment, earlier = [], revocation, createdAt, updatedAt, agreedAt, unattended } = run
  if (!BEFORE_EXECUTION.has(step) || isKnownElsewhere(run, home)) return undefined
  if (payment !== undefined || revocation !== undefined || earlier.length > 0) return undefined
  if (lock === undefined && execution !== undefined) return undefined
  const end = lock === undefined ? Date.parse(updatedAt) + KEEP_ROUTE_MS : Date.parse(lock.expiresAt)
  const at = unattended === true ? Math.max(end, Date.parse(agreedAt ?? createdAt) + agreementMs) : end
  return Number.isNaN(at) ? undefined : at
}

/** True once a run leaves nothing open. @param now epoch milliseconds */
export function isLapsed({ lapsesAt }: { readonly lapsesAt: number | undefined }, now: number): boolean {
  return lapsesAt !== undefined && lapsesAt <= now
}
