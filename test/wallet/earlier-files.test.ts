import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { toExecutionDocument, toLockDocument } from '../../src/core/api/terms-document.ts'
import { defined } from '../../src/core/defined.ts'
import { formatAmount } from '../../src/core/money/amount.ts'
import type { DocumentStore, Json } from '../../src/core/ports.ts'
import { systemClock } from '../../src/io/clock.ts'
import { privateFiles } from '../../src/io/files/private-folder.ts'
import { randomIds } from '../../src/io/ids.ts'
import { openSwapService } from '../../src/open.ts'
import { createPaperWallet } from '../../src/sandbox/paper-wallet.ts'
import { openDocuments } from '../../src/store/sqlite/open-documents.ts'
import { openAccountFiles } from '../../src/wallet/accounts/account-file.ts'
import { unlockAccount } from '../../src/wallet/evm/keys/unlock.ts'
import { findApprovals } from '../../src/wallet/evm/approvals/approvals.ts'
import { listPendingSends } from '../../src/wallet/pending-sends.ts'
import { createRunJournal, type SwapRun } from '../../src/wallet/run/journal.ts'
import { describeFunds } from '../../src/wallet/run/funds.ts'
import { continueRun } from '../../src/wallet/run/swap-run.ts'
import { verifyLockedTerms } from '../../src/wallet/terms/pay-terms.ts'
import { abandonRun } from '../../src/wallet/run/intervention.ts'
import { newHome } from '../support/new-home.ts'

/*
 * Files that version 0.1.0 wrote, before the wallet had families and a document store of its own: `wallets/` by its
 * commands (password "correct horse battery"), `wallet-sandbox.db` by swaps that were killed at each step or ended, and
 * `wallet-live.db` by its journal, with signed bytes of a public test key.
 */
const FIXTURES = fileURLToPath(new URL('fixtures/', import.meta.url))

/** A home with copies of these files. */
async function homeOf(name: 'wallet-live' | 'wallet-sandbox') {
  const home = await newHome()
  const path = join(home, `${name}.db`)
  writeFileSync(path, gunzipSync(readFileSync(join(FIXTURES, `${name}.db.gz`))), { mode: 0o600 })
  const documents = await openDocuments({ path })
  onTestFinished(() => documents.close())
  return { home, documents, journal: createRunJournal(documents, systemClock, randomIds) }
}

const summary = (run: SwapRun) => [run.step, describeFunds(run, undefined), run.version] as const

/** A run says what its file says, which has the API's documents and amounts as text. */
async function expectKept(run: SwapRun, documents: DocumentStore) {
  const { version, lock, execution, leastOut, mostOnTop, source, target, ...rest } = run
  const least = leastOut === undefined ? undefined : formatAmount(leastOut, target?.decimals ?? 36)
  const doc = {
    ...rest,
    ...defined({
      target,
      lock: lock === undefined ? undefined : toLockDocument(lock),
      execution: execution === undefined ? undefined : toExecutionDocument(execution),
      leastReceived: least,
      mostOnTop: mostOnTop?.toString(),
    }),
    source: { ...source, ...defined({ units: source.units?.toString() }) },
  }
  const kept = await documents.get(`run:${run.id}`)
  // That version noted its own default where the user had named no loss.
  const write = (key: string, value: unknown) => (key === 'mostLossBps' && value === 1_500 ? undefined : value)
  expect(JSON.parse(JSON.stringify(kept, write))).toEqual({ doc, version })
}

test('runs of the sandbox open as they were, finished and at each step', async () => {
  const { documents, journal } = await homeOf('wallet-sandbox')
  const runs = await journal.all()
  expect(runs.map(summary)).toEqual([
    ['quoted', 'nothing was sent', 1],
    ['locking', 'nothing was sent', 2],
    ['locked', 'nothing was sent', 3],
    ['executing', 'not known: the provider was asked to execute, and has not confirmed it', 4],
    ['executed', 'nothing was sent', 5],
    ['signed', 'signed, perhaps sent', 6],
    ['signed', 'signed, perhaps sent', 6],
    ['sent', 'sent', 7],
    ['tracked', 'sent', 8],
    ['final', 'sent, and not known to have come back', 9],
    ['final', 'sent, ended well: what arrived is not known', 7],
    ['final', 'sent, ended well: what arrived is not known', 9],
  ])
  for (const run of runs) await expectKept(run, documents)
})

