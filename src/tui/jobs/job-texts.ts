import { clockText, lockLeftText } from '../../core/text/duration.ts'
import { awayTime } from '../kit/text/ages.ts'
import { fitParts, type FittedPart } from '../kit/text/fit-parts.ts'
import type { Row } from '../kit/text/rows.ts'
import { type HeldJob, jobName, type Jobs, leftRuns, pairOf } from './jobs.ts'

/** What is going on, as far as it fits. */
interface JobsRow {
  readonly row: Row
  /** True where all of it has its place, in however few words. */
  readonly isWhole: boolean
  /** True where swaps are only counted. */
  readonly isCounted: boolean
}

/**
 * What is going on, in one line of at most `room` columns: who does not answer, the lock that runs out first, what waits,
 * what runs, and what is left open. What fits least matters goes last, and is shortened first.
 * @param now epoch milliseconds
 * @param spoken true for words instead of signs
 */
export function jobsRow(jobs: Jobs, now: number, room: number, spoken: boolean): JobsRow {
  const parts = headerParts(jobs, now, spoken)
  for (let kept = parts.length; kept > 0; kept -= 1) {
    const row = fitParts(parts.slice(0, kept), room)
    if (row === undefined) continue
    const counts = parts.flatMap(({ isCountLast, texts }) => (isCountLast === true ? (texts.at(-1) ?? []) : []))
    return { row, isWhole: kept === parts.length, isCounted: row.some(({ text }) => counts.includes(text)) }
  }
  return { row: [], isWhole: parts.length === 0, isCounted: false }
}

/** Something that goes on. */
interface HeaderPart extends FittedPart {
  /** True where the shortest of its texts is only a number of swaps. */
  readonly isCountLast?: true
}

function headerParts(jobs: Jobs, now: number, spoken: boolean): readonly HeaderPart[] {
  const { held, awaySince } = jobs
  const sign = (drawn: string, word: string) => (spoken ? word : drawn)
  const arrow = (text: string) => (spoken ? text : text.replace(' to ', '→'))
  const parts: HeaderPart[] = []
  if (awaySince !== undefined) {
    const since = awayTime(awaySince, now)
    const texts = since === undefined ? ['no answer'] : [`no answer for ${since}`, `offline ${since}`]
    parts.push({ role: 'bad', texts: [...texts, 'offline'] })
  }
  const locks = held.flatMap(({ lockEndsAt }) => lockEndsAt ?? []).sort((a, b) => a - b)
  const [lock] = locks
  if (lock !== undefined) {
    const left = `${lock <= now ? 'over' : lockLeftText(lock - now)}${moreText(locks)}`
    parts.push({ role: 'warn', texts: [`${sign('⏱ ', '')}lock ${left}`, `${sign('⏱', 'lock ')}${left}`] })
  }
  const waiting = held.filter(({ waits, lockEndsAt }) => waits && lockEndsAt === undefined)
  const [waits] = waiting
  if (waits !== undefined) {
    const more = moreText(waiting)
    const texts = [`${jobName(waits)} ${waits.doing}${more}`, `${waits.doing}${more}`, String(waiting.length)]
    parts.push({
      role: 'warn',
      texts: texts.map((text) => `${sign('? ', 'waits: ')}${arrow(text)}`),
      isCountLast: true,
    })
  }
  const running = held.filter((job) => !job.waits)
  const [runs] = running
  if (runs !== undefined) {
    const [time, more] = [timeText(runs, now), moreText(running)]
    const texts = [`${jobName(runs)} ${time}${more}`, `${pairOf(runs)} ${time}${more}`, `${time}${more}`]
    parts.push({
      role: 'accent',
      texts: [...texts, String(running.length)].map((text) => `${sign('▶ ', 'runs: ')}${arrow(text)}`),
      isCountLast: true,
    })
  }
  const left = leftRuns(jobs)
  if (left > 0) parts.push({ role: 'warn', texts: [`${left} left open`, `${left} open`] })
  return parts
}

function moreText({ length }: readonly unknown[]): string {
  return length > 1 ? ` +${length - 1}` : ''
}

/** `31s/90s`, `1m47s/2m` of what is paid, else what it does. */
function timeText({ paidAt, estimateSec, doing }: HeldJob, now: number): string {
  if (paidAt === undefined) return doing
  const sofar = clockText((now - paidAt) / 1000)
  return estimateSec === undefined ? sofar : `${sofar}/${clockText(estimateSec)}`
}

/** The title of the terminal. @param amounts true to say amounts */
export function titleText(jobs: Jobs, amounts: boolean): string {
  const message = jobs.unseen.findLast(({ isQuiet }) => isQuiet !== true)
  if (message !== undefined) return `swapcli: ${amounts ? message.text : message.plain}`
  const running = jobs.held.filter(({ waits }) => !waits).length
  const parts = [
    ...(jobs.awaySince === undefined ? [] : ['offline']),
    ...(running === 0 ? [] : [`${running} running`]),
    ...(jobs.held.length === running ? [] : [`${jobs.held.length - running} waiting for you`]),
  ]
  return parts.length === 0 ? 'swapcli' : `swapcli: ${parts.join(', ')}`
}

/** How far the oldest paid job is, in percent from 0 to 99; undefined where none is paid, or nobody estimates it. */
export function progressPercent({ held }: Jobs, now: number): number | undefined {
  const job = held.find(({ paidAt, estimateSec }) => paidAt !== undefined && estimateSec !== undefined)
  if (job?.paidAt === undefined || job.estimateSec === undefined || job.estimateSec <= 0) return undefined
  return Math.max(0, Math.min(99, Math.floor((now - job.paidAt) / 10 / job.estimateSec)))
}
