import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { HONEST_SWAPS } from './honest-cases.ts'
import { playNeighbours, sharedRange } from './range.ts'

describeOnChains('honest payments of every pair, amount and bridge', () => {
  playNeighbours(sharedRange(), HONEST_SWAPS)
})
