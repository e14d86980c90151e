import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { playAttacks, playNeighbours, sharedRange } from './range.ts'
import { RESUME_ATTACKS, RESUME_NEIGHBOURS } from './resume-cases.ts'

describeOnChains('swaps that are killed and resumed', () => {
  const range = sharedRange()
  playAttacks(range, RESUME_ATTACKS)
  playNeighbours(range, RESUME_NEIGHBOURS)
})
