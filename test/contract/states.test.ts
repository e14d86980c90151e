import { expect } from 'vitest'
import { type Api, contract, type World } from '../support/contract.ts'
import { asObject } from '../support/contract-fields.ts'
import { historyOf, statusOf, swapOf } from '../support/contract-steps.ts'
import { BRIDGE, DEPOSIT, evmHash, INTENTS, LOCKABLE } from '../support/contract-world.ts'

const POLL_MS = 3_000
/** Between polls of a swap that takes longer than a few minutes. */
const LATE_POLL_MS = 30_000
const HOUR_MS = 60 * 60 * 1000

/** Polls every three seconds, as the reference flow does, then less often for an hour, until the status is final; gives each status seen. */
async function follow(api: Api, world: World, transactionId: string): Promise<readonly unknown[]> {
  const seen: unknown[] = []
  for (let poll = 0; poll < 180; poll += 1) {
    const { transaction, final } = await api.ok('status', { transactionId })
    const { status } = asObject(transaction)
    if (seen.at(-1) !== status) seen.push(status)
    if (final === true) return seen
    await world.clock.advance(poll < 60 ? POLL_MS : LATE_POLL_MS)
  }
  return seen
}

contract(
  'a client-side swap ends SUCCESS after its hash was reported, and is found by each hash',
  async (api, world) => {
    const transactionId = await swapOf(api)
    await api.ok('track', { transactionId, txHash: evmHash(1) })
    expect(await follow(api, world, transactionId)).toEqual(['PENDING', 'SUCCESS'])
    const transaction = await statusOf(api, { transactionId })
    expect(transaction).toMatchObject({ hash: evmHash(1), status: 'SUCCESS' })
    for (const name of ['hash', 'inboundHash', 'outboundHash']) {
      expect(transaction[name], name).toMatch(/^0x[0-9a-f]{64}$/)
      expect(await statusOf(api, { hash: transaction[name] }), name).toEqual(transaction)
      const upper = String(transaction[name]).replace(/[a-f]/g, (letter) => letter.toUpperCase())
      expect(await statusOf(api, { hash: upper }), name).toEqual(transaction)
    }
  },
)

contract('a server-side swap needs no track', async (api, world) => {
  for (const provider of [DEPOSIT, INTENTS]) {
    const transactionId = await swapOf(api, provider)
    expect(await follow(api, world, transactionId)).toEqual(['PENDING', 'SUCCESS'])
    const { inboundHash, outboundHash } = await statusOf(api, { transactionId })
    expect(inboundHash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(outboundHash).toMatch(/^0x[0-9a-f]{64}$/)
  }
})

contract('a client-side swap stays PENDING while nobody reports a hash', async (api, world) => {
  const transactionId = await swapOf(api)
  expect(await follow(api, world, transactionId)).toEqual(['PENDING'])
})

contract('a swap may end FAILED or REFUND', async (api, world) => {
  const endings = [
    ['1000.0060', 'FAILED'],
    ['1000.0070', 'REFUND'],
  ] as const
  let hash = 0
  for (const [amount, ending] of endings) {
    for (const provider of [BRIDGE, DEPOSIT, INTENTS]) {
      const transactionId = await swapOf(api, provider, { ...LOCKABLE, amount })
      hash += 1
      if (provider === BRIDGE) await api.ok('track', { transactionId, txHash: evmHash(hash) })
      expect(await follow(api, world, transactionId), `${provider} ${amount}`).toEqual(['PENDING', ending])
      expect(await statusOf(api, { transactionId })).toMatchObject({ status: ending, outboundHash: null })
    }
  }
})

contract('a swap that never settles stays PENDING', async (api, world) => {
  const transactionId = await swapOf(api, DEPOSIT, { ...LOCKABLE, amount: '1000.0080' })
  expect(await follow(api, world, transactionId)).toEqual(['PENDING'])
  await world.clock.advance(48 * HOUR_MS)
  expect(await api.ok('status', { transactionId })).toMatchObject({ transaction: { status: 'PENDING' }, final: false })
})

contract('a final status stays, whatever is asked or reported afterwards', async (api, world) => {
  const success = await swapOf(api)
  await api.ok('track', { transactionId: success, txHash: evmHash(1) })
  const failed = await swapOf(api, DEPOSIT, { ...LOCKABLE, amount: '1000.0060' })
  const refund = await swapOf(api, DEPOSIT, { ...LOCKABLE, amount: '1000.0070' })
  for (const [transactionId, ending] of [
    [success, 'SUCCESS'],
    [failed, 'FAILED'],
    [refund, 'REFUND'],
  ] as const) {
    await follow(api, world, transactionId)
    const before = await api.ok('status', { transactionId })
    expect(before).toMatchObject({ transaction: { status: ending }, final: true })
    await world.clock.advance(24 * HOUR_MS)
    expect(await api.ok('track', { transactionId })).toMatchObject({
      transaction: { status: ending },
      final: true,
      tracking: false,
    })
    expect(await api.ok('status', { transactionId })).toEqual(before)
  }
  expect((await historyOf(api)).map(({ status }) => status).sort()).toEqual(['FAILED', 'REFUND', 'SUCCESS'])
})
