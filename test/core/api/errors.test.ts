import { expect, test } from 'vitest'
import { type ErrorCode, restate, SwapError } from '../../../src/core/api/errors.ts'

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

test('what accepts a failure ends its hint, where its run goes on once that is known, and stays when it is restated', () => {
  const dear = new SwapError('WALLET_REFUSED', 'why', { reason: 'fee', hint: 'Wait', accept: ['--max-fee', '9'] })
  const ofRun = restate(dear, { run: { id: 'run_1', transactions: [] } })
  const known = restate(ofRun, { funds: 'unknown' })
  expect([dear, ofRun, known].map(({ hint, accept, funds }) => [hint, accept, funds])).toEqual([
    ['Wait: --max-fee 9', ['--max-fee', '9'], 'untouched'],
    ['Wait: swapcli resume run_1 --max-fee 9', ['--max-fee', '9'], 'untouched'],
    ['Wait: swapcli resume run_1 --max-fee 9', ['--max-fee', '9'], 'unknown'],
  ])
  expect(restate(known, { hint: 'Begin anew' })).toMatchObject({ hint: 'Begin anew', accept: undefined })
})
