import { expect } from 'vitest'
import { contract } from '../support/contract.ts'
import { asObject } from '../support/contract-fields.ts'
import { statusOf, swapOf, expectRefused } from '../support/contract-steps.ts'
import { BRIDGE, DEPOSIT, evmHash, INTENTS } from '../support/contract-world.ts'

contract('track binds the hash of the wallet transaction and follows it', async (api) => {
  const transactionId = await swapOf(api)
  const txHash = evmHash(1)
  expect(await api.ok('track', { transactionId, txHash })).toMatchObject({
    transaction: { id: transactionId, hash: txHash, provider: BRIDGE, status: 'PENDING' },
    final: false,
    tracking: true,
  })
  expect(await statusOf(api, { transactionId })).toMatchObject({ id: transactionId, hash: txHash })
  expect(await statusOf(api, { hash: txHash })).toMatchObject({ id: transactionId })
})

contract('the same hash may be reported again, in any letter case', async (api) => {
  const transactionId = await swapOf(api)
  const txHash = `0x${'ab'.repeat(32)}`
  const first = await api.ok('track', { transactionId, txHash })
  expect(await api.ok('track', { transactionId, txHash })).toEqual(first)
  expect(await api.ok('track', { transactionId, txHash: `0x${'AB'.repeat(32)}` })).toMatchObject({
    transaction: { id: transactionId, hash: txHash },
  })
})

contract(
  'another hash takes the place of one of which nothing was seen, as a wallet that speeds up needs',
  async (api, world) => {
    const transactionId = await swapOf(api)
    for (const txHash of [evmHash(1), evmHash(2), evmHash(3)]) {
      expect(await api.ok('track', { transactionId, txHash })).toMatchObject({
        transaction: { id: transactionId, hash: txHash, inboundHash: txHash, status: 'PENDING' },
        tracking: true,
      })
    }
    expect(await statusOf(api, { hash: evmHash(3) })).toMatchObject({ id: transactionId, stage: 'confirming' })
    expect((await api.refused('status', { hash: evmHash(1) })).code).toBe('NOT_FOUND')
    const events = await world.service.store.events.ofTransaction(transactionId)
    expect(events.filter(({ type }) => type === 'transaction.hash').map(({ data }) => data)).toEqual([
      { hash: evmHash(1) },
      { hash: evmHash(2), replaced: evmHash(1) },
      { hash: evmHash(3), replaced: evmHash(2) },
    ])
    // The hash is free for the swap that it pays.
    await api.ok('track', { transactionId: await swapOf(api), txHash: evmHash(1) })
  },
)

contract('once its payment was seen, a different hash is refused and changes nothing', async (api, world) => {
  const transactionId = await swapOf(api)
  await api.ok('track', { transactionId, txHash: evmHash(1) })
  for (const stage of ['swapping', 'done']) {
    while ((await statusOf(api, { transactionId }))['stage'] !== stage) await world.clock.advance(1_000)
    const before = await api.ok('status', { transactionId })
    await expectRefused(api, 'track', { transactionId, txHash: evmHash(2) }, 'txHash')
    expect(await api.ok('status', { transactionId })).toEqual(before)
    expect((await api.refused('status', { hash: evmHash(2) })).code).toBe('NOT_FOUND')
  }
})

contract('a hash belongs to one transaction only', async (api) => {
  const first = await swapOf(api)
  const second = await swapOf(api)
  const txHash = `0x${'cd'.repeat(32)}`
  await api.ok('track', { transactionId: first, txHash })
  for (const taken of [txHash, `0x${'CD'.repeat(32)}`]) {
    await expectRefused(api, 'track', { transactionId: second, txHash: taken }, 'txHash')
  }
  expect(await statusOf(api, { transactionId: second })).toMatchObject({ hash: '', inboundHash: '' })
  expect(await statusOf(api, { hash: txHash })).toMatchObject({ id: first })
})

contract('a hash must look like one of the source chain', async (api) => {
  const transactionId = await swapOf(api)
  const hashes = ['', '0x', '0x12', 'hello', evmHash(1).slice(2), `${evmHash(1)}0`, evmHash(1).replace('0x', '0X1')]
  for (const txHash of [...hashes, ` ${evmHash(1)}`, 5, true, {}, [evmHash(1)]]) {
    await expectRefused(api, 'track', { transactionId, txHash }, 'txHash')
  }
  expect(await statusOf(api, { transactionId })).toMatchObject({ hash: '', inboundHash: '' })
})

contract('track needs a transaction that was recorded', async (api) => {
  await expectRefused(api, 'track', { txHash: evmHash(1) }, 'transactionId')
  for (const transactionId of ['', 5, {}]) {
    await expectRefused(api, 'track', { transactionId }, 'transactionId')
  }
  const { code, httpStatus } = await api.refused('track', { transactionId: 'tx_unknown', txHash: evmHash(1) })
  expect({ code, httpStatus }).toEqual({ code: 'NOT_FOUND', httpStatus: 404 })
})

contract('provider metadata from the client is ignored', async (api) => {
  const transactionId = await swapOf(api)
  const metadata = {
    provider: DEPOSIT,
    providerKey: DEPOSIT,
    requestId: 'x',
    channelId: 'x',
    providerQuoteId: 'x',
    chainId: 5,
    depositAddress: 'x',
    depositMemo: 'x',
    status: 'SUCCESS',
    meta: { executionMode: 'server' },
  }
  expect(await api.ok('track', { ...metadata, transactionId, txHash: evmHash(1) })).toMatchObject({
    transaction: { id: transactionId, provider: BRIDGE, status: 'PENDING' },
    final: false,
  })
  expect(await statusOf(api, { transactionId })).toMatchObject({ provider: BRIDGE, status: 'PENDING' })
})

contract('a refresh needs no hash', async (api) => {
  for (const provider of [BRIDGE, DEPOSIT, INTENTS]) {
    const transactionId = await swapOf(api, provider)
    const answer = await api.ok('track', { transactionId })
    expect(asObject(answer['transaction'])).toMatchObject({ id: transactionId, provider, status: 'PENDING' })
    expect(answer['final']).toBe(false)
  }
})

contract('a direct deposit may be reported by its hash', async (api) => {
  const transactionId = await swapOf(api, DEPOSIT)
  await api.ok('track', { transactionId, txHash: evmHash(7) })
  expect(await statusOf(api, { hash: evmHash(7) })).toMatchObject({ id: transactionId })
})

contract('status wants an id or a hash, and knows only what was recorded', async (api) => {
  const nothing = await api.refused('status')
  expect([nothing.code, nothing.httpStatus]).toEqual(['VALIDATION_ERROR', 400])
  for (const query of [{ transactionId: 'tx_unknown' }, { hash: evmHash(99) }, { hash: 'nonsense' }]) {
    const { code, httpStatus } = await api.refused('status', query)
    expect({ code, httpStatus }, JSON.stringify(query)).toEqual({ code: 'NOT_FOUND', httpStatus: 404 })
  }
  for (const query of [{ transactionId: '' }, { hash: '' }]) {
    expect((await api.refused('status', query)).httpStatus).toBe(400)
  }
})
