import { hash } from 'node:crypto'
import { cpSync, statSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { z } from 'zod'
import type { Json } from '../../src/core/ports.ts'
import { readRunDocument, writeRunDocument } from '../../src/wallet/run/run-document.ts'
import { isRecord } from '../../src/core/is-record.ts'
import { createPaperWallet, PAPER_WALLET_EVM_ADDRESS } from '../../src/sandbox/paper-wallet.ts'
import { encodeSandboxCall } from '../../src/sandbox/calldata.ts'
import { bytesOf, type Connection, createConnect, decodeText, textOf } from '../../src/store/sqlite/connection.ts'
import { unpackText } from '../../src/store/sqlite/packed-text.ts'
import { jsonForm } from '../../src/store/record-json.ts'
import { documentTable } from '../../src/store/sqlite/document-table.ts'
import { appendEvents } from '../../src/store/sqlite/events.ts'
import { lockTable } from '../../src/store/sqlite/locks.ts'
import { insertTransaction } from '../../src/store/sqlite/transactions/changes.ts'
import { transactionTable } from '../../src/store/sqlite/transactions/table.ts'
import { lockForm, transactionForm } from '../../src/store/record-json.ts'
import type { NewEvent } from '../../src/store/port.ts'
import { PROGRAM } from '../support/built-program.ts'
import { sandboxEnv } from './bare-env.ts'
import { cpuMs, median, startServer } from './measure.ts'

/** What a home with so many finished swaps costs. */
export interface HomeFigures {
  readonly swaps: number
  /** Median CPU time of each command, in milliseconds. */
  readonly cpu: Readonly<Record<string, number>>
  readonly storeBytes: number
  readonly walletBytes: number
}

const ROUNDS = 3
const SWAP = ['swap', '100', 'ethereum:USDC', 'ethereum:WETH', '--provider', 'SANDBOX_DEX', '--yes', '--json']
const CHUNK = 20_000
/** Not in the catalog: nothing is asked about its approvals. */
const UNKNOWN_CHAIN = 987_654_321
const SPENDER = '0x57343e28e14d19D5dde927a0bF4A569af469d85E'
/** ISO 8601. */
const TIME = '\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z'
const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

/** The CPU time of commands in homes of so many finished swaps, taken in turns, and the sizes of their files. */
export async function growthFigures(folder: string, sizes: readonly number[]): Promise<readonly HomeFigures[]> {
  const template = join(folder, 'growth-template')
  run(template, SWAP)
  const homes = []
  for (const swaps of sizes) {
    const home = join(folder, `growth-${swaps}`)
    for (const part of ['', '-state']) cpSync(template + part, home + part, { recursive: true })
    const ids = await fillHome(home, swaps)
    homes.push({ swaps, home, ids, cpu: new Map<string, number[]>() })
  }
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { home, ids, cpu } of homes) {
      const note = (name: string, ms: number) => {
        // The first round fills the caches of the system.
        if (round > 0) cpu.set(name, [...(cpu.get(name) ?? []), ms])
      }
      note('resume, nothing unfinished', run(home, ['resume']))
      note('resume --list', run(home, ['resume', '--list']))
      await reopenRun(home, ids.run)
      note('resume, one unfinished', run(home, ['resume']))
      note('history', run(home, ['history']))
      note('history --json', run(home, ['history', '--json']))
      note('status ID', run(home, ['status', ids.transaction]))
      note('doctor --quick', run(home, ['doctor', '--quick']))
      note('wallet approvals', run(home, ['wallet', 'approvals', '--network', 'live']))
      note('swap --yes', run(home, SWAP))
      note('serve, until it listens', await startCpuMs(home))
    }
  }
  return homes.map(({ swaps, home, cpu }) => ({
    swaps,
    cpu: Object.fromEntries([...cpu].map(([name, times]) => [name, median(times)])),
    storeBytes: statSync(join(home, 'sandbox.db')).size,
    walletBytes: statSync(join(home, 'wallet-sandbox.db')).size,
  }))
}

