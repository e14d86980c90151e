import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { PAGE_ATTACKS, PAGE_NEIGHBOURS } from './page-cases.ts'
import { playAttacks, playNeighbours, sharedRange } from './range.ts'

describeOnChains('texts that a terminal obeys', () => {
  const range = sharedRange()
  playAttacks(range, PAGE_ATTACKS)
  playNeighbours(range, PAGE_NEIGHBOURS)
})
