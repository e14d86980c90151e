import { type ConsentFacts, consentDoubt, isTyped, wordToGoOn, wordToType } from '../../../core/money/typed-consent.ts'
import { notableShortfall, type Shortfall } from '../../../core/money/shortfall.ts'
import { readSetting } from '../../../io/index.ts'
import { type AppFacts, notify, step } from '../../events.ts'
import { lockEndOf } from '../../jobs/jobs.ts'
import { findOtherNetwork } from '../../kit/other-network.ts'
import { movedContactText } from '../../kit/run/contact-of.ts'
import { awayText } from '../../kit/run/run-rows.ts'
import { type Edit, editLine, lineOf } from '../../kit/text/line-edit.ts'
import type { Answer, PaymentQuestion, TermsQuestion, Work, WorkStep } from './state.ts'

/** Agreement by a key: never where the amount must be typed, nor to an expired lock. */
export function agree(work: Work, app: AppFacts): WorkStep {
  const { question } = work
  if (question === undefined || question.kind === 'password' || question.typing !== undefined) return step(work)
  if (question.kind === 'name') return answer(work, 'yes')
  if (movedOf(work, app) !== undefined) return refuseMoved(work, app)
  const other = otherNetworkOf(app)
  if (other !== undefined) return step(work, notify('bad', `Not taken: ${other}`))
  if (hasRunOut(work, app)) return step(expireTerms(work, app))
  const away = serverAway(work, app)
  if (away !== undefined) return refuseAway(work, away)
  const asking = { ...work, question: withTyping(question, work, app) }
  return asking.question.typing === undefined ? answer(work, 'yes') : step(asking)
}

/** That the server which would execute these terms does not answer, a clause; undefined where it does, or none is to be asked. */
export function serverAway({ question, run }: Pick<Work, 'question' | 'run'>, app: AppFacts): string | undefined {
  const { awaySince } = app.jobs
  if (app.place.api === undefined || awaySince === undefined) return undefined
  const isToExecute = question?.kind === 'terms' && !question.expired && run?.step !== 'executed'
  return isToExecute ? awayText(awaySince, app) : undefined
}

/** That the server is of another network than it is taken for, a sentence; undefined where it is not: then nothing is agreed to. */
export function otherNetworkOf({ place }: AppFacts): string | undefined {
  return findOtherNetwork(place)?.message
}

/** A notice alone: a key that does no more is not offered. */
function refuseAway(work: Work, away: string): WorkStep {
  return step(work, notify('bad', `Not taken: ${away}. It is asked again and again whether it is there`))
}

/** The question with a field, where the amount must be typed into it. */
export function withTyping<Q extends TermsQuestion | PaymentQuestion>(question: Q, work: Work, app: AppFacts): Q {
  const typing = wordOf({ ...work, question }, app) === undefined ? undefined : lineOf('')
  return { ...question, typing }
}

type Agreed = Pick<Work, 'run' | 'loss' | 'seen'>

/** What must be typed to agree; undefined where a key is enough. */
export function wordOf({ question, ...work }: Agreed & Pick<Work, 'question'>, app: AppFacts): string | undefined {
  const facts = consentFacts(work, app)
  if (work.run === undefined || facts === undefined) return undefined
  const { amount } = work.run
  // What is to be signed is shown, and asked about, before that is paid.
  if (question?.kind === 'terms' && question.next === 'asks') return wordToGoOn(facts, amount)
  return wordToType(facts, amount, readSetting('confirm-above', app.settings['confirm-above']))
}

/** Why the amount must be typed, whatever it is worth; undefined where that is not so. */
export function doubtOf(work: Agreed, app: AppFacts): ReturnType<typeof consentDoubt> {
  const facts = consentFacts(work, app)
  return facts === undefined ? undefined : consentDoubt(facts)
}

/** What need not arrive of what was seen before the lock; undefined where that is usual. */
export function shortfallOf({ run, seen }: Pick<Work, 'run' | 'seen'>): Shortfall | undefined {
  if (run?.lock === undefined) return undefined
  return notableShortfall(run.lock.terms, seen ?? run.seen)
}

function consentFacts({ run, loss, seen }: Agreed, { place }: AppFacts): ConsentFacts | undefined {
  if (run?.lock === undefined) return undefined
  const shortfall = shortfallOf({ run, seen })
  return { terms: run.lock.terms, shortfall, loss, isLive: place.network === 'live' }
}

/** What was typed is agreed to, or is the password; once the lock has run out, the field is left and nothing more. */
export function submitTyped(work: Work, app: AppFacts): WorkStep {
  const { question } = work
  if (question?.typing === undefined) return step(work)
  const { text } = question.typing
  if (movedOf(work, app) !== undefined) return refuseMoved(work, app)
  if (question.kind === 'password') return text === '' ? step(work) : answer(work, { password: text })
  if (question.kind === 'terms' && hasRunOut(work, app)) {
    return step({ ...work, question: { ...question, expired: true, typing: undefined } })
  }
  const other = otherNetworkOf(app)
  if (other !== undefined) return step(work, notify('bad', `Not taken: ${other}`))
  const away = serverAway(work, app)
  if (away !== undefined) return refuseAway(work, away)
  const word = wordOf(work, app)
  if (word === undefined || isTyped(text, word)) return answer(work, 'yes')
  return step({ ...work, question: { ...question, typing: lineOf('') } }, notify('bad', `Type ${word}, or Esc`))
}

/** That the contact who is paid stands for somebody else by now, in words; undefined where it does not: then nothing is agreed to. */
export function movedOf({ run }: Pick<Work, 'run'>, { settings }: AppFacts): string | undefined {
  if (run === undefined) return undefined
  return movedContactText(settings, run.recipientName, { address: run.recipient, memo: run.recipientMemo })
}

/** Another lock would be for the same address. */
export function lockAgain(work: Work, app: AppFacts): WorkStep {
  return movedOf(work, app) === undefined ? answer(work, 'lock-again') : refuseMoved(work, app)
}

function refuseMoved(work: Work, app: AppFacts): WorkStep {
  return step(work, notify('bad', `${movedOf(work, app) ?? ''}: ${LEAVE_MOVED}`))
}

/** What to do then. */
export const LEAVE_MOVED = 'Esc declines, and Swap (1) asks for routes to the other address'

/** Answers what the work waits for. */
export function answer(work: Work, given: Answer): WorkStep {
  return step({ ...work, question: undefined, scroll: 0 }, { on: 'review', type: 'answer', id: work.id, answer: given })
}

/** The text that is typed, after an edit; what agrees to a payment is not pasted, as a password may be. */
export function editTyped(work: Work, edit: Edit): WorkStep {
  const { question } = work
  if (question?.typing === undefined) return step(work)
  if (edit.type === 'insert' && edit.isPasted === true && question.kind !== 'password') {
    return step(work, notify('bad', 'What was pasted was not taken: type it'))
  }
  return step({ ...work, question: { ...question, typing: editLine(question.typing, edit) } })
}

/** Marks the question about the terms as expired once its lock is; a field for the amount stays, and takes the rest of it. */
export function expireTerms(work: Work, app: AppFacts): Work {
  const { question } = work
  if (question?.kind !== 'terms' || question.expired || !hasRunOut(work, app)) return work
  return { ...work, question: { ...question, expired: true } }
}

/** True once the lock in question has expired; one that was executed holds. */
export function hasRunOut({ question, run }: Work, { jobs, now }: AppFacts): boolean {
  if (run?.step === 'executed') return false
  return question?.kind === 'terms' && !(run !== undefined && lockEndOf(run, jobs) > now)
}
