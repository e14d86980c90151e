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

test('what providers promised and delivered is a table of its own, and bars where they are asked for', async () => {
  const home = await newHome()
  const store = await openStore({ path: join(home, 'sandbox.db'), now: () => Date.UTC(2026, 0, 15) })
  const { dst, ...terms } = sampleTerms()
  for (let at = 0; at < 6; at += 1) {
    const done = { status: 'SUCCESS', stage: 'done', nextPollAtMs: null } as const
    const delivered = (dst.amount * (at === 0 ? 9_980n : 10_000n)) / 10_000n
    const endValues = { src: 100_000_000n, dst: delivered }
    const record = sampleTransaction(`tx_${at}`, {
      ...{ ...done, terms: { ...terms, dst }, deliveredOut: delivered },
      // Of the last one nobody said what it was worth.
      ...(at === 5 ? {} : { endValues }),
    })
    await addTransaction(store, record)
  }
  await store.close()
  const place = { home, network: 'sandbox' } as const
  const plain = await runCommand(stats, [], {}, place)
  expect(plain.stdout).toMatch(/^PROVIDER +NEWEST SWAPS +REFUNDED +TOOK +AT WORST +ESTIMATED +DELIVERED +AT WORST$/m)
  expect(plain.stdout).toMatch(/^SANDBOX_BRIDGE +6 of 6 ended well +0 .* \+0\.00 % +-0\.20 %$/m)
  // 0.20 less than was sent, and once 0.1996 more less.
  expect(plain.stdout).toMatch(/^cost +\$1\.20 \(1 of 6 left out: their cost is not known\)$/m)
  expect(plain.stdout).not.toContain('as promised')
  const drawn = await runCommand(stats, [], { chart: true }, place)
  expect(drawn.stdout).toMatch(/^SANDBOX_BRIDGE +as promised, or more +5 +█{20}$/m)
  expect(drawn.stdout).toMatch(/^ +up to 0\.3 % less +1 +█{4}$/m)
  expect(drawn.stdout).toMatch(/^SANDBOX_BRIDGE +6 +6 +\$600\.00 +█{24}$/m)
  expect((await runCommand(stats, [], { chart: true }, { ...place, json: true })).error).toMatchObject({
    code: 'USAGE',
  })
})
