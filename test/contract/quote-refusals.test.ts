import { expect } from 'vitest'
import { contract, type Operation } from '../support/contract.ts'
import { essence, problemsOf, expectRefused } from '../support/contract-steps.ts'
import {
  ALICE,
  BASE_USDC,
  BITCOIN_WALLET,
  BOB,
  BRIDGE,
  BROKEN_CHECKSUM,
  BTC,
  ETH,
  type Fields,
  LOCKABLE,
  pair,
  REQUEST,
  SOL,
  SOLANA_WALLET,
  USDC,
  without,
} from '../support/contract-world.ts'

/** Quote and lock check what they share in the same way. */
const BOTH: readonly (readonly [Operation, Fields])[] = [
  ['quote', REQUEST],
  ['lock', { ...LOCKABLE, provider: BRIDGE }],
]

const refusal = (code: string, field: string) => ({ code, httpStatus: 400, field })

contract('a missing or mistyped required field is a validation error on that field', async (api) => {
  for (const [operation, request] of BOTH) {
    for (const field of ['srcChain', 'srcAddress', 'dstChain', 'dstAddress', 'amount']) {
      const missing = await api.refused(operation, without(request, field))
      expect(essence(missing)).toEqual(refusal('VALIDATION_ERROR', field))
      expect(problemsOf(missing)).toEqual([[field, 'VALIDATION_ERROR']])
    }
    for (const field of ['srcChain', 'srcAddress', 'dstChain', 'dstAddress']) {
      for (const value of [5, true, {}, ['ethereum'], '']) {
        await expectRefused(api, operation, { ...request, [field]: value }, field)
      }
    }
  }
})

contract('an amount that is no positive plain decimal string is an invalid amount', async (api) => {
  const amounts = ['1e5', '1E5', '0x1', ' 1', '1 ', '-1', '+1', '0', '0.0', '', '.', '1,5', '1_000', '1.2.3', '١٢']
  amounts.push('NaN', 'Infinity', '1\n', '１', '1/2', '1\u0000', `1${'0'.repeat(500)}`)
  for (const [operation, request] of BOTH) {
    for (const amount of [...amounts, 5, 0.5, true, {}, ['1']]) {
      await expectRefused(api, operation, { ...request, amount }, 'amount', 'INVALID_AMOUNT')
    }
  }
})

contract('an amount with more decimals than its asset is refused, never rounded', async (api) => {
  for (const [operation, request] of BOTH) {
    await expectRefused(api, operation, { ...request, amount: '1.0000001' }, 'amount', 'INVALID_AMOUNT')
    const wei = { ...request, ...pair(ETH, BASE_USDC), amount: '1.0000000000000000001' }
    await expectRefused(api, operation, wei, 'amount', 'INVALID_AMOUNT')
  }
  await api.ok('quote', { ...REQUEST, amount: '1.0000010000' })
})

contract('slippage must be a number from 0 to 10000, and a fraction of it one that anybody means', async (api) => {
  for (const [operation, request] of BOTH) {
    for (const slippage of [-1, -0.5, 10001, 10000.01, '100', '0.5', '', true, [100], 1e21, 1e-9, 5e-324]) {
      await expectRefused(api, operation, { ...request, slippage }, 'slippage', 'INVALID_SLIPPAGE')
    }
  }
})

contract('confidentiality is public or basic', async (api) => {
  for (const [operation, request] of BOTH) {
    for (const confidentiality of ['advanced', 'Basic', '', 'secret', 1, true, ['basic']]) {
      await expectRefused(api, operation, { ...request, confidentiality }, 'confidentiality')
    }
  }
})

contract('exclude is a list of provider keys', async (api) => {
  for (const exclude of ['SANDBOX_DEX', 5, {}, [5], [['SANDBOX_DEX']]]) {
    expect((await api.refused('quote', { ...REQUEST, exclude })).code).toBe('VALIDATION_ERROR')
  }
})

contract('unknown chains and assets are validation errors on their field', async (api) => {
  for (const [operation, request] of BOTH) {
    for (const field of ['srcChain', 'dstChain']) {
      for (const value of ['no-such-chain', 'Ethereum', '__proto__', 'constructor', "' OR 1=1"]) {
        await expectRefused(api, operation, { ...request, [field]: value }, field)
      }
    }
    for (const field of ['srcAddress', 'dstAddress']) {
      for (const value of ['0x1111111111111111111111111111111111111111', 'USDC', '__proto__', '0x', BITCOIN_WALLET]) {
        await expectRefused(api, operation, { ...request, [field]: value }, field)
      }
    }
    const brokenUsdc = '0xa0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
    await expectRefused(api, operation, { ...request, srcAddress: brokenUsdc }, 'srcAddress')
  }
})

