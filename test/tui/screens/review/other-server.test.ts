import { expect, onTestFinished, test, vi } from 'vitest'
import type { StatusResult } from '../../../../src/core/api/documents.ts'
import type { Clock } from '../../../../src/core/ports.ts'
import { createFakeClock } from '../../../support/fake-clock.ts'
import { PATIENT } from '../../../support/patience.ts'
import { statusOf } from '../activity/sample-activity.ts'
import { SwapError } from '../../../../src/core/api/errors.ts'
import { systemClock } from '../../../../src/io/clock.ts'
import { randomIds } from '../../../../src/io/ids.ts'
import type { Answer, ReviewEvent } from '../../../../src/tui/screens/review/state.ts'
import { resumeRun, type ReviewIo } from '../../../../src/tui/screens/review/run-work.ts'
import { createPendingAnswers } from '../../../../src/tui/kit/run/pending-answers.ts'
import type { OpenedSwaps } from '../../../../src/tui/context.ts'
import { createRunJournal } from '../../../../src/wallet/run/journal.ts'
import { ANSWERS } from '../../../server/fake-service.ts'
import { scanRuns } from '../../../support/run-documents.ts'
import { openTempStore } from '../../../support/store.ts'
import { lockedRun } from './sample-run.ts'

const API = 'http://swap.example/api/v1'
const PAYMENT = { hash: `0x${'ca'.repeat(32)}`, raw: '0x01', kind: 'call' } as const

/** What the screens are told while a paid run is followed at a server that gives this. */
async function follow(watch: (id: string, nth: number) => AsyncGenerator<StatusResult>, clock: Clock) {
  const { store, cleanup } = await openTempStore()
  onTestFinished(cleanup)
  const journal = createRunJournal(scanRuns(store.documents), systemClock, randomIds)
  const { id: _id, version: _version, step: _step, ...fields } = lockedRun({ api: API, agreed: true })
  const begun = await journal.create(fields)
  const { id } = await journal.save(begun, { step: 'tracked', transactionId: 'tx_1', payment: PAYMENT })

  let asked = 0
  const service = {
    watch: () => watch(begun.request.recipient, (asked += 1)),
    sources: async () => ({ ...ANSWERS.sources, data: [{ ...ANSWERS.sources.data[0], key: 'RELAY' }] }),
  }
  const events: ReviewEvent[] = []
  const io: ReviewIo = {
    context: {
      place: { network: 'sandbox', api: API, version: '0.0.0' },
      clock,
      settings: { values: {}, write: async () => undefined },
      open: () => Promise.reject(new Error('it opened another service')),
      runs: async () => ({ journal, wallet: undefined }),
    },
    bindings: () => new Map(),
    settings: () => ({}),
    openService: async () => ({ service }) as unknown as OpenedSwaps,
    dispatch: (event) => void (event.on === 'review' && events.push(event)),
    begin: () => new AbortController().signal,
    cancel: () => undefined,
    signal: new AbortController().signal,
    hold: (_name, work) => work,
    whenSettled: async () => undefined,
    printAtEnd: () => undefined,
    answers: createPendingAnswers<Answer>(),
  }
  return { id, events, over: resumeRun({ id: 1, runId: id, after: undefined }, io) }
}

test('a paid run that a server of the other network does not know says so, and how to go on', async () => {
  // eslint-disable-next-line require-yield -- it fails before anything is told
  const { id, events, over } = await follow(async function* () {
    throw new SwapError('NOT_FOUND', 'There is no transaction tx_1')
  }, systemClock)
  await over

  const stopped = events.find(({ type }) => type === 'stopped')
  expect(stopped).toMatchObject({
    problem: {
      message:
        'This server is LIVE (real money), and the network here is the sandbox. ' +
        'The swap is on its way, but its status cannot be read: There is no transaction tx_1',
      hint: `Do not begin the swap again. Go on once the server that it was begun with answers at ${API}: swapcli resume ${id} --network sandbox --api ${API}`,
    },
  })
})

test('a paid run whose server answers about another swap is asked about again, more and more seldom, until it is right', async () => {
  const clock = createFakeClock()
  const told = (recipientWalletAddress: string) => {
    const transaction = statusOf('tx_1', { status: 'SUCCESS', inboundHash: PAYMENT.hash, recipientWalletAddress })
    return { transaction, final: true } as const
  }
  const { events, over } = await follow(async function* (recipient, nth) {
    yield told(nth < 4 ? '0x9' : recipient)
  }, clock)
  const waits = () => events.flatMap((event) => (event.type === 'waiting' ? [event.text] : []))
  const message = 'The swap is on its way, but its status cannot be read: the service answered about another swap'
  const seconds = [5, 10, 20]
  for (const [index, sec] of seconds.entries()) {
    await vi.waitFor(() => expect(waits()).toHaveLength(index + 1), PATIENT)
    await clock.advance(sec * 1_000)
  }
  await over
  expect(waits()).toEqual(seconds.map((sec) => `${message}. It is asked again in ${sec}s`))
  expect(events.at(-1)).toMatchObject({ type: 'ended', run: { step: 'final' } })
})
