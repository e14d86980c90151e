import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createConnect } from '../../src/store/sqlite/connection.ts'
import { fillTransactions } from '../support/store.ts'
import { fillEvents, fillPending } from './fill.ts'
import { holdLock, mixedLoad, putCatalog, readEvents, readOnce } from './loop-work.ts'
import { type Delays, type Probe, startProbe } from './probe.ts'
import { makeHome, type ServedHome, serveHome } from './served-home.ts'

/** How long /healthz took beside something else. */
export interface LoopFigure {
  readonly name: string
  readonly idle: Delays
  readonly beside: Delays
  /** CPU time of the longest turn of the server's loop beside it, in milliseconds; 0 where nobody knows. */
  readonly turnMs: number
  /** How what was asked for was answered. */
  readonly note: string
}

/** What is chosen of the cases. */
export interface LoopChoice {
  /** How many transactions the large store has. */
  readonly rows: number
  /** Where the large store is kept to be measured again; it is filled where it is missing. @default it is not kept */
  readonly keptHome?: string
  /** Part of the names of the cases to be measured. @default all are */
  readonly only?: string
}

/** Least time that a case is watched, in milliseconds. */
const WATCH_MS = 5_000
const STREAMS = 220

/** Makes a home. @returns where it is */
type MakeHome = () => Promise<string>

/** What is done with a server meanwhile. @returns how it was answered, where that is told */
type Work = (server: ServedHome) => Promise<unknown>

/** Cases over servers of one home, or one where it is about what a server does from its start. */
interface Cases {
  readonly home: MakeHome
  readonly works: readonly (readonly [name: string, work: Work | 'its start'])[]
}

/** Names of all cases. @param rows how many transactions the large store has */
export function loopCaseNames(rows: number): readonly string[] {
  return casesOf('', { rows }).flatMap(({ works }) => works.map(([name]) => name))
}

/** The worst answers of /healthz beside each thing that once held the loop, as they are measured. */
export async function* loopFigures(folder: string, choice: LoopChoice) {
  for (const { home, works } of casesOf(folder, choice)) {
    const chosen = works.filter(([name]) => name.includes(choice.only ?? ''))
    if (chosen.length === 0) continue
    const made = await home()
    for (const [name, work] of chosen) {
      yield work === 'its start' ? besideStart(name, made, folder) : besideWork(name, made, work)
    }
  }
}

/** All cases; a home of theirs is filled once it is made. */
function casesOf(folder: string, { rows, keptHome }: LoopChoice): readonly Cases[] {
  const large = rows.toLocaleString('en')
  const homeOf = (name: string, fill: (home: string) => Promise<unknown>): MakeHome => {
    const home = join(folder, `loop-${name}`)
    return async () => {
      await makeHome(home)
      await fill(home)
      return home
    }
  }
  return [
    {
      home: homeOf('small', () => Promise.resolve()),
      works: [
        ['90 % reads, 10 % swaps over 64 connections', ({ port }) => mixedLoad(port, 6_000)],
        ['another process holds the write lock for 4 s', holdLock],
        ['a catalog of 94,000 rows is put by another process', putCatalog],
      ],
    },
    {
      home: homeOf('events-500', (home) => fillEvents(home, 500)),
      works: [[`${STREAMS} readers of 500 events`, ({ port }) => readEvents(port, STREAMS, 500)]],
    },
    {
      home: homeOf('events-200000', (home) => fillEvents(home, 200_000)),
      works: [['one reader of 200,000 events', ({ port }) => readEvents(port, 1, 200_000)]],
    },
    {
      home: homeOf('pending-2000', (home) => fillPending(home, 2_000)),
      works: [['the first pass over 2,000 due', 'its start']],
    },
    {
      home: homeOf('pending-20000', (home) => fillPending(home, 20_000)),
      works: [['20,000 pending', 'its start']],
    },
    {
      home: () => largeHome(keptHome ?? join(folder, 'loop-large'), rows),
      works: LARGE_READS.map((path) => [`${large} transactions: ${path}`, (server) => readOnce(server, path)]),
    },
  ]
}

/** Reads that were long: statistics and pages of what stands in all transactions, or in many, and pages far from both ends. */
const LARGE_READS = [
  '/transaction/stats?query=usdc',
  '/transaction/stats?query=0x',
  '/transaction/stats?query=ab',
  '/transaction/history?query=usdc&perPage=50&page=5000',
  '/transaction/history?query=00&perPage=50&page=5000',
  '/transaction/history?perPage=50&page=10000',
  '/transaction/history?perPage=50&page=20000',
]

async function largeHome(home: string, rows: number): Promise<string> {
  if (existsSync(join(home, 'sandbox.db'))) return home
  mkdirSync(home, { recursive: true })
  await fillTransactions(join(home, 'sandbox.db'), rows, rows / 10)
  // No provider knows of what the fill leaves pending.
  const connection = (await createConnect(join(home, 'sandbox.db'), false))('relaxed')
  connection.exec('UPDATE transactions SET next_poll_at = NULL')
  connection.close()
  return home
}

/** Watches /healthz alone, then beside some work. */
async function besideWork(name: string, home: string, work: Work): Promise<LoopFigure> {
  const server = await serveHome(home)
  const probe = startProbe(server.port)
  const idle = await watchIdle(probe)
  const sinceMs = Date.now()
  const [note] = await Promise.all([work(server), wait(WATCH_MS)])
  const beside = await probe.take()
  await probe.stop()
  return { name, idle, beside, turnMs: await server.stop(sinceMs), note: typeof note === 'string' ? note : '' }
}

/** Watches /healthz of a server on an empty home, then from the start of one that has work of its own. */
async function besideStart(name: string, home: string, folder: string): Promise<LoopFigure> {
  const empty = join(folder, 'loop-idle')
  await makeHome(empty)
  const quiet = await serveHome(empty)
  const quietProbe = startProbe(quiet.port)
  const idle = await watchIdle(quietProbe)
  await quietProbe.stop()
  await quiet.stop()
  const server = await serveHome(home)
  const sinceMs = Date.now()
  const probe = startProbe(server.port)
  await wait(3 * WATCH_MS)
  const beside = await probe.take()
  await probe.stop()
  return { name, idle, beside, turnMs: await server.stop(sinceMs), note: '' }
}

async function watchIdle(probe: Probe): Promise<Delays> {
  await wait(1_000)
  await probe.take()
  await wait(WATCH_MS)
  return probe.take()
}
