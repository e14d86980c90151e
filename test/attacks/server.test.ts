import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { playAttacks, playNeighbours, sharedRange } from './range.ts'
import { SERVER_ATTACKS, SERVER_NEIGHBOURS } from './server-cases.ts'

describeOnChains('a server that lies in the terms', () => {
  const range = sharedRange()
  playAttacks(range, SERVER_ATTACKS)
  playNeighbours(range, SERVER_NEIGHBOURS)
})
