import type { FundsState } from '../../core/api/errors.ts'
import type { StatusTransaction } from '../../core/api/documents.ts'
import { isPaperProvider } from '../../core/api/paper.ts'
import { belowLeastText } from '../../core/money/below-least.ts'
import { type Teller, tellerOf } from '../../core/swap/received-text.ts'
import { walletCall } from '../terms/deposit.ts'
import { doubtOf, type HomeStanding } from './home-doubt.ts'
import type { SwapRun } from './journal.ts'
import { isApproved, isReset } from './sent-approvals.ts'
import { isBeforePayment } from './steps.ts'

/*
 * What is known about the money of a run, decided here alone: lists, errors and stored reasons all say it. A home says that
 * nothing was sent only of what no other copy of it can have paid.
 */

/** What is known about the money of a run. */
export interface KnownFunds {
  readonly funds: FundsState
  /** For people, a clause. */
  readonly text: string
}

/**
 * What is known about the money of a run.
 * @param home undefined where this process made the run, or its payment was looked for on the chain
 */
export function knownFunds(run: SwapRun, home: HomeStanding | undefined): KnownFunds {
  const { transaction, payment, step } = run
  const teller = tellerOf(run.api)
  const less = transaction === undefined ? undefined : belowLeastText(run.lock?.terms, transaction)
  if (less !== undefined) return { funds: 'moved', text: toldText(`sent; it brought ${less}`, teller) }
  const ended = transaction === undefined ? undefined : endedFunds(transaction, teller)
  if (ended !== undefined) return ended
  if (run.closedAs === 'lost') {
    return payment === undefined
      ? { funds: 'unknown', text: 'perhaps sent, and not followed any more' }
      : { funds: 'moved', text: 'sent, and not followed any more' }
  }
  if (payment === undefined) {
    const isOwn = (run.closedAs ?? 'unpaid') === 'unpaid' && run.execution !== undefined
    if (isBeforePayment(run) || (step === 'closed' && !isOwn)) return unpaidFunds(run, home)
    const seen = transaction === undefined ? undefined : seenFunds(transaction, teller)
    if (seen !== undefined) return seen
    if (isPaperProvider(run.request.provider)) return { funds: 'unknown', text: paperText(run) }
    const unless = isKnownElsewhere(run, home) ? ', unless you did so already' : ''
    return { funds: 'unknown', text: `to be sent by you${unless}` }
  }
  const isPreparing = payment.last === false
  const isCancelling = payment.kind === 'cancel'
  const what = isCancelling ? 'cancellation ' : isPreparing ? 'approval ' : ''
  if (step === 'signed') return { funds: 'unknown', text: `${what}signed, perhaps sent` }
  if (step === 'closed' && run.closedAs !== undefined) {
    return {
      funds: isApproved(run) ? 'unknown' : 'untouched',
      text: `${isPreparing ? 'approval ' : ''}${run.closedAs.replace('_', ' ')}: only network costs are gone`,
    }
  }
  return { funds: isPreparing || isCancelling ? 'unknown' : 'moved', text: `${what}sent` }
}

/**
 * What a service says of money that its provider has seen, or whose payment it was told; undefined where it says of none.
 * @param teller whose word the end of it is
 */
export function seenFunds(transaction: SeenTransaction, teller: Teller): KnownFunds | undefined {
  const { stage, inboundHash, progress } = transaction
  const ended = endedFunds(transaction, teller)
  if (ended !== undefined) return ended
  const by = inboundHash === '' ? '' : ` (${inboundHash})`
  if (stage !== undefined && stage !== 'awaiting_deposit')
    return { funds: 'moved', text: `received by the provider${by}` }
  if (progress?.srcReceived !== undefined) return { funds: 'moved', text: `received in part by the provider${by}` }
  return by === '' ? undefined : { funds: 'unknown', text: `reported as sent, not seen by the provider yet${by}` }
}

type SeenTransaction = Pick<StatusTransaction, 'status' | 'stage' | 'inboundHash' | 'progress' | 'dstDelivered'>

function toldText(text: string, teller: Teller): string {
  return teller === 'server' ? `${text}, as the server says` : text
}

function endedFunds({ status, dstDelivered }: SeenTransaction, teller: Teller): KnownFunds | undefined {
  switch (status) {
    case 'SUCCESS':
      // A swap may end well while nobody has read what arrived.
      return {
        funds: 'moved',
        text:
          dstDelivered === undefined
            ? `${toldText('sent, ended well', teller)}: what arrived is not known`
            : endText('paid out', teller),
      }
    case 'REFUND':
      return { funds: 'moved', text: endText('returned', teller) }
    case 'FAILED':
      return { funds: 'moved', text: 'sent, and not known to have come back' }
    default:
      return undefined
  }
}

/** `sent, and returned`: no fact where only a server says so. */
function endText(how: string, teller: Teller): string {
  return teller === 'server' ? `sent; ${how}, as the server says` : `sent, and ${how}`
}

/** Nothing real is ever to be sent for a swap of the sandbox. */
function paperText({ execution }: SwapRun): string {
  const isDeposit = execution === undefined || walletCall(execution) === undefined
  return isDeposit ? 'paper money, which the sandbox sends by itself' : 'paper money, to be sent by a wallet of paper'
}

/** The text of it alone. */
export function describeFunds(run: SwapRun, home: HomeStanding | undefined): string {
  return knownFunds(run, home).text
}

/** True for a run that another copy of its home may have paid: what this copy knows of it is not all. */
export function isKnownElsewhere(run: SwapRun, home: HomeStanding | undefined): boolean {
  return doubtOf(run, home) !== undefined
}

/** What was sent of a run that ends unpaid now, a clause. */
export function unsentText(run: SwapRun, home: HomeStanding | undefined): string {
  return isKnownElsewhere(run, home) ? 'nothing was sent now' : 'nothing was sent'
}

function unpaidFunds(run: SwapRun, home: HomeStanding | undefined): KnownFunds {
  const doubt = doubtOf(run, home)
  if (doubt === 'elsewhere') {
    const text = 'perhaps paid by another copy of this home'
    return { funds: 'unknown', text: isApproved(run) ? `approved, ${text}` : text }
  }
  if (mayBeExecuted(run))
    return { funds: 'unknown', text: 'not known: the provider was asked to execute, and has not confirmed it' }
  const text = untouchedText(run)
  if (doubt === 'unseen') return { funds: 'unknown', text: `${text}, as far as this home knows` }
  return { funds: isApproved(run) ? 'unknown' : 'untouched', text }
}

/**
 * True for a run of paper whose provider was asked to execute it, and whose answer is not noted: executing may be what sends,
 * and the answer may be lost. Money that is not of paper is sent by what this machine or its user signs afterwards.
 */
export function mayBeExecuted({ step, request }: Pick<SwapRun, 'step' | 'request'>): boolean {
  return step === 'executing' && isPaperProvider(request.provider)
}

function untouchedText(run: SwapRun): string {
  const { earlier = [], step } = run
  if (step === 'executing' && earlier.length === 0)
    return 'nothing was signed or sent by this machine; the swap may have been executed'
  if (earlier.length === 0) return 'nothing was sent'
  if (isApproved(run)) return 'approved, nothing was paid'
  const what = earlier.every(isReset) ? 'nothing was paid' : 'approval taken back'
  return `${what}: only network costs are gone`
}
