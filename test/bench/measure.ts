import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'

/** Middle value of a list of numbers. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** What a run of node prints. Throws when it does not exit with 0. */
export function outputOfNode(args: readonly string[], env: NodeJS.ProcessEnv): string {
  return runNode(args, env).stdout.toString()
}

/** Wall time of one run of node with these arguments, in milliseconds. Throws when it does not exit with 0. */
function timeNode(args: readonly string[], env: NodeJS.ProcessEnv): number {
  const start = performance.now()
  runNode(args, env)
  return performance.now() - start
}

function runNode(args: readonly string[], env: NodeJS.ProcessEnv) {
  const result = spawnSync(process.execPath, args, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  })
  if (result.status !== 0)
    throw new Error(`node ${args.join(' ')} ended with ${result.status}: ${result.stderr.toString()}`)
  return result
}

/**
 * Median wall times of several commands, run in turns so that a busy neighbour slows all of them alike.
 * @param rounds how often each is run, after one round to warm the file cache
 */
export function interleaved(
  commands: Record<string, readonly string[]>,
  env: NodeJS.ProcessEnv,
  rounds: number,
): Record<string, number> {
  const times = new Map<string, number[]>()
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, args] of Object.entries(commands)) {
      const ms = timeNode(args, env)
      if (round > 0) times.set(name, [...(times.get(name) ?? []), ms])
    }
  }
  return Object.fromEntries([...times].map(([name, list]) => [name, median(list)]))
}

/** Starts node and resolves with its first line on stdout. */
export async function startServer(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ pid: number; line: string; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let isEnding = false
  child.once('exit', (code, signal) => {
    if (!isEnding) console.error(`A server of the bench ended by itself: ${signal ?? code}`)
  })
  let text = ''
  for await (const chunk of child.stdout) {
    text += String(chunk)
    if (text.includes('\n')) break
  }
  if (child.pid === undefined) throw new Error('the server did not start')
  return {
    pid: child.pid,
    line: text.slice(0, text.indexOf('\n')),
    stop: async () => {
      isEnding = true
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** User and system time that a process has used, in milliseconds (Linux). */
export function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** User and system time of a process with all its children, those that have ended included, in milliseconds (Linux). */
export function familyCpuMs(pid: number): number {
  const statOf = (one: number): readonly number[] => {
    try {
      return (readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1] ?? '').split(' ').map(Number)
    } catch {
      // It has ended meanwhile.
      return []
    }
  }
  const sum = (fields: readonly number[]) => fields.slice(11, 15).reduce((all, ticks) => all + ticks, 0) * 10
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
  const children = stats.filter(([, parent]) => parent === pid)
  return [statOf(pid), ...children].reduce((all, fields) => all + sum(fields), 0)
}

/** Resident memory of a process in MiB (Linux). */
export function rssMiB(pid: number): number {
  const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(match?.[1]) / 1024
}
