import { expect, onTestFinished, test } from 'vitest'
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

test('a paid run that a server of the other network does not know says so, and how to go on', async () => {
  const { store, cleanup } = await openTempStore()
  onTestFinished(cleanup)
  const journal = createRunJournal(scanRuns(store.documents), systemClock, randomIds)
  const { id: _id, version: _version, step: _step, ...fields } = lockedRun({ api: API, agreed: true })
  const begun = await journal.create(fields)
  const payment = { hash: `0x${'ca'.repeat(32)}`, raw: '0x01', kind: 'call' } as const
  const { id } = await journal.save(begun, { step: 'tracked', transactionId: 'tx_1', payment })

  const unknown = new SwapError('NOT_FOUND', 'There is no transaction tx_1')
  const service = {
    // eslint-disable-next-line require-yield -- it fails before anything is told
    async *watch() {
      throw unknown
    },
    sources: async () => ({ ...ANSWERS.sources, data: [{ ...ANSWERS.sources.data[0], key: 'RELAY' }] }),
  }
  const events: ReviewEvent[] = []
  const io: ReviewIo = {
    context: {
      place: { network: 'sandbox', api: API, version: '0.0.0' },
      clock: systemClock,
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
  await resumeRun({ id: 1, runId: id, after: undefined }, io)

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
