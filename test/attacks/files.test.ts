import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { FILE_ATTACKS, FILE_NEIGHBOURS } from './file-cases.ts'
import { playAttacks, playNeighbours, sharedRange } from './range.ts'

describeOnChains('files that others changed', () => {
  const range = sharedRange()
  playAttacks(range, FILE_ATTACKS)
  playNeighbours(range, FILE_NEIGHBOURS)
})
