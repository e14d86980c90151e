import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { openSwapService } from '../../src/open.ts'
import { PROGRAM } from '../support/built-program.ts'
import { homeEnv } from '../support/home-env.ts'
import { fillTransactions } from '../support/store.ts'
import { exchange, getRequest, type NextRequest, postRequest } from './clients.ts'
import { fillEvents, fillPending, SWAP_REQUEST } from './fill.ts'
import { startServer } from './measure.ts'
import { type Delays, startProbe } from './probe.ts'

/** How long /healthz took beside something else. */
export interface LoopFigure {
  readonly name: string
  readonly idle: Delays
  readonly beside: Delays
}

/** Least time that a case is watched, in milliseconds. */
const WATCH_MS = 5_000
const API = '/api/v1'
const STREAMS = 220
const SILENT = 1_100
const LARGE = 1_000_000

interface Running {
  readonly port: number
  readonly home: string
  readonly pid: number
}

/** The worst answers of /healthz beside each thing that once held the loop, as they are measured. */
export async function* loopFigures(folder: string): AsyncGenerator<LoopFigure> {
  const small = join(folder, 'loop-small')
  await emptyHome(small)
  yield beside('90 % reads, 10 % swaps over 64 connections', small, ({ port }) => mixedLoad(port, 6_000))
  yield beside('another process holds the write lock for 4 s', small, holdLock)
  yield beside('a catalog of 94,000 rows is put by another process', small, putCatalog)
  yield beside(`${STREAMS} readers of 500 events`, await withEvents(folder, 500), ({ port }) =>
    readEvents(port, STREAMS, 500),
  )
  yield beside('one reader of 200,000 events', await withEvents(folder, 200_000), ({ port }) =>
    readEvents(port, 1, 200_000),
  )
  yield besideStart('the first pass over 2,000 due', await pendingHome(folder, 2_000))
  yield besideStart('20,000 pending', await pendingHome(folder, 20_000))
  const large = join(folder, 'loop-large')
  mkdirSync(large, { recursive: true })
  await fillTransactions(join(large, 'sandbox.db'), LARGE, LARGE / 10)
  await stopPolls(large)
  for (const [name, query] of [
    ['stats?query=usdc of 1,000,000', 'stats?query=usdc'],
    ['history?query=usdc of 1,000,000, page 5,000', 'history?query=usdc&perPage=50&page=5000'],
    ['history of 1,000,000, page 20,000', 'history?perPage=50&page=20000'],
  ] as const) {
    yield beside(name, large, ({ port }) => get(port, `${API}/transaction/${query}`))
  }
}

/** Seconds until a fresh connection is answered beside sockets that send and read nothing: ours, and bare node:http. */
export async function silentSockets(folder: string): Promise<{ readonly ours: number; readonly bare: number }> {
  const home = join(folder, 'loop-silent')
  await emptyHome(home)
  const server = await serve(home)
  const ours = await secondsUntilAnswered(server.running.port)
  await server.stop()
  const script =
    "const s=require('http').createServer((q,r)=>r.end('ok'));s.maxConnections=1024;s.headersTimeout=5000;s.requestTimeout=10000;s.listen(0,'127.0.0.1',()=>console.log(s.address().port));process.on('SIGTERM',()=>process.exit())"
  const plain = await startServer(['-e', script], process.env)
  const bare = await secondsUntilAnswered(Number(plain.line))
  await plain.stop()
  return { ours, bare }
}

async function secondsUntilAnswered(port: number): Promise<number> {
  const sockets: Socket[] = []
  for (let index = 0; index < SILENT; index += 1) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    sockets.push(socket)
    if (index % 50 === 0) await wait(5)
  }
  await wait(100)
  const start = performance.now()
  for (;;) {
    const answered = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(1_000) }).then(
      (answer) => answer.status === 200,
      () => false,
    )
    if (answered) break
    if (performance.now() - start > 60_000) break
    await wait(50)
  }
  const seconds = (performance.now() - start) / 1000
  sockets.forEach((socket) => socket.destroy())
  return seconds
}

async function emptyHome(home: string): Promise<void> {
  mkdirSync(home, { recursive: true })
  await (await openSwapService({ home })).close()
}

async function withEvents(folder: string, count: number): Promise<string> {
  const home = join(folder, `loop-events-${count}`)
  await emptyHome(home)
  await fillEvents(home, count)
  return home
}

async function pendingHome(folder: string, count: number): Promise<string> {
  const home = join(folder, `loop-pending-${count}`)
  await fillPending(home, count)
  return home
}

/** What the fill leaves pending has no provider that knows of it. */
async function stopPolls(home: string): Promise<void> {
  const { createConnect } = await import('../../src/store/sqlite/connection.ts')
  const connection = (await createConnect(join(home, 'sandbox.db'), false))('relaxed')
  const leased = Date.now() + 365 * 86_400_000
  connection.exec(
    `UPDATE transactions SET lease_holder = 'bench', lease_until = ${leased} WHERE next_poll_at IS NOT NULL`,
  )
  connection.close()
}

