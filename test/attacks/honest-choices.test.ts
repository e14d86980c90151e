import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { HONEST_CHOICES } from './honest-cases.ts'
import { playNeighbours, sharedRange } from './range.ts'

describeOnChains('honest payments with options, allowances and forms of calls and terms', () => {
  playNeighbours(sharedRange(), HONEST_CHOICES)
})
