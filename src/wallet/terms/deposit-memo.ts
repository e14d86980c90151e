import type { HandOver } from '../../core/api/documents.ts'
import { endTerms } from './pay-terms.ts'
import { namesAsset, readMemoOrder } from './memo.ts'
import { refusedPayload } from '../refusal.ts'
import { checkMinimum } from './check-minimum.ts'
import type { SwapRun } from '../run/journal.ts'

/** The text that goes along with a deposit, verified against the terms of its run. */
export interface DepositMemo {
  readonly text: string
  /** What it leaves open, as sentences. */
  readonly doubts: readonly string[]
}

const UNREAD = 'Only the provider reads this memo: what it orders, and for whom, cannot be checked'
const NO_LIMIT = 'This memo sets no least amount: the network pays out whatever the swap gives'
const OTHER_UNITS = 'The least amount in this memo cannot be compared with the lock'

/** How networks that take their orders from memos alone begin a swap. */
const SWAP_MEMO = /^(?:=|s|swap):/i

/** Keys of providers that are such networks begin with these. */
const MEMO_NETWORKS = ['THOR', 'MAYA']

/**
 * The memo of a deposit, which the user sends along. A network that takes its orders from memos follows it blindly, so one
 * for another recipient, asset or refund address, or with a lower limit than agreed, is never shown.
 * @returns undefined where there is none
 * @throws WALLET_REFUSED
 */
export function readDepositMemo(run: SwapRun): DepositMemo | undefined {
  const [text, other] = run.execution === undefined ? [] : statedMemos(run.execution)
  if (text === undefined) return undefined
  if (other !== undefined) throw refusedPayload('it has two different memos')
  const terms = endTerms(run)
  const isOrder = SWAP_MEMO.test(text) || MEMO_NETWORKS.some((name) => terms.provider.toUpperCase().startsWith(name))
  if (!isOrder) return { text, doubts: [UNREAD] }
  const { minimumReceived } = readMemoOrder(text, terms)
  if (minimumReceived === undefined) return { text, doubts: [OTHER_UNITS] }
  const doubts: string[] = []
  if (minimumReceived === 0n) doubts.push(NO_LIMIT)
  else checkMinimum(minimumReceived, terms, (doubt) => void doubts.push(doubt), 'memo')
  return { text, doubts }
}

/**
 * The memos that an execution states, each once; more than one contradict each other. Servers name it differently, and a
 * memo that is overlooked may cost the deposit. One that is not a text, such as a numeric tag, is its JSON.
 */
export function statedMemos({ providerResult, exec }: Pick<HandOver, 'providerResult' | 'exec'>): readonly string[] {
  const stated: readonly unknown[] = [providerResult.depositMemo, exec?.meta?.depositMemo, exec?.meta?.memo]
  const memos = stated.filter((memo) => memo !== undefined && memo !== null && memo !== '')
  return [...new Set(memos.map((memo) => (typeof memo === 'string' ? memo : JSON.stringify(memo))))]
}

/** What THORChain and Maya call a payment on their own chains, which has no address. */
const MSG_DEPOSIT = '/types.MsgDeposit'

const UNREAD_MESSAGE = 'What this message does, and for whom, cannot be checked'

/**
 * The message that the user broadcasts in place of a deposit, verified against amount and asset of its run.
 * @returns undefined where there is none
 * @throws WALLET_REFUSED
 */
export function readDepositMessage({ execution, request, source, lock }: SwapRun): DepositMemo | undefined {
  const message = execution?.exec?.meta?.message
  if (message === undefined || message === null || message === '') return undefined
  const text = JSON.stringify(message)
  const { type, asset, amount, ...more } = Object(message) as Readonly<Record<string, unknown>>
  if (type !== MSG_DEPOSIT) return { text, doubts: [UNREAD_MESSAGE] }
  const side = {
    chainKey: request.srcChain,
    address: request.srcAddress,
    symbol: source.symbol ?? lock?.terms.src.symbol ?? '',
    decimals: source.decimals,
  }
  if (typeof asset !== 'string' || !namesAsset(asset, side, request.provider)) {
    throw refusedPayload('its message sends another asset')
  }
  if (source.units !== undefined && amount !== source.units.toString())
    throw refusedPayload('its message sends another amount')
  // Such as a memo or coins of its own.
  return { text, doubts: Object.keys(more).length === 0 ? [] : [UNREAD_MESSAGE] }
}
