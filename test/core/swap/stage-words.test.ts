import { expect, test } from 'vitest'
import { paidWord } from '../../../src/core/swap/stage-words.ts'

test.each([
  ['to send', { status: 'PENDING', stage: 'awaiting_deposit' }],
  ['to send', { status: 'PENDING' }],
  ['sent', { status: 'PENDING', stage: 'awaiting_deposit', hash: '0x1' }],
  ['sent', { status: 'PENDING', inboundHash: '0x1' }],
  ['sent', { status: 'PENDING', stage: 'swapping' }],
  ['sent', { status: 'SUCCESS' }],
  ['sent', { status: 'REFUND' }],
  ['sent', { status: 'FAILED', hash: '0x1' }],
  ['amount', { status: 'FAILED' }],
])('the source amount is said to be %s of %j', (word, transaction) => {
  expect(paidWord({ hash: '', inboundHash: '', ...transaction })).toBe(word)
})
