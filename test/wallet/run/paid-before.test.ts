import { describe, expect, onTestFinished, test } from 'vitest'
import { readExecution } from '../../../src/core/api/answers.ts'
import { isSwapError, SwapError } from '../../../src/core/api/errors.ts'
import type { SwapService } from '../../../src/core/api/service.ts'
import type { HomeMark } from '../../../src/core/ports.ts'
import { systemClock } from '../../../src/io/clock.ts'
import { randomIds } from '../../../src/io/ids.ts'
import { openSwapService } from '../../../src/open.ts'
import { endReplacedRun } from '../../../src/wallet/run/replaced-run.ts'
import { replacePayment } from '../../../src/wallet/run/intervention.ts'
import { createRunJournal } from '../../../src/wallet/run/journal.ts'
import { continueRun, type RunContext } from '../../../src/wallet/run/swap-run.ts'
import type {
  SequenceTaker,
  PaidAnswer,
  PaidQuestion,
  Payment,
  PaymentReview,
  Wallet,
} from '../../../src/wallet/payment.ts'
import { newHome } from '../../support/new-home.ts'
import { scanRuns } from '../../support/run-documents.ts'
import { openTempStore } from '../../support/store.ts'

/*
 * A run that is taken up where another copy of its home may have paid it: what is asked, who decides, and that nothing is
 * signed before.
 */

const PAYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const ACCOUNT = `eip155:1:${PAYER}`
const SIGNED: Payment = { hash: `0x${'ca'.repeat(32)}`, raw: '0x01', kind: 'call', last: true }
const PAID = `0x${'dd'.repeat(32)} on Ethereum sent 100 USDC to ${PAYER} in block 7`
const at = (sequence: number) => ({ account: ACCOUNT, sequence, block: 9n })

/** A run of the sandbox that was executed and agreed to; its wallet finds by turns what is given, then nothing. */
async function world(answers: readonly PaidAnswer[] = [], step: 'executed' | 'signed' | 'sent' = 'executed') {
  const service = await openSwapService({ home: await newHome(), network: 'sandbox' })
  const { store, cleanup } = await openTempStore()
  onTestFinished(async () => {
    await service.close()
    await cleanup()
  })
  const journal = createRunJournal(scanRuns(store.documents), systemClock, randomIds)
  const ends = { srcChain: 'ethereum', srcAddress: USDC, dstChain: 'ethereum', dstAddress: 'native', amount: '100' }
  const asked = { ...ends, depositor: PAYER, recipient: PAYER }
  const { data } = await service.quote(asked)
  const route = data.find(({ provider }) => provider === 'SANDBOX_DEX')
  if (route === undefined) throw new Error('the sandbox has no route')
  const request = { ...asked, provider: route.provider, routeId: route.routeId }
  const { lockId } = await service.lock(request)
  const execution = readExecution(await service.execute({ lockId }), { src: 6, dst: 18 })
  const created = await journal.create({
    ...{ from: 'ethereum:USDC', to: 'ethereum:ETH', agreed: true, unattended: true, request },
    source: { chainId: 1, isNative: false, family: 'evm', units: 100_000_000n, decimals: 6, symbol: 'USDC' },
  })
  const transactionId = execution.transaction?.id
  const run = await journal.save(created, {
    ...{ step, paymentAgreed: true, execution, place: at(5) },
    ...(step === 'executed' ? {} : { payment: { ...SIGNED, replaced: [] } }),
    ...(transactionId === undefined ? {} : { transactionId }),
  })
  const questions: PaidQuestion[] = []
  const signatures: string[] = []
  const wallet: Wallet = {
    address: () => PAYER,
    paysDeposits: true,
    findPaid: async (question) => {
      questions.push(question)
      return answers[questions.length - 1] ?? { now: question.signed === undefined ? at(5) : undefined, doubts: [] }
    },
    sign: async () => {
      signatures.push('signed')
      return SIGNED
    },
    broadcast: async () => undefined,
    settle: async () => ({ state: 'mined', hash: SIGNED.hash }),
  }
  const context: RunContext = {
    service: { ...service, track: async () => ({}) as Awaited<ReturnType<SwapService['track']>> },
    journal,
    wallet,
    review: () => Promise.reject(new Error('it asked')),
    onProgress: () => undefined,
    now: () => systemClock.now(),
    agreementMs: Infinity,
    signal: new AbortController().signal,
  }
  const goOn = (over: Partial<RunContext> = {}) => continueRun({ ...context, ...over }, run, 'tracked')
  return { service, journal, documents: store.documents, run, context, wallet, goOn, questions, signatures }
}

