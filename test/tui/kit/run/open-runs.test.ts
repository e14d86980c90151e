import { expect, onTestFinished, test } from 'vitest'
import type { StatusTransaction } from '../../../../src/core/api/documents.ts'
import { readOpenRuns } from '../../../../src/tui/kit/run/open-runs.ts'
import { SwapError } from '../../../../src/core/api/errors.ts'
import { systemClock } from '../../../../src/io/clock.ts'
import { randomIds } from '../../../../src/io/ids.ts'
import { createRunJournal } from '../../../../src/wallet/run/journal.ts'
import { openTempStore } from '../../../support/store.ts'
import type { RunFacts } from '../../../../src/tui/kit/run/run-facts.ts'
import { statusOf } from '../../screens/activity/sample-activity.ts'
import { scanRuns } from '../../../support/run-documents.ts'

test('the screens list the unfinished runs that can be read, and name the others', async () => {
  const { store, cleanup } = await openTempStore()
  onTestFinished(cleanup)
  const journal = createRunJournal(scanRuns(store.documents), systemClock, randomIds)
  const ends = { srcChain: 'ethereum', srcAddress: '0x0', dstChain: 'base', dstAddress: '0x1', amount: '1' }
  const run = await journal.create({
    ...{ from: 'ethereum:ETH', to: 'base:USDC', agreed: true, source: { chainId: 1, isNative: true } },
    request: { ...ends, depositor: '0x2', recipient: '0x3', provider: 'TEST' },
  })
  await store.documents.put('run:run_lost', { id: 'run_lost', step: 'unknown' }, 0)
  const place = { network: 'live', api: undefined, version: '1.0.0' } as const
  const context = { runs: async () => ({ journal, wallet: undefined }), place, clock: systemClock }
  const told: string[] = []
  const shown: string[][] = []
  const reported: object[] = []
  const openService = () => Promise.reject(new SwapError('STORE_UNUSABLE', 'It is damaged'))
  await readOpenRuns(
    {
      context,
      openService,
      settings: () => ({}),
      dispatch: (event) => void reported.push(event),
      signal: new AbortController().signal,
    },
    { tell: (text) => told.push(text), show: (runs) => shown.push(runs.map(({ id }) => id)), mostAsked: 1 },
  )
  expect(shown).toEqual([[run.id]])
  expect(reported).toEqual([{ on: 'app', type: 'open-runs', ids: [run.id] }])
  expect(told).toEqual(['cannot be read: run_lost; see what is known: swapcli resume run_lost --network live'])
})

test('what a service says of another swap is taken for the standing of no run', async () => {
  const { store, cleanup } = await openTempStore()
  onTestFinished(cleanup)
  const journal = createRunJournal(scanRuns(store.documents), systemClock, randomIds)
  const ends = { srcChain: 'ethereum', srcAddress: '0x0', dstChain: 'base', dstAddress: '0x1', amount: '1' }
  const begun = await journal.create({
    ...{ from: 'ethereum:ETH', to: 'base:USDC', agreed: true, source: { chainId: 1, isNative: true } },
    ...{ request: { ...ends, depositor: '0x2', recipient: '0x3', provider: 'TEST' }, transactionId: 'tx_1' },
  })
  await journal.save(begun, { step: 'tracked' })
  const place = { network: 'live', api: undefined, version: '1.0.0' } as const
  const context = { runs: async () => ({ journal, wallet: undefined }), place, clock: systemClock }
  const openService = () => Promise.reject(new SwapError('STORE_UNUSABLE', 'It is damaged'))
  const standing = async (transaction: StatusTransaction) => {
    const shown: unknown[][] = []
    const show = (runs: readonly RunFacts[]) => void shown.push(runs.map((run) => run.transaction?.status))
    const seen = new Map([['tx_1', transaction]])
    await readOpenRuns(
      { context, openService, settings: () => ({}), dispatch: () => undefined, signal: new AbortController().signal },
      { tell: () => undefined, show, seen, mostAsked: 0 },
    )
    return shown[0]
  }
  expect(await standing(statusOf('tx_1', { status: 'SUCCESS', recipientWalletAddress: '0x9' }))).toEqual([undefined])
  expect(await standing(statusOf('tx_1', { status: 'PENDING', recipientWalletAddress: '0x3' }))).toEqual(['PENDING'])
  expect(await standing(statusOf('tx_1', { status: 'SUCCESS', recipientWalletAddress: '0x3' }))).toEqual([])
})
