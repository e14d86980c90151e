import { type ShownProgress, progressText } from './progress.ts'

/** What a stage means for a person who waits. */
const STAGE_WORDS: Readonly<Record<string, string>> = {
  awaiting_deposit: 'waiting for the payment',
  confirming: 'the source chain is confirming the payment',
  swapping: 'swapping',
  paying_out: 'paying out',
  done: 'done',
}

interface Standing {
  readonly status: string
  readonly stage?: string | undefined
  readonly late?: boolean | undefined
}

/** How a transaction stands: `PENDING, swapping (longer than estimated)`. */
export function statusText({ status, stage, late }: Standing): string {
  if (status !== 'PENDING') return status
  const doing = stage === undefined ? '' : `, ${stageText(stage)}`
  return `${status}${doing}${late === true ? ' (longer than estimated)' : ''}`
}

/** That a server calls a swap ended and not final, or pending and final, a clause; undefined where it agrees with itself. */
export function contraryEndText(status: string, isFinal: boolean): string | undefined {
  if ((status === 'PENDING') !== isFinal) return undefined
  return `the server says ${status}, and that it is ${isFinal ? '' : 'not '}final`
}

/** What a stage means: `swapping`; one that this version does not know stays as it is. */
export function stageText(stage: string): string {
  return Object.hasOwn(STAGE_WORDS, stage) ? (STAGE_WORDS[stage] ?? stage) : stage
}

/** What is said of the source amount: that it was sent only where a payment is known. */
export function paidWord(transaction: Standing & { readonly hash: string; readonly inboundHash: string }): string {
  const { status, stage, hash, inboundHash } = transaction
  if (hash !== '' || inboundHash !== '' || status === 'SUCCESS' || status === 'REFUND') return 'sent'
  if (status !== 'PENDING') return 'amount'
  return stage === undefined || stage === 'awaiting_deposit' ? 'to send' : 'sent'
}

/** The same with how far it came: `PENDING, swapping; 3 of 10 parts swapped`. */
export function standingText(transaction: Standing & ShownProgress): string {
  return [statusText(transaction), progressText(transaction)].filter((text) => text !== '').join('; ')
}
