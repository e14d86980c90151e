import { expect } from 'vitest'
import { contract } from '../support/contract.ts'
import { asObject, asText } from '../support/contract-fields.ts'
import { historyOf, lockOf, statusOf, expectRefused } from '../support/contract-steps.ts'
import {
  ALICE,
  BASE_ETH,
  BASE_USDC,
  BOB,
  BRIDGE,
  CAROL,
  DEPOSIT,
  ETH,
  INTENTS,
  LOCKABLE,
  pair,
  USDC,
} from '../support/contract-world.ts'

const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/

contract('a client-side route gives the wallet what it must send', async (api) => {
  const lock = await lockOf(api)
  const { lockId, src, dst, fees } = lock
  const execution = await api.ok('execute', { lockId })
  expect(execution).toMatchObject({ provider: BRIDGE, lockId, quote: { src, dst, fees } })
  const exec = asObject(execution['exec'])
  expect(exec).toMatchObject({ chainId: 1, srcToken: USDC.address, srcAmount: '1000000000' })
  expect(exec['providerTarget']).toMatch(EVM_ADDRESS)
  expect(exec['providerCalldata']).toMatch(/^0x([0-9a-fA-F]{2})+$/)
  expect(exec['value']).toMatch(/^\d+$/)
  expect(exec).toMatchObject({ approvalToken: USDC.address, approvalAmount: '1000000000' })
  expect(exec['approvalTarget']).toMatch(EVM_ADDRESS)
})

contract('a native source is sent as value and approves nothing', async (api) => {
  const request = { ...LOCKABLE, ...pair(ETH, BASE_ETH), amount: '1.25' }
  const { lockId } = await lockOf(api, BRIDGE, request)
  const exec = asObject((await api.ok('execute', { lockId }))['exec'])
  expect(exec).toMatchObject({ chainId: 1, srcAmount: '1250000000000000000', value: '1250000000000000000' })
  for (const field of ['approvalTarget', 'approvalToken', 'approvalAmount']) expect(exec[field]).toBeUndefined()
})

contract('a server-side route gives a deposit address and nothing to sign', async (api) => {
  for (const provider of [DEPOSIT, INTENTS]) {
    const { lockId } = await lockOf(api, provider)
    const execution = await api.ok('execute', { lockId })
    expect(asObject(execution['providerResult'])['depositAddress']).toMatch(EVM_ADDRESS)
    expect(asObject(execution['exec'] ?? {})['providerCalldata']).toBeUndefined()
  }
})

contract('what was executed is on record at once', async (api, world) => {
  const { lockId } = await lockOf(api)
  const { transaction, provider } = await api.ok('execute', { lockId })
  const { id } = asObject(transaction)
  expect(await statusOf(api, { transactionId: id })).toMatchObject({
    id,
    provider,
    hash: '',
    inboundHash: '',
    outboundHash: null,
    status: 'PENDING',
    srcAmount: '1000',
    walletAddress: ALICE,
    recipientWalletAddress: BOB,
    createdAt: new Date(world.clock.now()).toISOString(),
    updatedAt: new Date(world.clock.now()).toISOString(),
    srcAsset: { symbol: 'USDC', contract: USDC.address, chain: 'ethereum' },
    dstAsset: { symbol: 'USDC', contract: BASE_USDC.address, chain: 'base' },
  })
})

contract('the contract of a native asset is null', async (api) => {
  const { lockId } = await lockOf(api, BRIDGE, { ...LOCKABLE, ...pair(ETH, BASE_ETH), amount: '1' })
  const { id } = asObject((await api.ok('execute', { lockId }))['transaction'])
  expect(await statusOf(api, { transactionId: id })).toMatchObject({
    srcAsset: { symbol: 'ETH', contract: null, chain: 'ethereum' },
    dstAsset: { symbol: 'ETH', contract: null, chain: 'base' },
  })
})

