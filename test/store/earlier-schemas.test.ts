import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockSchema } from '../../src/core/api/document-schemas.ts'
import { toTermsDocument } from '../../src/core/api/terms-document.ts'
import { openSwapService } from '../../src/open.ts'
import { createPaperWallet } from '../../src/sandbox/paper-wallet.ts'
import { openDocuments } from '../../src/store/sqlite/open-documents.ts'
import { createConnect } from '../../src/store/sqlite/connection.ts'
import { backupPath, schemaVersion } from '../../src/store/sqlite/migrate.ts'
import { STORE_FILE } from '../../src/store/sqlite/schema.ts'
import { examineFile } from '../../src/store/examine-file.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Wallet } from '../../src/wallet/payment.ts'
import { createRunJournal } from '../../src/wallet/run/journal.ts'
import { continueRun } from '../../src/wallet/run/swap-run.ts'
import { asObject } from '../support/contract-fields.ts'
import { readEvents, sampleRate, sampleTerms, STORE_TEST_START_MS } from '../support/store.ts'
import { matches } from '../support/transaction-model.ts'
import { rawColumn, rawSql } from './raw.ts'
import {
  ASKED_AT_MS,
  askEverything,
  clockFrom,
  countedIds,
  ODD_PROVIDER,
  earlierAnswers,
  unpackFiles,
} from './earlier-schemas.ts'

/** Of a claim whose time is over, earlier programs said that the lock was being executed. */
const ENDED_CLAIM = {
  code: 'QUOTE_EXPIRED',
  message:
    'The call that was to execute this lock ended without an answer: no swap of it is stored, so nothing was handed out to be paid and nothing was sent',
}

test.each([1, 2, 3] as const)('files of schema %d answer everything as the program that wrote them', async (schema) => {
  const home = await mkdtemp(join(tmpdir(), 'swapcli-schema-'))
  unpackFiles(schema, home)
  const clock = clockFrom(ASKED_AT_MS)
  const service = await openSwapService({
    home,
    clock,
    ids: countedIds('b'),
    sandbox: { speed: 100_000, seed: 7 },
    providers: [ODD_PROVIDER],
  })
  const documents = await openDocuments({ path: join(home, 'wallet-sandbox.db') })
  onTestFinished(async () => {
    await service.close()
    await documents.close()
    await rm(home, { recursive: true, force: true })
  })
  const paper = createPaperWallet({ ledger: documents })
  const journal = createRunJournal(documents, clock, countedIds('c'))
  const wallet: Wallet = {
    address: (family) => paper.address(family),
    paysDeposits: false,
    sign: ({ exec }) => paper.sign(exec ?? {}),
    broadcast: (payment) => paper.broadcast(payment as Parameters<typeof paper.broadcast>[0]),
  }
  const { plan, answers } = earlierAnswers(schema)
  const now = await askEverything({
    service,
    journal,
    plan,
    resume: (run) =>
      continueRun(
        {
          service,
          journal,
          wallet,
          review: async () => true,
          onProgress: () => undefined,
          now: () => clock.now(),
          agreementMs: 15 * 60_000,
          signal: new AbortController().signal,
        },
        run,
      ),
  })
  // Those programs said again how long the lock was to last, and that its swap was PENDING; this one says what is so now.
  const ttlMs: unknown = expect.any(Number)
  const executedAgain = asObject(answers['executedAgain'])
  const restated = {
    lockedAgain: { ...asObject(answers['lockedAgain']), ttlMs },
    executedAgain: { ...executedAgain, transaction: { ...asObject(executedAgain['transaction']), status: 'SUCCESS' } },
  }
  expect(now).toEqual({ ...answers, ...restated, ...(schema === 1 ? { claimed: ENDED_CLAIM } : {}) })
  const lock = await service.store.locks.get(plan.lockId)
  const transaction = await service.store.transactions.get(lock?.doc.transactionId ?? '')
  expect(lock?.doc.terms.src.decimals).toBe(18)
  expect(toTermsDocument(lock?.doc.terms ?? sampleTerms())).toMatchObject(termsOf(answers['lockedAgain']))
  expect(transaction?.doc.terms).toEqual(lock?.doc.terms)
})

