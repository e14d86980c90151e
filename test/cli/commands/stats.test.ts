import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stats } from '../../../src/cli/commands/stats.ts'
import { openStore } from '../../../src/store/sqlite/open.ts'
import { runCommand } from '../../support/command-session.ts'
import { newHome } from '../../support/new-home.ts'
import { addTransaction, sampleTerms, sampleTransaction } from '../../support/store.ts'

test('a swap of unknown value is left out of the volume, and counted as that', async () => {
  const home = await newHome()
  const store = await openStore({ path: join(home, 'sandbox.db'), now: () => Date.UTC(2026, 0, 15) })
  const terms = sampleTerms()
  const { usd: _usd, ...src } = terms.src
  await addTransaction(store, sampleTransaction('tx_1'))
  await addTransaction(store, sampleTransaction('tx_2', { provider: 'SANDBOX_DEX', terms: { ...terms, src } }))
  await store.close()
  const place = { home, network: 'sandbox' } as const
  const { stdout, error } = await runCommand(stats, [], {}, place)
  expect([error, stdout.split('\n')]).toEqual([
    undefined,
    expect.arrayContaining([
      expect.stringMatching(/^volume +\$100\.00\+ \(1 of 2 left out: their value is not known\)$/),
      expect.stringMatching(/^SANDBOX_BRIDGE +1 +0 +\$100\.00$/),
      expect.stringMatching(/^SANDBOX_DEX +1 +0 +unknown$/),
    ]) as unknown,
  ])
  const { data } = JSON.parse((await runCommand(stats, [], {}, { ...place, json: true })).stdout) as { data: object }
  expect(data).toMatchObject({ total: 2, volumeUsd: '100.00', unvalued: 1 })
})
