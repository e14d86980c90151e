import { describe, expect, it } from 'vitest'
import type { Hex } from 'viem'
import { encodeDeposit } from '../../../src/providers/thorchain-family/call.ts'
import { routerCall } from './router-call.ts'

const VAULT: Hex = '0x5A206b77D4D40a9d507BAbB195DD2dda9F9424f4'
const NATIVE: Hex = '0x0000000000000000000000000000000000000000'

describe('the calldata of a router deposit', () => {
  it.each([0, 1, 31, 32, 33, 63, 64, 65, 250])('is what viem makes of a memo of %i characters', (length) => {
    const memo = '=:BTC.BTC:'.padEnd(length, 'x').slice(0, length)
    expect(encodeDeposit({ vault: VAULT, asset: NATIVE, amount: 1n, memo, expiration: 1_790_000_000 })).toBe(
      routerCall(VAULT, NATIVE, 1n, memo, 1_790_000_000n),
    )
  })

  it.each([0n, 1n, 10n ** 18n, 2n ** 256n - 1n])('is what viem makes of the amount %s', (amount) => {
    const asset: Hex = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
    expect(encodeDeposit({ vault: VAULT, asset, amount, memo: 'm', expiration: 0 })).toBe(
      routerCall(VAULT, asset, amount, 'm', 0n),
    )
  })

  it('begins with the selector that the documentation names', () => {
    const call = encodeDeposit({ vault: VAULT, asset: NATIVE, amount: 1n, memo: 'm', expiration: 1 })
    expect(call.slice(0, 10)).toBe('0x44bc937b')
  })
})
