import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { sharedNodes } from './lying-nodes.ts'
import { PRIVATE_ATTACKS, PRIVATE_NEIGHBOURS } from './private-cases.ts'
import { playAttacks, playNeighbours, sharedRanges } from './range.ts'

describeOnChains('private endpoints that lie', () => {
  const ranges = sharedRanges()
  const over = sharedNodes(ranges)
  playAttacks(ranges, PRIVATE_ATTACKS.map(over))
  playNeighbours(ranges, PRIVATE_NEIGHBOURS.map(over))
})
