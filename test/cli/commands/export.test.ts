import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EXPORTED_PAYMENT, EXPORTED_RUN, EXPORTED_TRANSACTION } from '../../../src/cli/backup/export-home.ts'
import { openStore } from '../../../src/store/index.ts'
import { noteInMarker } from '../../../src/store/sqlite/store-file.ts'
import { newHome } from '../../support/new-home.ts'
import { sampleEvent } from '../../support/store.ts'
import { alterPacked, rawSql, rotLastRow } from '../../store/raw.ts'
import { cli, failure, FAST, json } from '../run-here.ts'

interface Line {
  readonly type: string
  readonly network: string
  readonly data: Readonly<Record<string, unknown>>
}

async function exported(home: string) {
  const result = await cli(['export', '--jsonl', '--json'], { home })
  const lines = result.stdout.split('\n').filter((line) => line !== '')
  return { ...result, lines: lines.map((line) => json(line) as Line) }
}

async function swappedHome(): Promise<string> {
  const home = await newHome()
  const swap = ['swap', '100', 'ethereum:USDC', 'base:USDC', '--provider', 'SANDBOX_BRIDGE', '--yes', '--json']
  expect((await cli(swap, { home, env: FAST })).code).toBe(0)
  return home
}

test('an export holds transactions, runs and events, amounts in base units, and no signed bytes', async () => {
  const home = await swappedHome()
  const { code, lines, stdout } = await exported(home)
  expect([code, [...new Set(lines.map(({ type }) => type))]]).toEqual([0, ['transaction', 'run', 'event']])
  expect(new Set(lines.map(({ network }) => network))).toEqual(new Set(['sandbox']))
  const [transaction, run, event] = lines.map(({ data }) => data)
  expect(transaction).toMatchObject({ status: 'SUCCESS', terms: { src: { amount: '100000000', decimals: 6 } } })
  const hash = transaction?.['hash']
  expect(run).toMatchObject({ step: 'final', source: { units: '100000000' }, payment: { hash } })
  expect(run?.['transactionId']).toBe(transaction?.['id'])
  expect(event).toMatchObject({ seq: 1, type: 'lock.created' })
  expect(stdout).not.toContain('"raw"')
  expect(stdout).not.toContain('executeKey')
})

test('the topic names every member that an export holds', async () => {
  const topic = await readFile(new URL('../../../src/docs/jsonl.md', import.meta.url), 'utf8')
  const members = [...EXPORTED_TRANSACTION, ...EXPORTED_RUN, ...EXPORTED_PAYMENT]
  // Both ends are described as one, by the names of the first.
  const unnamed = members.filter((name) => !topic.includes(`\`${name.replace(/^dst/, 'src')}\``))
  expect(unnamed).toEqual([])
})

test('a document that is damaged is named, and all others are there', async () => {
  const home = await swappedHome()
  const before = (await exported(home)).lines
  alterPacked(join(home, 'sandbox.db'), 'transactions', 'true', 'SUCCESS', 'REFUND')
  rawSql(join(home, 'sandbox.db'), `UPDATE events SET doc = CAST(x'7bff7d' AS TEXT) WHERE seq = 2`)
  rawSql(join(home, 'wallet-sandbox.db'), `UPDATE meta SET doc = replace(doc, 'final', 'finel') WHERE id LIKE 'run:%'`)
  const { code, stderr, lines } = await exported(home)
  expect([code, lines]).toEqual([3, before.filter(({ type, data }) => type === 'event' && data['seq'] !== 2)])
  expect(stderr.trim().split('\n')).toHaveLength(4)
  expect(failure({ stderr })['message']).toBe('3 documents cannot be read and are not in it')
})

test('a single document that is damaged is one', async () => {
  const home = await swappedHome()
  rawSql(join(home, 'sandbox.db'), `UPDATE events SET doc = CAST(x'7bff7d' AS TEXT) WHERE seq = 2`)
  expect(failure(await exported(home))['message']).toBe('1 document cannot be read and is not in it')
})

test('more than is in memory at a time comes whole and in order', async () => {
  const home = await newHome()
  const store = await openStore({ path: join(home, 'sandbox.db'), now: () => 0 })
  await store.events.append(Array.from({ length: 450 }, () => sampleEvent('lock.created')))
  await store.close()
  const { code, lines } = await exported(home)
  expect([code, lines.map(({ data }) => data['seq'])]).toEqual([0, Array.from({ length: 450 }, (_, at) => at + 1)])
})

test('an export of a home without swaps is empty and makes no files; without a format it says which', async () => {
  const home = await newHome()
  const { code, stdout } = await exported(home)
  expect([code, stdout, await readdir(home)]).toEqual([0, '', []])
  const refused = await cli(['export', '--json'], { home })
  expect([refused.code, failure(refused)['hint']]).toEqual([2, 'swapcli export --jsonl'])
})

test.each([
  ['store', 'sandbox.db', 'transaction_addresses'],
  ['wallet file', 'wallet-sandbox.db', 'meta_updated'],
])('an export of a %s of which a bit has rotted says so, and holds what can be read', async (_, file, table) => {
  const home = await swappedHome()
  const before = await exported(home)
  const path = join(home, file)
  rotLastRow(path, table)
  const { code, stdout, stderr } = await exported(home)
  expect([code, stdout]).toEqual([3, before.stdout])
  const [damage, ...rest] = stderr.trim().split('\n')
  expect(failure({ stderr: damage ?? '' })['message']).toContain(`${path} is damaged: `)
  expect(rest.map((line) => failure({ stderr: line })['message'])).toEqual([
    'The home is damaged: lines may be missing from it, or be in it twice',
  ])
})

test('an export of a file that somebody has damaged holds what can be read, too', async () => {
  const home = await swappedHome()
  const before = await exported(home)
  rotLastRow(join(home, 'sandbox.db'), 'transaction_addresses')
  noteInMarker(join(home, 'sandbox.db'), { closed: 'before that' })
  const { code, stdout } = await exported(home)
  expect([code, stdout]).toEqual([3, before.stdout])
})
