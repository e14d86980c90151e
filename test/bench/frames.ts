import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Bytes that the keys of one size of terminal write. */
export interface KeyBytes {
  readonly columns: number
  readonly rows: number
  /** Of all keys: what is written, and what whole lines would take of the same frames. */
  readonly median: number
  readonly medianOfLines: number
  /** Of the keys in the picker alone; 95th of a hundred. */
  readonly pickerP95: number
  readonly pickerP95OfLines: number
}

/** What frames cost, without a terminal. */
export interface FrameFigures {
  /** Milliseconds of CPU of a frame of 200 x 60 in which few lines changed, from the state to what is written. */
  readonly frameMs: number
  /** Of the same frame made anew and drawn with Ink. */
  readonly inkMs: number
  readonly keys: readonly KeyBytes[]
}

/** Measures in a process of its own, with React as the build has it. @param home a folder of its own */
export function frameFigures(home: string): FrameFigures {
  const child = fileURLToPath(new URL('./frames-child.ts', import.meta.url))
  const result = spawnSync(process.execPath, ['--import', 'tsx', child, home], {
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (result.status !== 0) throw new Error(`the bench of frames ended with ${result.status}`)
  return JSON.parse(result.stdout) as FrameFigures
}
