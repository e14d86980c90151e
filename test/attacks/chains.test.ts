import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { CHAIN_ATTACKS, CHAIN_NEIGHBOURS } from './chain-cases.ts'
import { sharedNodes } from './lying-nodes.ts'
import { playAttacks, playNeighbours, sharedRanges } from './range.ts'

describeOnChains('chains that take blocks back', () => {
  const ranges = sharedRanges()
  const over = sharedNodes(ranges)
  playAttacks(ranges, CHAIN_ATTACKS.map(over))
  playNeighbours(ranges, CHAIN_NEIGHBOURS.map(over))
})
