import { join } from 'node:path'
import Database from 'libsql'
import { expect, onTestFinished, test } from 'vitest'
import { openDocuments } from '../../../src/store/sqlite/open-documents.ts'
import { newHome } from '../../support/new-home.ts'
import { scanRuns } from '../../support/run-documents.ts'
import { IS_UNFINISHED_RUN } from '../../../src/store/sqlite/schema.ts'
import { rawColumn, rawSql } from '../raw.ts'

const EARLIER = { id: 'run_1', step: 'sent', transactionId: 'tx_1', updatedAt: '2026-01-01T00:00:00.000Z' }
const RUNS = {
  'run:run_1': EARLIER,
  'run:run_2': { format: 4, run: { ...EARLIER, id: 'run_2', step: 'final', updatedAt: '2026-01-02T00:00:00.000Z' } },
  'run:run_3': { format: 4, run: { ...EARLIER, id: 'run_3', step: 'closed', transactionId: 'tx_2' } },
  'run:run_4': { format: 9, future: true },
}

async function openRuns() {
  const path = join(await newHome(), 'wallet-live.db')
  const documents = await openDocuments({ path })
  onTestFinished(() => documents.close())
  for (const [key, doc] of Object.entries(RUNS)) await documents.put(key, doc, 0)
  await documents.put('send:1', { step: 'sent' }, 0)
  return { ...documents, path }
}

const keys = (found: readonly { readonly key: string }[]) => found.map(({ key }) => key)

test('runs are found by what they state, in the form of earlier versions too; one that states nothing is unfinished', async () => {
  const documents = await openRuns()
  expect(keys(await documents.listUnfinishedRuns())).toEqual(['run:run_1', 'run:run_4'])
  expect(keys(await documents.listRunsOf('tx_1'))).toEqual(['run:run_1', 'run:run_2'])
  expect(keys(await documents.listRunsSince('2026-01-02T00:00:00.000Z'))).toEqual(['run:run_2'])
  // A fake that reads them all finds the same.
  const scanned = scanRuns(documents)
  expect(await scanned.listUnfinishedRuns()).toEqual(await documents.listUnfinishedRuns())
  expect(await scanned.listRunsOf('tx_1')).toEqual(await documents.listRunsOf('tx_1'))
  expect(await scanned.listRunsSince('2026-01-02T00:00:00.000Z')).toEqual(
    await documents.listRunsSince('2026-01-02T00:00:00.000Z'),
  )
})

test('the newest runs are found by when they were written', async () => {
  const documents = await openRuns()
  const newest = { format: 4, run: { ...EARLIER, id: 'run_0', updatedAt: '2026-01-03T00:00:00.000Z' } }
  await documents.put('run:run_0', newest, 0)
  expect(keys(await documents.listNewestRuns(2))).toEqual(['run:run_0', 'run:run_2'])
  expect(await scanRuns(documents).listNewestRuns(2)).toEqual(await documents.listNewestRuns(2))
  expect(await documents.listNewestRuns(9)).toHaveLength(5)
})

test('of the runs that approved the same, the newest are found, and all that do not say what', async () => {
  const documents = await openRuns()
  const approval = (approves: string | undefined, day: number) => ({
    ...{ format: 5, ...(approves === undefined ? {} : { approves }) },
    run: { step: 'final', createdAt: `2026-01-0${day}T00:00:00.000Z`, earlier: [{ hash: '0x1' }] },
  })
  for (const [at, what] of ['a', 'a', 'b', undefined, 'a', undefined, 'c'].entries()) {
    await documents.put(`run:approval_${at}`, approval(what, 9 - at), 0)
  }
  await documents.put('run:unpaid', { format: 5, run: { step: 'closed', earlier: [] } }, 0)
  await documents.put('run:underway', { format: 4, run: { step: 'signed', payment: { last: false } } }, 0)
  const found = keys(await documents.listApprovingRuns(2))
  const approvals = [0, 1, 2, 3, 5, 6].map((at) => `run:approval_${at}`)
  expect([...found].sort()).toEqual([...approvals, 'run:underway'])
  expect(keys(await documents.listApprovingRuns(1))).not.toContain('run:approval_1')
})

