import { expect, test } from 'vitest'
import { type ErrorCode, SwapError } from '../../../src/core/api/errors.ts'

test('no refusal of the wallet can be made without its reason: that does not compile', () => {
  const any = 'WALLET_REFUSED' as ErrorCode
  const made = [
    // @ts-expect-error: without options
    new SwapError('WALLET_REFUSED', 'why'),
    // @ts-expect-error: without a reason
    new SwapError('WALLET_REFUSED', 'why', { hint: 'swapcli --help' }),
    // @ts-expect-error: of another failure, whose reason is lost
    new SwapError(any, 'why', { hint: 'swapcli --help' }),
    new SwapError(any, 'why', { reason: undefined }),
    new SwapError('WALLET_REFUSED', 'why', { reason: 'loss' }),
  ]
  expect(made.map(({ reason }) => reason)).toEqual([undefined, undefined, undefined, undefined, 'loss'])
})
