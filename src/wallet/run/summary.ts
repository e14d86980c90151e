import type { SwapRun } from './journal.ts'
import { isApproved, isReset } from './sent-approvals.ts'
import { isBeforePayment } from './steps.ts'

/** What is known about the money of a run. */
export function describeFunds(run: SwapRun): string {
  const { transaction, payment, step } = run
  switch (transaction?.status) {
    case 'SUCCESS':
      return 'sent, and paid out'
    case 'REFUND':
      return 'sent, and returned'
    case 'FAILED':
      return 'sent, and not known to have come back'
    default:
  }
  if (run.closedAs === 'lost') return `${payment === undefined ? 'perhaps ' : ''}sent, and not followed any more`
  if (payment === undefined) {
    const isOwn = (run.closedAs ?? 'unpaid') === 'unpaid' && run.execution !== undefined
    if (isBeforePayment(run) || (step === 'closed' && !isOwn)) return untouchedText(run)
    const { stage } = transaction ?? {}
    return stage === undefined || stage === 'awaiting_deposit' ? 'to be sent by you' : 'received by the provider'
  }
  const what = payment.last === false ? 'approval ' : ''
  if (step === 'signed') return `${what}signed, perhaps sent`
  const isVoid = step === 'closed' && run.closedAs !== undefined
  return isVoid ? `${what}${run.closedAs}: only network costs are gone` : `${what}sent`
}

function untouchedText(run: SwapRun): string {
  const { earlier = [] } = run
  if (earlier.length === 0) return 'nothing was sent'
  if (isApproved(run)) return 'approved, nothing was paid'
  const what = earlier.every(isReset) ? 'nothing was paid' : 'approval taken back'
  return `${what}: only network costs are gone`
}

/** The doubts that a payment was made in spite of, and those that were allowed beside them; '' where none was either. */
export function describeAccepted({ accept = [], openDoubts = [] }: Pick<SwapRun, 'accept' | 'openDoubts'>): string {
  const others = accept.filter((code) => !openDoubts.includes(code))
  if (others.length === 0) return openDoubts.join(', ')
  return `${openDoubts.length === 0 ? 'none was open' : openDoubts.join(', ')} (allowed: ${others.join(', ')})`
}

/** `100 ethereum:USDC to base:USDC`. */
export function describeSwap({ request, from, to }: Pick<SwapRun, 'request' | 'from' | 'to'>): string {
  return `${request.amount} ${from} to ${to}`
}
