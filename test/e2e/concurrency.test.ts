import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, test } from 'vitest'
import { isSwapError, type LockRequest, openSwapService, type SwapService } from '../../src/index.ts'
import { serveContract } from '../support/contract-service.ts'
import { ALICE, BASE_USDC, BOB, BRIDGE, pair, USDC } from '../support/contract-world.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { newHome } from '../support/new-home.ts'

const PROCESSES = 4
const AT_ONCE = 5
const ROUNDS = 200
const WORKER = fileURLToPath(new URL('./workers/execute-worker.ts', import.meta.url))

let home: string
beforeEach(async () => {
  home = await newHome()
})

const LOCK_REQUEST: LockRequest = {
  ...pair(USDC, BASE_USDC),
  amount: '100',
  provider: BRIDGE,
  depositor: ALICE,
  recipient: BOB,
}

const lock = async (service: SwapService) => (await service.lock(LOCK_REQUEST)).lockId

interface Worker {
  readonly process: ChildProcess
  /** What it says next; rejects when it ends instead. */
  next(): Promise<unknown>
  stop(): Promise<void>
}

function startWorker(): Worker {
  const worker = fork(WORKER, [home], { execArgv: ['--import', 'tsx'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const exit = once(worker, 'exit')
  const gone = exit.then(() => Promise.reject(new Error('a worker ended before it was told to')))
  gone.catch(() => undefined)
  return {
    process: worker,
    next: () => Promise.race([once(worker, 'message').then(([message]: unknown[]) => message), gone]),
    stop: async () => {
      worker.kill()
      await exit
    },
  }
}

test('of executes in four processes on one store, one wins each lock and all others are told that it is used', async () => {
  const service = await openSwapService({ home, lockTtlMs: 3_600_000 })
  const workers = Array.from({ length: PROCESSES }, startWorker)
  try {
    expect(await Promise.all(workers.map((worker) => worker.next()))).toEqual(workers.map(() => 'ready'))
    const winners: string[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const lockId = await lock(service)
      const said = workers.map((worker) => worker.next())
      for (const worker of workers) worker.process.send([lockId, AT_ONCE])
      const outcomes = (await Promise.all(said)).flat().map(String).sort()
      const [winner = '', ...losers] = outcomes.reverse()
      expect(winner).toMatch(/^won tx_/)
      expect(losers).toEqual(Array.from({ length: PROCESSES * AT_ONCE - 1 }, () => 'QUOTE_EXPIRED 409'))
      winners.push(winner.slice('won '.length))
    }
    expect(new Set(winners).size).toBe(ROUNDS)
    expect((await service.stats()).total).toBe(ROUNDS)
    const last = await service.history({ perPage: 50 })
    for (const { id } of last.data) expect(winners).toContain(id)
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()))
    await service.close()
  }
})

test('of fifty executes of one lock over HTTP, one is answered 200 and the others 409', async () => {
  const service = await openSwapService({ home })
  const server = await serveContract(service)
  try {
    const body = JSON.stringify({ lockId: await lock(service) })
    const responses = await Promise.all(
      Array.from({ length: 50 }, () =>
        fetch(`${server.url}/quote/execute`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }),
      ),
    )
    const answers = await Promise.all(
      responses.map(async (response) => {
        const answer: unknown = await response.json()
        return `${response.status} ${response.ok ? 'data' : String(Reflect.get(Object(Reflect.get(Object(answer), 'error')), 'code'))}`
      }),
    )
    expect(answers.sort()).toEqual(['200 data', ...Array.from({ length: 49 }, () => '409 QUOTE_EXPIRED')])
    expect((await service.history()).pagination.total).toBe(1)
  } finally {
    await server.close()
    await service.close()
  }
})

/** What each of ten calls at once came to: its answer as text, or its code. */
async function tenAtOnce(call: () => Promise<unknown>): Promise<readonly string[]> {
  return Promise.all(
    Array.from({ length: 10 }, () =>
      call().then(
        (answer) => JSON.stringify(answer),
        (error: unknown) => (isSwapError(error) ? error.code : String(error)),
      ),
    ),
  )
}

test.each([
  ['executes', 1],
  ['locks', 0],
] as const)(
  'of ten %s with one idempotency key, each gets the one answer or is told that it is on its way',
  async (what, made) => {
    const service = await openSwapService({ home, clock: createFakeClock() })
    try {
      const lockId = what === 'executes' ? await lock(service) : ''
      const options = { idempotencyKey: 'once' }
      const call = (): Promise<unknown> =>
        what === 'executes' ? service.execute({ lockId }, options) : service.lock(LOCK_REQUEST, options)
      const outcomes = await tenAtOnce(call)
      const answer = JSON.stringify(await call())
      for (const outcome of outcomes) expect([answer, 'IDEMPOTENCY_IN_PROGRESS']).toContain(outcome)
      expect(outcomes).toContain(answer)
      expect((await service.history()).pagination.total).toBe(made)
    } finally {
      await service.close()
    }
  },
)