/** Makes a home of so many finished swaps. @throws Error where the program fails */
export async function fillSwaps(home: string, swaps: number): Promise<void> {
  run(home, SWAP)
  await fillHome(home, swaps)
}

function envOf(home: string): NodeJS.ProcessEnv {
  return { ...sandboxEnv(home), SWAPCLI_SANDBOX_SPEED: '1000' }
}

/** CPU time of one command with all that it starts, in milliseconds. */
function run(home: string, args: readonly string[]): number {
  const words = ['-c', '"$@" > /dev/null; ended=$?; times; exit $ended', 'bench', process.execPath, PROGRAM, ...args]
  const { status, stdout, stderr } = spawnSync('bash', words, { env: envOf(home), encoding: 'utf8' })
  if (status !== 0) throw new Error(`swapcli ${args.join(' ')} ended with ${status}: ${stderr}`)
  const times = [...(stdout.trim().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)]
  return times.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000, 0)
}

async function startCpuMs(home: string): Promise<number> {
  const server = await startServer([PROGRAM, 'serve', '--port', '0', '--json'], envOf(home))
  const ms = cpuMs(server.pid)
  await server.stop()
  return ms
}

/** The files of a home, without any care for power failures. */
async function openFile(home: string, name: string): Promise<Connection> {
  const connection = (await createConnect(join(home, name), false))('relaxed')
  connection.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000; PRAGMA wal_autocheckpoint = 100000')
  return connection
}

/** Adds copies of the one swap of a home, each with ids of its own, an hour before the next, as the program writes them. */
async function fillHome(home: string, swaps: number) {
  const store = await openFile(home, 'sandbox.db')
  const wallet = await openFile(home, 'wallet-sandbox.db')
  const read = (from: Connection, sql: string) =>
    from.all(sql).map((row) => ({ id: textOf(row, 'id'), doc: decodeText(unpackText(bytesOf(row, 'doc'))) }))
  const columns = 'CAST(id AS BLOB) AS id, CAST(doc AS BLOB) AS doc'
  const [lock] = read(store, `SELECT ${columns} FROM locks`)
  const [transaction] = read(store, `SELECT ${columns} FROM transactions`)
  const events = read(store, 'SELECT CAST(seq AS BLOB) AS id, CAST(doc AS BLOB) AS doc FROM events ORDER BY seq')
  const documents = read(wallet, `SELECT ${columns} FROM meta WHERE id LIKE 'run:%' OR id LIKE 'paper%'`)
  const run = documents.find(({ id }) => id.startsWith('run:'))
  if (lock === undefined || transaction === undefined || run === undefined)
    throw new Error('the swap left no documents')
  const hashes = [...new Set(`${run.doc} ${transaction.doc}`.match(/0x[0-9a-f]{64}(?![0-9a-f])/g))]
  const ids = [...new Set(`${run.doc} ${lock.doc}`.match(/(run|lock|tx|key)_[0-9a-z]{20,}/g))]
  const pattern = new RegExp(`(${[...hashes, ...ids, TIME].join('|')})`)
  const split = new Map<string, readonly string[]>()
  /** The text of copy `index`: its parts stand between its hashes, ids and times. */
  const copy = (index: number) => {
    const shiftMs = (swaps - index) * 3_600_000
    const suffix = `_${index.toString(36).padStart(26, '0')}`
    const known = new Map<string, string>()
    const change = (part: string) => {
      const at = hashes.indexOf(part)
      if (at >= 0) return `0x${hash('sha256', `${index} ${at}`)}`
      if (ids.includes(part)) return part.replace(/_.*/, suffix)
      return new Date(Date.parse(part) - shiftMs).toISOString()
    }
    return (text: string) => {
      const parts = split.get(text) ?? text.split(pattern)
      split.set(text, parts)
      return parts
        .map((part, at) => {
          if (at % 2 === 0) return part
          const changed = known.get(part) ?? change(part)
          known.set(part, changed)
          return changed
        })
        .join('')
    }
  }
  const locks = lockTable(store, 'store')
  const transactions = transactionTable(store, 'store')
  const meta = documentTable(wallet, 'wallet', 'meta', jsonForm())
  const noncesEach = documents.filter(({ id }) => id.startsWith('paper-nonce:')).length
  // The home has one itself.
  for (let start = 1; start < swaps; start += CHUNK) {
    const indexes = Array.from({ length: Math.min(CHUNK, swaps - start) }, (_, at) => start + at)
    store.write(() => {
      for (const index of indexes) {
        const copied = copy(index)
        const doc = <T>(text: string) => JSON.parse(copied(text)) as T
        locks.insert(copied(lock.id), lockForm.fromJson(doc(lock.doc)))
        insertTransaction(store, transactions, transactionForm.fromJson(doc(transaction.doc)))
        appendEvents(
          store,
          events.map((event) => doc<NewEvent>(event.doc)),
        )
      }
    })
    wallet.write(() => {
      for (const index of indexes) {
        const copied = copy(index)
        for (const { id, doc } of documents) {
          const [, chain, nonce] = /^paper-nonce:(\d+):(\d+)$/.exec(id) ?? []
          const key = nonce === undefined ? copied(id) : `paper-nonce:${chain}:${Number(nonce) + index * noncesEach}`
          meta.insert(key, z.json().parse(JSON.parse(copied(doc))))
        }
      }
    })
  }
  store.close()
  wallet.close()
  await fillApprovals(home, swaps, run.doc)
  return { run: run.id, transaction: transaction.id }
}

