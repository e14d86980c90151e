import { spawnSync } from 'node:child_process'
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openSwapService } from '../../src/open.ts'
import { type Answer, exchange, getRequest, load, postRequest } from './clients.ts'
import { SWAP_REQUEST } from './fill.ts'
import { median, startServer } from './measure.ts'
import { type Delays, delaysOf } from './probe.ts'
import { type RecordedSwaps, recordSwaps } from './record-swaps.ts'
import { API, serveSwaps, swapOver } from './swap-load.ts'

const SWAPS = 1_500
const ROUNDS = 5
/** Swaps of each server before it is measured: until then the engine is still compiling. */
const WARM_UP = 4_000

/** Swaps (lock and execute) a second, by how many clients send them. */
export interface SwapFigures {
  /** Of a bare libsql program that runs the same statements, with the same three commits a swap. */
  readonly bare: number
  readonly byClients: ReadonlyMap<number, number>
  /** Of so many servers on one home, 16 clients each. */
  readonly byServers: ReadonlyMap<number, number>
  /** What a swap adds to the file, in bytes. */
  readonly fileBytes: number
}

/** Requests a second as a share of what bare node:http makes of the same bytes. */
export interface ReadFigure {
  readonly name: string
  readonly share: number
  readonly delays: Delays
}

function bareSwaps(folder: string, round: number, { emptyFile, statements }: RecordedSwaps): number {
  const script = fileURLToPath(new URL('./bare-swaps.mjs', import.meta.url))
  const args = [join(folder, `bare-${round}.db`), emptyFile, statements]
  const { status, stdout } = spawnSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error('the bare program failed')
  return SWAPS / Number(stdout)
}

export async function swapFigures(folder: string): Promise<SwapFigures> {
  const recorded = await recordSwaps(folder, SWAPS)
  const groups = []
  for (const count of [1, 2, 4]) {
    const running: Awaited<ReturnType<typeof serveSwaps>>[] = []
    for (let index = 0; index < count; index += 1) running.push(await serveSwaps(join(folder, `servers-${count}`)))
    const ports = running.map(({ port }) => port)
    await swapOver(ports, 8, WARM_UP * count)
    groups.push({ count, ports, stop: () => Promise.all(running.map(({ stop }) => stop())) })
  }
  const alone = groups[0]?.ports ?? []
  const bare: number[] = []
  const clients = new Map<number, number[]>([1, 8, 32].map((count) => [count, []]))
  const servers = new Map<number, number[]>(groups.map(({ count }) => [count, []]))
  // In turns, so that a busy neighbour slows all of them alike.
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(bareSwaps(folder, round, recorded))
    for (const [count, rates] of clients) rates.push(await swapOver(alone, count, count === 1 ? SWAPS / 3 : SWAPS))
    for (const { count, ports } of groups) servers.get(count)?.push(await swapOver(ports, 16, SWAPS))
  }
  await Promise.all(groups.map(({ stop }) => stop()))
  const medians = (rates: ReadonlyMap<number, readonly number[]>) =>
    new Map([...rates].map(([count, list]) => [count, median(list)]))
  const fileBytes = await bytesOfSwap(join(folder, 'servers-1'))
  return { bare: median(bare), byClients: medians(clients), byServers: medians(servers), fileBytes }
}

/** What the file of a home grows by with each swap, in bytes. */
async function bytesOfSwap(home: string): Promise<number> {
  const size = () => statSync(join(home, 'sandbox.db')).size
  const before = size()
  const { port, stop } = await serveSwaps(home)
  await swapOver([port], 8, SWAPS)
  await stop()
  return (size() - before) / SWAPS
}

/** What reads and quotes of the sandbox come to, over 64 connections. */
export async function readFigures(folder: string): Promise<readonly ReadFigure[]> {
  const home = join(folder, 'reads')
  mkdirSync(home, { recursive: true })
  const id = await fillSettled(home)
  const server = await serveSwaps(home)
  const bareFile = fileURLToPath(new URL('./bare-server.mjs', import.meta.url))
  const figures = []
  for (const { name, path, body, total } of [
    { name: 'history of 50 rows', path: `${API}/transaction/history?perPage=50`, total: 3_000 },
    { name: 'status', path: `${API}/transaction/status?transactionId=${id}`, total: 10_000 },
    { name: 'stats', path: `${API}/transaction/stats`, total: 10_000 },
    { name: 'sandbox quote', path: `${API}/quote`, body: SWAP_REQUEST, total: 2_000 },
  ]) {
    const request = (port: number) => (body === undefined ? getRequest(port, path) : postRequest(port, path, body))
    const answer = await once(server.port, request(server.port))
    const file = join(folder, 'bare-body')
    writeFileSync(file, answer.body)
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer.body) }
    const bare = await startServer([bareFile, file, JSON.stringify(headers)], { PATH: process.env['PATH'] })
    const shares: number[] = []
    const times: number[] = []
    for (let round = 0; round <= ROUNDS; round += 1) {
      const rate = async (port: number) => {
        let sent = 0
        const bytes = request(port)
        const { seconds, times: taken } = await exchange(port, 64, (_connection, one) => {
          if (one !== undefined && one.status !== 200) throw new Error(`${path} was answered ${one.status}`)
          sent += 1
          return sent > total ? undefined : bytes
        })
        return { perSecond: total / seconds, taken }
      }
      const [raw, ours] = [await rate(Number(bare.line)), await rate(server.port)]
      if (round === 0) continue
      shares.push(ours.perSecond / raw.perSecond)
      times.push(...ours.taken)
    }
    await bare.stop()
    figures.push({ name, share: median(shares), delays: delaysOf(times) })
  }
  await load(server.port, `${API}/swap/chains`, 64, 10)
  await server.stop()
  return figures
}

async function once(port: number, request: Buffer): Promise<Answer> {
  let found: Answer | undefined
  await exchange(port, 1, (_connection, answer) => {
    found = answer
    return answer === undefined ? request : undefined
  })
  if (found === undefined) throw new Error('no answer')
  return found
}

/** Makes 60 swaps of the sandbox that have settled. @returns the id of one */
async function fillSettled(home: string): Promise<string> {
  const service = await openSwapService({ home, sandbox: { speed: 1_000 } })
  let id = ''
  for (let index = 0; index < 60; index += 1) {
    const lock = await service.lock({ ...SWAP_REQUEST, provider: 'SANDBOX_DEPOSIT' })
    id = (await service.execute({ lockId: lock.lockId })).transaction?.id ?? ''
    for await (const { final } of service.watch({ transactionId: id })) if (final) break
  }
  await service.close()
  return id
}
