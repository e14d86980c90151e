import { expect, test } from 'vitest'
import { openRunFile } from '../../../src/cli/pay/runs.ts'
import { runInSession } from '../../support/command-session.ts'
import { newHome } from '../../support/new-home.ts'
import { stopSwapAt } from '../../support/stopped-swap.ts'
import { cli, FAST } from '../run-here.ts'

test('a success that brought less than the least of its lock is said to be none by status and resume', async () => {
  const home = await newHome()
  const id = await stopSwapAt(home, 'tracked')
  let transactionId = ''
  const { error } = await runInSession(
    async (session) => {
      const { journal } = await openRunFile(session)
      const run = await journal.get(id)
      if (run?.lock === undefined) throw new Error('the run has no lock')
      transactionId = run.transactionId ?? ''
      const { dst } = run.lock.terms
      const terms = { ...run.lock.terms, dst: { ...dst, amount: dst.amount * 9n }, minimumOut: dst.amount * 8n }
      await journal.save(run, { lock: { ...run.lock, terms } })
    },
    { home, network: 'sandbox' },
  )
  expect(error).toBeUndefined()
  const less = /it brought [0-9.]+ USDC, less than the least that was promised, [0-9.]+/
  const resumed = await cli(['resume', id, '--yes'], { home, env: FAST })
  expect([resumed.code, resumed.stderr]).toEqual([7, expect.stringMatching(less)])
  const shown = await cli(['status', transactionId], { home, env: FAST })
  expect([shown.code, shown.stderr]).toEqual([0, expect.stringMatching(less)])
  const watched = await cli(['status', transactionId, '--watch'], { home, env: FAST })
  expect([watched.code, watched.stderr]).toEqual([7, expect.stringMatching(less)])
  const { code, stderr } = await cli(['resume', '--list'], { home, env: FAST })
  expect([code, stderr]).toEqual([0, expect.not.stringMatching(less)])
})
