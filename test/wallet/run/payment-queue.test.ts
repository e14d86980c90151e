import { randomIds } from '../../../src/io/ids.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { accountId, accountIdParts } from '../../../src/core/assets/account-id.ts'
import { openPaymentQueue, queueFileName } from '../../../src/payments/turns.ts'
import { systemClock } from '../../../src/io/clock.ts'
import { evmFamily } from '../../../src/wallet/evm/family.ts'
import { newHome } from '../../support/new-home.ts'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

test('an EVM account queues behind the lock file of earlier versions, which may run at the same time', async () => {
  const home = await newHome()
  const wallet = await evmFamily.createWallet({
    address: ADDRESS,
    signer: () => Promise.reject(new Error('it signed')),
    chain: async () => undefined,
    clock: systemClock,
    queue: openPaymentQueue(home, () => undefined),
    ids: randomIds,
    isListed: async () => true,
    options: { allowance: 'exact' },
  })
  const leave = await wallet.enterQueue?.(8453)
  expect(existsSync(join(home, 'paying-8453-0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266.lock'))).toBe(true)
  expect(await wallet.enterQueue?.(8453)).toBeUndefined()
  leave?.()
})

test('accounts of other families queue by chain and address, whose letter case counts where it does on the chain', () => {
  const solana = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
  expect(queueFileName(`solana:${solana}`)).toBe(`paying-solana-${solana.replace(':', '-')}.lock`)
})

test('an account id gives back its parts, also where the address holds colons', () => {
  for (const id of [`eip155:1:${ADDRESS}`, 'bip122:000000000933ea01ad0ee984209779ba:bitcoincash:qz2s'] as const) {
    expect(accountId(accountIdParts(id))).toBe(id)
  }
  expect(accountIdParts(`eip155:1:${ADDRESS}`)).toEqual({ namespace: 'eip155', reference: '1', address: ADDRESS })
})
