import { expect, test } from 'vitest'
import { createDataFiles } from '../../../src/io/data-files.ts'
import { relay } from '../../../src/providers/relay/manifest.ts'
import { checkDrift } from '../../../src/service/drift/check-drift.ts'
import { usedUpBudget } from '../../../src/service/providers/shared-budget.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

test('a provider whose budget is used up between two quotes is left out from there on, and did not fail', async () => {
  const providers = { run: () => Promise.reject(usedUpBudget({ requests: 50, perMs: 60_000 }, 30_000)) }
  const context = { clock: createFakeClock(), providers, catalogData: createDataFiles(), setting: () => undefined }
  const checks = await checkDrift(
    // Nothing but `run` is called of them.
    context as unknown as Parameters<typeof checkDrift>[0],
    [[relay.manifest, {}]],
    { shapes: {}, deadlineMs: 1_000 },
  )
  expect(checks.map(({ result, code, message }) => [result, code, message])).toEqual([
    ['skipped', 'rate_limited', 'Its quota of 50 requests is used up, for 30 s'],
  ])
})
