import { expect, test } from 'vitest'
import { openWrites } from '../../../src/cli/screens/open-writes.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

const turn = () => new Promise<void>((next) => setImmediate(next))

test('who is told to end waits for what is being written, for what follows it, and for none that fails', async () => {
  const done: string[] = []
  const { keep, settle } = openWrites({ signal: AbortSignal.abort('SIGTERM'), machineClock: createFakeClock() })
  const write = async (what: string) => {
    await turn()
    done.push(what)
  }
  void keep(write('first')).then(() => keep(write('second')))
  keep(turn().then(() => Promise.reject(new Error('full')))).catch(() => done.push('failed'))
  await settle()
  expect(done).toEqual(['first', 'failed', 'second'])
})

test('a write that does not end is waited for while nobody tells the program to end, and a second from then on', async () => {
  const [told, clock] = [new AbortController(), createFakeClock()]
  const { keep, settle } = openWrites({ signal: told.signal, machineClock: clock })
  void keep(new Promise(() => undefined))
  let isSettled = false
  const settled = settle().then(() => void (isSettled = true))
  await clock.advance(60_000)
  told.abort('SIGHUP')
  await clock.advance(999)
  expect(isSettled).toBe(false)
  await clock.advance(1)
  await settled
})
