import type { StatusTransaction } from '../../core/api/documents.ts'
import { stageText } from '../../core/swap/stage-words.ts'
import type { RunStep } from './steps.ts'

/** What is said of the steps whose money does not say it all. */
const STEP_WORDS: Readonly<Partial<Record<RunStep, string>>> = {
  quoted: 'not locked yet',
  locking: 'being locked',
  locked: 'locked',
  executing: 'being executed',
  executed: 'executed',
  closed: 'closed',
}

/** The part of a run that its progress is read from. */
interface RunOnItsWay {
  readonly step: RunStep
  readonly transaction?: Pick<StatusTransaction, 'status' | 'stage'> | undefined
  readonly lock?: object | undefined
  /** What this machine signed last. */
  readonly payment?: object | undefined
}

/** What is said of a run that ran out before anything of it was executed. */
export function lapseText({ lock }: Pick<RunOnItsWay, 'lock'>): string {
  return lock === undefined ? 'quote ran out' : 'lock ran out'
}

/**
 * How far a run came and what is known about its money, as one clause that says nothing twice.
 * @param money as `describeFunds` has it; the transaction may be newer
 * @param isOver true once its quote or lock ran out and it leaves nothing open. @default false
 */
export function describeProgress(run: RunOnItsWay, money: string, isOver = false): string {
  const { step, transaction, payment } = run
  if (isOver) return `${lapseText(run)}, ${money}`
  if (step !== 'tracked' || transaction?.status !== 'PENDING') {
    const word = STEP_WORDS[step]
    return word === undefined ? money : `${word}, ${money}`
  }
  const { stage = 'awaiting_deposit' } = transaction
  if (stage !== 'awaiting_deposit') {
    return `${payment === undefined ? 'received by the provider' : 'sent'}, ${stageText(stage)}`
  }
  return payment === undefined ? money : 'sent, not seen by the provider yet'
}
