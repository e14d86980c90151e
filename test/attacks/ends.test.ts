import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { END_ATTACKS, END_NEIGHBOURS } from './end-cases.ts'
import { playAttacks, playNeighbours, sharedRange } from './range.ts'

describeOnChains('ends that are lies', () => {
  const range = sharedRange()
  playAttacks(range, END_ATTACKS)
  playNeighbours(range, END_NEIGHBOURS)
})