async function serve(home: string, ...more: readonly string[]) {
  const env = { ...process.env, ...homeEnv(home), SWAPCLI_NETWORK: 'sandbox', NO_COLOR: '1' }
  const server = await startServer([PROGRAM, 'serve', '--port', '0', '--json', ...more], env)
  const { url } = JSON.parse(server.line) as { url: string }
  return { stop: server.stop, running: { port: Number(new URL(url).port), pid: server.pid, home } }
}

/** Watches /healthz alone, then beside some work. */
async function beside(name: string, home: string, work: (server: Running) => Promise<unknown>): Promise<LoopFigure> {
  const { running, stop } = await serve(home)
  const probe = startProbe(running.port)
  await wait(1_000)
  await probe.take()
  await wait(WATCH_MS)
  const idle = await probe.take()
  await Promise.all([work(running), wait(WATCH_MS)])
  const figure = { name, idle, beside: await probe.take() }
  await probe.stop()
  await stop()
  return figure
}

/** Watches /healthz of a server on an empty home, then from the start of one that has work of its own. */
async function besideStart(name: string, home: string): Promise<LoopFigure> {
  const empty = `${home}-empty`
  await emptyHome(empty)
  const quiet = await beside(name, empty, () => Promise.resolve())
  const { running, stop } = await serve(home)
  const probe = startProbe(running.port)
  await wait(3 * WATCH_MS)
  const figure = { name, idle: quiet.idle, beside: await probe.take() }
  await probe.stop()
  await stop()
  return figure
}

async function get(port: number, path: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`)
  await answer.arrayBuffer()
}

/** Reads all the events that there are, over so many streams. */
async function readEvents(port: number, streams: number, events: number): Promise<void> {
  await Promise.all(
    Array.from({ length: streams }, async () => {
      const leaving = new AbortController()
      const answer = await fetch(`http://127.0.0.1:${port}/events?after=0`, { signal: leaving.signal })
      if (answer.status !== 200 || answer.body === null) return
      let seen = 0
      const decoder = new TextDecoder()
      const until = performance.now() + 60_000
      for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
        seen += decoder.decode(chunk, { stream: true }).split('\nevent: ').length - 1
        if (seen >= events || performance.now() > until) break
      }
      leaving.abort()
    }),
  )
}

/** Status, quotes and locks go on meanwhile, as far as they can. */
async function holdLock({ home, port }: Running): Promise<void> {
  const file = fileURLToPath(new URL('./hold-lock.mjs', import.meta.url))
  const holder = spawn(process.execPath, [file, join(home, 'sandbox.db'), '4000'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(holder.stdout, 'data')
  const done = once(holder, 'exit')
  const requests: readonly (readonly [string, unknown?])[] = [
    [`${API}/transaction/history`],
    [`${API}/transaction/stats`],
    [`${API}/quote`, SWAP_REQUEST],
    [`${API}/quote/lock`, { ...SWAP_REQUEST, provider: 'SANDBOX_BRIDGE' }],
  ]
  await Promise.all(
    requests.map(async ([path, body]) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, body === undefined ? {} : postOf(body))
      await answer.arrayBuffer()
    }),
  )
  await done
}

function postOf(body: unknown): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

async function putCatalog({ home }: Running): Promise<void> {
  const child = fileURLToPath(new URL('./put-catalog.ts', import.meta.url))
  const putting = spawn(process.execPath, ['--import', 'tsx', child, home, '94000'], { stdio: 'inherit' })
  await once(putting, 'exit')
}

/** Nine of ten requests read a status, a history or the catalog; each tenth is a step of a swap. */
export async function mixedLoad(port: number, total: number): Promise<readonly number[]> {
  let sent = 0
  const swaps = new Map<number, { lockId?: string; id?: string }>()
  const next: NextRequest = (connection, answer) => {
    const swap = swaps.get(connection) ?? {}
    swaps.set(connection, swap)
    if (answer !== undefined && answer.status === 200) {
      const data = (JSON.parse(answer.body) as { data: { lockId?: string; transaction?: { id: string } } }).data
      if (data.transaction !== undefined) swap.id = data.transaction.id
      else if (typeof data.lockId === 'string') swap.lockId = data.lockId
    }
    sent += 1
    if (sent > total) return undefined
    if (sent % 10 === 0) {
      const { lockId } = swap
      if (lockId === undefined) {
        return postRequest(port, `${API}/quote/lock`, { ...SWAP_REQUEST, provider: 'SANDBOX_BRIDGE' })
      }
      delete swap.lockId
      return postRequest(port, `${API}/quote/execute`, { lockId })
    }
    const reads = [
      `${API}/swap/chains`,
      `${API}/transaction/history?perPage=20`,
      ...(swap.id === undefined ? [] : [`${API}/transaction/status?transactionId=${swap.id}`]),
      `${API}/transaction/stats`,
    ]
    return getRequest(port, reads[sent % reads.length] ?? '/healthz')
  }
  return (await exchange(port, 64, next)).times
}
