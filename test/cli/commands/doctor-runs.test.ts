import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { doctor } from '../../../src/cli/commands/doctor/index.ts'
import type { Check } from '../../../src/cli/commands/doctor/check.ts'
import { checkRuns } from '../../../src/cli/commands/doctor/runs.ts'
import { checkWallet, readWallet } from '../../../src/cli/commands/doctor/wallet.ts'
import { runCommand, runInSession } from '../../support/command-session.ts'
import { newHome } from '../../support/new-home.ts'
import { stopSwapAt } from '../../support/stopped-swap.ts'
import { json } from '../run-here.ts'

/** What is said of one unfinished run that the store knows. */
const saidOf = (path: string): readonly Check[] => [
  { name: 'wallet', result: 'warn', detail: `1 unfinished swap (${path})`, next: 'swapcli resume' },
  { name: 'runs', result: 'ok', detail: '1 unfinished run and the transactions of the store agree' },
]

test('doctor reads unfinished runs once, and says all of them from that', async () => {
  const home = await newHome()
  await stopSwapAt(home, 'sent')
  const path = join(home, 'wallet-sandbox.db')
  const checks: Check[] = []
  const place = { home, network: 'sandbox' } as const
  const { error } = await runInSession(async (session) => {
    const wallet = await readWallet(session, 0)
    // Whoever looked again would find another file.
    await rename(path, `${path}.away`)
    checks.push(checkWallet(session, wallet), ...(await checkRuns(session, wallet)))
    await rename(`${path}.away`, path)
  }, place)
  expect([error, checks]).toEqual([undefined, saidOf(path)])
  const { stdout } = await runCommand(doctor, [], { fix: false, quick: true, accept: [] }, { ...place, json: true })
  const { data } = json(stdout) as { readonly data: readonly Check[] }
  expect(data.filter(({ name }) => name === 'wallet' || name === 'runs')).toEqual(saidOf(path))
})
