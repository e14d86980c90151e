import { formatAmount } from '../../src/core/money/amount.ts'
import { RpcError } from '../../src/core/evm/rpc-error.ts'
import {
  type NodeAnswer,
  type ProviderCall,
  type ProviderContext,
  ProviderError,
  type ProviderLock,
  type ProviderQuoteRequest,
  type ProviderReply,
} from '../../src/providers/contract.ts'
import { bundledAsset } from './bundled-catalog.ts'
import { createFakeClock } from './fake-clock.ts'

/** A context whose world knows nothing and refuses every call but for what `given` says. */
export function createProviderContext(given: Partial<ProviderContext> = {}): ProviderContext {
  return {
    provider: { name: 'Test Provider', image: 'https://example.com/provider.png' },
    clock: createFakeClock(),
    signal: new AbortController().signal,
    http: { request: () => Promise.reject(new Error('nothing should be requested here')) },
    price: () => Promise.resolve(undefined),
    setting: () => undefined,
    receipt: () => Promise.resolve({ state: 'unknown' }),
    rpc: () => Promise.reject(new Error('no node of a chain is asked here')),
    rpcOfOperators: () => Promise.reject(new Error('no node of a chain is asked here')),
    rpcAgreed: agreeOf(given.rpc ?? (() => Promise.reject(new Error('no node of a chain is asked here')))),
    ...given,
  }
}

/** What nodes agree on that all answer like this one. */
export function agreeOf(rpc: ProviderContext['rpc']): ProviderContext['rpcAgreed'] {
  return async (chainKey, method, params, read) => {
    const answer = await rpc(chainKey, method, params).then(
      (value): NodeAnswer => ({ value }),
      (error: unknown): NodeAnswer | undefined => {
        if (error instanceof RpcError) return { error }
        if (error instanceof ProviderError) return undefined
        throw error
      },
    )
    if (answer === undefined) return { by: 'none' }
    try {
      return { by: 'agreed', value: read(answer) }
    } catch {
      return { by: 'none' }
    }
  }
}

/** HTTP that answers every call with JSON and notes the calls. */
export function answerWith(
  answer: (call: ProviderCall) => unknown,
  calls: ProviderCall[] = [],
): ProviderContext['http'] {
  return {
    request: (call) => {
      calls.push(call)
      return Promise.resolve(jsonReply(answer(call)))
    },
  }
}

/** A reply of JSON as an adapter gets it. @default status 200 */
export function jsonReply(body: unknown, status = 200): ProviderReply {
  return { status, body, text: JSON.stringify(body) }
}

/** A request for a price of a pair, without wallets. @param src `chainKey:address`, `native` for coins */
export async function createQuoteRequest(
  src: string,
  dst: string,
  given: Pick<ProviderQuoteRequest, 'amountIn'> & Partial<ProviderQuoteRequest>,
): Promise<ProviderQuoteRequest> {
  const source = await bundledAsset(src)
  return {
    src: source,
    dst: await bundledAsset(dst),
    amountText: formatAmount(given.amountIn, source.asset.decimals),
    slippageBps: 50,
    exactSlippageBps: given.slippageBps ?? 50,
    confidentiality: 'public',
    depositor: undefined,
    recipient: undefined,
    forLock: false,
    ...given,
  }
}

/** A lock of a pair. @param src `chainKey:address`, `native` for coins */
export async function createProviderLock(
  src: string,
  dst: string,
  given: Pick<ProviderLock, 'amountIn' | 'amountOut' | 'minimumOut' | 'depositor' | 'recipient' | 'state'> &
    Partial<ProviderLock>,
): Promise<ProviderLock> {
  const { forLock: _, ...terms } = await createQuoteRequest(src, dst, { amountIn: given.amountIn })
  return { ...terms, lockId: 'lock_1', routeId: 'route-1', estimatedTimeSec: 60, ...given }
}
