import type { Notice } from '../events.ts'
import type { StatusTransaction } from '../../core/api/documents.ts'
import { groupThousands } from '../../core/money/amount.ts'
import type { Teller } from '../../core/swap/received-text.ts'

/*
 * What this process has in hand: swaps that it brings on, locks that run out, what nobody has seen yet. Screens report it,
 * and header, notices, title and screens read it from here: one answer to what is going on.
 */

/** A swap that this process brings on. All text is clean. */
export interface Job {
  /** Id of its run. */
  readonly id: string
  /** Decimal text, in `from`. */
  readonly amount: string
  /** Symbols of what is paid and of what is received. */
  readonly from: string
  readonly to: string
  /** What it does, or waits for, in one or two words. */
  readonly doing: string
  /** True while it waits for its user; false while it goes on by itself. */
  readonly waits: boolean
  /** True while another payment, or another swapcli, has its turn, or an answer is waited for: `doing` says which. @default false */
  readonly isElsewhere?: true
  /** Epoch milliseconds at which the lock runs out that is asked about; undefined while none is. */
  readonly lockEndsAt: number | undefined
  /** True once its payment is on its way. */
  readonly isPaid: boolean
  /** Epoch milliseconds since which it is; absent where that is not known: then since it was reported. */
  readonly sentAt?: number
  /** Seconds that it takes from then on, as its provider estimates. */
  readonly estimateSec: number | undefined
}

/** How a job ended. */
export type JobEnd =
  /** @param arrived `149.5 USDC received`, or that it is not known */
  | { readonly how: 'settled'; readonly arrived: string }
  /** It is called a success. @param arrived as of `belowLeastText` */
  | { readonly how: 'short'; readonly arrived: string }
  | { readonly how: 'failed' | 'refunded' }
  /** It did not end, but nobody follows it any more. */
  | { readonly how: 'stopped'; readonly why: string }
  /** By its user. */
  | { readonly how: 'closed' }

/** What is reported. */
export type JobEvent =
  /** A job began, or goes on. */
  | { readonly on: 'app'; readonly type: 'job'; readonly job: Job }
  | { readonly on: 'app'; readonly type: 'job-over'; readonly id: string; readonly end: JobEnd }
  /** Runs of this machine that have not ended, those of this process too, by their ids. */
  | { readonly on: 'app'; readonly type: 'open-runs'; readonly ids: readonly string[] }
  /** A run that was left has ended: nobody here followed it. */
  | {
      readonly on: 'app'
      readonly type: 'left-over'
      readonly swap: Pick<Job, 'id' | 'amount' | 'from' | 'to'>
      readonly how: StatusTransaction['status']
      /** True for a success that brought less than the least that was promised. @default false */
      readonly isShort?: boolean
      /** Whose word that is. */
      readonly teller: Teller
    }
  /**
   * Whether those answer who are asked for quotes: the server, or any provider.
   * @param since epoch milliseconds of its last answer; absent where that is not known: then since it is reported
   */
  | { readonly on: 'app'; readonly type: 'link'; readonly isUp: boolean; readonly since?: number }
  /** Something happened that no swap is about. @param screen name of the screen that shows more of it */
  | { readonly on: 'app'; readonly type: 'happened'; readonly message: Message; readonly screen: string }

/** A job, and what was seen of it. */
export interface HeldJob extends Job {
  /** Epoch milliseconds since which its payment is on its way; undefined before. */
  readonly paidAt: number | undefined
  /** Epoch milliseconds at which its lock was reported. */
  readonly lockedAt: number
  /** True once its user was told that its lock runs out. */
  readonly isWarned: boolean
}

/** Something that happened, until it is seen. */
export interface Message {
  /** One a job, another for its lock, one a watched pair. */
  readonly id: string
  readonly tone: Notice['tone']
  /** Clean text. */
  readonly text: string
  /** The same without amounts, for places that others may see. */
  readonly plain: string
  /** Name of the screen that shows more of it, which is said on the others; absent where none does. */
  readonly seeOn?: string
  /** True for how a swap ended, which lists of swaps say too. @default false */
  readonly isEnd?: true
  /** True where another process of this home calls its user for it: it stands here until it is seen, and calls nobody. @default false */
  readonly isQuiet?: true
  /** Epoch milliseconds. */
  readonly at: number
}

