import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { CHAIN_ATTACKS, CHAIN_NEIGHBOURS } from './chain-cases.ts'
import { sharedNodes } from './lying-nodes.ts'
import { playAttacks, playNeighbours, sharedRange } from './range.ts'

describeOnChains('chains that take blocks back', () => {
  const range = sharedRange()
  const over = sharedNodes(range)
  playAttacks(range, CHAIN_ATTACKS.map(over))
  playNeighbours(range, CHAIN_NEIGHBOURS.map(over))
})
