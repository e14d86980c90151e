import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { sharedNodes } from './lying-nodes.ts'
import { NAME_ATTACKS, NAME_NEIGHBOURS } from './name-cases.ts'
import { playAttacks, playNeighbours, sharedRange } from './range.ts'

describeOnChains('names that stand for somebody else', () => {
  const range = sharedRange()
  const over = sharedNodes(range)
  playAttacks(range, NAME_ATTACKS.map(over))
  playNeighbours(range, NAME_NEIGHBOURS.map(over))
})
