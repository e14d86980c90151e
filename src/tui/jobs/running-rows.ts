import { clockText, lockLeftText } from '../../core/text/duration.ts'
import { barText, cutRow, type Row } from '../kit/text/rows.ts'
import { cutText, textWidth } from '../kit/text/text-fit.ts'
import { type HeldJob, jobName, type Jobs } from './jobs.ts'

/** Cells of the bar of a job, and the least with which it is drawn. */
const MOST_BAR = 24
const LEAST_BAR = 6

/** What is in hand, a line a swap: what it is, how far it is, what it does, and how long it has taken. @param now epoch milliseconds */
export function runningRows({ held }: Jobs, now: number, width: number): readonly Row[] {
  return held.map((job) => cutRow(runningRow(job, now, width), width))
}

function runningRow(job: HeldJob, now: number, width: number): Row {
  const { waits, paidAt, estimateSec } = job
  const name = `${jobName(job).replace(' to ', '→')}  `
  const rest = ` ${phaseText(job, now, '  ')}`
  const bar = Math.min(MOST_BAR, width - textWidth(name) - textWidth(rest))
  const role = waits ? 'warn' : 'accent'
  if (paidAt === undefined || estimateSec === undefined || bar < LEAST_BAR) {
    return [{ text: cutText(name, width) }, { text: rest.trimStart(), role }]
  }
  return [{ text: name }, { text: barText((now - paidAt) / 1000, estimateSec, bar), role }, { text: rest, role }]
}

/** What it does, and its clock: `your answer, 48s of the lock left`, `swapping 31s of 90s`. @param now epoch milliseconds */
export function phaseText(job: HeldJob, now: number, gap = ' '): string {
  const time = timeText(job, now)
  return time === '' ? job.doing : `${job.doing}${gap}${time}`
}

function timeText({ lockEndsAt, paidAt, estimateSec }: HeldJob, now: number): string {
  if (lockEndsAt !== undefined) {
    return lockEndsAt <= now ? 'lock over' : `${lockLeftText(lockEndsAt - now)} of the lock left`
  }
  if (paidAt === undefined) return ''
  const sofar = clockText((now - paidAt) / 1000)
  return `${sofar}${estimateSec === undefined ? '' : ` of ${clockText(estimateSec)}`}`
}
