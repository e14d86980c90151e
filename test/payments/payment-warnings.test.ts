import { expect, test } from 'vitest'
import { paymentWarnings } from '../../src/payments/payment-warnings.ts'
import type { AcceptCode, Doubt } from '../../src/core/swap/acceptances.ts'

const BOB = '0x2222222222222222222222222222222222222222'
const doubt = (code: AcceptCode): Doubt => ({ code, text: `It is ${code}` })
const promised = (code: AcceptCode): Doubt => ({ ...doubt(code), isPromise: true })
const REVIEW = { recipient: BOB, minimumReceived: '99 DAI', leastBy: 'calldata', provider: 'RELAY' } as const

test.each([
  ['nothing', {}, { ...REVIEW, doubts: [] }, []],
  [
    'what a server asked for, which was accepted',
    { api: 'http://127.0.0.1:8787/api/v1' },
    { ...REVIEW, simulated: 'arrival' as const, doubts: [doubt('unknown-call')] },
    ['unknown-call: It is unknown-call (accepted)'],
  ],
  [
    'what a simulation saw arrive',
    {},
    { ...REVIEW, simulated: 'arrival' as const, doubts: [doubt('opaque-call')] },
    ['opaque-call: It is opaque-call (a simulation saw it arrive)'],
  ],
  [
    'an order of the provider that only it promises, with a fee on top',
    {},
    {
      ...{ ...REVIEW, leastBy: 'promise' as const, simulated: 'departure' as const },
      doubts: [promised('order-by-number'), doubt('fee-on-top')],
    },
    [
      'order-by-number: It is order-by-number (the word of RELAY)',
      'fee-on-top: It is fee-on-top (agreed to in the lock)',
      'promised: 99 DAI by RELAY, not enforced',
    ],
  ],
  [
    'a simulation of a call that was read whole',
    {},
    { ...REVIEW, doubts: [doubt('not-simulated')] },
    ['not-simulated: It is not-simulated (the call was read whole)'],
  ],
])('a payment is made in spite of %s', (_name, run, review, warnings) => {
  expect(paymentWarnings(run, { simulated: undefined, ...review } as Parameters<typeof paymentWarnings>[1])).toEqual(
    warnings,
  )
})
