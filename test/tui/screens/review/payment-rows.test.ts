import { expect, test } from 'vitest'
import { factsOfRun } from '../../../../src/tui/kit/run/run-facts.ts'
import { paymentRows } from '../../../../src/tui/screens/review/payment-rows.ts'
import type { PaymentReview } from '../../../../src/wallet/payment.ts'
import { lineOf } from '../../frame-lines.ts'
import { lockedRun } from './sample-run.ts'

const REVIEW: PaymentReview = {
  family: 'evm',
  chain: 'Ethereum (chain id 1)',
  from: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  target: '0x1111111254EEB25477B68fb85Ed929f73A960582',
  action: 'swap',
  leaves: ['100 USDC'],
  approval: { spender: 'ROUTER', amount: '100 USDC', resets: false, needed: false },
  recipient: undefined,
  minimumReceived: undefined,
  validUntil: undefined,
  networkCost: '0.0012 ETH',
  changes: [],
  transactions: [{ kind: 'call', description: 'Swap' }],
  doubts: [],
  warnings: [],
}

test('a payment that needs no approval says that it makes one where another payment uses up what is allowed', () => {
  const text = 'nothing: ROUTER may already take enough; 100 USDC if another payment uses that up first'
  const rows = paymentRows(REVIEW, factsOfRun(lockedRun()), (iso) => iso, 200).map(lineOf)
  expect(rows).toContain(`approve      ${text}`)
})
