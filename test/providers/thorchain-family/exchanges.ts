import { type ReplyOrFile, toReply } from '../../support/case-makers.ts'
import type { Exchange, Reply } from '../../support/provider-lab.ts'

/** Every request names the application. */
const headers = { 'x-client-id': 'swapcli' }

/**
 * The exchanges of one network of the family.
 * @param network first segment of its node's paths
 * @param interval blocks between the parts of a streamed swap, in every request for a quote
 * @param poolsFile recording of its pools
 */
export function familyExchanges(network: string, interval: number, poolsFile: string) {
  const get = (path: string, reply: ReplyOrFile, query?: Readonly<Record<string, string>>): Exchange => ({
    method: 'GET',
    path,
    ...(query === undefined ? {} : { query }),
    headers,
    reply: toReply(reply),
  })
  return {
    /** The list of vaults and halts. */
    vaults: (reply: ReplyOrFile) => get(`/${network}/inbound_addresses`, reply),
    /** The list of pools. */
    pools: (reply: ReplyOrFile = poolsFile) => get(`/${network}/pools`, reply),
    /** One quote, in as many parts as the network likes. */
    quoted: (query: Readonly<Record<string, string>>, reply: ReplyOrFile) =>
      get(`/${network}/quote/swap`, reply, { streaming_interval: String(interval), streaming_quantity: '0', ...query }),
    /** The node's status of an inbound hash, in capitals and without 0x. */
    followed: (hash: string, reply: ReplyOrFile) => get(`/${network}/tx/status/${hash}`, reply),
    /** The indexer's actions of an inbound hash. */
    indexed: (hash: string, reply: ReplyOrFile) => get('/v2/actions', reply, { txid: hash }),
    /** The indexer's list of pools. */
    indexedPools: (reply: ReplyOrFile = 'midgard-pools.json') => get('/v2/pools', reply),
  }
}

/** A reply of these fields. */
export function json(body: unknown): Reply {
  return { text: JSON.stringify(body) }
}