contract('a depositor belongs to the source chain and a recipient to the destination chain', async (api) => {
  const families: readonly (readonly [Fields, string, readonly string[]])[] = [
    [{ ...pair(USDC, BASE_USDC), amount: '100' }, ALICE, [BROKEN_CHECKSUM, BITCOIN_WALLET, SOLANA_WALLET, '0x12', '']],
    [{ ...pair(BTC, BASE_USDC), amount: '0.01' }, BITCOIN_WALLET, [ALICE, `${BITCOIN_WALLET.slice(0, -1)}g`, 'tb1q']],
    [
      { ...pair(SOL, BASE_USDC), amount: '10' },
      SOLANA_WALLET,
      [ALICE, BITCOIN_WALLET, `${SOLANA_WALLET.slice(0, -1)}0`],
    ],
  ]
  for (const [request, depositor, wrong] of families) {
    await api.ok('quote', { ...request, depositor, recipient: BOB })
    await api.ok('quote', { ...request, depositor })
    for (const address of wrong) {
      await expectRefused(api, 'quote', { ...request, depositor: address }, 'depositor', 'INVALID_ADDRESS')
      const lock = { ...request, depositor: address, recipient: BOB, provider: BRIDGE }
      await expectRefused(api, 'lock', lock, 'depositor', 'INVALID_ADDRESS')
    }
    const back = { ...pair(BASE_USDC, { chain: String(request['srcChain']), address: String(request['srcAddress']) }) }
    await api.ok('quote', { ...back, amount: '5000', recipient: depositor })
    for (const address of wrong) {
      await expectRefused(api, 'quote', { ...back, amount: '5000', recipient: address }, 'recipient', 'INVALID_ADDRESS')
    }
  }
  for (const address of [5, true, {}]) {
    expect((await api.refused('quote', { ...REQUEST, depositor: address })).field).toBe('depositor')
  }
})

contract('an asset cannot be swapped for itself', async (api) => {
  for (const [operation, request] of BOTH) {
    for (const dstAddress of [USDC.address, USDC.address.toLowerCase()]) {
      const same = { ...request, dstChain: 'ethereum', dstAddress }
      const { code, httpStatus } = await api.refused(operation, same)
      expect({ code, httpStatus }).toEqual({ code: 'UNSUPPORTED_PAIR', httpStatus: 400 })
    }
    const natives = { ...request, ...pair(ETH, { chain: 'ethereum', address: 'native' }), amount: '1' }
    expect((await api.refused(operation, natives)).code).toBe('UNSUPPORTED_PAIR')
  }
})

contract('every problem is reported at once, in the order of the field table', async (api) => {
  const everything = {
    srcChain: 'no-such-chain',
    dstAddress: 5,
    slippage: -1,
    confidentiality: 'advanced',
    recipient: 'nobody',
  }
  const refused = await api.refused('quote', { ...REQUEST, ...everything, amount: '1e5' })
  expect(essence(refused)).toEqual(refusal('VALIDATION_ERROR', 'srcChain'))
  const found = problemsOf(refused)
  for (const expected of [
    ['srcChain', 'VALIDATION_ERROR'],
    ['dstAddress', 'VALIDATION_ERROR'],
    ['amount', 'INVALID_AMOUNT'],
    ['slippage', 'INVALID_SLIPPAGE'],
    ['confidentiality', 'VALIDATION_ERROR'],
  ]) {
    expect(found).toContainEqual(expected)
  }
  expect(refused.errors[0]).toEqual({ code: refused.code, field: refused.field, message: refused.message })
  const order = ['srcChain', 'srcAddress', 'dstChain', 'dstAddress', 'amount', 'slippage', 'confidentiality']
  order.push('depositor', 'recipient', 'exclude')
  const positions = found.map(([field]) => order.indexOf(field ?? ''))
  expect(positions).toEqual([...positions].sort((a, b) => a - b))

  const amountAndWallets = { ...REQUEST, amount: '0', slippage: '1', depositor: '0x1', recipient: 'x' }
  expect(problemsOf(await api.refused('quote', amountAndWallets))).toEqual([
    ['amount', 'INVALID_AMOUNT'],
    ['slippage', 'INVALID_SLIPPAGE'],
    ['depositor', 'INVALID_ADDRESS'],
    ['recipient', 'INVALID_ADDRESS'],
  ])
  expect(problemsOf(await api.refused('quote', {}))).toEqual(
    ['srcChain', 'srcAddress', 'dstChain', 'dstAddress', 'amount'].map((field) => [field, 'VALIDATION_ERROR']),
  )
})
