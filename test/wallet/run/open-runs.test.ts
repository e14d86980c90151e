import { expect, onTestFinished, test } from 'vitest'
import type { HistoryTransaction, StatusTransaction } from '../../../src/core/api/documents.ts'
import { SwapError } from '../../../src/core/api/errors.ts'
import { defined } from '../../../src/core/defined.ts'
import { systemClock } from '../../../src/io/clock.ts'
import { randomIds } from '../../../src/io/ids.ts'
import { createRunJournal, type NewRun, type RunChange, type SwapRun } from '../../../src/wallet/run/journal.ts'
import { createKnownEnds, type EndSource, findLapse, isLapsed } from '../../../src/wallet/run/open-runs.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { scanRuns } from '../../support/run-documents.ts'
import { openTempStore } from '../../support/store.ts'
import { statusOf } from '../../tui/screens/activity/sample-activity.ts'
import { lockedRun } from '../../tui/screens/review/sample-run.ts'

const RECIPIENT = '0x3'
const RUN: NewRun = {
  from: 'ethereum:ETH',
  to: 'base:USDC',
  request: {
    ...{ srcChain: 'ethereum', srcAddress: '0x0', dstChain: 'base', dstAddress: '0x1', amount: '1' },
    ...{ depositor: '0x2', recipient: RECIPIENT, provider: 'TEST' },
  },
  source: { chainId: 1, isNative: true },
  agreed: true,
  transactionId: 'tx_1',
}
const PAID: RunChange = { payment: { hash: '0xAB', raw: '0x2', last: true, kind: 'call' } }
const TRACKED: RunChange = { step: 'tracked', ...PAID }

async function openJournal() {
  const { store, cleanup } = await openTempStore()
  onTestFinished(cleanup)
  return createRunJournal(scanRuns(store.documents), systemClock, randomIds)
}

/** A service that has noted these; by what its provider says, all that are asked about have ended. */
function serviceOf(...noted: readonly StatusTransaction[]) {
  const calls: string[] = []
  const find = (id: string | undefined) => noted.find((one) => one.id === id)
  const service: EndSource['service'] = {
    history: async ({ transactionId } = {}) => {
      calls.push(`read ${transactionId ?? ''}`)
      const found = find(transactionId)
      const data: HistoryTransaction[] = found === undefined ? [] : [{ ...found, amountUsd: 1 }]
      return { data, pagination: { page: 1, perPage: 1, total: data.length, totalPages: 1, hasMore: false } }
    },
    status: async ({ transactionId }) => {
      calls.push(`ask ${transactionId ?? ''}`)
      const found = find(transactionId)
      if (found === undefined) throw new SwapError('NOT_FOUND', 'It is not known')
      return { transaction: { ...found, status: 'SUCCESS' }, final: true }
    },
  }
  return { service, calls }
}

const ended = (change: Partial<StatusTransaction> = {}) =>
  statusOf('tx_1', { status: 'SUCCESS', inboundHash: '0xab', recipientWalletAddress: RECIPIENT, ...change })

/** Whether a run is over after a look at what is noted, and its step in the journal then. */
async function standing(change: RunChange, noted: readonly StatusTransaction[], api?: string) {
  const journal = await openJournal()
  const run = await journal.save(await journal.create({ ...RUN, ...defined({ api }) }), change)
  const ends = createKnownEnds(systemClock)
  await ends.look([run], { service: serviceOf(...noted).service, api }, { mostAsked: 0 })
  return [ends.has(run), (await journal.get(run.id))?.step]
}

test('a run whose swap has ended by what its service noted is over, and stays to be followed to its end', async () => {
  expect(await standing(TRACKED, [ended()])).toEqual([true, 'tracked'])
  expect(await standing({ step: 'tracked' }, [ended({ status: 'FAILED', inboundHash: '' })])).toEqual([true, 'tracked'])
  expect(await standing({ step: 'sent', ...PAID }, [ended({ status: 'REFUND' })])).toEqual([true, 'sent'])
  expect(await standing(TRACKED, [ended()], 'http://127.0.0.1:1')).toEqual([true, 'tracked'])
})

