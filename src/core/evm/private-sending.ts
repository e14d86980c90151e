import { monotonicMs } from '../monotonic.ts'
import type { ChainRpc, Clock, RpcCall } from '../ports.ts'

/*
 * Signed bytes that do not pass through a public mempool. Who sees a swap there can trade before and after it. The bytes go
 * to the private endpoint only, whoever sends them: first, again, faster or to cancel. An endpoint that gives up does not
 * make them void, since builders may keep them, so that nothing follows from its silence.
 */

/** Where the signed bytes of a chain go. */
export interface PrivateSending {
  /** Hosts of the endpoints. */
  readonly hosts: readonly string[]
  /** Milliseconds after which bytes that are in no block go to the chain's nodes too; undefined for never. */
  readonly publicAfterMs: number | undefined
}

/** The same for bytes that an earlier process may have sent. */
export interface PrivateSender extends PrivateSending {
  /** Tells when bytes were sent first, epoch milliseconds. */
  noteSent(raw: string, atMs: number): void
}

/** The method of JSON-RPC that takes signed bytes. */
export const SEND_METHOD = 'eth_sendRawTransaction'

/**
 * The nodes of a chain, whose signed bytes go to a private endpoint.
 * @param endpoint takes signed bytes; it may answer nothing else
 */
export function sendPrivately(
  rpc: ChainRpc,
  endpoint: Pick<ChainRpc, 'request' | 'requestAll'>,
  sending: PrivateSending,
  clock: Pick<Clock, 'now' | 'monotonicMs'>,
): ChainRpc {
  /** `monotonicMs` of the first sending, by bytes. */
  const firstSent = new Map<string, number>()
  const noteSent = (raw: string, atMs: number) => {
    const bytes = JSON.stringify(raw)
    // Of a time to come only one thing is known: they were sent before.
    const sentMs = monotonicMs(clock) - Math.max(0, clock.now() - atMs)
    firstSent.set(bytes, Math.min(sentMs, firstSent.get(bytes) ?? sentMs))
  }
  const isPublic = ({ params: [raw] }: RpcCall): boolean => {
    const bytes = JSON.stringify(raw)
    const sinceMs = firstSent.get(bytes) ?? monotonicMs(clock)
    firstSent.set(bytes, sinceMs)
    return sending.publicAfterMs !== undefined && monotonicMs(clock) - sinceMs >= sending.publicAfterMs
  }
  return {
    ...rpc,
    privateSending: { ...sending, noteSent },
    request: (call) => (call.method === SEND_METHOD ? endpoint.request(call) : rpc.request(call)),
    requestAll: async (call) => {
      if (call.method !== SEND_METHOD) return rpc.requestAll(call)
      const everywhere = isPublic(call) ? [endpoint, rpc] : [endpoint]
      return (await Promise.all(everywhere.map((each) => each.requestAll(call)))).flat()
    },
    requestOperators: (call, count) => {
      if (call.method === SEND_METHOD) throw new Error('signed bytes are sent, and nothing is asked with them')
      return rpc.requestOperators(call, count)
    },
  }
}

/** Where signed bytes go, for people; undefined where they go to the chain's nodes. */
export function privateSendingText({ privateSending }: Pick<ChainRpc, 'privateSending'>): string | undefined {
  if (privateSending === undefined) return undefined
  const { hosts, publicAfterMs } = privateSending
  const then =
    publicAfterMs === undefined
      ? 'never to public nodes'
      : `to public nodes after ${publicAfterMs / 1000} s without a block`
  return `only to ${hosts.join(' and ')}, ${then}`
}
