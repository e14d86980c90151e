import { mkdir, rm } from 'node:fs/promises'
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
    hint: expect.stringMatching(new RegExp(`swapcli resume ${lost} --forget --accept damaged-run$`)) as string,
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

/** Removes a store with all that is beside it, as somebody does who begins with an empty one. */
async function removeFile(home: string, name: string): Promise<void> {
  for (const end of ['', '-wal', '-shm', '.exists']) await rm(join(home, `${name}${end}`), { force: true })
}

test.each(['sandbox.db', 'wallet-sandbox.db'])(
  'where %s cannot be used, what became of a paid run is open',
  async (name) => {
    const home = await newHome()
    await stopSwapAt(home, 'sent')
    await removeFile(home, name)
    await mkdir(join(home, name))
    const resumed = await cli(['resume', '--json'], { home, env: FAST })
    expect([resumed.code, failure(resumed)]).toEqual([
      3,
      expect.objectContaining({ code: 'STORE_UNUSABLE', funds: 'unknown' }),
    ])
  },
)

test('a paid run whose transaction the store lacks is given up by a word of its own, and its hash stays', async () => {
  const home = await newHome()
  const id = await stopSwapAt(home, 'sent')
  await removeFile(home, 'sandbox.db')
  const resumed = await cli(['resume', '--json'], { home, env: FAST })
  expect([resumed.code, failure(resumed)]).toEqual([
    7,
    expect.objectContaining({
      funds: 'moved',
      hint: expect.stringContaining(`swapcli resume ${id} --forget`) as string,
    }),
  ])
  const asked = await cli(['resume', id, '--forget', '--json'], { home, env: FAST })
  expect([asked.code, failure(asked)]).toEqual([
    7,
    expect.objectContaining({
      ...{ code: 'OUTCOME_UNKNOWN', funds: 'moved', details: { reason: 'lost-record', runId: id } },
      hint: expect.stringMatching(new RegExp(`swapcli resume ${id} --forget --accept lost-record$`)) as string,
    }),
  ])
  const ended = await cli(['resume', id, '--forget', '--accept', 'lost-record'], { home, env: FAST })
  expect([ended.code, ended.stderr]).toEqual([0, expect.stringMatching(/sent as \S+, is tx_\S+, which the store/)])
  expect(json((await cli(['resume', '--json'], { home })).stdout)).toEqual({ data: [] })
  expect(failure(await cli(['resume', id, '--json'], { home }))).toMatchObject({ funds: 'moved', exitCode: 7 })
})

test('a run that its service follows is not given up', async () => {
  const home = await newHome()
  const id = await stopSwapAt(home, 'sent')
  const asked = await cli(['resume', id, '--forget', '--accept', 'lost-record', '--json'], { home, env: FAST })
  expect([asked.code, failure(asked)]).toEqual([6, expect.objectContaining({ details: { reason: 'run' } })])
})

test('a run is not paid where the store lacks its transaction', async () => {
  const home = await newHome()
  const id = await stopSwapAt(home, 'executed')
  await removeFile(home, 'sandbox.db')
  const resumed = await cli(['resume', id, '--yes', '--accept', 'older-home', '--json'], { home, env: FAST })
  expect([resumed.code, failure(resumed)]).toEqual([
    3,
    expect.objectContaining({
      ...{ code: 'STORE_UNUSABLE', funds: 'unknown' },
      hint: expect.stringContaining(`swapcli resume ${id} --forget`) as string,
    }),
  ])
  expect((await cli(['resume', id, '--forget'], { home, env: FAST })).code).toBe(0)
})

test('a run that is given up is printed as it ended, with what is known of its money', async () => {
  const home = await newHome()
  const id = await stopSwapAt(home, 'executed')
  const ended = await cli(['resume', id, '--forget', '--json'], { home, env: FAST })
  expect([ended.code, json(ended.stdout)]).toEqual([
    0,
    {
      data: expect.objectContaining({
        ...{ runId: id, step: 'closed', closedAs: 'given_up', final: false },
        ...{ funds: 'untouched', money: 'nothing was sent', reason: 'Given up; nothing was sent' },
      }) as object,
    },
  ])
  // Nobody is handed what was to be paid.
  expect(ended.stdout).not.toContain('"execution"')
})
