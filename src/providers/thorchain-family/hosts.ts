import type { ProviderErrorCode } from '../../core/api/documents.ts'
import { type ProviderCall, type ProviderContext, ProviderError, type ProviderReply } from '../contract.ts'

/** Names this application to the gateways, as they request. */
export const CLIENT = { 'x-client-id': 'swapcli' }

/** What a reply of a host means. */
export interface Reading<T> {
  /** @throws ProviderError for a reply that answers nothing */
  readonly read: (reply: ProviderReply) => T
  /** False for an answer that another host may better: a node may lag, and knows nothing of what it has not seen. @default true */
  readonly isEnough?: (answer: T) => boolean
}

/**
 * The answer of the first host that gives one that is enough, else the first one given. Public hosts of these networks come
 * and go: one that fails, is silent, answers as a gateway without its node or is behind the network is skipped, and only the
 * last one is retried. One that limits the rate is not: limits are by the caller's address, and the budget and its pauses are
 * kept for the provider as a whole, so that a burst that one public host refuses is not passed on to the next.
 * @param hosts base URLs, the preferred one first
 * @throws ProviderError
 */
export async function askInTurn<T>(
  hosts: readonly string[],
  context: ProviderContext,
  call: ProviderCall,
  { read, isEnough = () => true }: Reading<T>,
): Promise<T> {
  const request = { ...call, headers: CLIENT }
  const passing = { ...request, readOnly: false, isOneOfSeveral: true }
  // A base URL that is set stands for all of them.
  const asked = context.setting('URL') === undefined ? hosts : hosts.slice(-1)
  let first: { readonly answer: T } | undefined
  let failure: unknown
  for (const [index, baseUrl] of asked.entries()) {
    const isNeeded = index === asked.length - 1 && first === undefined
    let reply: ProviderReply | undefined
    try {
      reply = await context.http.request({ ...(isNeeded ? request : passing), baseUrl })
      const answer = read(reply)
      if (isEnough(answer)) return answer
      first ??= { answer }
    } catch (error) {
      if (context.signal.aborted || !(error instanceof ProviderError)) throw error
      const faults = reply === undefined ? HOST_FAULTS : REPLY_FAULTS
      if (first === undefined && !faults.includes(error.code)) throw error
      failure = error
    }
  }
  if (first === undefined) throw failure
  return first.answer
}

/** How a reply ends that another host may better. */
const REPLY_FAULTS: readonly ProviderErrorCode[] = ['unreachable', 'bad_response']

/** The same of a request. No host takes a key: one that refuses it (401, 403) is a gateway or a firewall that refuses all. */
const HOST_FAULTS: readonly ProviderErrorCode[] = [...REPLY_FAULTS, 'timeout', 'unavailable']
