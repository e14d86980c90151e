import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { PRICE_ATTACKS, PRICE_NEIGHBOURS } from './price-cases.ts'
import { playAttacks, playNeighbours, sharedRange } from './range.ts'

describeOnChains('prices that lie', () => {
  const range = sharedRange()
  playAttacks(range, PRICE_ATTACKS)
  playNeighbours(range, PRICE_NEIGHBOURS)
})
