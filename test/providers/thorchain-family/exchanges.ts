import type { Exchange, Reply } from '../../support/provider-lab.ts'

/** Every request names the application. */
const headers = { 'x-client-id': 'swapcli' }

export type FamilyExchanges = ReturnType<typeof familyExchanges>

/** What a quote is asked for, by the names of the node's query. */
export type SwapQuery = Readonly<Record<string, string>>

/**
 * The exchanges of one network of the family.
 * @param network first segment of its node's paths
 * @param interval blocks between the parts of a streamed swap, in every request for a quote
 * @param poolsFile recording of its pools
 */
export function familyExchanges(network: string, interval: number, poolsFile: string) {
  const get = (path: string, reply: Reply, query?: SwapQuery): Exchange => ({
    method: 'GET',
    path,
    ...(query === undefined ? {} : { query }),
    headers,
    reply,
  })
  return {
    /** The list of vaults and halts. */
    vaults: (reply: Reply) => get(`/${network}/inbound_addresses`, reply),
    /** The list of pools. */
    pools: (reply: Reply = poolsFile) => get(`/${network}/pools`, reply),
    /** One quote, in as many parts as the network likes. */
    quoted: (query: SwapQuery, reply: Reply) =>
      get(`/${network}/quote/swap`, reply, { streaming_interval: String(interval), streaming_quantity: '0', ...query }),
    /** The node's status of an inbound hash, in capitals and without 0x. */
    followed: (hash: string, reply: Reply) => get(`/${network}/tx/status/${hash}`, reply),
    /** The indexer's actions of an inbound hash. */
    indexed: (hash: string, reply: Reply) => get('/v2/actions', reply, { txid: hash }),
    /** The indexer's list of pools. */
    indexedPools: (reply: Reply = 'midgard-pools.json') => get('/v2/pools', reply),
  }
}

/** @param toleranceBps none where any output will do */
export function swapQuery(
  from: string,
  to: string,
  amount: string,
  destination?: string,
  toleranceBps?: number,
): SwapQuery {
  return {
    from_asset: from,
    to_asset: to,
    amount,
    ...(destination === undefined ? {} : { destination }),
    ...(toleranceBps === undefined ? {} : { liquidity_tolerance_bps: String(toleranceBps) }),
  }
}