test('a run is open again once its server takes back that it has ended, or answers about another swap', async () => {
  const journal = await openJournal()
  const api = 'http://127.0.0.1:1'
  const run = await journal.save(await journal.create({ ...RUN, api }), TRACKED)
  const clock = createFakeClock()
  const ends = createKnownEnds(clock)
  const isOverBy = async (told: StatusTransaction | SwapError) => {
    const status = async () => {
      if (told instanceof SwapError) throw told
      return { transaction: told, final: true }
    }
    const service = { ...serviceOf().service, status }
    await ends.look([run], { service, api }, { mostAsked: 0 })
    await clock.advance(10_000)
    return ends.has(run)
  }
  expect([
    await isOverBy(ended()),
    await isOverBy(ended({ recipientWalletAddress: '0x9' })),
    await isOverBy(ended()),
    await isOverBy(ended({ status: 'PENDING' })),
    await isOverBy(ended()),
    await isOverBy(new SwapError('BAD_GATEWAY', 'It is about another one')),
  ]).toEqual([true, false, true, false, true, false])
})

test('a run stays open while its service does not know of an end of what it paid', async () => {
  const open = [false, 'tracked']
  expect(await standing(TRACKED, [])).toEqual(open)
  expect(await standing(TRACKED, [ended({ status: 'PENDING' })])).toEqual(open)
  // A store that was put back has not heard of the payment.
  expect(await standing(TRACKED, [ended({ status: 'FAILED', inboundHash: '' })])).toEqual(open)
  expect(await standing(TRACKED, [ended({ recipientWalletAddress: '0x9' })])).toEqual(open)
  expect(await standing({ step: 'sent', ...PAID }, [ended({ inboundHash: '0xcd' })])).toEqual([false, 'sent'])
  const approval = { payment: { hash: '0xAB', raw: '0x2', last: false, kind: 'approve' } } as const
  expect(await standing({ step: 'sent', ...approval }, [ended()])).toEqual([false, 'sent'])
  expect(await standing({ step: 'signed', ...PAID }, [ended()])).toEqual([false, 'signed'])
})

test('a server is not believed that a payment has ended which this machine has not seen in a block', async () => {
  expect(await standing({ step: 'sent', ...PAID }, [ended()], 'http://127.0.0.1:1')).toEqual([false, 'sent'])
})

test('a run of another service is not looked up', async () => {
  const journal = await openJournal()
  const run = await journal.save(await journal.create({ ...RUN, api: 'http://127.0.0.1:1' }), TRACKED)
  const { service, calls } = serviceOf(ended())
  const ends = createKnownEnds(systemClock)
  expect(await ends.look([run], { service, api: undefined }, { mostAsked: 9 })).toEqual([])
  ends.take(run, ended(), undefined)
  expect([ends.has(run), calls]).toEqual([false, []])
})

/** Tracked runs of tx_1, tx_2 and so on. */
async function trackedRuns(count: number) {
  const journal = await openJournal()
  const runs: SwapRun[] = []
  for (let at = 1; at <= count; at += 1) {
    runs.push(await journal.save(await journal.create({ ...RUN, transactionId: `tx_${at}` }), TRACKED))
  }
  return runs
}

test('what is noted of each is read once, and a few of those without an end are asked about', async () => {
  const runs = await trackedRuns(8)
  const clock = createFakeClock()
  const noted = runs.map((_run, at) => ended({ id: `tx_${at + 1}`, status: at === 0 ? 'FAILED' : 'PENDING' }))
  const { service, calls } = serviceOf(...noted)
  const ends = createKnownEnds(clock)
  const look = (mostAsked: number) => ends.look(runs, { service, api: undefined }, { mostAsked })
  const [first, second, third] = runs
  // What had ended before this process looked is no news.
  expect(await look(1)).toEqual([
    { run: first, status: 'FAILED', isNews: false },
    { run: second, status: 'SUCCESS', isNews: true },
  ])
  expect(calls.splice(0)).toEqual([...runs.map((_run, at) => `read tx_${at + 1}`), 'ask tx_2'])
  expect(runs.filter((run) => ends.has(run))).toEqual([first, second])
  // Nothing is due yet but what was not asked about.
  expect(await look(1)).toEqual([{ run: third, status: 'SUCCESS', isNews: true }])
  expect(calls.splice(0)).toEqual(['ask tx_3'])
  await clock.advance(10_000)
  expect(await look(0)).toEqual([])
  expect(calls.splice(0)).toEqual(['tx_4', 'tx_5', 'tx_6', 'tx_7', 'tx_8'].map((id) => `read ${id}`))
})

