import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exchange, getRequest, type NextRequest, postRequest } from './clients.ts'
import { SWAP_REQUEST } from './fill.ts'
import type { ServedHome } from './served-home.ts'

/* What a server is asked for while its loop is watched. */

const API = '/api/v1'

/** Reads one thing. @returns how it was answered, and how soon */
export async function readOnce({ port }: ServedHome, path: string): Promise<string> {
  const start = performance.now()
  const answer = await fetch(`http://127.0.0.1:${port}${API}${path}`)
  await answer.arrayBuffer()
  return `${answer.status} after ${((performance.now() - start) / 1000).toFixed(2)} s`
}

/** Reads all the events that there are, over so many streams. @returns how many streams gave all of them */
export async function readEvents(port: number, streams: number, events: number): Promise<string> {
  const whole = await Promise.all(Array.from({ length: streams }, () => readStream(port, events)))
  return `${whole.filter((isWhole) => isWhole).length} of ${streams} streams gave all`
}

async function readStream(port: number, events: number): Promise<boolean> {
  const leaving = new AbortController()
  const answer = await fetch(`http://127.0.0.1:${port}/events?after=0`, { signal: leaving.signal })
  if (answer.status !== 200 || answer.body === null) return false
  let seen = 0
  let open = ''
  const decoder = new TextDecoder()
  const until = performance.now() + 60_000
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
    const parts = (open + decoder.decode(chunk, { stream: true })).split('\nevent: ')
    seen += parts.length - 1
    open = parts.at(-1) ?? ''
    if (seen >= events || performance.now() > until) break
  }
  leaving.abort()
  return seen >= events
}

/** Status, quotes and locks go on meanwhile, as far as they can. */
export async function holdLock({ home, port }: ServedHome): Promise<void> {
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

/** Another process puts a catalog of 94,000 rows. */
export async function putCatalog({ home }: ServedHome): Promise<void> {
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