test('runs with signed payments open as they were', async () => {
  const { documents, journal } = await homeOf('wallet-live')
  const runs = await journal.all()
  expect(runs.map(summary)).toEqual([
    ['quoted', 'nothing was sent', 1],
    ['sent', 'sent', 4],
    ['signed', 'approval signed, perhaps sent', 2],
    ['closed', 'nothing was sent', 2],
    ['closed', 'cancelled: only network costs are gone', 2],
  ])
  for (const run of runs) await expectKept(run, documents)
  expect((await journal.listUnfinished()).map(({ id }) => id)).toEqual(runs.slice(0, 3).map(({ id }) => id))
  expect(await findApprovals(runs)).toEqual([
    {
      chainId: 1,
      decimals: 6,
      keeper: 'token',
      owner: '0xfA17c5B66A985F44Bc249C8E8faBD64767f414B1',
      pending: {
        hash: '0x05d363c98a6da4b34fdcb43103137a2758a654a18e64f8c1dffcbfbb32c355bd',
        run: 'run_00000000000000000000000007',
      },
      provider: 'ACROSS',
      runs: ['run_00000000000000000000000004', 'run_00000000000000000000000007'],
      spender: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
      symbol: 'USDC',
      token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    },
  ])
  expect(await listPendingSends(documents)).toEqual([
    {
      description: 'revoke USDC on Ethereum for 0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
      hash: '0x64a8d7d2fba5760e95f4762aeb08e87b8952fedbb0839032f9813c124696ce63',
      owner: '0xfA17c5B66A985F44Bc249C8E8faBD64767f414B1',
      raw: '0x02f8b1010a843b9aca008506fc23ac0083030d4094a0b86991c6218b36c1d19d4a2e9eb0ce3606eb4880b844095ea7b300000000000000000000000068b3465833fb72a70ecdf485e0e4c7bd8665fc450000000000000000000000000000000000000000000000000000000000000000c001a0c7415bed1c0ff3a8213ac5e992f3e7140105540d084238349de1145f68e25bcea04686b0d3a07ae27d3e6155e818ad69b54f305fda9ea421a1b81da90a0a4dee9f',
      signedAt: '2026-10-02T12:00:00.000Z',
    },
  ])
})

test('amounts that a server had answered unreadably keep no run from being read', async () => {
  const { documents, journal } = await homeOf('wallet-sandbox')
  const before = await journal.all()
  const spoil = (doc: unknown, finer: string, fraction: string): Json =>
    z.json().parse(
      JSON.parse(JSON.stringify(doc), (key, value: unknown) => {
        if (key === 'leastReceived' || key === 'minimumReceived') return `${String(value)}${finer}`
        if (key === 'quote') return { ...(value as object), src: { formatted: '1e3', currency: 'USDC', usd: '' } }
        return key === 'items' && Array.isArray(value)
          ? value.map((fee: object) => ({ ...fee, amount: fraction }))
          : value
      }),
    )
  for (const { key, doc, version } of await documents.list('run:')) {
    await documents.put(key, spoil(doc, '0'.repeat(36) + '1', '1.5'), version)
  }
  const after = await journal.all()
  expect(after.map((run) => [run.id, describeFunds(run, undefined)])).toEqual(
    before.map((run) => [run.id, describeFunds(run, undefined)]),
  )
  expect(after.map(({ lock, leastOut }) => [lock?.terms.minimumOut, leastOut])).toEqual(
    before.map(({ lock, leastOut }) => [lock?.terms.minimumOut, leastOut]),
  )
  expect(after.flatMap(({ lock }) => lock?.terms.fees ?? [])).toEqual([])
  expect(after.find(({ execution }) => execution !== undefined)?.execution?.terms.src.amount).toBe(0n)
})