test('a swap that its service does not know keeps nobody from the others', async () => {
  const runs = await trackedRuns(2)
  const { service } = serviceOf(ended({ id: 'tx_2', status: 'PENDING' }))
  const ends = createKnownEnds(createFakeClock())
  await ends.look(runs, { service, api: undefined }, { mostAsked: 2 })
  expect(runs.map((run) => ends.has(run))).toEqual([false, true])
})

test('looks that are made at the same time find an end once, and one that was never seen open is no news', async () => {
  const [run] = await trackedRuns(1)
  if (run === undefined) throw new Error('there is a run')
  const { service, calls } = serviceOf(ended())
  const ends = createKnownEnds(createFakeClock())
  const look = (mostAsked: number) => ends.look([run], { service, api: undefined }, { mostAsked })
  expect(await Promise.all([look(0), look(1)])).toEqual([[{ run, status: 'SUCCESS', isNews: false }], []])
  expect([calls, ends.take(run, ended(), undefined)]).toEqual([['read tx_1'], undefined])
})

test('a service that hangs is given up for a while, and leaves all runs open', async () => {
  const runs = await trackedRuns(2)
  const clock = createFakeClock()
  let calls = 0
  const hangs = () => {
    calls += 1
    return new Promise<never>(() => undefined)
  }
  const ends = createKnownEnds(clock)
  const look = () => ends.look(runs, { service: { history: hangs, status: hangs }, api: undefined }, { mostAsked: 2 })
  const first = look()
  await clock.advance(3_000)
  expect([await first, await look(), calls, runs.some((run) => ends.has(run))]).toEqual([[], [], 1, false])
})

test('a lock that ran out before anything was executed leaves nothing open', () => {
  const locked = lockedRun()
  const endsAt = Date.parse(locked.lock?.expiresAt ?? '')
  const facts = { lapsesAt: findLapse(locked, undefined) }
  expect([isLapsed(facts, endsAt - 1), isLapsed(facts, endsAt)]).toEqual([false, true])
  const others: readonly RunChange[] = [
    { step: 'executing' },
    { step: 'executed' },
    { step: 'tracked' },
    { step: 'sent', ...PAID },
    { earlier: [{ hash: '0x1', raw: '0x2', last: false, kind: 'approve' }] },
    { revocation: { hash: '0x1', raw: '0x2' } },
  ]
  expect(others.map((change) => findLapse(lockedRun(change), undefined))).toEqual(others.map(() => undefined))
  // `--yes` may lock it anew, and pay, for as long as that holds.
  const unattended = lockedRun({ unattended: true })
  const agreedAt = Date.parse(unattended.createdAt)
  expect(findLapse(unattended, undefined, 0)).toBe(endsAt)
  expect(findLapse(unattended, undefined, 60 * 60_000)).toBe(agreedAt + 60 * 60_000)
  const { lock: _lock, ...quoted } = lockedRun({ step: 'locking' })
  const lapseOf = (change: RunChange) => findLapse({ ...quoted, ...change }, undefined)
  const startedAt = Date.parse(quoted.updatedAt)
  expect([lapseOf({}), lapseOf({ step: 'quoted' })]).toEqual(Array(2).fill(startedAt + 15 * 60_000))
  expect(lapseOf({ unattended: true })).toBe(startedAt + 24 * 60 * 60_000)
  expect(others.map(lapseOf)).toEqual(others.map(() => undefined))
  const older = { standing: 'older', behind: 'home', generation: 'g', changes: [] } as const
  expect(findLapse(locked, { ...older, adoptedAt: undefined, unseenUntil: undefined })).toBe(undefined)
})
