import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { playAttacks, playNeighbours, sharedRange } from './range.ts'
import { TOKEN_ATTACKS, TOKEN_NEIGHBOURS } from './token-cases.ts'

describeOnChains('tokens that misbehave', () => {
  const range = sharedRange()
  playAttacks(range, TOKEN_ATTACKS)
  playNeighbours(range, TOKEN_NEIGHBOURS)
})