/** Fills the live wallet's file with finished runs, each of which approved what it paid. */
async function fillApprovals(home: string, swaps: number, template: string): Promise<void> {
  spawnSync(process.execPath, [PROGRAM, 'resume', '--network', 'live'], { env: envOf(home) })
  const wallet = await openFile(home, 'wallet-live.db')
  const data = encodeSandboxCall('approve', [SPENDER, 100_000_000n])
  const paper = createPaperWallet({
    ledger: { get: async () => undefined, put: async () => true, list: async () => [] },
  })
  const { hash: approved, raw } = await paper.sign({
    chainId: UNKNOWN_CHAIN,
    ...{ providerTarget: TOKEN, providerCalldata: data, value: '0', meta: { sandbox: true, walletExecution: true } },
  })
  const run = readRunDocument(JSON.parse(template) as Json)
  if (run.payment === undefined) throw new Error('the swap signed nothing')
  const approves = `token:${TOKEN}:${SPENDER}`
  const approval = { hash: approved, raw, last: false, kind: 'approve', approves } as const
  const payment = { hash: run.payment.hash, raw: run.payment.raw, last: true, kind: 'call' } as const
  const source = { ...run.source, chainId: UNKNOWN_CHAIN }
  const request = { ...run.request, depositor: PAPER_WALLET_EVM_ADDRESS }
  const meta = documentTable(wallet, 'wallet', 'meta', jsonForm())
  for (let start = 0; start < swaps; start += CHUNK) {
    wallet.write(() => {
      for (let index = start; index < Math.min(swaps, start + CHUNK); index += 1) {
        const id = `run_${index.toString(36).padStart(26, '0')}`
        meta.insert(`run:${id}`, writeRunDocument({ ...run, id, source, request, payment, earlier: [approval] }))
      }
    })
  }
  wallet.close()
}

/** Puts a finished run back to where its transaction is followed. */
async function reopenRun(home: string, key: string): Promise<void> {
  const wallet = await openFile(home, 'wallet-sandbox.db')
  const meta = documentTable(wallet, 'wallet', 'meta', jsonForm())
  const found = meta.get(key)
  if (found === undefined || !isRecord(found.doc)) throw new Error('the run is gone')
  const { transaction: _ended, ...run } = found.doc['run'] as Record<string, Json>
  const doc = { format: found.doc['format'] ?? null, run: { ...run, step: 'tracked' } }
  wallet.write(() => meta.replace(key, doc, found.version))
  wallet.close()
}