/** What this process has in hand. */
export interface Jobs {
  /** Oldest first. */
  readonly held: readonly HeldJob[]
  /** Ids of runs of this machine that have not ended. */
  readonly open: readonly string[]
  /** What nobody has seen yet, oldest first. */
  readonly unseen: readonly Message[]
  /** Names of screens that show something new. */
  readonly marked: readonly string[]
  /** Epoch milliseconds since which nobody answers; undefined while somebody does, or nobody was asked. */
  readonly awaySince: number | undefined
}

/** Nothing in hand. */
export const NO_JOBS: Jobs = { held: [], open: [], unseen: [], marked: [], awaySince: undefined }

/** Time before a lock runs out at which its user is called, in milliseconds. */
const LOCK_ENDS_SOON_MS = 15_000
/** Time for which a message is shown before a key counts as that of somebody who read it, in milliseconds. */
const READING_MS = 1_000
const SOON = 'is about to run out'
/** Most messages that are kept. */
const MOST_UNSEEN = 20
/** By how much the clock goes back before locks count as over, in milliseconds: how long they still hold is not known then. */
const SET_BACK_MS = 1_000
/** The screen on which swaps that ended are found. */
const ENDED_ON = 'activity'
/** The one on which swaps are agreed to. */
const ASKED_ON = 'review'

/** What is in hand after a report, and what its user is told. */
export interface JobStep {
  readonly jobs: Jobs
  readonly told: readonly Message[]
}

/** What is in hand after a report. @param now epoch milliseconds */
export function receiveJob(jobs: Jobs, event: JobEvent, now: number): JobStep {
  switch (event.type) {
    case 'job':
      return { jobs: holdJob(jobs, event.job, now), told: [] }
    case 'job-over':
      return endJob(withAnswer(jobs, event.end), event.id, event.end, now)
    case 'open-runs': {
      // They are read again and again: nothing is drawn anew for the same.
      const isSame = jobs.open.length === event.ids.length && event.ids.every((id, at) => id === jobs.open[at])
      return { jobs: isSame ? jobs : { ...jobs, open: event.ids }, told: [] }
    }
    case 'left-over':
      return endLeft(jobs, event, now)
    case 'link':
      return { jobs: { ...jobs, awaySince: event.isUp ? undefined : awaySinceOf(jobs, event.since ?? now) }, told: [] }
    case 'happened':
      return {
        jobs: { ...keepUnseen(jobs, event.message), marked: withName(jobs.marked, event.screen) },
        told: event.message.isQuiet === true ? [] : [event.message],
      }
  }
}

/** The earliest moment that was reported. */
function awaySinceOf({ awaySince = Infinity }: Jobs, since: number): number {
  return Math.min(awaySince, since)
}

function holdJob(jobs: Jobs, job: Job, now: number): Jobs {
  const before = jobs.held.find(({ id }) => id === job.id)
  const isSameLock = before !== undefined && before.lockEndsAt === job.lockEndsAt
  const held: HeldJob = {
    ...job,
    // A clock that was set back makes no payment one of the future.
    paidAt: job.isPaid ? (before?.paidAt ?? Math.min(job.sentAt ?? now, now)) : undefined,
    lockedAt: isSameLock ? before.lockedAt : now,
    isWarned: isSameLock && before.isWarned,
  }
  const next = before === undefined ? [...jobs.held, held] : jobs.held.map((one) => (one === before ? held : one))
  const lock = lockId(job.id)
  return { ...jobs, held: next, unseen: isSameLock ? jobs.unseen : jobs.unseen.filter(({ id }) => id !== lock) }
}

/** That a swap has ended was answered by somebody: nobody is away any more. */
function withAnswer(jobs: Jobs, { how }: JobEnd): Jobs {
  return how !== 'stopped' && how !== 'closed' ? { ...jobs, awaySince: undefined } : jobs
}

function endJob(jobs: Jobs, id: string, end: JobEnd, now: number): JobStep {
  const job = jobs.held.find((one) => one.id === id)
  if (job === undefined) return { jobs, told: [] }
  const next: Jobs = {
    ...jobs,
    held: jobs.held.filter((one) => one !== job),
    open: end.how === 'stopped' ? jobs.open : jobs.open.filter((one) => one !== id),
    unseen: jobs.unseen.filter((message) => message.id !== lockId(id)),
  }
  const message = endMessage(job, end, now)
  if (message === undefined) return { jobs: next, told: [] }
  return { jobs: { ...keepUnseen(next, message), marked: withName(next.marked, ENDED_ON) }, told: [message] }
}

