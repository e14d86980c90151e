import { expect, test } from 'vitest'
import { playPayment } from './faulty-payment.ts'

test('a payment is made once, whatever the chain and its nodes do to it, and a seed plays the same way each time', async () => {
  const { outcome, paid, trace } = await playPayment(3)
  expect([outcome, paid], trace.join('\n')).toEqual(['mined', 1])
  expect(await playPayment(3)).toEqual({ outcome, paid, trace })
})
