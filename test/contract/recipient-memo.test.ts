import { expect } from 'vitest'
import { contract } from '../support/contract.ts'
import { asObject } from '../support/contract-fields.ts'
import { expectRefused, historyOf, lockOf, routeOf, routesOf, statusOf, swapOf } from '../support/contract-steps.ts'
import { ALICE, BRIDGE, DEPOSIT, INTENTS, LOCKABLE, pair, USDC, without } from '../support/contract-world.ts'

/*
 * An extension of ours: what the payment to the recipient must state is a term of the swap, from its quote to its history.
 */

const XRP = { chain: 'xrpl', address: 'native' }
const XLM = { chain: 'stellar', address: 'native' }
const ZEC = { chain: 'zcash', address: 'native' }
const STELLAR_WALLET = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'
const XRP_WALLET = 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59'
const TAGGED = {
  ...{ ...pair(USDC, XRP), amount: '1000', depositor: ALICE, recipient: XRP_WALLET, recipientMemo: '12345' },
}
const DEX = 'SANDBOX_DEX'
const UNIFIED =
  'u1l8xunezsvhq8fgzfl7404m450nwnd76zshscn6nfys7vyz2ywyh4cc5daaq0c7q2su5lqfh23sp7fkf3kt27ve5948mzpfdvckzaect2jtte308mkwlycj2u0eac077wu70vqcetkxf'

contract('a memo stands in the route, the lock, the transaction and the history', async (api) => {
  const route = await routeOf(api, DEPOSIT, TAGGED)
  expect(route['recipientMemo']).toBe('12345')
  const lock = await api.ok('lock', { ...TAGGED, provider: DEPOSIT, routeId: route['routeId'] })
  expect(lock['recipientMemo']).toBe('12345')
  const { transaction } = await api.ok('execute', { lockId: lock['lockId'] })
  const { id } = asObject(transaction)
  expect((await statusOf(api, { transactionId: id }))['recipientMemo']).toBe('12345')
  expect((await historyOf(api, { transactionId: id })).map((row) => row['recipientMemo'])).toEqual(['12345'])
})

contract('a swap without a memo says nothing of one, and none is the same', async (api) => {
  for (const request of [LOCKABLE, { ...TAGGED, recipientMemo: 'none' }, without(TAGGED, 'recipientMemo')]) {
    expect(Object.keys(await lockOf(api, DEPOSIT, request))).not.toContain('recipientMemo')
  }
})

contract('providers that cannot pass a memo on have no route, and say so', async (api, { service }) => {
  expect((await routesOf(api, TAGGED)).map((route) => route['provider'])).toEqual([DEPOSIT])
  const { verdicts } = await service.quote(TAGGED)
  expect(verdicts.filter(({ outcome }) => outcome !== 'routes')).toEqual(
    [BRIDGE, DEX, INTENTS].map((provider) => ({
      ...{ provider, outcome: 'no_route', routes: 0, code: 'recipient_unsupported' },
      message: 'It cannot pass a destination tag on to the recipient',
    })),
  )
  const { routeId } = await routeOf(api, INTENTS, without(TAGGED, 'recipientMemo'))
  const refused = await api.refused('lock', { ...TAGGED, provider: INTENTS, routeId })
  expect([refused.code, refused.httpStatus, refused.message]).toEqual([
    ...['PROVIDER_UNAVAILABLE', 409],
    'Sandbox Intents does not offer this route now: It cannot pass a destination tag on to the recipient',
  ])
})

contract('a lock with another memo than the quote is not the same route', async (api) => {
  const { routeId } = await routeOf(api, DEPOSIT, TAGGED)
  const request = { ...TAGGED, provider: DEPOSIT, routeId }
  for (const other of ['12346', 'none', undefined]) {
    const refused = await expectRefused(api, 'lock', { ...request, recipientMemo: other }, 'recipientMemo')
    expect(refused.message).toBe('recipientMemo must be the same as in the quote: 12345')
  }
  const plain = await routeOf(api, DEPOSIT, LOCKABLE)
  await expectRefused(api, 'lock', { ...TAGGED, provider: DEPOSIT, routeId: plain['routeId'] }, 'routeId')
})

contract('a memo has the form of its chain, and chains without memos have none', async (api) => {
  const stellar = { ...TAGGED, ...pair(USDC, XLM), recipient: STELLAR_WALLET }
  for (const [request, recipientMemo] of [
    [TAGGED, '01'],
    [TAGGED, '4294967296'],
    [TAGGED, 'id:5'],
    [TAGGED, 5],
    [TAGGED, ''],
    [stellar, '12345'],
    [stellar, 'id:18446744073709551616'],
    [LOCKABLE, '12345'],
  ] as const) {
    await expectRefused(api, 'quote', { ...request, recipientMemo }, 'recipientMemo')
  }
  expect(await routeOf(api, DEPOSIT, { ...stellar, recipientMemo: 'id:5' })).toMatchObject({ recipientMemo: 'id:5' })
  const evm = await api.refused('lock', { ...LOCKABLE, provider: DEPOSIT, recipientMemo: '1' })
  expect(evm.message).toBe('recipientMemo does not fit Base: payments on this chain have no memo')
})

contract('an account that all customers of an exchange share is not paid without a memo', async (api) => {
  for (const recipientMemo of [undefined, 'none']) {
    const request = { ...TAGGED, recipient: 'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh', recipientMemo }
    for (const operation of ['quote', 'lock'] as const) {
      const refused = await expectRefused(api, operation, { ...request, provider: DEPOSIT }, 'recipientMemo')
      expect(refused.message).toContain('share, so give the destination tag that it shows you')
    }
  }
  await routeOf(api, DEPOSIT, { ...TAGGED, recipient: 'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh' })
})

contract('an X-address and a muxed address are refused with the account and memo to give instead', async (api) => {
  const tagged = { ...TAGGED, recipient: 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu' }
  expect((await expectRefused(api, 'quote', tagged, 'recipient', 'INVALID_ADDRESS')).message).toContain(
    `the destination tag 1: give the account ${XRP_WALLET}, and the tag as its memo`,
  )
  const muxed = 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ'
  const request = { ...TAGGED, ...pair(USDC, XLM), recipient: muxed, recipientMemo: undefined }
  expect((await expectRefused(api, 'quote', request, 'recipient', 'INVALID_ADDRESS')).message).toContain(
    `the memo id:0: give the account ${STELLAR_WALLET}`,
  )
})

contract('a unified address of Zcash is paid by those who can, and pays nothing itself', async (api, { service }) => {
  const request = { ...pair(USDC, ZEC), amount: '1000', depositor: ALICE, recipient: UNIFIED }
  expect((await routesOf(api, request)).map((route) => route['provider']).sort()).toEqual([DEPOSIT, INTENTS])
  const { verdicts } = await service.quote(request)
  expect(verdicts.find(({ provider }) => provider === BRIDGE)).toMatchObject({
    code: 'recipient_unsupported',
    message: 'It cannot pay a unified Zcash address (u1): a transparent one (t1 or t3) it may',
  })
  expect(await swapOf(api, DEPOSIT, request)).toMatch(/^tx_/)
  const back = { ...pair(ZEC, USDC), amount: '1', depositor: UNIFIED, recipient: ALICE }
  await expectRefused(api, 'quote', back, 'depositor', 'INVALID_ADDRESS')
})
