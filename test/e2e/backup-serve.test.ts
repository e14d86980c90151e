import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createSwapClient } from '../../src/client/index.ts'
import { cli as cliBuilt } from '../cli/run-cli.ts'
import { cli, FAST, json } from '../cli/run-here.ts'
import { serveProgram } from '../cli/served-program.ts'
import { BRIDGE, evmHash, LOCKABLE } from '../support/contract-world.ts'
import { newHome } from '../support/new-home.ts'
import { PATIENT } from '../support/patience.ts'

const ROUNDS = 3

/** What callers were told: the status and the deposit of each transaction, and the runs that were paid. */
interface Told {
  readonly transactions: Map<string, { readonly status: string; readonly hash: string }>
  readonly runs: Set<string>
}

interface Line {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Swaps by calls of the API until `isOver`, and keeps what it is told. @param round of those that call in turn */
async function swapByCalls(url: string, told: Told, round: number, isOver: () => boolean): Promise<void> {
  const service = createSwapClient(url)
  try {
    for (let made = 1; !isOver(); made += 1) {
      const { lockId } = await service.lock({ ...LOCKABLE, provider: BRIDGE })
      const transactionId = (await service.execute({ lockId })).transaction?.id ?? ''
      told.transactions.set(transactionId, { status: 'PENDING', hash: '' })
      const hash = evmHash(round * 1_000_000 + made)
      await service.track({ transactionId, txHash: hash })
      told.transactions.set(transactionId, { status: 'PENDING', hash })
      const { transaction } = await service.status({ transactionId })
      told.transactions.set(transactionId, { status: transaction.status, hash })
    }
  } finally {
    await service.close()
  }
}

/** Swaps with the wallet of the home that is served, on the same files, until `isOver`. */
async function swapByRuns(home: string, told: Told, isOver: () => boolean): Promise<void> {
  const swap = ['swap', '100', 'ethereum:USDC', 'base:USDC', '--provider', BRIDGE, '--yes', '--json']
  while (!isOver()) {
    const { stdout, stderr } = await cli(swap, { home, env: FAST })
    const line = stdout.trim().split('\n').at(-1) ?? ''
    if (line === '') throw new Error(stderr)
    const { runId, transaction } = (json(line) as { data: { runId: string; transaction: Record<string, string> } }).data
    told.runs.add(runId)
    const { id = '', status = '', hash = '' } = transaction
    told.transactions.set(id, { status, hash })
  }
}

/** Everything of a home, as `export` gives it. */
async function linesOf(home: string): Promise<readonly Line[]> {
  const { code, stdout, stderr } = await cli(['export', '--jsonl'], { home })
  expect([code, stderr]).toEqual([0, ''])
  return stdout
    .trim()
    .split('\n')
    .map((line) => json(line) as Line)
}

test('a backup that is made while a server and its wallet swap is whole, and holds what anybody was told before', async () => {
  const home = await newHome()
  const { url, stop } = await serveProgram(home)
  const told: Told = { transactions: new Map(), runs: new Set() }
  let meanwhile = 0
  for (let round = 1; round <= ROUNDS; round += 1) {
    let isOver = false
    const writing = Promise.all([swapByCalls(url, told, round, () => isOver), swapByRuns(home, told, () => isOver)])
    writing.catch(() => undefined)
    const goal = { runs: told.runs.size + 1, transactions: told.transactions.size + 5 }
    await vi.waitFor(() => {
      expect(told.runs.size).toBeGreaterThanOrEqual(goal.runs)
      expect(told.transactions.size).toBeGreaterThanOrEqual(goal.transactions)
    }, PATIENT)
    const before = { transactions: new Map(told.transactions), runs: new Set(told.runs) }
    const file = join(await newHome(), 'backup.tar')
    const { code, stderr } = await cliBuilt(['backup', file, '--json'], { home })
    expect([code, stderr]).toEqual([0, ''])
    meanwhile += told.transactions.size - before.transactions.size
    isOver = true
    await writing

    const copy = await newHome()
    expect((await cli(['restore', file, '--json'], { home: copy })).code).toBe(0)
    const lines = await linesOf(copy)
    const rows = (type: string) =>
      new Map(lines.flatMap(({ type: of, data }) => (of === type ? [[data['id'], data]] : [])))
    const [transactions, runs] = [rows('transaction'), rows('run')]
    for (const [id, { status, hash }] of before.transactions) {
      // What was open then may have gone on since.
      const expected = { id, ...(hash === '' ? {} : { hash }), ...(status === 'PENDING' ? {} : { status }) }
      expect(transactions.get(id)).toMatchObject(expected)
    }
    expect([...before.runs].filter((id) => runs.get(id)?.['step'] !== 'final')).toEqual([])
    for (const { id, transactionId, step } of runs.values() as Iterable<Record<string, unknown>>) {
      if (transactionId === undefined) continue
      const status = transactions.get(transactionId)?.['status']
      expect([id, step, status]).toEqual([id, step, step === 'final' ? 'SUCCESS' : expect.any(String)])
    }
    // Every checksum, every index and total, and open runs against the transactions of the store: none of it fails.
    const checked = await cli(['doctor', '--json', '--sandbox'], { home: copy })
    const { data } = json(checked.stdout) as { data: { name: string; result: string }[] }
    const names = data.filter(({ result }) => result !== 'fail').map(({ name }) => name)
    expect([checked.code, names.filter((name) => ['damage', 'runs', 'store'].includes(name))]).toEqual([
      0,
      ['damage', 'damage', 'store', 'runs'],
    ])
  }
  expect(meanwhile).toBeGreaterThan(0)
  expect(await stop()).toBe(0)
})