const FOUND: PaidAnswer = { now: at(6), doubts: [PAID] }

test('what the chain shows as paid is not signed, and the refusal names what gives it up and what goes on', async () => {
  const { goOn, run, journal, signatures, questions } = await world([FOUND])
  await expect(goOn()).rejects.toMatchObject({
    ...{ code: 'OUTCOME_UNKNOWN', exitCode: 7, reason: 'paid-before', funds: 'unknown' },
    message: `The run ${run.id} may be paid already: ${PAID}`,
    hint: `Nothing was signed now. If it was paid, give it up: swapcli resume ${run.id} --forget. If it was not, go on: swapcli resume ${run.id} --accept paid-before`,
  })
  expect([signatures, questions.length, await journal.get(run.id)]).toEqual([[], 1, run])
})

test('where nobody tells whether it was paid, it is not said that nothing was sent', async () => {
  const { goOn, wallet, signatures } = await world()
  const down = new SwapError('SERVICE_UNAVAILABLE', 'Too few nodes tell')
  const deaf: Wallet = { ...wallet, findPaid: () => Promise.reject(down) }
  await expect(goOn({ wallet: deaf })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', funds: 'unknown' })
  expect([down.funds, signatures]).toEqual(['untouched', []])
})

test('what another process stopped while this one waited for its turn is not signed by a yes from before', async () => {
  const { goOn, journal, run, wallet, signatures } = await world()
  const enterQueue = async () => {
    await journal.save(run, { agreed: false, paymentAgreed: false })
    return () => undefined
  }
  await expect(goOn({ wallet: { ...wallet, enterQueue }, agreesBeforehand: true })).rejects.toMatchObject({
    ...{ code: 'SERVICE_UNAVAILABLE', funds: 'untouched' },
    message: `Another process has stopped the run ${run.id} while this one waited for it`,
  })
  expect(signatures).toEqual([])
})

test('what a person goes on with is signed, and is looked for only from there on', async () => {
  const { goOn, signatures } = await world([FOUND])
  const shown: string[] = []
  const end = await goOn({
    goesOnDespite: async ({ reason, text }) => {
      shown.push(`${reason}: ${text}`)
      return true
    },
  })
  expect([end.step, end.place?.sequence, signatures.length, shown.length]).toEqual(['tracked', 6, 1, 1])
})

test('a run that this process made asks no chain before it signs', async () => {
  const { goOn, questions, signatures } = await world([])
  await goOn({ isBegun: true })
  expect([questions.map(({ signed }) => signed?.hash), signatures.length]).toEqual([[SIGNED.hash], 1])
})

test('what was signed behind a nonce that something else took is thrown away, and signed again once that is read', async () => {
  const clear = { now: at(5), doubts: [] }
  const passed = await world([clear, { now: at(6), doubts: [] }])
  const end = await passed.goOn()
  expect([end.step, end.place?.sequence, passed.signatures.length]).toEqual(['tracked', 6, 2])
  const paid = await world([clear, FOUND])
  await expect(paid.goOn()).rejects.toMatchObject({ reason: 'paid-before' })
  expect((await paid.journal.get(paid.run.id))?.payment).toBeUndefined()
})

test('what was signed and is void is held against the chain before it is signed again', async () => {
  const { goOn, wallet, signatures } = await world([FOUND], 'signed')
  const broadcast = () =>
    Promise.reject(new SwapError('WALLET_REFUSED', 'void', { reason: 'nonce', funds: 'untouched' }))
  await expect(goOn({ wallet: { ...wallet, broadcast } })).rejects.toMatchObject({ reason: 'paid-before' })
  expect(signatures).toEqual([])
})

test('a payment that another transaction replaced is closed only where that is not the same payment', async () => {
  const settle: Wallet['settle'] = async () => ({ state: 'replaced', hash: `0x${'ee'.repeat(32)}` })
  const faster = await world([FOUND], 'sent')
  await expect(faster.goOn({ wallet: { ...faster.wallet, settle } })).rejects.toMatchObject({ reason: 'paid-before' })
  expect((await faster.journal.get(faster.run.id))?.step).toBe('sent')
  const other = await world([], 'sent')
  expect((await other.goOn({ wallet: { ...other.wallet, settle } })).closedAs).toBe('replaced')
  // Neither signs anything after it.
  expect([...faster.questions, ...other.questions].map(({ isEnding }) => isEnding)).toEqual([true, true])
})

test.each<[string, 'signed' | 'sent', Partial<Wallet>, Partial<Payment>]>([
  [
    'a payment that another one replaced',
    'sent',
    { settle: async () => ({ state: 'replaced', hash: `0x${'ee'.repeat(32)}` }) },
    {},
  ],
  [
    'a cancellation whose nonce another transaction took',
    'signed',
    {
      broadcast: () => Promise.reject(new SwapError('WALLET_REFUSED', 'void', { reason: 'nonce', funds: 'untouched' })),
    },
    { kind: 'cancel' },
  ],
])(
  '%s ends as lost where that may have paid it, whoever accepts that: never as not sent',
  async (_name, step, way, change) => {
    const { context, wallet, journal, run } = await world([FOUND, FOUND], step)
    const signed = await journal.save(run, { payment: { ...SIGNED, ...change, replaced: [] } })
    const goOn = (over: Partial<RunContext> = {}) =>
      continueRun({ ...context, wallet: { ...wallet, ...way }, ...over }, signed, 'tracked')
    await expect(goOn()).rejects.toMatchObject({
      ...{ code: 'OUTCOME_UNKNOWN', reason: 'paid-before', funds: 'unknown', accept: undefined },
      hint: `Its nonce is used, so that no more of it can be sent. See in an explorer what it paid, and end it, kept as perhaps paid: swapcli resume ${run.id} --forget`,
    })
    expect(await journal.get(run.id)).toEqual(signed)
    const end = await goOn({ goesOnDespite: () => Promise.resolve(true) })
    expect([end.step, end.closedAs, end.reason]).toEqual([
      'closed',
      'lost',
      `Perhaps paid, and not followed any more: The run ${run.id} may be paid already: ${PAID}`,
    ])
  },
)

test('what was signed stays with its run until it is known that what took its nonce did not pay it', async () => {
  const { goOn, wallet, journal, run } = await world([FOUND, FOUND], 'signed')
  const broadcast = () =>
    Promise.reject(new SwapError('WALLET_REFUSED', 'void', { reason: 'nonce', funds: 'untouched' }))
  await expect(goOn({ wallet: { ...wallet, broadcast } })).rejects.toMatchObject({
    reason: 'paid-before',
    hint: expect.stringMatching(/--accept paid-before$/) as unknown,
  })
  expect((await journal.get(run.id))?.payment?.hash).toBe(SIGNED.hash)
})

describe('a run that is given up after it was signed', () => {
  const hash = `0x${'ee'.repeat(32)}`
  const ended = async (taker: SequenceTaker, answers: readonly PaidAnswer[], step: 'signed' | 'sent') => {
    const { context, run, wallet } = await world(answers, step)
    const end = await endReplacedRun({ ...context, wallet: { ...wallet, readTaker: async () => taker } }, run)
    return end === undefined ? 'stays' : [end.closedAs, end.reason?.replace(run.id, 'RUN')]
  }

  test.each(['signed', 'sent'] as const)('is lost where another transaction may have paid it (%s)', async (step) => {
    expect(await ended({ state: 'another', hash }, [FOUND], step)).toEqual([
      'lost',
      `Perhaps paid, and not followed any more: The run RUN may be paid already: ${PAID}`,
    ])
  })

  test('is lost where no node shows what has its nonce', async () => {
    expect(await ended({ state: 'unreadable', text: 'The nonce 5 was used long ago' }, [], 'sent')).toEqual([
      'lost',
      `Perhaps paid, and not followed any more: The nonce 5 was used long ago: ${SIGNED.hash} may be in the chain`,
    ])
  })

  test('is unpaid where what has its nonce paid something else', async () => {
    expect(await ended({ state: 'another', hash }, [], 'sent')).toEqual([
      'replaced',
      `The payment was replaced by another transaction of this wallet (${hash}): nothing of this swap was sent`,
    ])
  })

  test('stays where its own transaction has its nonce, or nothing has', async () => {
    expect(await ended({ state: 'own' }, [FOUND], 'sent')).toBe('stays')
  })
})

test('a run that cannot be read stops no other: what it signed is left to the chain', async () => {
  const { goOn, documents, run, questions } = await world()
  await documents.put('run:run_later', { id: 'run_later', step: 'unknown', updatedAt: run.updatedAt }, 0)
  expect((await goOn()).step).toBe('tracked')
  const own = await Promise.all(questions.map(({ listOwn }) => listOwn()))
  expect(own.map((each) => each.map(({ hash }) => hash))).toEqual([[SIGNED.hash], [SIGNED.hash]])
})

test('a server that knows the payment keeps it from being paid again, also where no chain can tell', async () => {
  const { goOn, service, wallet, run, signatures } = await world()
  const paper = { ...wallet }
  Reflect.deleteProperty(paper, 'findPaid')
  const status: SwapService['status'] = async (...asked) => {
    const told = await service.status(...asked)
    return { ...told, transaction: { ...told.transaction, inboundHash: SIGNED.hash, stage: 'confirming' } }
  }
  await expect(goOn({ wallet: paper, service: { ...service, status } })).rejects.toMatchObject({
    reason: 'paid-before',
    message: `The run ${run.id} may be paid already: the service of this machine knows its payment ${SIGNED.hash}, and calls it PENDING`,
  })
  expect(signatures).toEqual([])
})

test('a service that calls it ended well knows its payment, also without its hash', async () => {
  const told = async (status: 'SUCCESS' | 'REFUND' | 'FAILED') => {
    const { goOn, service, signatures } = await world()
    const answer: SwapService['status'] = async (...asked) => {
      const { transaction, ...rest } = await service.status(...asked)
      return { ...rest, transaction: { ...transaction, inboundHash: '', status, stage: 'done' } }
    }
    const reason = await goOn({
      service: { ...service, status: answer, track: () => Promise.reject(new Error('it was paid')) },
    })
      .then(() => 'paid')
      .catch((error: unknown) => (isSwapError(error) ? error.reason : 'bug'))
    return [reason, signatures.length]
  }
  expect([await told('SUCCESS'), await told('REFUND')]).toEqual([
    ['paid-before', 0],
    ['paid-before', 0],
  ])
  // A lock that ran out unpaid.
  expect((await told('FAILED'))[1]).toBe(1)
})

test('the chain is asked again where the clock was set back since it was', async () => {
  const { goOn, questions, context, wallet } = await world()
  let nowMs = context.now()
  // While it waits for the account.
  const enterQueue: Wallet['enterQueue'] = async () => {
    nowMs -= 86_400_000
    return () => undefined
  }
  await goOn({ isBegun: true, now: () => nowMs, wallet: { ...wallet, enterQueue } })
  expect(questions.map(({ signed }) => signed !== undefined)).toEqual([false, true])
})

describe('where the account stands', () => {
  class Killed extends Error {}
  const PLACE = at(3)

  /** A run that is begun and killed at a point, as it is on disk then. */
  async function killedAt(point: string, readPlace: NonNullable<Wallet['readPlace']>, over: Partial<RunContext> = {}) {
    const { context, journal, run, wallet } = await world()
    const { from, to, request, source } = run
    const begun = await journal.create({ from, to, request, source, agreed: true, unattended: true })
    const checkpoint = (now: string) => {
      if (now === point) throw new Killed()
    }
    const work = continueRun(
      { ...context, wallet: { ...wallet, readPlace }, isBegun: true, checkpoint, ...over },
      begun,
    )
    await expect(work).rejects.toThrow(Killed)
    return journal.get(begun.id)
  }

  test('is noted with the lock of a run, before anything of it can be paid', async () => {
    expect((await killedAt('locked', async () => PLACE))?.place).toEqual(PLACE)
  })

  test('is not read of a run that was taken up: the chain is searched, and that notes it', async () => {
    const readPlace = () => Promise.reject(new Error('it was read'))
    expect((await killedAt('locked', readPlace, { isBegun: false, agreesBeforehand: true }))?.place).toEqual(at(5))
  })

  test('is read again before the payment is agreed to where nodes did not tell', async () => {
    let reads = 0
    const readPlace = async () => {
      reads += 1
      if (reads === 1) throw new SwapError('SERVICE_UNAVAILABLE', 'no node answers')
      return PLACE
    }
    const review = async () => ({ doubts: [] }) as unknown as PaymentReview
    const { wallet } = await world()
    const kept = await killedAt('payment-agreed', readPlace, {
      wallet: { ...wallet, readPlace, review },
      reviewPayment: async () => true,
    })
    expect([kept?.place, reads]).toEqual([PLACE, 2])
  })
})

/** The mark of an older copy, which notes what is asked of it in `acts`. */
function olderHome(acts: string[]): HomeMark {
  let standing: HomeMark['standing'] = 'older'
  return {
    get standing() {
      return standing
    },
    advance: async () => {
      if (standing === 'older') throw new Error('an older home was advanced')
      acts.push('advanced')
    },
    adopt: async () => {
      acts.push('adopted')
      standing = 'current'
    },
  }
}

const acceptOlder: RunContext['goesOnDespite'] = async ({ reason }) => reason === 'older-home'

test('an older copy of a home pays only once a person has made it the one to go on with', async () => {
  const { goOn, signatures } = await world()
  const acts: string[] = []
  const home = olderHome(acts)
  await expect(goOn({ home })).rejects.toMatchObject({ exitCode: 7, reason: 'older-home' })
  expect([signatures, acts]).toEqual([[], []])
  const end = await goOn({ home, goesOnDespite: acceptOlder })
  expect([end.step, signatures.length, acts]).toEqual(['tracked', 1, ['adopted', 'advanced']])
})

test('a run that was only just begun leaves nothing open where an older copy of a home refuses it', async () => {
  const { run, journal, context, signatures } = await world()
  const { id, version, createdAt, updatedAt, step, execution, transactionId, place, paymentAgreed, ...fields } = run
  const begun = await journal.create(fields)
  const going = continueRun({ ...context, home: olderHome([]), isBegun: true }, begun)
  await expect(going).rejects.toMatchObject({
    ...{ code: 'WALLET_REFUSED', exitCode: 6, reason: 'older-home', funds: 'untouched', run: undefined },
    hint: expect.stringMatching(/^Nothing was begun\..*: swapcli doctor --accept older-home$/) as unknown,
  })
  expect([(await journal.get(begun.id))?.closedAs, signatures]).toEqual(['refused', []])
})

test('where no chain can tell, each run of an older copy is agreed to by itself', async () => {
  const { goOn, run, wallet, signatures } = await world()
  const paper = { ...wallet }
  Reflect.deleteProperty(paper, 'findPaid')
  const home = { standing: 'current' as const, advance: async () => undefined, adopt: async () => undefined }
  const adoptedAt = new Date(Date.parse(run.createdAt) + 1).toISOString()
  await expect(goOn({ wallet: paper, home: { ...home, adoptedAt } })).rejects.toMatchObject({
    reason: 'older-home',
    hint: expect.stringMatching(new RegExp(`swapcli resume ${run.id} --accept older-home$`)) as unknown,
  })
  expect(signatures).toEqual([])
  // Where the chain was searched, where it began after that, and where it is agreed to, it goes on.
  const since = new Date(Date.parse(run.createdAt) - 1).toISOString()
  for (const over of [
    { home: { ...home, adoptedAt } },
    { wallet: paper, home: { ...home, adoptedAt: since } },
    { wallet: paper, home: { ...home, adoptedAt }, goesOnDespite: acceptOlder },
  ]) {
    const other = await world()
    expect((await other.goOn({ ...over, wallet: 'wallet' in over ? paper : other.wallet })).step).toBe('tracked')
  }
})

test.each(['speed-up', 'cancel'] as const)(
  'an older copy of a home signs no %s before a person agrees to it',
  async (how) => {
    const { run, wallet, context } = await world([], 'sent')
    const acts: string[] = []
    const replace: Wallet['replace'] = async () => {
      acts.push(how)
      return { ...SIGNED, hash: `0x${'cb'.repeat(32)}` }
    }
    const place = { ...context, wallet: { ...wallet, replace }, home: olderHome(acts) }
    await expect(replacePayment(place, run, how)).rejects.toMatchObject({
      ...{ code: 'OUTCOME_UNKNOWN', exitCode: 7, reason: 'older-home', funds: 'unknown' },
      hint: `Nothing was signed now. See what became of it: swapcli resume ${run.id}. To replace it all the same: swapcli resume ${run.id} --${how} --accept older-home`,
    })
    expect(acts).toEqual([])
    await replacePayment({ ...place, goesOnDespite: acceptOlder }, run, how)
    expect(acts).toEqual(['adopted', 'advanced', how])
  },
)

test.each<[NonNullable<HomeMark['behind']>, string]>([
  ['home', 'This machine has seen this home further on than this copy of it is'],
  [
    'store',
    'The store of this home is older than its wallet file: it was put back or deleted, or is another one. If that was on purpose',
  ],
  ['wallet', 'The wallet file of this home is older than its store: it was put back or deleted'],
])('it is said that the %s is older', async (behind, text) => {
  const { goOn } = await world()
  await expect(goOn({ home: { ...olderHome([]), standing: 'older', behind } })).rejects.toMatchObject({
    message: expect.stringContaining(text) as unknown,
  })
})
