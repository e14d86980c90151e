import { expect, test } from 'vitest'
import type { StatusTransaction } from '../../../src/core/api/documents.ts'
import { finalFailure } from '../../../src/cli/views/transaction-view.ts'
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
