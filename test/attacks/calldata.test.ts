import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { CALLDATA_ATTACKS } from './calldata-cases.ts'
import { playAttacks, sharedRange } from './range.ts'

describeOnChains('calldata that is not what was agreed', () => {
  playAttacks(sharedRange(), CALLDATA_ATTACKS)
})
