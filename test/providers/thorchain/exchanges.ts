import type { Exchange, Reply } from '../../support/provider-lab.ts'

/** Epoch milliseconds at which the cases play: before every recorded price has expired. */
export const NOW_MS = Date.parse('2024-03-10T16:00:00Z')
/** Every request names the application. */
const headers = { 'x-client-id': 'swapcli' }

/** The list of vaults and halts. */
export function vaults(reply: Reply | string): Exchange {
  return { method: 'GET', path: '/thorchain/inbound_addresses', headers, reply: asReply(reply) }
}

/** The list of pools. */
export function pools(reply: Reply | string = 'pools.json'): Exchange {
  return { method: 'GET', path: '/thorchain/pools', headers, reply: asReply(reply) }
}

/** One quote: every request streams block by block, in as many parts as the network likes. */
export function quoted(query: Readonly<Record<string, string>>, reply: Reply | string): Exchange {
  return {
    method: 'GET',
    path: '/thorchain/quote/swap',
    query: { streaming_interval: '1', streaming_quantity: '0', ...query },
    headers,
    reply: asReply(reply),
  }
}

/** The node's word on an inbound hash, in capitals and without 0x. */
export function followed(hash: string, reply: Reply | string): Exchange {
  return { method: 'GET', path: `/thorchain/tx/status/${hash}`, headers, reply: asReply(reply) }
}

/** The indexer's word on it. */
export function indexed(hash: string, reply: Reply | string): Exchange {
  return { method: 'GET', path: '/v2/actions', query: { txid: hash }, headers, reply: asReply(reply) }
}

/** The indexer's list of pools. */
export function indexedPools(reply: Reply | string = 'midgard-pools.json'): Exchange {
  return { method: 'GET', path: '/v2/pools', headers, reply: asReply(reply) }
}

/** A reply of these fields. */
export function json(body: unknown): Reply {
  return { text: JSON.stringify(body) }
}

function asReply(reply: Reply | string): Reply {
  return typeof reply === 'string' ? { file: reply } : reply
}
