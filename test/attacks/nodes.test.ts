import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { sharedNodes } from './lying-nodes.ts'
import { NODE_ATTACKS, NODE_NEIGHBOURS } from './node-cases.ts'
import { playAttacks, playNeighbours, sharedRange } from './range.ts'

describeOnChains('nodes that lie', () => {
  const range = sharedRange()
  const over = sharedNodes(range)
  playAttacks(range, NODE_ATTACKS.map(over))
  playNeighbours(range, NODE_NEIGHBOURS.map(over))
})
