import type { Json } from '../../src/core/ports.ts'
import type { FailedReport, PendingReport, RefundReport, SuccessReport } from '../../src/core/swap/transitions.ts'
import type { StatusReport } from '../../src/providers/contract.ts'
import type { Exchange, Reply } from './provider-lab.ts'
import type { NoRouteCode } from '../../src/core/api/documents.ts'
import type { CaseRequest, DiscoveryCase, ExpectedRoute, PrepareCase, QuoteCase, StatusCase } from './provider-suite.ts'

/* Makers of cases that ask the same and differ in the reply and in what it comes to. */

type Exchanges = Exchange | readonly Exchange[]
type Rest<C> = Partial<Omit<C, 'name' | 'exchanges' | 'expected'>>

/** How a case ends whose reply is refused, and one whose provider does not serve it now. */
export const BAD_REPLY = { error: 'bad_response' } as const
export const UNAVAILABLE = { error: 'unavailable' } as const

/**
 * A quote that ends in routes may name just these, and one that ends without a route just its code.
 * @param exchangesOf the exchanges of a case from what its reply is made of
 */
export function defineQuotes<R = Reply>(request: CaseRequest, exchangesOf: (reply: R) => Exchanges) {
  const make = maker<QuoteCase, R>({ request }, exchangesOf)
  return (
    name: string,
    reply: R,
    expected: QuoteCase['expected'] | readonly ExpectedRoute[] | NoRouteCode,
    more: Rest<QuoteCase> = {},
  ): QuoteCase => make(name, reply, typeof expected === 'string' ? { noRoute: expected } : asRoutes(expected), more)
}

function asRoutes(expected: QuoteCase['expected'] | readonly ExpectedRoute[]): QuoteCase['expected'] {
  return 'routes' in expected || 'noRoute' in expected || 'error' in expected ? expected : { routes: expected }
}

/** @param quote name of the quote case that is locked */
export function definePrepares<R = Reply>(quote: string, exchangesOf: (reply: R) => Exchanges) {
  return maker<PrepareCase, R>({ quote }, exchangesOf)
}

export function defineStatuses<R = Reply>(
  base: Omit<StatusCase, 'name' | 'exchanges' | 'expected'>,
  exchangesOf: (reply: R) => Exchanges,
) {
  return maker<StatusCase, R>(base, exchangesOf)
}

export function defineLists<R = Reply>(exchangesOf: (reply: R) => Exchanges) {
  return maker<DiscoveryCase, R>({}, exchangesOf)
}

function maker<C extends { readonly expected: unknown }, R>(
  base: Omit<C, 'name' | 'exchanges' | 'expected'>,
  exchangesOf: (reply: R) => Exchanges,
) {
  return (name: string, reply: R, expected: C['expected'], more: Rest<C> = {}) => ({
    ...base,
    ...more,
    name,
    exchanges: [exchangesOf(reply)].flat(),
    expected,
  })
}

/** The report of a swap that goes on. */
export function pending(
  stage: PendingReport['stage'],
  more: Omit<StatusReport & PendingReport, 'status' | 'stage'> = {},
): StatusReport {
  return { status: 'PENDING', stage, ...more }
}

/** The report of a swap that was paid out. */
export function paidOut(facts: Omit<SuccessReport, 'status' | 'stage'>): StatusReport {
  return { status: 'SUCCESS', stage: 'done', ...facts }
}

/** The report of a swap that counts as paid because its provider has said so for long, and tells no more. */
export function paidByWord(provider: string, more: Pick<SuccessReport, 'inboundHash' | 'reason'> = {}): StatusReport {
  const reason = `${provider} calls it paid, but tells neither transaction nor amount of the payout: what counts as received is what was promised`
  return paidOut({ restsOnWord: true, reason, ...more })
}

/** The report of a swap that failed. */
export function failed(reason: string, more: Omit<FailedReport, 'status' | 'stage' | 'reason'> = {}): StatusReport {
  return { status: 'FAILED', stage: 'done', reason, ...more }
}

/** The report of a swap whose deposit went back. */
export function refunded(facts: Omit<RefundReport, 'status' | 'stage'>): StatusReport {
  return { status: 'REFUND', stage: 'done', ...facts }
}

/** What distinguishes the exec of one wallet call from another. */
export interface ClientCall {
  readonly chainId: number
  readonly to: string
  /** @default the called contract */
  readonly spender?: string
  readonly data: string
  /** @default '0' */
  readonly value?: string
  /** Contract of the source token. @default the native coin */
  readonly token?: string
  /** Base units of the source asset. */
  readonly amount: string
  /** Amounts that are approved before the call, in base units. @default none */
  readonly approvals?: readonly string[]
  /** Symbol of an approved token. */
  readonly symbol?: string
  /** @default 'bridge' */
  readonly type?: string
  readonly description: string
  readonly meta?: Readonly<Record<string, Json>>
}

/** The exec of a wallet call, in the form that test/providers/uniswap/adapter.test.ts writes out. */
export function clientExec(call: ClientCall) {
  const { chainId, to, spender = to, data, value = '0', token, amount } = call
  const { approvals = [], symbol = '', type = 'bridge' } = call
  const word = (hex: string) => hex.toLowerCase().padStart(64, '0')
  return {
    chainId,
    providerTarget: to,
    providerCalldata: data,
    value,
    srcToken: token ?? 'native',
    srcAmount: amount,
    ...(token === undefined || approvals.length === 0
      ? {}
      : { approvalTarget: spender, approvalToken: token, approvalAmount: amount }),
    allSteps: [
      ...approvals.map((units) => ({
        type: 'approve',
        chainId,
        to: token ?? '',
        data: `0x095ea7b3${word(spender.slice(2))}${word(BigInt(units).toString(16))}`,
        value: '0',
        description:
          units === '0'
            ? `Take back what the contract may take of ${symbol}`
            : `Let the contract take ${symbol}: this amount and no more`,
      })),
      { type, chainId, to, data, value, description: call.description },
    ],
    meta: { executionMode: 'client', walletExecution: true, ...call.meta },
  }
}

/** What execute of one wallet call returns. @param facts `requestId` is the provider's id of the swap, where it has one */
export function clientPrepared(
  call: ClientCall,
  { requestId, ...facts }: { readonly requestId?: string; readonly tracking: Json; readonly needsHash: boolean },
) {
  const id = requestId === undefined ? {} : { requestId }
  return {
    exec: clientExec(call),
    providerResult: { ...id, execution: 'client' as const, status: 'awaiting_deposit' },
    ...facts,
  }
}

/** A request that the provider refuses without asking its API. */
export function unaskedCase(
  name: string,
  request: CaseRequest,
  expected: QuoteCase['expected'] = { noRoute: 'pair_unsupported' },
): QuoteCase {
  return { name, request, exchanges: [], expected }
}
