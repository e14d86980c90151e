import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { PAYLOAD_ATTACKS } from './payload-cases.ts'
import { PROVIDER_ATTACKS } from './provider-cases.ts'
import { playAttacks, sharedRange } from './range.ts'

describeOnChains('a payload or a provider that is not what was agreed', () => {
  const range = sharedRange()
  playAttacks(range, PAYLOAD_ATTACKS)
  playAttacks(range, PROVIDER_ATTACKS)
})