test('runs that cannot be read are named and left out of each list, which throws where nobody is told', async () => {
  const documents = await openRuns()
  const database = new Database(documents.path)
  database.prepare(`UPDATE meta SET doc = replace(doc, 'run_1', 'run_9') WHERE id = 'run:run_1'`).run()
  database.close()
  const named: string[] = []
  const name = (key: string) => void named.push(key)
  expect(keys(await documents.listUnfinishedRuns(name))).toEqual(['run:run_4'])
  expect(keys(await documents.listRunsSince('', name))).toEqual(['run:run_2', 'run:run_3', 'run:run_4'])
  expect(keys(await documents.listApprovingRuns(2, name))).toEqual([])
  expect(named).toEqual(['run:run_1', 'run:run_1'])
  const damaged = {
    code: 'STORE_UNUSABLE',
    message: expect.stringContaining('meta run:run_1 does not match') as string,
  }
  await expect(documents.listUnfinishedRuns()).rejects.toMatchObject(damaged)
  await expect(documents.listRunsSince('')).rejects.toMatchObject(damaged)
  await expect(documents.listNewestRuns(9)).rejects.toMatchObject(damaged)
  expect(keys(await documents.listNewestRuns(9, name))).toEqual(['run:run_2', 'run:run_3', 'run:run_4'])
})

test('a run moves out of the unfinished ones when it ends', async () => {
  const documents = await openRuns()
  await documents.put('run:run_1', { ...EARLIER, step: 'final' }, 1)
  expect(keys(await documents.listUnfinishedRuns())).toEqual(['run:run_4'])
})

test('unfinished runs are given again until somebody writes: here, in another process, or beside the store', async () => {
  const documents = await openRuns()
  const first = await documents.listUnfinishedRuns()
  expect(await documents.listUnfinishedRuns()).toBe(first)
  await documents.put('run:run_1', { ...EARLIER, step: 'mined' }, 1)
  const second = await documents.listUnfinishedRuns()
  expect(second[0]?.doc).toEqual({ ...EARLIER, step: 'mined' })

  const other = await openDocuments({ path: documents.path })
  await other.put('run:run_1', { ...EARLIER, step: 'final' }, 2)
  expect(keys(await documents.listUnfinishedRuns())).toEqual(['run:run_4'])
  await other.close()

  expect(keys(await documents.listUnfinishedRuns())).toEqual(['run:run_4'])
  rawSql(documents.path, `DELETE FROM meta WHERE id = 'run:run_4'`)
  expect(await documents.listUnfinishedRuns()).toEqual([])
})

test('no unfinished run is hidden by a damaged index, or a wrong count', async () => {
  const documents = await openRuns()
  const list = async () => keys(await documents.listUnfinishedRuns())
  rawSql(documents.path, 'UPDATE unfinished_runs SET total = 7')
  expect(await list()).toEqual(['run:run_1', 'run:run_4'])
  await documents.compact()
  expect(rawColumn(documents.path, 'SELECT total FROM unfinished_runs')).toEqual([2])
  // An index of nothing in its place.
  rawSql(
    documents.path,
    `CREATE INDEX hollow ON meta (id) WHERE id = 'none'`,
    'PRAGMA writable_schema = ON',
    `UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'hollow') WHERE name = 'meta_unfinished'`,
    `DELETE FROM sqlite_schema WHERE name = 'hollow'`,
    'PRAGMA schema_version = 99',
  )
  expect(
    rawColumn(documents.path, 'SELECT count(*) FROM meta INDEXED BY meta_unfinished WHERE ' + IS_UNFINISHED_RUN),
  ).toEqual([0])
  expect(await list()).toEqual(['run:run_1', 'run:run_4'])
})

test('the unfinished runs are counted as they begin, end, come back and go', async () => {
  const documents = await openRuns()
  const counted = () => rawColumn(documents.path, 'SELECT total FROM unfinished_runs')
  expect(counted()).toEqual([2])
  await documents.put('run:run_1', { ...EARLIER, step: 'final' }, 1)
  expect(counted()).toEqual([1])
  await documents.put('run:run_1', { ...EARLIER, step: 'sent' }, 2)
  await documents.put('run:run_1', { ...EARLIER, step: 'mined' }, 3)
  expect(counted()).toEqual([2])
  await documents.delete('run:run_4')
  await documents.delete('run:run_2')
  expect(counted()).toEqual([1])
})
