import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { sharedNodes } from './lying-nodes.ts'
import { PRIVATE_ATTACKS, PRIVATE_NEIGHBOURS } from './private-cases.ts'
import { playAttacks, playNeighbours, sharedRange } from './range.ts'

describeOnChains('private endpoints that lie', () => {
  const range = sharedRange()
  const over = sharedNodes(range)
  playAttacks(range, PRIVATE_ATTACKS.map(over))
  playNeighbours(range, PRIVATE_NEIGHBOURS.map(over))
})
