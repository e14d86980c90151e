import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useMark } from '../../../src/cli/backup/use-mark.ts'
import { type MarkParts, readHomeMark } from '../../../src/payments/home/home-mark.ts'
import { storedMark } from '../../../src/payments/home/stored-mark.ts'
import type { Session } from '../../../src/cli/session.ts'
import { refuseForeignStore } from '../../../src/io/index.ts'
import { runInSession } from '../../support/command-session.ts'
import { newHome } from '../../support/new-home.ts'
import { stopSwapAt } from '../../support/stopped-swap.ts'

/** What is done in a session of the sandbox, with the number of files that the session has to close at its end. */
async function inSession<T>(home: string, work: (session: Session) => Promise<T>) {
  let result: T | undefined
  let openAtEnd = 0
  const { error } = await runInSession(
    async (session) => {
      result = await work({ ...session, onEnd: () => (openAtEnd += 1) })
    },
    { home, network: 'sandbox' },
  )
  return { result, openAtEnd, error }
}

test('the mark of a home is used with its files open, and both are closed after it', async () => {
  const home = await newHome()
  await stopSwapAt(home, 'sent')
  let opened: MarkParts | undefined
  const { result, openAtEnd } = await inSession(home, (session) =>
    useMark(session, {
      verify: refuseForeignStore,
      use: async (parts) => {
        opened = parts
        return [(await storedMark(parts.wallet))?.counter, (await readHomeMark(parts)).standing]
      },
    }),
  )
  expect([result, openAtEnd]).toEqual([[2, 'current'], 0])
  await expect(opened?.wallet.get('home')).rejects.toThrow()
})

test('its files are closed also where that fails', async () => {
  const home = await newHome()
  await stopSwapAt(home, 'sent')
  let opened: MarkParts | undefined
  const { error, openAtEnd } = await inSession(home, (session) =>
    useMark(session, {
      verify: refuseForeignStore,
      use: async (parts) => {
        opened = parts
        throw new Error('it failed')
      },
    }),
  )
  expect([error, openAtEnd]).toEqual([new Error('it failed'), 0])
  await expect(opened?.wallet.get('home')).rejects.toThrow()
})

test('its files are not read by whoever must not', async () => {
  const home = await newHome()
  await stopSwapAt(home, 'sent')
  const { error } = await inSession(home, (session) =>
    useMark(session, {
      verify: (path) => Promise.reject(new Error(`not ${path}`)),
      use: () => Promise.reject(new Error('it was used')),
    }),
  )
  expect(error).toEqual(new Error(`not ${join(home, 'wallet-sandbox.db')}`))
})

test('where a home has no wallet file nothing is used, and none is made', async () => {
  const home = await newHome()
  const { result, error } = await inSession(home, (session) =>
    useMark(session, { verify: refuseForeignStore, use: () => Promise.reject(new Error('it was used')) }),
  )
  expect([result, error, await readdir(home)]).toEqual([undefined, undefined, []])
})
