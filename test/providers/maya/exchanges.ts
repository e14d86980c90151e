import { familyExchanges } from '../thorchain-family/exchanges.ts'

export { json } from '../thorchain-family/exchanges.ts'

/** Epoch milliseconds at which the cases play: before every recorded price has expired. */
export const NOW_MS = Date.parse('2024-07-23T22:40:00Z')

export const { vaults, pools, quoted, followed, indexed, indexedPools } = familyExchanges(
  'mayachain',
  3,
  'pools.synthetic.json',
)
