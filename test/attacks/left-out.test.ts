import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { hostileProvider, LEFT_OUT, type Refusal } from './left-out-cases.ts'
import { playAttacks, sharedRange } from './range.ts'

for (const refusal of Object.keys(LEFT_OUT) as Refusal[]) {
  describeOnChains(`a provider whose best quote ${refusal}`, () => {
    playAttacks(
      sharedRange(() => [hostileProvider(refusal)]),
      [LEFT_OUT[refusal]],
    )
  })
}
