import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { playAttacks, playNeighbours, sharedRange } from './range.ts'
import { SETTINGS_ATTACKS, SETTINGS_NEIGHBOURS } from './settings-cases.ts'

describeOnChains('settings and secrets that others can change', () => {
  const range = sharedRange()
  playAttacks(range, SETTINGS_ATTACKS)
  playNeighbours(range, SETTINGS_NEIGHBOURS)
})
