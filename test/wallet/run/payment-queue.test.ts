import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openPaymentQueue } from '../../../src/cli/pay/payment-queue.ts'
import { systemClock } from '../../../src/io/clock.ts'
import { evmFamily } from '../../../src/wallet/evm/family.ts'
import { newHome } from '../../support/new-home.ts'

test('an EVM account queues behind the lock file of earlier versions, which may run at the same time', async () => {
  const home = await newHome()
  const wallet = await evmFamily.createWallet({
    address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    signer: () => Promise.reject(new Error('it signed')),
    chain: async () => undefined,
    clock: systemClock,
    queue: openPaymentQueue(home, () => undefined),
    options: { allowance: 'exact' },
  })
  const leave = await wallet.enterQueue?.(8453)
  expect(existsSync(join(home, 'paying-8453-0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266.lock'))).toBe(true)
  expect(await wallet.enterQueue?.(8453)).toBeUndefined()
  leave?.()
})
