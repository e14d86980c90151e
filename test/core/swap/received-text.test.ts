import { expect, test } from 'vitest'
import type { StatusTransaction } from '../../../src/core/api/documents.ts'
import { arrivalField, arrivedClause, receivedText } from '../../../src/core/swap/received-text.ts'

const dstAsset = { id: 1, symbol: 'USDC', contract: null, image: null, chain: 'base' }

test.each([
  ['SUCCESS', '99.4', '99.4 USDC'],
  ['SUCCESS', undefined, 'unknown, ~99.5 USDC'],
  ['PENDING', undefined, '~99.5 USDC'],
  ['FAILED', undefined, '-'],
  ['REFUND', undefined, '-'],
] as const)('a swap that is %s, with %s delivered, brought %s', (status, dstDelivered, text) => {
  expect(receivedText({ status, dstAmount: '99.5', dstDelivered, dstAsset })).toBe(text)
})

test('a symbol with letters that may pass for others is marked', () => {
  const imitating = { ...dstAsset, symbol: 'E\u0422H' }
  expect(receivedText({ status: 'SUCCESS', dstAmount: '1', dstDelivered: '1', dstAsset: imitating })).toBe(
    '1 !E\u0422H',
  )
})

test('a shortened amount and an asset without a symbol are shown as they are', () => {
  const unnamed = { status: 'SUCCESS', dstAmount: '0.123456789', dstAsset: { ...dstAsset, symbol: null } } as const
  const shorten = (amount: string) => `${amount.slice(0, 4)}…`
  expect(receivedText({ ...unnamed, dstDelivered: '0.123456789' }, shorten)).toBe('0.12… ?')
  expect(receivedText(unnamed, shorten)).toBe('unknown, ~0.12… ?')
})

const ended = { status: 'SUCCESS', dstAmount: '99.5' } as const

test('only an amount that was measured is received; a promise is no arrival, whoever states it', () => {
  const told = (transaction: Pick<StatusTransaction, 'status' | 'dstAmount' | 'dstDelivered'>) =>
    (['service', 'server'] as const).map((teller) => arrivalField(transaction, 'USDC', teller))
  expect(told({ ...ended, dstDelivered: '99.4' })).toEqual([
    ['received', '99.4 USDC'],
    ['received', '99.4 USDC, as the server says'],
  ])
  expect(told(ended)).toEqual([
    ['received', 'not known: 99.5 USDC was promised'],
    ['received', 'not known: the server states 99.5 USDC'],
  ])
  const expected = ['expected', '99.5 USDC']
  expect(told({ ...ended, status: 'PENDING' })).toEqual([expected, expected])
})

test('a clause says the same', () => {
  const told = (transaction: Pick<StatusTransaction, 'dstAmount' | 'dstDelivered'>) =>
    (['service', 'server'] as const).map((teller) => arrivedClause(transaction, 'USDC', teller))
  expect(told({ ...ended, dstDelivered: '99.4' })).toEqual([
    '99.4 USDC received',
    '99.4 USDC received, as the server says',
  ])
  expect(told(ended)).toEqual([
    'what arrived is not known: 99.5 USDC was promised',
    'what arrived is not known: the server states 99.5 USDC',
  ])
})

test('what is told of thousands has commas', () => {
  const delivered = { status: 'SUCCESS', dstAmount: '4500', dstDelivered: '4498.25' } as const
  const promised = { status: 'SUCCESS', dstAmount: '4500' } as const
  expect(receivedText({ ...delivered, dstAsset })).toBe('4,498.25 USDC')
  expect(receivedText({ ...promised, dstAsset })).toBe('unknown, ~4,500 USDC')
  expect(arrivedClause(delivered, 'USDC', 'service')).toBe('4,498.25 USDC received')
  expect(arrivalField(promised, 'USDC', 'server')).toEqual(['received', 'not known: the server states 4,500 USDC'])
  expect(arrivalField({ ...promised, status: 'PENDING' }, 'USDC', 'service')).toEqual(['expected', '4,500 USDC'])
})
