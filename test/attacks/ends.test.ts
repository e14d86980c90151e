import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { END_ATTACKS, END_NEIGHBOURS } from './end-cases.ts'
import { playAttacks, playNeighbours, sharedRanges } from './range.ts'

describeOnChains('ends that are lies', () => {
  const ranges = sharedRanges()
  playAttacks(ranges, END_ATTACKS)
  playNeighbours(ranges, END_NEIGHBOURS)
})
