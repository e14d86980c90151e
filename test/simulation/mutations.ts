/** A breakage of the program that loses money, or what was acknowledged: the simulator must find it. */
export interface Mutation {
  readonly name: string
  /** What goes wrong, for people. */
  readonly harm: string
  readonly places: readonly MutatedPlace[]
  /** A seed that finds it; absent where that takes hundreds. */
  readonly seed?: number
}

/** An expression of the source, and what stands in its place. */
interface MutatedPlace {
  /** From the root. */
  readonly file: string
  readonly text: string
  /** What stands before and after it, where it alone stands more than once. @default nothing */
  readonly around?: readonly [string, string]
  readonly replacement: string
}

const STEPS = 'src/wallet/run/payment-steps.ts'
const RUN = 'src/wallet/run/swap-run.ts'
const JOURNAL = 'src/wallet/run/journal.ts'
const POLL = 'src/service/track/poll.ts'
const CLAIM = 'src/service/execute/claim.ts'

/** A run as if nothing of it were signed. */
function unsigned(run: string): string {
  return `((one) => (one.step === 'signed' || one.step === 'sent' ? { ...one, step: 'executed', payment: undefined } : one))(${run})`
}

export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'sent-before-noted',
    harm: 'signed bytes are sent before they are on disk',
    seed: 91,
    places: [
      {
        file: STEPS,
        text: "note({ step: 'signed', payment: { ...payment, replaced: [...(payment.replaced ?? [])] } }, 'signed')",
        replacement:
          "wallet.broadcast(payment).then(() => note({ step: 'signed', payment: { ...payment, replaced: [...(payment.replaced ?? [])] } }, 'signed'))",
      },
    ],
  },
  {
    name: 'note-not-awaited',
    harm: 'a run goes on before its note is on disk',
    seed: 58,
    places: [
      {
        file: RUN,
        text: 'await journal.save(run, change)',
        around: ['const saved = ', '\n    context'],
        replacement:
          '(void journal.save(run, change).catch(() => undefined), { ...run, ...change, version: run.version + 1 })',
      },
    ],
  },
  {
    name: 'two-winners-of-a-run',
    harm: 'two processes continue one run',
    seed: 1,
    places: [
      {
        file: JOURNAL,
        text: 'await documents.put(PREFIX + run.id, writeRunDocument(fields), version)',
        replacement:
          'await documents.put(PREFIX + run.id, writeRunDocument(fields), (await documents.get(PREFIX + run.id))?.version ?? 0)',
      },
      { file: RUN, text: '(await context.journal.get(run.id)) ?? run', replacement: 'run' },
    ],
  },
  {
    // Stands after the one that breaks the same place.
    name: 'bytes-signed-anew',
    harm: 'a run that is taken up signs another payment than the one that it may have sent',
    seed: 1,
    places: [
      { file: RUN, text: 'start', around: ['let run = ', '\n'], replacement: unsigned('start') },
      {
        file: RUN,
        text: '(await context.journal.get(run.id)) ?? run',
        replacement: unsigned('((await context.journal.get(run.id)) ?? run)'),
      },
    ],
  },
  {
    name: 'two-winners-of-a-lock',
    harm: 'a lock is executed as often as it is asked for',
    seed: 67,
    places: [
      { file: CLAIM, text: "found.doc.state === 'used'", replacement: 'false' },
      { file: CLAIM, text: "found.doc.state === 'executing'", replacement: 'false' },
      { file: CLAIM, text: 'lock.idempotencyKey === idempotencyKey', replacement: 'false' },
    ],
  },
  {
    name: 'hash-lost',
    harm: 'the service never hears of the hash of a payment',
    seed: 1,
    places: [{ file: RUN, text: 'context.service.track({ transactionId, txHash })', replacement: 'undefined' }],
  },
  {
    name: 'consent-kept',
    harm: 'a run that was said to have sent nothing is paid later without asking',
    seed: 270,
    places: [
      {
        file: 'src/wallet/run/consent.ts',
        text: '{ agreed: false, unattended: undefined, paymentAgreed: isRefused ? false : undefined }',
        replacement: '{}',
      },
    ],
  },
  {
    name: 'final-flipped',
    harm: 'what a provider says last is the end of a swap',
    seed: 74,
    places: [
      { file: 'src/core/swap/transitions.ts', text: '!refunded', replacement: 'false' },
      { file: POLL, text: "options.onlyWhenDue && record.status === 'SUCCESS'", replacement: 'false' },
      {
        file: POLL,
        text: "isFinal(record.status) && !(options.acceptRefund && record.status !== 'REFUND')",
        replacement: 'false',
      },
    ],
  },
  {
    name: 'speed-up-at-a-new-nonce',
    harm: 'a payment with higher fees takes another nonce, so that both are mined',
    seed: 1,
    places: [
      {
        file: 'src/wallet/evm/fee-bump.ts',
        text: 'old.nonce',
        around: ['nonce: ', ', ...call'],
        replacement: '(old.nonce + 1)',
      },
    ],
  },
  {
    name: 'restored-home-unchecked',
    harm: 'an older copy of a home that was put back counts as the newest, and the chain is not asked what it has paid since',
    seed: 1,
    places: [
      { file: 'src/payments/home/home-mark.ts', text: 'isBehind(own, seen)', replacement: 'false' },
      { file: 'src/wallet/run/paid-before.ts', text: 'doubts.length > 0', replacement: 'false' },
    ],
  },
  {
    name: 'approval-reported',
    harm: 'the service is told the hash of the approval in place of the payment',
    seed: 117,
    places: [
      {
        file: RUN,
        text: 'run.payment?.hash',
        around: ['const txHash = ', '\n'],
        replacement: 'run.earlier?.[0]?.hash ?? run.payment?.hash',
      },
    ],
  },
  {
    name: 'signed-run-overlooked',
    harm: 'resume passes over runs whose payment is signed',
    seed: 6,
    places: [
      {
        file: JOURNAL,
        text: 'readAll(await documents.listUnfinishedRuns(ofKeys(skip)), skip)',
        replacement:
          "readAll(await documents.listUnfinishedRuns(ofKeys(skip)), skip).filter(({ step }) => step !== 'signed')",
      },
    ],
  },
  {
    name: 'floor-lost',
    harm: 'a lock that takes the place of one that ran out may promise any less, and is paid unasked',
    seed: 89,
    places: [
      {
        file: RUN,
        text: '{ ...again, leastOut: floorOfLocked(run) }',
        replacement: '{ ...again, leastOut: undefined, shown: undefined }',
      },
    ],
  },
  {
    name: 'approve-unlimited',
    harm: 'whoever swaps may take any amount, for good',
    seed: 1,
    places: [{ file: 'src/wallet/evm/wallet.ts', text: 'options.allowance', replacement: "'unlimited'" }],
  },
  {
    name: 'agreement-endless',
    harm: 'what was agreed to beforehand is locked anew and paid unasked, however long ago that was',
    seed: 26,
    places: [
      {
        file: 'src/wallet/run/agreement.ts',
        text: 'isWithin(Date.parse(agreedAt ?? createdAt), context.now(), context.agreementMs ?? 0)',
        replacement: 'true',
      },
    ],
  },
  {
    name: 'consent-note-lost',
    harm: 'a failure that cannot be noted is told as one with nothing sent, and what was agreed to stands',
    seed: 18,
    places: [
      {
        file: 'src/payments/failed-run.ts',
        text: 'how.sends ? ofStandingConsent(error, start.id) : error',
        replacement: 'error',
      },
    ],
  },
  {
    name: 'versions-forgotten',
    harm: 'a payment that is made faster for the second time forgets its first version, which may be mined',
    seed: 915,
    places: [
      {
        file: 'src/wallet/evm/fee-bump.ts',
        text: '[...(payment.replaced ?? []), { hash, raw, ...defined({ kind }) }]',
        replacement: '[{ hash, raw, ...defined({ kind }) }]',
      },
    ],
  },
  {
    name: 'loss-accepted',
    harm: 'a swap that was agreed to beforehand may lose any part of its value',
    seed: 24,
    places: [
      {
        file: 'src/payments/value-loss.ts',
        text: 'mostLossBps',
        around: ['mostBps: ', ', isSandbox'],
        replacement: '10_000',
      },
    ],
  },
  {
    name: 'one-node-believed',
    harm: 'what one node says ends a payment as mined or reverted',
    seed: 17,
    places: [
      {
        file: 'src/wallet/evm/outcome.ts',
        text: 'await readAgreed(rpc, call, read, (a, b) => a?.block === b?.block)',
        replacement: "({ value: receiptOf(await rpc.request(call), hash), by: 'operators' as const, odd: [] })",
      },
    ],
  },
  {
    name: 'cancelled-swap-paid',
    harm: 'a swap that its user cancels is paid where the approval was mined first',
    seed: 44,
    places: [
      { file: STEPS, text: "payment.kind === 'cancel'", around: ['isCancelled = ', '\n'], replacement: 'false' },
    ],
  },
]
