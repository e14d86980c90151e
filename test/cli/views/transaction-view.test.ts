import { expect, test } from 'vitest'
import type { StatusTransaction } from '../../../src/core/api/documents.ts'
import { finalFailure, transactionFields } from '../../../src/cli/views/transaction-view.ts'
import { statusOf } from '../../tui/screens/activity/sample-activity.ts'

test('an ended swap is a success by the status SUCCESS alone', () => {
  expect(finalFailure(statusOf('tx_1', { status: 'SUCCESS' }))).toBeUndefined()
})

test.each(['FAILED', 'REFUND', 'PENDING', 'CANCELLED', 'success', ''])(
  'an ended swap with the status "%s" fails',
  (status) => {
    // What a server says may be any word.
    const transaction = {
      ...statusOf('tx_1'),
      ...(JSON.parse(JSON.stringify({ status })) as Pick<StatusTransaction, 'status'>),
    }
    expect(finalFailure(transaction)).toMatchObject({ code: 'SWAP_FAILED', exitCode: 7, funds: 'moved' })
  },
)

test('a success is the word of the server that says it, but for what the chain shows', () => {
  const paid = { ...statusOf('tx_1', { status: 'SUCCESS' }), dstAmount: '100' }
  const shown = (arrival: Parameters<typeof transactionFields>[2]) => {
    const fields = new Map(transactionFields(paid, [], arrival))
    return [fields.get('status'), fields.get('received')?.replace(/ \S+ on \S+?(?=[, ]|$)/, ' X')]
  }
  expect(shown(undefined)).toEqual(['SUCCESS', '100 X'])
  const word = 'SUCCESS, as the server says'
  expect(shown({ by: 'server' })).toEqual([word, '100 X, as the server says'])
  const seen = { by: 'chain', isFinal: true } as const
  expect(shown({ ...seen, amount: '100' })).toEqual([word, '100 X, seen on the chain'])
  expect(shown({ ...seen, amount: '60' })).toEqual([word, '60 X, seen on the chain (the server says 100)'])
  expect(shown({ by: 'chain', amount: '100', isFinal: false })).toEqual([
    word,
    '100 X, seen on the chain, in a block that it may still take back',
  ])
  expect(shown({ ...seen, amount: '0' })).toEqual([
    word,
    '100 X, as the server says; the transaction that it names brought the recipient none',
  ])
})
