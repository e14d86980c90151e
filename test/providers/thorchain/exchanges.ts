import { familyExchanges } from '../thorchain-family/exchanges.ts'

export { json } from '../thorchain-family/exchanges.ts'

/** Epoch milliseconds at which the cases play: before every recorded price has expired. */
export const NOW_MS = Date.parse('2024-03-10T16:00:00Z')

export const { vaults, pools, quoted, followed, indexed, indexedPools } = familyExchanges('thorchain', 1, 'pools.json')
