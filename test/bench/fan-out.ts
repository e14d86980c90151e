import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Figures of a fan-out over 20 local providers, one of which is slow. */
export interface FanOutFigures {
  /** Median milliseconds from the fastest provider's answer to its route. */
  readonly firstLateMs: number
  /** Median milliseconds from the slowest provider's answer to the last route. */
  readonly lastLateMs: number
  /** MiB that the heap grew by over `quotes` quotes, after the first thousand, collected. */
  readonly grownMiB: number
  readonly quotes: number
}

/** Measures in a process of its own, whose heap can be collected. */
export function fanOutFigures(home: string): FanOutFigures {
  const child = fileURLToPath(new URL('./fan-out-child.ts', import.meta.url))
  const result = spawnSync(process.execPath, ['--expose-gc', '--import', 'tsx', child, home], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (result.status !== 0) throw new Error(`the fan-out bench ended with ${result.status}`)
  return JSON.parse(result.stdout) as FanOutFigures
}
