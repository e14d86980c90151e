import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** How long answers took, in milliseconds. */
export interface Delays {
  readonly count: number
  readonly p50: number
  readonly p99: number
  readonly worst: number
}

/** Asks for /healthz all the time, from a process of its own. */
export interface Probe {
  /** What answers took since the last call, with what the one that still waits has waited. */
  take(): Promise<Delays>
  stop(): Promise<void>
}

const PAUSE_MS = 2

/** @param how over one kept-alive connection, or a fresh one for each request */
export function startProbe(port: number, how: 'kept' | 'fresh' = 'kept'): Probe {
  const file = fileURLToPath(new URL('./probe.mjs', import.meta.url))
  const child = spawn(process.execPath, [file, String(port), String(PAUSE_MS), how], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const read = async (word: string) => {
    child.stdin.write(`${word}\n`)
    const line = await lines.next()
    if (line.done === true) throw new Error('the probe ended')
    return delaysOf(JSON.parse(line.value) as number[])
  }
  return {
    take: () => read('take'),
    stop: async () => {
      await read('end')
      child.kill()
    },
  }
}

/** Percentiles of times in milliseconds. */
export function delaysOf(times: readonly number[]): Delays {
  const sorted = [...times].sort((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), worst: sorted.at(-1) ?? Number.NaN }
}
