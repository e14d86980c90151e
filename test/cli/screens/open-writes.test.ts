import { expect, test } from 'vitest'
import { openWrites } from '../../../src/cli/screens/open-writes.ts'
import { runInSession } from '../../support/command-session.ts'

test('the end of a session waits for what is being written, for what follows it, and for none that fails', async () => {
  const done: string[] = []
  const turn = () => new Promise<void>((next) => setImmediate(next))
  await runInSession(async (session) => {
    session.onEnd(async () => void done.push('ended'))
    const keepWrite = openWrites((end) => session.onEnd(end))
    const write = async (what: string) => {
      await turn()
      done.push(what)
    }
    void keepWrite(write('first')).then(() => keepWrite(write('second')))
    keepWrite(turn().then(() => Promise.reject(new Error('full')))).catch(() => done.push('failed'))
  })
  expect(done).toEqual(['first', 'failed', 'second', 'ended'])
})
