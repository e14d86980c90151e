import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../src/io/clock.ts'
import { randomIds } from '../../../src/io/ids.ts'
import { isPaidByNameOnly, revokeConsent } from '../../../src/wallet/run/consent.ts'
import { abandonRun } from '../../../src/wallet/run/intervention.ts'
import { createRunJournal, type SwapRun } from '../../../src/wallet/run/journal.ts'
import { finishRevocation } from '../../../src/wallet/run/left-approvals.ts'
import { failedRun } from '../../../src/wallet/run/sent-approvals.ts'
import { describeFunds } from '../../../src/wallet/run/funds.ts'
import { SwapError } from '../../../src/core/api/errors.ts'
import type { PaymentKind, PaymentOutcome, Wallet } from '../../../src/wallet/payment.ts'
import { openTempStore } from '../../support/store.ts'
import { scanRuns } from '../../support/run-documents.ts'

/*
 * What is said of a run that sent an approval, and who may pay it.
 */

const HASH = '0x00'
const payment = (kind: PaymentKind) => ({ hash: HASH, raw: '0x', last: false, kind })

/** A journal with a run whose transactions of these kinds are in a block. */
async function approvedRun(kinds: readonly PaymentKind[], revocation?: SwapRun['revocation']) {
  const { store, cleanup } = await openTempStore()
  onTestFinished(cleanup)
  const journal = createRunJournal(scanRuns(store.documents), systemClock, randomIds)
  const created = await journal.create({
    ...{ from: 'ethereum:USDC', to: 'ethereum:DAI', agreed: true, unattended: true },
    request: {
      ...{ srcChain: 'ethereum', srcAddress: '0x0', dstChain: 'ethereum', dstAddress: '0x1', amount: '1' },
      ...{ depositor: '0x2', recipient: '0x3', provider: 'TEST' },
    },
    source: { chainId: 1, isNative: false },
  })
  const earlier = kinds.length === 0 ? undefined : kinds.map(payment)
  return { journal, run: await journal.save(created, { step: 'executed', paymentAgreed: true, earlier, revocation }) }
}

const APPROVED = 'approved, nothing was paid'
const TAKEN_BACK = 'approval taken back: only network costs are gone'
test.each<[readonly PaymentKind[], string, isApproved?: true]>([
  [[], 'nothing was sent'],
  [['approve'], APPROVED, true],
  [['reset'], 'nothing was paid: only network costs are gone'],
  [['reset', 'approve'], APPROVED, true],
  [['approve', 'permit2', 'reset'], APPROVED, true],
  [['approve', 'reverted'], APPROVED, true],
  [['approve', 'reset'], TAKEN_BACK],
  [['reset', 'approve', 'reset'], TAKEN_BACK],
  [['approve', 'permit2', 'reset', 'reset'], TAKEN_BACK],
  [['approve', 'reset', 'speed-up'], APPROVED, true],
])(
  'after %j a run says %s, also where it is given up, and after a refusal only its name pays it',
  async (kinds, said, isApproved) => {
    const { journal, run } = await approvedRun(kinds)
    expect(describeFunds(run, undefined)).toBe(said)
    const refused = await revokeConsent(journal, run.id, new SwapError('WALLET_REFUSED', 'No', { reason: 'fee' }))
    if (refused === undefined) throw new Error('the consent stands')
    expect([isPaidByNameOnly(run), isPaidByNameOnly(refused)]).toEqual([false, true])
    const { reason } = await abandonRun(journal, refused)
    const command = `; take it back: swapcli wallet approvals revoke ${run.id}`
    expect(reason).toBe(`Given up; ${said}${isApproved === true ? command : ''}`)
  },
)

test.each<[PaymentOutcome['state'], readonly PaymentKind[], string]>([
  ['mined', ['approve', 'reset'], TAKEN_BACK],
  ['reverted', ['approve', 'reverted'], APPROVED],
  ['replaced', ['approve'], APPROVED],
])('a revocation that ends %s is kept as that', async (state, kinds, said) => {
  const { journal, run } = await approvedRun(['approve'], payment('reset'))
  expect(failedRun(run)).toEqual({
    id: run.id,
    transactions: [
      { kind: 'approve', hash: HASH },
      { kind: 'reset', hash: HASH },
    ],
  })
  const wallet = {
    broadcast: async () => undefined,
    settle: async () => ({ state, hash: HASH, reason: '' }),
  } as unknown as Wallet
  const ended = await finishRevocation({ journal, wallet, signal: new AbortController().signal }, run)
  expect([ended.revocation, ended.earlier?.map(({ kind }) => kind), describeFunds(ended, undefined)]).toEqual([
    undefined,
    kinds,
    said,
  ])
})
