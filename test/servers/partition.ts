import type { PostgresServer } from '../support/postgres.ts'
import { type Answer, cameBack, type Lost, openCaller } from './calls.ts'
import { type Findings, judge, openSwaps } from './judge.ts'
import { type ServerOptions, type ServerProcess, startServer } from './server-process.ts'
import { codeOf, inTurn, lockRequest, makeSwap, makeSwaps, type Send } from './swaps.ts'
import { until } from './until.ts'

/** Ways to part a server from the database, one after the other. */
export interface PartedNetwork {
  /** How the server that is parted is started. */
  readonly far: ServerOptions
  readonly parts: readonly (() => void)[]
  heal(): void
}

/** What is seen of a server that does not reach the database. */
export interface Seen {
  /** Of `/readyz` and `/healthz`. */
  readonly ready: number | undefined
  readonly missing: string | undefined
  readonly alive: number | undefined
  /** Of a lock, an execute and a history. */
  readonly said: readonly string[]
}

/** A server that says what it can when it does not reach the database. */
export const SEEN_PARTED: Seen = {
  ...{ ready: 503, missing: 'store', alive: 200 },
  said: ['503 SERVICE_UNAVAILABLE again', '503 SERVICE_UNAVAILABLE again', '503 SERVICE_UNAVAILABLE again'],
}

/** What became of swaps while one of two servers did not reach the database. */
export interface PartitionResult {
  readonly findings: Findings
  /** Of each way. */
  readonly seen: readonly Seen[]
  /** Requests without an answer. */
  readonly lost: readonly Lost[]
  /** Of the server that was parted, told to end once all was well again. */
  readonly code: number | null
}

/** Longest time of a call, in milliseconds: three times what a server may take to find out that its database is away. */
const CALL_MS = 30_000
const SWAPS = 48
const CLIENTS = 8

/** Makes swaps over two servers, of which one is parted from the database in the middle of it, and comes back when all others have ended. */
export async function swapThroughPartition(
  postgres: PostgresServer,
  database: string,
  near: ServerOptions,
  network: PartedNetwork,
): Promise<PartitionResult> {
  const caller = openCaller(CALL_MS)
  const servers: ServerProcess[] = []
  try {
    servers.push(...(await Promise.all([startServer(near), startServer(network.far)])))
    const [other, parted] = servers
    if (other === undefined || parted === undefined) throw new Error('two servers were started')
    const lost: Lost[] = []
    let used = [other.origin, parted.origin]
    const watch =
      (send: Send): Send =>
      async (...request) => {
        const answer = await send(...request)
        if ('lost' in answer) lost.push(answer)
        return answer
      }
    const look = async (): Promise<Seen> => {
      await until('the parted server is not ready', async () => {
        return (await caller.look(parted.origin, '/readyz'))?.status === 503
      })
      const answers = await Promise.all([
        caller.post(parted.origin, '/quote/lock', lockRequest(0)),
        caller.post(parted.origin, '/quote/execute', { lockId: 'lock_unknown' }, 'a-key'),
        caller.get(parted.origin, '/transaction/history'),
      ])
      const ready = await caller.look(parted.origin, '/readyz?verbose')
      const alive = await caller.look(parted.origin, '/healthz')
      return {
        ...{ ready: ready?.status, missing: /^\[-\] (\S+) failed/m.exec(ready?.text ?? '')?.[1] },
        ...{ alive: alive?.status, said: answers.map(say) },
      }
    }
    const partAll = async (): Promise<readonly Seen[]> => {
      const seen: Seen[] = []
      for (const part of network.parts) {
        part()
        seen.push(await look())
        // As a load balancer that looks at /readyz.
        used = [other.origin]
      }
      return seen
    }
    const send = watch(inTurn(caller, () => used))
    let parting: Promise<readonly Seen[]> | undefined
    const made = await makeSwaps(send, { count: SWAPS, clients: CLIENTS }, (number) => {
      if (number === Math.floor(SWAPS / 3)) parting = partAll()
    })
    const seen = (await parting) ?? []
    await until('every swap has ended', async () => (await openSwaps(postgres, database)).length === 0)
    network.heal()
    await until('the server is ready again', async () => (await caller.look(parted.origin, '/readyz'))?.status === 200)
    const last = await makeSwap(watch(inTurn(caller, () => [parted.origin])), 0, 'last')
    await until('the last swap has ended', async () => (await openSwaps(postgres, database)).length === 0)
    const code = await parted.stop()
    return { findings: await judge(postgres, database, [...made, last]), seen, lost, code }
  } finally {
    network.heal()
    await Promise.all(servers.map((server) => server.kill()))
    await caller.close()
  }
}

function say(answer: Answer | Lost): string {
  const { status, retryAfterMs } = cameBack(answer)
  return `${status} ${codeOf(cameBack(answer))} ${retryAfterMs === undefined ? 'never' : 'again'}`
}