test('a record of schema 1 that is damaged stays as it is, and all others are read', async () => {
  const home = await mkdtemp(join(tmpdir(), 'swapcli-schema-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  unpackFiles(1, home)
  const path = join(home, 'sandbox.db')
  const { plan } = earlierAnswers(1)
  rawSql(path, `UPDATE locks SET doc = replace(doc, '"amountIn"', '"amountln"') WHERE id = '${plan.open}'`)
  const store = await openStore({ path, now: () => ASKED_AT_MS })
  onTestFinished(() => store.close())
  await expect(store.locks.get(plan.open)).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
  expect((await store.locks.get(plan.claimed))?.doc.terms.src.amount).toBe(7n * 10n ** 17n)
})

test.each([
  ['the store of the last schema', 3, 'sandbox.db'],
  ['a store of the first schema', 1, 'sandbox.db'],
] as const)('%s in place of the wallet file is refused and left alone', async (_, schema, name) => {
  const path = await placed(schema, name)
  const before = readFileSync(path)
  await expect(openDocuments({ path })).rejects.toMatchObject({
    code: 'STORE_UNUSABLE',
    message: `The store ${path} is no wallet file: it is a store in its place.`,
  })
  expect(readFileSync(path).equals(before)).toBe(true)
})

test.each([1, 2] as const)(
  'a wallet file beside stores of schema %d is marked once, after it was copied',
  async (schema) => {
    const path = await placed(schema, 'wallet-sandbox.db')
    for (const _ of ['first', 'again']) {
      const documents = await openDocuments({ path })
      expect((await documents.list('run:')).length).toBeGreaterThan(0)
      await documents.close()
    }
    expect(rawColumn(path, 'PRAGMA application_id')).toEqual([0x73776177])
    expect(rawColumn(backupPath(path, 1), 'PRAGMA application_id')).toEqual([0x73776170])
    const asStore = openStore({ path, now: () => ASKED_AT_MS })
    await expect(asStore).rejects.toMatchObject({
      message: `The store ${path} is no store: it is a wallet file in its place.`,
    })
  },
)

test('a wallet file that was never marked is no store either', async () => {
  const path = await placed(2, 'wallet-sandbox.db')
  await expect(openStore({ path, now: () => ASKED_AT_MS })).rejects.toMatchObject({
    message: `The store ${path} is no store: it is a wallet file in its place.`,
  })
})

test('a store of schema 3 without its last index is brought up to date', async () => {
  const path = await placed(3, 'sandbox.db')
  rawSql(path, 'DROP INDEX facts_unvalued')
  await (await openStore({ path, now: () => ASKED_AT_MS })).close()
  expect(await examineFile('store', path)).toEqual({ documents: [], structure: [] })
})

test.each([
  ['transactions_payload', []],
  ['nothing', ['DROP INDEX transactions_payload']],
])('a store of schema 4 with %s of the later index gets that of today', async (_, changes) => {
  const path = await placed(3, 'sandbox.db')
  await migrateTo(5, path)
  rawSql(path, ...changes, 'PRAGMA user_version = 4')
  await (await openStore({ path, now: () => ASKED_AT_MS })).close()
  expect(await examineFile('store', path)).toEqual({ documents: [], structure: [] })
})

test('a store of schema 6 gets the table of rates, and is whole', async () => {
  const path = await placed(3, 'sandbox.db')
  await migrateTo(6, path)
  const store = await openStore({ path, now: () => STORE_TEST_START_MS })
  await store.rates.putMany([sampleRate(0)])
  const { atMs, rate } = sampleRate(0)
  expect(await store.rates.ofPair(sampleRate(0), 'minute', 1)).toMatchObject([{ atMs, rate }])
  await store.close()
  expect(await examineFile('store', path)).toEqual({ documents: [], structure: [] })
})

test('a store of schema 5 is found, listed and summed up as before, with a document that was damaged', async () => {
  const path = await placed(3, 'sandbox.db')
  const before = await openStore({ path: await placed(3, 'sandbox.db'), now: () => ASKED_AT_MS })
  const { items } = await before.transactions.list({}, 1, 50)
  const stats = await before.transactions.stats({})
  const events = await readEvents(before)
  await before.close()
  await migrateTo(5, path)
  const [newest, second] = items
  if (newest === undefined || second === undefined) throw new Error('there are two')
  rawSql(path, `UPDATE transactions SET doc = replace(doc, '"lockId"', '"lockID"') WHERE id = '${second.id}'`)
  rawSql(path, `DELETE FROM events WHERE seq > 3`)
  const store = await openStore({ path, now: () => ASKED_AT_MS })
  onTestFinished(() => store.close())
  const { transactions } = store
  expect(rawColumn(backupPath(path, 5), 'PRAGMA user_version')).toEqual([5])
  expect(await transactions.list({}, 1, 50)).toEqual({
    items: items.filter((record) => record !== second),
    total: items.length,
    damaged: [second.id],
  })
  expect(await transactions.stats({})).toEqual(stats)
  for (const query of [second.id.slice(3), second.id.slice(-2), second.depositor.slice(-7), newest.hash, 'usdc']) {
    const { total, damaged = [] } = await transactions.list({ query }, 1, 50)
    const expected = items.filter((record) => matches(record, { query }))
    expect([query, total, damaged]).toEqual([query, expected.length, expected.includes(second) ? [second.id] : []])
  }
  expect((await transactions.list({ addressKeys: newest.addressKeys }, 1, 50)).total).toBe(
    items.filter((record) => matches(record, { addressKeys: newest.addressKeys })).length,
  )
  await store.events.append([{ at: newest.createdAt, type: 'lock.created' }])
  const [last] = (await readEvents(store, 9, 3)).map(({ seq }) => seq)
  expect([last, await readEvents(store, 3)]).toEqual([(events.at(-1)?.seq ?? 0) + 1, events.slice(0, 3)])
})

test.each([[[]], [['DROP INDEX meta_approving']]])(
  'the unfinished runs of a wallet file of schema 2 are counted (%j)',
  async (changes) => {
    const path = await placed(2, 'wallet-sandbox.db')
    const unfinished = async () => {
      const documents = await openDocuments({ path })
      const found = await documents.listUnfinishedRuns()
      await documents.close()
      return found
    }
    const before = await unfinished()
    expect(before.length).toBeGreaterThan(0)
    const triggers = ['inserted', 'deleted', 'updated'].map((what) => `DROP TRIGGER document_${what}`)
    rawSql(path, ...changes, ...triggers, 'DROP TABLE unfinished_runs', 'PRAGMA user_version = 2')
    expect(await unfinished()).toEqual(before)
    expect(rawColumn(path, 'SELECT total FROM unfinished_runs')).toEqual([before.length])
    expect(await examineFile('wallet', path)).toEqual({ documents: [], structure: [] })
  },
)

test.each([
  [1, 'store', 'sandbox.db'],
  [2, 'wallet', 'wallet-sandbox.db'],
  [3, 'store', 'sandbox.db'],
] as const)(
  'a file of schema %d that is looked through first (the %s) is brought up to date, and is not damaged',
  async (schema, name, file) => {
    const path = await placed(schema, file)
    expect(await examineFile(name, path)).toEqual({ documents: [], structure: [] })
    expect(rawColumn(path, 'PRAGMA user_version')).toEqual([name === 'store' ? 7 : 3])
  },
)

/** Brings a store up to an earlier schema, and no further. */
async function migrateTo(schema: number, path: string): Promise<void> {
  const connect = await createConnect(path, false)
  const connection = connect('full')
  const before = schemaVersion(connection)
  connection.write(() => {
    for (const { to, change } of STORE_FILE.migrations.slice(before, schema)) {
      if (typeof change === 'string') connection.exec(change)
      else change(connection)
      connection.exec(`PRAGMA user_version = ${to}`)
    }
  })
  connection.close()
}

/** A copy of a file in a new folder. */
async function placed(schema: 1 | 2 | 3, name: string): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'swapcli-schema-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  unpackFiles(schema, home)
  return join(home, name)
}

/** What a lock said of its terms. */
function termsOf(lock: unknown): object {
  const { src, dst, fees, steps, estimatedTime, minimumReceived } = lockSchema.parse(lock)
  return { src, dst, fees, steps, estimatedTime, minimumReceived }
}
