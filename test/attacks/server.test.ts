import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { playAttacks, sharedRange } from './range.ts'
import { SERVER_ATTACKS } from './server-cases.ts'

describeOnChains('a server that lies in the terms', () => {
  playAttacks(sharedRange(), SERVER_ATTACKS)
})
