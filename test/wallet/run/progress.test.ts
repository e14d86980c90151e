import { expect, test } from 'vitest'
import { describeFunds, knownFunds } from '../../../src/wallet/run/funds.ts'
import type { SwapRun } from '../../../src/wallet/run/journal.ts'
import { describeProgress } from '../../../src/wallet/run/progress.ts'
import type { StatusTransaction } from '../../../src/core/api/documents.ts'
import { defined } from '../../../src/core/defined.ts'
import { statusOf } from '../../tui/screens/activity/sample-activity.ts'
import { depositRun, lockedRun } from '../../tui/screens/review/sample-run.ts'

const CALL = { hash: '0x01', raw: '0x', last: true, kind: 'call' } as const
const APPROVAL = { hash: '0x02', raw: '0x', last: false, kind: 'approve' } as const

const standing = (change: Partial<SwapRun>) => {
  const run = lockedRun(change)
  return describeProgress(run, describeFunds(run, undefined))
}
const pending = (stage?: StatusTransaction['stage'], inboundHash = '') =>
  statusOf('tx_1', { status: 'PENDING', inboundHash, ...defined({ stage }) })
const ended = (status: StatusTransaction['status']) => statusOf('tx_1', { status })

test('what is said of a run says nothing twice, and what is known of its money', () => {
  const tracked = (transaction: StatusTransaction, payment?: SwapRun['payment']) =>
    standing({ step: 'tracked', payment, transaction })
  expect([
    standing({ step: 'quoted' }),
    standing({ step: 'locking' }),
    standing({ step: 'locked' }),
    standing({ step: 'executing' }),
    standing({ step: 'executed' }),
    standing({ step: 'executed', earlier: [APPROVAL] }),
    standing({ step: 'signed', payment: APPROVAL }),
    standing({ step: 'signed', payment: CALL }),
    standing({ step: 'signed', payment: { ...CALL, kind: 'cancel' } }),
    standing({ step: 'sent', payment: APPROVAL }),
    standing({ step: 'sent', payment: CALL }),
    standing({ step: 'tracked', payment: CALL }),
    tracked(pending()),
    tracked(pending('awaiting_deposit')),
    tracked(pending('swapping')),
    tracked(pending('awaiting_deposit', '0xab')),
    tracked(pending(), CALL),
    tracked(pending('awaiting_deposit'), CALL),
    tracked(pending('confirming'), CALL),
    tracked(pending('paying_out'), CALL),
    tracked(ended('SUCCESS'), CALL),
    tracked({ ...ended('SUCCESS'), dstDelivered: '99' }, CALL),
    standing({ step: 'final', payment: CALL, transaction: ended('REFUND') }),
    standing({ step: 'final', payment: CALL, transaction: ended('FAILED') }),
    standing({ step: 'closed', closedAs: 'declined' }),
    standing({ step: 'closed', closedAs: 'cancelled', payment: CALL }),
    standing({ step: 'closed', closedAs: 'lost', payment: CALL }),
  ]).toEqual([
    'not locked yet, nothing was sent',
    'being locked, nothing was sent',
    'locked, nothing was sent',
    'being executed, nothing was signed or sent by this machine; the swap may have been executed',
    'executed, nothing was sent',
    'executed, approved, nothing was paid',
    'approval signed, perhaps sent',
    'signed, perhaps sent',
    'cancellation signed, perhaps sent',
    'approval sent',
    'sent',
    'sent',
    'to be sent by you',
    'to be sent by you',
    'received by the provider, swapping',
    'reported as sent, not seen by the provider yet (0xab)',
    'sent, not seen by the provider yet',
    'sent, not seen by the provider yet',
    'sent, the source chain is confirming the payment',
    'sent, paying out',
    'sent, ended well: what arrived is not known',
    'sent, and paid out',
    'sent, and returned',
    'sent, and not known to have come back',
    'closed, nothing was sent',
    'closed, cancelled: only network costs are gone',
    'closed, sent, and not followed any more',
  ])
})

test("money of paper is never the user's to send, also through a server", () => {
  const paper = (change: Partial<SwapRun> = {}) => {
    const { request } = lockedRun()
    return standing({ step: 'tracked', request: { ...request, provider: 'SANDBOX_DEPOSIT' }, ...change })
  }
  const { execution } = depositRun('')
  expect([
    paper({ execution, api: 'http://swap.example' }),
    paper({ execution, transaction: pending('confirming', '0xab') }),
    paper({ execution: execution && { ...execution, exec: { providerTarget: '0x01' } } }),
  ]).toEqual([
    'paper money, which the sandbox sends by itself',
    'received by the provider, the source chain is confirming the payment',
    'paper money, to be sent by a wallet of paper',
  ])
})

test('of paper that executing sends, an answer that never came leaves open whether it was executed', () => {
  const { request } = lockedRun()
  const run = lockedRun({ step: 'executing', request: { ...request, provider: 'SANDBOX_DEPOSIT' } })
  expect(knownFunds(run, undefined)).toEqual({
    funds: 'unknown',
    text: 'not known: the provider was asked to execute, and has not confirmed it',
  })
})

test('the end that only a server states is called so, and one that brought less than the least is no good one', () => {
  const { lock } = lockedRun()
  if (lock === undefined) throw new Error('no lock')
  const least = { ...lock, terms: { ...lock.terms, minimumOut: 248_000_000n } }
  const end = (transaction: StatusTransaction, api?: string) =>
    describeFunds(lockedRun({ step: 'final', payment: CALL, lock: least, transaction, api }), undefined)
  const paid = (dstDelivered: string) => ({ ...ended('SUCCESS'), dstDelivered })
  const server = 'http://swap.example'
  expect([
    end(ended('REFUND'), server),
    end(paid('250'), server),
    end(paid('250')),
    end(paid('5.00'), server),
    end({ ...ended('SUCCESS'), dstAmount: '5.0000001' }),
    end(paid('0')),
  ]).toEqual([
    'sent; returned, as the server says',
    'sent; paid out, as the server says',
    'sent, and paid out',
    'sent; it brought 5.00 ADA, less than the least that was promised, 248, as the server says',
    'sent; it brought 5.0000001 ADA, less than the least that was promised, 248',
    'sent; it brought 0 ADA, less than the least that was promised, 248',
  ])
})

test('what ran out before anything was executed is said of the lock, or of the quote that has none', () => {
  const { lock, step } = lockedRun({ step: 'locking' })
  expect(describeProgress({ step }, 'nothing was sent', true)).toBe('quote ran out, nothing was sent')
  expect(describeProgress({ step, lock }, 'nothing was sent', true)).toBe('lock ran out, nothing was sent')
})
