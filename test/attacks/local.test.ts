import { expect, test } from 'vitest'
import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { asObject } from '../support/contract-fields.ts'
import { LOCAL_ATTACKS, LOCAL_NEIGHBOURS } from './local-cases.ts'
import { playAttacks, playNeighbours, sharedRange } from './range.ts'

describeOnChains('what a provider pays on another chain, asked by the service of this machine', () => {
  const range = sharedRange()
  playAttacks(range, LOCAL_ATTACKS)
  playNeighbours(range, LOCAL_NEIGHBOURS)

  test('what a payment was made in spite of stands in its JSON, with what settled it', async () => {
    const accepted = LOCAL_NEIGHBOURS.find(({ name }) => name.endsWith('a message that was accepted'))
    const { said } = await range.play(accepted ?? expect.unreachable())
    expect(asObject(asObject(JSON.parse(said.stdout))['data'])).toMatchObject({
      accepted: ['passed-on'],
      warnings: [
        'passed-on: A contract on the destination chain passes the money on; its final recipient cannot be read (accepted)',
        'promised: 99.97 USDC by ACROSS, not enforced',
      ],
    })
  })
})