test('a lock that a server had answered unreadably is refused, and its run can be given up', async () => {
  const { documents, journal } = await homeOf('wallet-sandbox')
  const { id } = (await journal.all()).find(({ step }) => step === 'locked') ?? { id: '' }
  const { doc, version } = (await documents.get(`run:${id}`)) ?? { doc: null, version: 0 }
  const text = JSON.stringify(doc).replace(/("lock":.*?"formatted":)"[^"]*"/, '$1"1e3"')
  await documents.put(`run:${id}`, z.json().parse(JSON.parse(text)), version)
  const run = await journal.get(id)
  if (run === undefined) throw new Error('no run was locked')
  expect(run.lock?.terms.src.amount).toBe(0n)
  expect(() => verifyLockedTerms(run)).toThrow(/it sends 0 \w+, expected /)
  expect(await abandonRun(journal, run)).toMatchObject({ step: 'closed', closedAs: 'given_up' })
})

test('a run of the sandbox that had only begun is brought to its end', async () => {
  const { home, documents, journal } = await homeOf('wallet-sandbox')
  const run = (await journal.listUnfinished()).find(({ step }) => step === 'quoted')
  if (run === undefined) throw new Error('no run had only begun')
  // The sandbox's prices are those of the moment in which it began.
  const passedMs = systemClock.now() - Date.parse(run.createdAt)
  const clock = { ...systemClock, now: () => systemClock.now() - passedMs }
  const service = await openSwapService({ home, network: 'sandbox', sandbox: { speed: 100_000 }, clock })
  onTestFinished(() => service.close())
  const paper = createPaperWallet({ ledger: documents })
  const sentBefore = (await paper.transactions()).length
  const end = await continueRun(
    {
      service,
      journal,
      wallet: {
        address: (family) => paper.address(family),
        paysDeposits: false,
        sign: ({ exec }) => paper.sign(exec ?? {}),
        broadcast: (payment) => paper.broadcast(payment as Parameters<typeof paper.broadcast>[0]),
      },
      review: () => Promise.reject(new Error('it asked for terms that were agreed to')),
      onProgress: () => undefined,
      now: clock.now,
      agreementMs: 15 * 60_000,
      signal: new AbortController().signal,
    },
    run,
  )
  // What arrived may have been read by then.
  expect(['sent, and paid out', 'sent, ended well: what arrived is not known']).toContain(describeFunds(end, undefined))
  // The approval and the payment.
  expect((await paper.transactions()).length - sentBefore).toBe(2)
  // What is paid is not kept as it was handed out.
  const { execution: _paid, ...kept } = end
  expect(await journal.get(run.id)).toEqual(kept)
})

test('accounts of every kind open as they were, and their key files with their password', async () => {
  const folder = join(await newHome(), 'wallets')
  mkdirSync(folder, { mode: 0o700 })
  for (const name of readdirSync(join(FIXTURES, 'wallets'))) {
    copyFileSync(join(FIXTURES, 'wallets', name), join(folder, name))
  }
  const files = openAccountFiles(folder, privateFiles)
  const { accounts, damaged } = await files.list()
  expect(damaged).toEqual([])
  const kept = ['device', 'foreign', 'main', 'pasted', 'watched', 'words'].map((name): unknown =>
    JSON.parse(readFileSync(join(FIXTURES, 'wallets', `${name}.account.json`), 'utf8')),
  )
  expect(accounts).toEqual(kept.map((account) => ({ ...(account as object), family: 'evm' })))
  const words = accounts.find(({ name }) => name === 'words')
  if (words?.kind !== 'keystore') throw new Error('the account of the words has no key file')
  const key = await unlockAccount(words, 'correct horse battery', files)
  // The fourth key of the words that development chains print.
  expect(Buffer.from(key).toString('hex')).toBe('7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6')
})