const SHORT = 'less than the least that was promised'

const ENDS: ReadonlyMap<string, string> = new Map([
  ['SUCCESS', 'done'],
  ['FAILED', 'failed'],
  ['REFUND', 'refunded'],
])

/** Told like the end of what is followed here, which is told by that. */
function endLeft(jobs: Jobs, { swap, how, teller, isShort = false }: LeftOver, now: number): JobStep {
  const { id } = swap
  if (jobOf(jobs, id) !== undefined) return { jobs, told: [] }
  const end = `${isShort ? `ended with ${SHORT}` : (ENDS.get(how) ?? 'over')}${teller === 'server' ? ', as the server says' : ''}`
  const message: Message = {
    ...{ id, tone: how === 'SUCCESS' && !isShort ? 'good' : 'bad', at: now, isEnd: true },
    ...{ text: `${jobName(swap)}: ${end}`, plain: `${pairOf(swap)}: ${end}`, seeOn: ENDED_ON },
  }
  return { jobs: { ...keepUnseen(jobs, message), marked: withName(jobs.marked, ENDED_ON) }, told: [message] }
}

type LeftOver = Extract<JobEvent, { readonly type: 'left-over' }>

function withName(names: readonly string[], name: string): readonly string[] {
  return names.includes(name) ? names : [...names, name]
}

/** What its user is told; undefined for what the user did. */
function endMessage(job: HeldJob, end: JobEnd, now: number): Message | undefined {
  const common = { id: job.id, isEnd: true, at: now } as const
  const [text, plain] = [jobName(job), pairOf(job)]
  switch (end.how) {
    case 'settled':
      return { ...common, tone: 'good', text: `${text}: done, ${end.arrived}`, plain: `${plain}: done` }
    case 'short': {
      const bad = (named: string, brought: string) => `${named}: ended with ${brought}`
      return { ...common, tone: 'bad', text: bad(text, end.arrived), plain: bad(plain, SHORT) }
    }
    case 'failed':
    case 'refunded':
      return { ...common, tone: 'bad', text: `${text}: ${end.how}`, plain: `${plain}: ${end.how}` }
    case 'stopped':
      // Who was asked knows.
      if (job.waits) return undefined
      return { ...common, tone: 'bad', text: `${text}: stopped. ${end.why}`, plain: `${plain}: stopped` }
    case 'closed':
      return undefined
  }
}

/** `1,000 USDC to ETH`. */
export function jobName(job: Pick<Job, 'amount' | 'from' | 'to'>): string {
  return `${groupThousands(job.amount)} ${pairOf(job)}`
}

/** `ETH to USDC`. */
export function pairOf({ from, to }: Pick<Job, 'from' | 'to'>): string {
  return `${from} to ${to}`
}

function lockId(jobId: string): string {
  return `${jobId} lock`
}

function keepUnseen(jobs: Jobs, message: Message): Jobs {
  const others = jobs.unseen.filter(({ id }) => id !== message.id)
  return { ...jobs, unseen: [...others, message].slice(-MOST_UNSEEN) }
}

/** What is in hand as time goes by: the user is called once for a lock that is about to run out. @param now epoch milliseconds */
export function passTime(before: Jobs, now: number): JobStep {
  const jobs = endWarnings(before, now)
  const due = jobs.held.filter((job) => isLockDue(job, now))
  if (due.length === 0) return { jobs, told: [] }
  const told = due.map((job): Message => ({ id: lockId(job.id), tone: 'bad', ...lockTexts(job, SOON), at: now }))
  const held = jobs.held.map((job) => (due.includes(job) ? { ...job, isWarned: true } : job))
  return { jobs: told.reduce(keepUnseen, { ...jobs, held }), told }
}

/** What is in hand where the clock was set back: every lock that is asked about is over. @param before, now epoch milliseconds */
export function endLocksSetBack(jobs: Jobs, before: number, now: number): Jobs {
  if (now >= before - SET_BACK_MS || jobs.held.every(({ lockEndsAt }) => lockEndsAt === undefined)) return jobs
  const held = jobs.held.map((job) => (job.lockEndsAt === undefined ? job : { ...job, lockEndsAt: OVER }))
  return { ...jobs, held }
}

