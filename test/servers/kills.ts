import { asObject } from '../support/contract-fields.ts'
import { startPostgres } from '../support/postgres.ts'
import { cameBack, openCaller } from './calls.ts'
import { readEvents } from './event-reader.ts'
import { countStatuses, type Findings, judge, openSwaps } from './judge.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { type Acknowledged, inTurn, makeSwaps, type Send } from './swaps.ts'
import { until } from './until.ts'

/** What became of swaps through which servers and the database were killed. */
export interface KillResult {
  readonly findings: Findings
  /** Requests whose connection ended without an answer. */
  readonly lost: number
  /** Requests that were told to come again. */
  readonly refused: number
  /** Number of transactions by status, as their rows say it. */
  readonly counted: Readonly<Record<string, number>>
  /** The same, as each server that lives says it at `/transaction/stats`, with `total`. */
  readonly stated: readonly Readonly<Record<string, number>>[]
  /** Transactions of which a reader of `/events`, who goes from server to server, was not told once that they began and ended. */
  readonly unheard: readonly string[]
  /** Events that told it that something is missing. */
  readonly gaps: readonly string[]
  /** Exit codes of the servers that lived, once they were told to end. */
  readonly codes: readonly (number | null)[]
}

const SERVERS = 4

/** How long a client waits for an answer, in milliseconds. */
const CALL_MS = 4_000

/**
 * Makes swaps over four servers of one database. In the middle of it one server is killed and another one takes its place, the
 * database is stopped without a word and started again, and a server is paused until the others have done its work.
 * @param count of the swaps @param clients of those that make one after the other
 */
export async function swapThroughKills(count: number, clients: number): Promise<KillResult> {
  const postgres = await startPostgres({ durable: true })
  const database = await postgres.createDatabase()
  const caller = openCaller(CALL_MS)
  const start = () => startServer({ store: database.url })
  const servers: ServerProcess[] = []
  const reader = readEvents(() => servers.map(({ origin }) => origin))
  try {
    servers.push(...(await Promise.all(Array.from({ length: SERVERS }, start))))
    let [lost, refused] = [0, 0]
    const turns = inTurn(caller, () => servers.map(({ origin }) => origin))
    const send: Send = async (path, body, key) => {
      const answer = await turns(path, body, key)
      if ('lost' in answer) lost += 1
      else if (answer.status === 503) refused += 1
      return answer
    }
    const killOne = async () => {
      const victim = servers.shift()
      await victim?.kill()
      servers.push(await start())
    }
    const restartDatabase = async () => {
      await postgres.stop('immediate')
      await postgres.start()
    }
    let goOn: () => void = () => undefined
    const pauseOne = async () => {
      const before = lost
      goOn = servers[0]?.pause() ?? goOn
      await until('a request to it is lost', () => lost > before)
    }
    const outages = new Map<number, () => Promise<void>>([
      [Math.floor(count / 5), killOne],
      [Math.floor((2 * count) / 5), pauseOne],
      [Math.floor((3 * count) / 5), restartDatabase],
    ])
    const under: Promise<void>[] = []
    const made = await makeSwaps(send, { count, clients }, (number) => {
      const outage = outages.get(number)
      if (outage !== undefined) under.push(outage())
    })
    await Promise.all(under)
    await until('every swap has ended', async () => (await openSwaps(postgres, database.name)).length === 0)
    // What it was at, it tries to end now.
    goOn()
    for (const { origin } of servers) {
      await until('every server is ready', async () => (await caller.look(origin, '/readyz'))?.status === 200)
    }
    const stated = servers.map(async ({ origin }) => {
      const { content } = cameBack(await caller.get(origin, '/transaction/stats'))
      return numbers({ ...asObject(content['byStatus']), total: content['total'] })
    })
    const said = await Promise.all(stated)
    const isHeard = ({ transactionId }: Acknowledged) => reader.typesOf(transactionId).includes('transaction.final')
    await until('the reader has heard of all', () => made.every(isHeard))
    const unheard = made.flatMap(({ transactionId }) => {
      const ends = reader.typesOf(transactionId).filter((type) => /created|final/.test(type))
      return ends.join() === 'transaction.created,transaction.final' ? [] : [transactionId]
    })
    // They end what they are at.
    const codes = await Promise.all(servers.map((server) => server.stop()))
    return {
      findings: await judge(postgres, database.name, made),
      ...{ lost, refused, counted: await countStatuses(postgres, database.name), stated: said },
      ...{ unheard, gaps: reader.gaps, codes },
    }
  } finally {
    await reader.stop()
    await Promise.all(servers.map((server) => server.kill()))
    await caller.close()
    await postgres.close()
  }
}

function numbers(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, Number(value)]))
}
