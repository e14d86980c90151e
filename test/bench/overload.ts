import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { exchange, postRequest } from './clients.ts'
import { SWAP_REQUEST } from './fill.ts'
import { median, rssMiB, startServer } from './measure.ts'

/** What becomes of many quotes at once. */
export interface BurstFigures {
  /** Answers with a route of each provider. */
  readonly complete: number
  /** Answers of 503 with a time to wait. */
  readonly refused: number
  /** All others. */
  readonly wrong: number
  /** Routes of the next quote, once all are answered. */
  readonly routesAfter: number
  /** MiB of memory above that of before, at the end. */
  readonly grownMiB: number
}

const BURST = 200
const ROUNDS = 15

/** 200 quotes at once over 20 providers. */
export async function quoteBurst(folder: string): Promise<BurstFigures> {
  const world = await startWorld(join(folder, 'overload'), 20)
  try {
    return await burst(world)
  } finally {
    await world.stop()
  }
}

async function burst(world: World): Promise<BurstFigures> {
  const request = postRequest(world.port, '/api/v1/quote', SWAP_REQUEST)
  const routesOf = (body: string) => (JSON.parse(body) as { data: unknown[] }).data.length
  let routesAfter = 0
  const once = () =>
    exchange(world.port, 1, (_connection, answer) => {
      if (answer !== undefined) routesAfter = answer.status === 200 ? routesOf(answer.body) : 0
      return answer === undefined ? request : undefined
    })
  for (let warm = 0; warm < 5; warm += 1) await once()
  const beforeMiB = rssMiB(world.pid)
  const counts = { complete: 0, refused: 0, wrong: 0 }
  await exchange(world.port, BURST, (_connection, answer) => {
    if (answer === undefined) return request
    if (answer.status === 200 && routesOf(answer.body) === 20) counts.complete += 1
    else if (answer.status === 503) counts.refused += 1
    else counts.wrong += 1
    return undefined
  })
  await once()
  const grownMiB = rssMiB(world.pid) - beforeMiB
  return { ...counts, routesAfter, grownMiB }
}

/** Median milliseconds from the slowest provider's answer to the last route, of a quote over so many providers. */
export async function lastRouteMs(folder: string, providers: number): Promise<number> {
  const world = await startWorld(join(folder, `overload-${providers}`), providers)
  const late: number[] = []
  try {
    for (let round = 0; round < ROUNDS + 3; round += 1) {
      const { routes, lateMs } = await world.stream()
      if (routes !== providers) throw new Error(`${routes} of ${providers} providers gave a route`)
      if (round >= 3) late.push(lateMs)
    }
  } finally {
    await world.stop()
  }
  return median(late)
}

interface World {
  readonly port: number
  readonly pid: number
  /** Quotes as a stream. */
  stream(): Promise<{ readonly routes: number; readonly lateMs: number }>
  stop(): Promise<void>
}

async function startWorld(home: string, providers: number): Promise<World> {
  mkdirSync(home, { recursive: true })
  const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))
  const local = await startServer([file('./local-providers.mjs')], { PATH: process.env['PATH'] })
  const args = ['--import', 'tsx', file('./overload-child.ts'), home, local.line, String(providers)]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => {
    const line = await lines.next()
    if (line.done === true) throw new Error('the server of the overload bench ended')
    return line.value
  }
  const port = await next().catch(async (error: unknown) => {
    await local.stop()
    throw error
  })
  return {
    port: Number(port),
    pid: child.pid ?? 0,
    stream: async () => {
      child.stdin.write('stream\n')
      return JSON.parse(await next()) as { routes: number; lateMs: number }
    },
    stop: async () => {
      child.kill()
      await local.stop()
    },
  }
}
