import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { LOCAL_ATTACKS, LOCAL_NEIGHBOURS } from './local-cases.ts'
import { playAttacks, playNeighbours, sharedRange } from './range.ts'

describeOnChains('what a provider pays on another chain, asked by the service of this machine', () => {
  const range = sharedRange()
  playAttacks(range, LOCAL_ATTACKS)
  playNeighbours(range, LOCAL_NEIGHBOURS)
})