/** Before all times. */
const OVER = 0

/** When the lock of a run is over, in epoch milliseconds; NaN where that cannot be read: such a lock counts as over. */
export function lockEndOf(
  { id, lock }: { readonly id: string; readonly lock: { readonly expiresAt: string } | undefined },
  jobs: Jobs,
): number {
  return jobOf(jobs, id)?.lockEndsAt ?? Date.parse(lock?.expiresAt ?? '')
}

/** What is in hand, where unread warnings of locks that have run out meanwhile say so: nobody is called once more. */
function endWarnings(jobs: Jobs, now: number): Jobs {
  const over = jobs.held.filter(({ lockEndsAt, isWarned }) => isWarned && lockEndsAt !== undefined && now >= lockEndsAt)
  const jobOfWarning = ({ id, plain }: Message) =>
    plain.endsWith(SOON) ? over.find((job) => lockId(job.id) === id) : undefined
  if (jobs.unseen.every((message) => jobOfWarning(message) === undefined)) return jobs
  const unseen = jobs.unseen.map((message) => {
    const job = jobOfWarning(message)
    return job === undefined ? message : { ...message, ...lockTexts(job, 'has run out') }
  })
  return { ...jobs, unseen }
}

/** What is said of a lock, with the amount and without it. */
function lockTexts(job: HeldJob, what: string): Pick<Message, 'text' | 'plain' | 'seeOn'> {
  const pair = pairOf(job)
  return { text: `the lock on ${jobName(job)} ${what}`, plain: `the lock on ${pair} ${what}`, seeOn: ASKED_ON }
}

function isLockDue(job: HeldJob, now: number): boolean {
  const at = warningAt(job, now)
  return at !== undefined && at <= now
}

/** When the user is called for a lock; undefined for never. */
function warningAt({ lockEndsAt, lockedAt, isWarned }: HeldJob, now: number): number | undefined {
  if (lockEndsAt === undefined || isWarned || now >= lockEndsAt) return undefined
  // One that is short from the beginning is looked at anyway.
  return lockEndsAt - lockedAt > LOCK_ENDS_SOON_MS ? lockEndsAt - LOCK_ENDS_SOON_MS : undefined
}

/** When the user has to be called next for a lock, in epoch milliseconds, not before `now`; undefined for never. */
export function nextWarningAt({ held }: Jobs, now: number): number | undefined {
  const [first] = held.flatMap((job) => warningAt(job, now) ?? []).sort((a, b) => a - b)
  return first === undefined ? undefined : Math.max(first, now)
}

/** The message that is shown: the newest one. */
export function shownMessage({ unseen }: Jobs): Message | undefined {
  return unseen.at(-1)
}

/**
 * After a key: what was shown for long enough to be read has been seen, and with it the ends of all swaps that the screen lists.
 * @param now epoch milliseconds @param screen name of the screen that is shown
 */
export function seeMessage(jobs: Jobs, now: number, screen: string): Jobs {
  const shown = shownMessage(jobs)
  if (shown === undefined || now - shown.at < READING_MS) return jobs
  return { ...jobs, unseen: jobs.unseen.filter((message) => message !== shown && !isListedOn(screen, message)) }
}

/** Review lists what was followed here, Activity what was left too. */
function isListedOn(screen: string, { isEnd, seeOn }: Message): boolean {
  return isEnd === true && (screen === ENDED_ON || (screen === ASKED_ON && seeOn === undefined))
}

/** After a screen was shown: it holds nothing new any more. */
export function visitScreen(jobs: Jobs, name: string): Jobs {
  return jobs.marked.includes(name) ? { ...jobs, marked: jobs.marked.filter((one) => one !== name) } : jobs
}

/** True while something in hand counts seconds. */
export function jobsTick({ held, awaySince }: Jobs): boolean {
  return (
    awaySince !== undefined || held.some(({ lockEndsAt, paidAt }) => lockEndsAt !== undefined || paidAt !== undefined)
  )
}

/** The job of a run; undefined where this process does not follow it. */
export function jobOf({ held }: Jobs, runId: string): HeldJob | undefined {
  return held.find(({ id }) => id === runId)
}

/** How many runs of this machine have not ended and are not followed here. */
export function leftRuns({ held, open }: Jobs): number {
  return open.filter((id) => held.every((job) => job.id !== id)).length
}
