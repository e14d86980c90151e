import { randomIds } from '../../../src/io/ids.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { accountId, accountIdParts } from '../../../src/core/assets/account-id.ts'
import { openPaymentQueue, queueFileName } from '../../../src/payments/turns.ts'
import { systemClock } from '../../../src/io/clock.ts'
import { evmFamily } from '../../../src/wallet/evm/family.ts'
import { createRunJournal, type NewRun, type RunChange } from '../../../src/wallet/run/journal.ts'
import { findPayingRun, waitInQueue } from '../../../src/wallet/run/payment-queue.ts'
import { scanRuns } from '../../support/run-documents.ts'
import { openTempStore } from '../../support/store.ts'
import { defined } from '../../../src/core/defined.ts'
import { newHome } from '../../support/new-home.ts'
import { PATIENT } from '../../support/patience.ts'

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

test('a payment that waits says once for which swap, or that it is another payment', async () => {
  const home = await newHome()
  const account = accountId({ namespace: 'eip155', reference: '8453', address: ADDRESS })
  const said: string[] = []
  const queue = openPaymentQueue(home, (text) => said.push(text))
  const wait = async (name?: () => Promise<string | undefined>) => {
    const leave = await queue.enter(account)
    const waiting = waitInQueue(queue, systemClock, account, {
      until: new AbortController().signal,
      ...defined({ name }),
    })
    await vi.waitFor(() => expect(said).toHaveLength(1), PATIENT)
    leave?.()
    ;(await waiting)?.()
    return said.splice(0)
  }
  const rest = `which has the account ${ADDRESS} until it is in a block`
  expect(await wait(async () => '5 base:USDC to base:ETH (run_1)')).toEqual([
    `waiting for the swap of 5 base:USDC to base:ETH (run_1), ${rest}`,
  ])
  expect(await wait()).toEqual([`waiting for another payment, ${rest}`])
  expect(await wait(async () => undefined)).toEqual([`waiting for another payment, ${rest}`])
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

const START = Date.parse('2026-01-15T12:00:00.000Z')
const MINUTE = 60_000
const PAYMENT = { hash: '0x1', raw: '0x', replaced: [] }

/** A journal in which each run is written a second after the one before; and the run that waits. */
async function world() {
  const { store, cleanup } = await openTempStore()
  onTestFinished(cleanup)
  let nowMs = START
  const clock = { now: () => (nowMs += 1_000), sleep: () => Promise.resolve() }
  const journal = createRunJournal(scanRuns(store.documents), clock, randomIds)
  const make = async (change: RunChange, depositor = '0xAB', chainId = 1) => {
    const run: NewRun = {
      from: 'ethereum:USDC',
      to: 'base:USDC',
      request: {
        ...{ srcChain: 'ethereum', srcAddress: '0x0', dstChain: 'base', dstAddress: '0x1', amount: '1' },
        ...{ depositor, recipient: '0x3', provider: 'TEST' },
      },
      source: { chainId, isNative: false },
      agreed: true,
    }
    return journal.save(await journal.create(run), change)
  }
  const waiting = await make({ step: 'executed', paymentAgreed: true })
  return { make, idOf: async (atMs = nowMs) => (await findPayingRun(journal, waiting, atMs))?.id }
}

test('a payment waits for the run of its account that has signed last, else for the last one that was agreed to', async () => {
  const { make, idOf } = await world()
  await make({ step: 'executed' })
  expect(await idOf()).toBeUndefined()
  const agreed = await make({ step: 'executed', paymentAgreed: true })
  expect(await idOf()).toBe(agreed.id)
  const signed = await make({ step: 'signed', payment: PAYMENT })
  await make({ step: 'executed', paymentAgreed: true })
  expect(await idOf()).toBe(signed.id)
  const approved = await make({ step: 'executed', paymentAgreed: true, earlier: [PAYMENT] })
  await make({ step: 'tracked', payment: PAYMENT })
  expect(await idOf()).toBe(approved.id)
})

test('a payment waits for no run of another account or chain, nor for one of which nothing was heard for long', async () => {
  const { make, idOf } = await world()
  await make({ step: 'signed', payment: PAYMENT }, '0xCD')
  await make({ step: 'signed', payment: PAYMENT }, '0xAB', 8453)
  expect(await idOf()).toBeUndefined()
  const own = await make({ step: 'signed', payment: PAYMENT }, '0xab')
  expect([await idOf(START + 14 * MINUTE), await idOf(START + 16 * MINUTE)]).toEqual([own.id, undefined])
})
