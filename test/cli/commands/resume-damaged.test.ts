import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newHome } from '../../support/new-home.ts'
import { flipBit, stopSwapAt } from '../../support/stopped-swap.ts'
import { openDocuments } from '../../../src/store/sqlite/open-documents.ts'
import { cli, failure, FAST, json } from '../run-here.ts'

test('a plain resume goes on with the others where one run cannot be read, names that one and fails', async () => {
  const home = await newHome()
  const [lost, kept] = [await stopSwapAt(home, 'sent'), await stopSwapAt(home, 'executed')]
  flipBit(home, lost, '"id":"')
  const resumed = await cli(['resume', '--yes', '--json'], { home, env: FAST })
  expect([resumed.code, resumed.stdout.includes(kept), resumed.stdout.includes('"SUCCESS"')]).toEqual([3, true, true])
  expect(failure(resumed)).toMatchObject({
    ...{ code: 'STORE_UNUSABLE', funds: 'unknown' },
    message: `Not continued, because they cannot be read: ${lost}`,
    hint: `See what is known of it: swapcli resume ${lost}`,
  })
  const again = await cli(['resume', '--yes', '--json'], { home, env: FAST })
  expect([again.code, json(again.stdout)]).toEqual([3, { data: [], damaged: [lost] }])
})

test('a run that cannot be read keeps nobody from a new swap', async () => {
  const home = await newHome()
  flipBit(home, await stopSwapAt(home, 'executed'), '"id":"')
  const swapped = await cli(
    ['swap', '100', 'ethereum:USDC', 'base:USDC', '--provider', 'SANDBOX_BRIDGE', '--yes', '--json'],
    { home, env: FAST },
  )
  expect([swapped.code, swapped.stdout.includes('"SUCCESS"')]).toEqual([0, true])
})

test('approvals are listed without those of a run that cannot be read, which is named', async () => {
  const home = await newHome()
  const documents = await openDocuments({ path: join(home, 'wallet-live.db') })
  await documents.put('run:run_lost', { step: 'of a later version' }, 0)
  await documents.close()
  const listed = await cli(['wallet', 'approvals', 'list', '--network', 'live', '--json'], { home })
  expect([listed.code, json(listed.stdout)]).toEqual([0, { data: [], damaged: ['run_lost'] }])
})
