import { mkdirSync } from 'node:fs'
import { PROGRAM } from '../support/built-program.ts'
import { sandboxEnv } from './bare-env.ts'
import { type Answer, exchange, postRequest } from './clients.ts'
import { SWAP_REQUEST } from './fill.ts'
import { startServer } from './measure.ts'

export const API = '/api/v1'

/** Starts `swapcli serve` over a home, in the sandbox. @param store URL of the database that keeps its swaps. @default its file does */
export async function serveSwaps(home: string, store?: string) {
  mkdirSync(home, { recursive: true })
  const env = {
    ...sandboxEnv(home),
    ...(store === undefined ? {} : { SWAPCLI_STORE: store }),
  }
  const server = await startServer([PROGRAM, 'serve', '--port', '0', '--json'], env)
  return { ...server, port: Number(new URL((JSON.parse(server.line) as { url: string }).url).port) }
}

/** Each client of each server locks and executes, again and again. @returns swaps a second */
export async function swapOver(ports: readonly number[], clients: number, swaps: number): Promise<number> {
  let begun = 0
  const dataOf = (answer: Answer) => {
    if (answer.status !== 200) throw new Error(`a swap was answered ${answer.status}: ${answer.body}`)
    return (JSON.parse(answer.body) as { data: { lockId: string; transaction?: unknown } }).data
  }
  const run = (port: number) =>
    exchange(port, clients, (_connection, answer) => {
      const data = answer === undefined ? undefined : dataOf(answer)
      if (data !== undefined && data.transaction === undefined) {
        return postRequest(port, `${API}/quote/execute`, { lockId: data.lockId })
      }
      begun += 1
      if (begun > swaps) return undefined
      return postRequest(port, `${API}/quote/lock`, { ...SWAP_REQUEST, provider: 'SANDBOX_BRIDGE' })
    })
  const start = performance.now()
  await Promise.all(ports.map(run))
  return (swaps * 1000) / (performance.now() - start)
}
