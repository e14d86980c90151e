import { expect, test } from 'vitest'
import { adaptOffers } from '../../../src/providers/kit/offer.ts'
import { refuse } from '../../../src/providers/kit/refuse.ts'
import { createProviderContext, createProviderLock } from '../../support/provider-context.ts'
import { ALICE, USDC } from '../../support/case-assets.ts'

test('a route that is refused at execute is gone for the reason that the provider gives', async () => {
  const { prepare } = adaptOffers({
    ask: () => Promise.resolve(refuse('needs_key', 'It wants an API key (401)')),
    toOffer: () => expect.unreachable(),
    restore: () => undefined,
    prepare: () => expect.unreachable(),
  })
  const lock = await createProviderLock(`ethereum:${USDC.ethereum}`, `base:${USDC.base}`, {
    ...{ amountIn: 1_000_000n, amountOut: 990_000n, minimumOut: 980_000n },
    ...{ depositor: ALICE, recipient: ALICE, state: {} },
  })
  await expect(prepare(lock, createProviderContext())).rejects.toMatchObject({
    code: 'unavailable',
    message: 'It no longer offers this route: It wants an API key (401)',
  })
})