contract('execute needs a lockId', async (api) => {
  for (const input of [{}, { lockId: '' }, { quoteId: 'x' }]) {
    await expectRefused(api, 'execute', input, 'lockId', 'MISSING_LOCK_ID')
  }
  for (const lockId of [5, true, {}, ['x']]) {
    const refused = await api.refused('execute', { lockId })
    expect([refused.httpStatus, refused.field]).toEqual([400, 'lockId'])
  }
  const { lockId } = await lockOf(api)
  await expectRefused(api, 'execute', { lockId, referralCode: 5 }, 'referralCode')
})

contract('a lock is executed once; unknown, used and expired ones have expired', async (api, world) => {
  const expired = { code: 'QUOTE_EXPIRED', httpStatus: 409 }
  const outcome = async (lockId: unknown) => {
    const { code, httpStatus } = await api.refused('execute', { lockId })
    return { code, httpStatus }
  }
  expect(await outcome('no-such-lock')).toEqual(expired)
  const used = await lockOf(api)
  await api.ok('execute', { lockId: used['lockId'] })
  expect(await outcome(used['lockId'])).toEqual(expired)
  expect(await outcome(used['lockId'])).toEqual(expired)

  const last = await lockOf(api)
  const late = await lockOf(api)
  await world.clock.advance(Number(last['ttlMs']) - 1)
  await api.ok('execute', { lockId: last['lockId'] })
  await world.clock.advance(1)
  expect(await outcome(late['lockId'])).toEqual(expired)
  await world.clock.advance(24 * 60 * 60 * 1000)
  expect(await outcome(late['lockId'])).toEqual(expired)
  expect((await historyOf(api)).length).toBe(2)
})

contract('nothing in the body of execute changes what was locked', async (api) => {
  const { lockId } = await lockOf(api)
  const override = { ...pair(ETH, BASE_ETH), amount: '5', slippage: 10_000, provider: DEPOSIT }
  const execution = await api.ok('execute', { ...override, lockId, depositor: CAROL, recipient: CAROL })
  expect(execution).toMatchObject({ provider: BRIDGE, exec: { srcAmount: '1000000000' } })
  const { id } = asObject(execution['transaction'])
  expect(await statusOf(api, { transactionId: id })).toMatchObject({
    provider: BRIDGE,
    srcAmount: '1000',
    walletAddress: ALICE,
    recipientWalletAddress: BOB,
    srcAsset: { symbol: 'USDC', chain: 'ethereum' },
  })
})

contract('the referral code of the lock counts unless execute names one', async (api) => {
  const request = { ...LOCKABLE, referralCode: 'from-lock' }
  const idOf = async (body: Record<string, string>) => {
    const { lockId } = await lockOf(api, BRIDGE, request)
    return asText(asObject((await api.ok('execute', { ...body, lockId: asText(lockId) }))['transaction'])['id'])
  }
  const fallback = await idOf({})
  const named = await idOf({ referralCode: 'from-execute' })
  const found = async (referralCode: string) => (await historyOf(api, { referralCode })).map(({ id }) => id)
  expect(await found('from-lock')).toEqual([fallback])
  expect(await found('from-execute')).toEqual([named])
  expect(await found('from')).toEqual([])
  expect(await found('FROM-LOCK')).toEqual([])
})

contract('a provider that fails at execute leaves the lock usable until it expires', async (api, world) => {
  const { lockId, ttlMs } = await lockOf(api, BRIDGE, { ...LOCKABLE, amount: '1000.0503' })
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const refused = await api.refused('execute', { lockId })
    expect([refused.code, refused.httpStatus]).toEqual(['PROVIDER_UNAVAILABLE', 503])
    expect(refused.retryAfterSec).toBeGreaterThanOrEqual(1)
  }
  expect(await historyOf(api)).toEqual([])
  await world.clock.advance(Number(ttlMs))
  expect((await api.refused('execute', { lockId })).code).toBe('QUOTE_EXPIRED')
})
