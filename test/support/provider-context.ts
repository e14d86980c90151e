import type { ProviderCall, ProviderContext, ProviderReply } from '../../src/providers/contract.ts'
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
    ...given,
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
