import { openSwapService } from '../../../src/index.ts'
import { createTestProvider, TEST_PROVIDER } from '../../support/test-provider.ts'
import { ALICE, BASE_USDC, BOB, pair, USDC } from '../../support/contract-world.ts'

/*
 * A process that follows its transactions and never gets an answer: it says which transactions it is asking about, and when, and
 * waits to be killed.
 */

const [home = '', count = '1'] = process.argv.slice(2)
const asking = new Set<string>()
const service = await openSwapService({
  home,
  tracker: true,
  providers: [
    createTestProvider((request) => {
      asking.add(request.transactionId)
      if (asking.size === Number(count)) process.send?.({ ids: [...asking], at: Date.now() })
      return new Promise(() => undefined)
    }),
  ],
})
for (let made = 0; made < Number(count); made += 1) {
  const { lockId } = await service.lock({
    ...pair(USDC, BASE_USDC),
    amount: String(100 + made),
    provider: TEST_PROVIDER,
    depositor: ALICE,
    recipient: BOB,
  })
  await service.execute({ lockId })
}
