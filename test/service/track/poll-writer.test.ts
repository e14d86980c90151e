import { expect, test } from 'vitest'
import { createPollWriter } from '../../../src/service/track/poll-writer.ts'
import { nextTurn } from '../../../src/io/next-turn.ts'
import { openTempStore } from '../../support/store.ts'

test('a lease that is to end in the moment in which others have ended is ended at once too', async () => {
  const { store, cleanup } = await openTempStore()
  for (let turns = 0; turns < 16; turns += 1) {
    const ended: string[] = []
    let next: Promise<void> | undefined
    const transactions: typeof store.transactions = {
      ...store.transactions,
      releaseMany: async (ids, holder) => {
        await store.transactions.releaseMany(ids, holder)
        ended.push(...ids)
        let later = Promise.resolve()
        for (let turn = 0; turn < turns; turn += 1) later = later.then(() => undefined)
        next ??= later.then(() => writer.release('next'))
      },
    }
    const writer = createPollWriter({ store: { ...store, transactions }, nextTurn }, 'holder')
    await writer.release('first')
    await next
    expect([turns, ended]).toEqual([turns, ['first', 'next']])
  }
  await cleanup()
})
