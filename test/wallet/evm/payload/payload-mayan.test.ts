import { type Hex, pad } from 'viem'
import { describe, expect, it } from 'vitest'
import { TOKENS } from '../../../../src/core/evm/tokens.ts'
import { readPayload } from '../../../../src/wallet/evm/payload/payload.ts'
import type { PayTerms } from '../../../../src/wallet/payment.ts'
import {
  type Order,
  FORWARDER,
  forwardERC20,
  orderV1,
  orderV2,
  SWAP,
  swapAndForwardERC20,
  swapAndForwardEth,
  SWIFT_V1,
  SWIFT_V2,
} from '../../../providers/mayan/exchanges.ts'
import { USDC, WETH } from './contracts.ts'
import { ALICE, BOB, MALLORY } from './parties.ts'
import { BRIDGE_TERMS } from './terms.ts'

/* Orders of Mayan's Swift through its forwarder: an honest one is read whole, and every argument of it that lies is refused. */

const NOW_MS = Date.UTC(2026, 0, 15, 12)
const ZERO: Hex = pad('0x')
const BASE_USDC = TOKENS.base.USDC

const honest: Order = {
  tokenIn: USDC,
  amountIn: 100_000_000n,
  tokenOut: pad(BASE_USDC),
  minAmountOut: 99_500_000n,
  cancelFee: 4_000n,
  refundFee: 1_000n,
  deadline: BigInt(NOW_MS / 1000 + 3_600),
  destAddr: pad(BOB),
  destChainId: 30,
  random: pad('0x01'),
  trader: pad(ALICE),
  referrerAddr: ZERO,
  referrerBps: 0,
  gasDrop: 0n,
  payloadType: 1,
  customPayload: '0x',
}
const COIN_TERMS: PayTerms = {
  ...BRIDGE_TERMS,
  src: {
    chainKey: 'ethereum',
    chainId: 1,
    address: `0x${'0'.repeat(40)}`,
    symbol: 'ETH',
    decimals: 18,
    isNative: true,
    units: 10n ** 18n,
  },
}
const coinOrder: Order = { ...honest, tokenIn: WETH, amountIn: 10n ** 18n }
const wrapped = { ...SWAP, token: WETH, least: 10n ** 18n } as const

const read = (data: Hex, terms: PayTerms = BRIDGE_TERMS, value = '0') => {
  const { isNative, units } = terms.src
  const approval = isNative ? {} : { approvalTarget: FORWARDER, approvalToken: USDC, approvalAmount: units.toString() }
  return readPayload(
    { chainId: 1, providerTarget: FORWARDER, providerCalldata: data, value, ...approval },
    terms,
    NOW_MS,
  )
}
const direct = (changes: Partial<Order> = {}, swift: Hex = SWIFT_V2) => {
  const order = { ...honest, ...changes }
  return forwardERC20(USDC, honest.amountIn, swift, swift === SWIFT_V1 ? orderV1(order) : orderV2(order))
}
const ofCoin = (changes: Partial<Order> = {}, swap: Parameters<typeof swapAndForwardEth>[1] = wrapped) =>
  swapAndForwardEth(10n ** 18n, swap, SWIFT_V2, orderV2({ ...coinOrder, ...changes }))
const codesOf = ({ doubts }: ReturnType<typeof read>) => doubts.map(({ code }) => code)

describe('an order of Swift', () => {
  it.each([
    ['second', SWIFT_V2],
    ['first', SWIFT_V1],
  ] as const)('of the %s version is read whole: who is paid, the least that arrives, and no doubt', (_name, swift) => {
    expect(read(direct({}, swift))).toMatchObject({
      functionName: 'forwardERC20',
      recipient: BOB,
      minimumReceived: 99_500_000n,
      deadlineSec: Number(honest.deadline),
      approval: { spender: FORWARDER, amount: 100_000_000n },
      doubts: [],
      warnings: [],
    })
  })

  it.each([
    ['as its wrapped form', ofCoin()],
    ['that is wrapped for it', ofCoin({ tokenIn: `0x${'0'.repeat(40)}` })],
  ])('of the coin %s is read whole', (_name, data) => {
    expect(read(data, COIN_TERMS, (10n ** 18n).toString())).toMatchObject({
      functionName: 'swapAndForwardEth',
      recipient: BOB,
      minimumReceived: 99_500_000n,
      doubts: [],
    })
  })

  it('after a swap may come back as what that gave', () => {
    const swap = { ...SWAP, token: WETH, least: 4n * 10n ** 16n } as const
    const data = swapAndForwardERC20(USDC, honest.amountIn, swap, SWIFT_V2, orderV2({ ...honest, tokenIn: WETH }))
    expect(codesOf(read(data))).toEqual(['swaps-first'])
  })

  it.each<[string, Partial<Order>]>([
    ['another recipient', { destAddr: pad(MALLORY) }],
    ['more than an address as recipient', { destAddr: `0x01${pad(BOB).slice(4)}` }],
    ['another trader, who would get the refund', { trader: pad(MALLORY) }],
    ['another chain', { destChainId: 24 }],
    ['another token', { tokenOut: pad(TOKENS.base.USDT) }],
    ['the coin instead of the token', { tokenOut: ZERO }],
    ['less than must arrive', { minAmountOut: 98_999_000n }],
    ['a deadline that has passed', { deadline: BigInt(NOW_MS / 1000) }],
    ['another amount than is handed on', { amountIn: 99_999_999n }],
    ['another token than is handed on', { tokenIn: WETH }],
    ['a refund that takes more than 3 %', { cancelFee: 3_000_000n }],
  ])('with %s is refused', (_name, changes) => {
    for (const swift of [SWIFT_V1, SWIFT_V2] as const) {
      expect(() => read(direct(changes, swift))).toThrowError(expect.objectContaining({ code: 'WALLET_REFUSED' }))
    }
  })

  it.each<[string, Hex]>([
    ['takes another token than the swap gives', ofCoin({ tokenIn: USDC })],
    [
      'takes the coin after a swap for a token',
      ofCoin({ tokenIn: `0x${'0'.repeat(40)}` }, { ...wrapped, token: USDC }),
    ],
    ['leaves a part of the coin behind', swapAndForwardEth(1n, wrapped, SWIFT_V2, orderV2(coinOrder))],
    ['takes most of a refund of the coin', ofCoin({ cancelFee: 4_000_000n })],
  ])('that %s is refused', (_name, data) => {
    const value = (10n ** 18n).toString()
    expect(() => read(data, COIN_TERMS, value)).toThrowError(expect.objectContaining({ code: 'WALLET_REFUSED' }))
  })

  it.each<[string, Hex]>([
    ['a share for somebody else', direct({ referrerBps: 1 })],
    ['coin for the recipient', direct({ gasDrop: 1n })],
    ['a message', direct({ payloadType: 2, customPayload: '0x1234' })],
    ['a chain without a known number', direct({ destChainId: 9 })],
    ['arguments of the other version', forwardERC20(USDC, honest.amountIn, SWIFT_V1, orderV2(honest))],
  ])('with %s has a doubt', (_name, data) => {
    expect(codesOf(read(data))).toEqual(['opaque-call'])
  })

  it('for a contract that is not Swift says that it is not known', () => {
    expect(codesOf(read(forwardERC20(USDC, honest.amountIn, MALLORY, orderV2(honest))))).toEqual([
      'opaque-call',
      'unknown-call',
    ])
  })
})
