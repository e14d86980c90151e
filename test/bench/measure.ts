import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'

/** Middle value of a list of numbers. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Wall time of one run of node with these arguments, in milliseconds. Throws when it does not exit with `exitCode`. */
export function timeNode(args: readonly string[], env: NodeJS.ProcessEnv): number {
  const start = performance.now()
  const result = spawnSync(process.execPath, args, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  })
  const ms = performance.now() - start
  if (result.status !== 0)
    throw new Error(`node ${args.join(' ')} ended with ${result.status}: ${result.stderr.toString()}`)
  return ms
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
      if (child.exitCode !== null) return
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

/** Resident memory of a process in MiB (Linux). */
export function rssMiB(pid: number): number {
  const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(match?.[1]) / 1024
}

/**
 * Sends GET requests over `connections` kept-alive sockets until `total` answers have come.
 * @returns seconds it took
 */
export async function load(port: number, path: string, connections: number, total: number): Promise<number> {
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: keep-alive\r\n\r\n`)
  let sent = 0
  const start = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(port, '127.0.0.1')
      socket.setNoDelay(true)
      await once(socket, 'connect')
      const next = () => {
        if (sent >= total) return false
        sent += 1
        socket.write(request)
        return true
      }
      if (!next()) return
      let missing = -1
      let head = ''
      for await (const chunk of socket as AsyncIterable<Buffer>) {
        let bytes = chunk
        if (missing < 0) {
          head += bytes.toString('latin1')
          const end = head.indexOf('\r\n\r\n')
          if (end < 0) continue
          if (!head.startsWith('HTTP/1.1 200')) throw new Error(`unexpected answer: ${head.slice(0, 80)}`)
          missing = Number(/content-length: (\d+)/i.exec(head)?.[1])
          bytes = Buffer.from(head.slice(end + 4), 'latin1')
          head = ''
        }
        missing -= bytes.length
        if (missing > 0) continue
        missing = -1
        if (!next()) break
      }
      socket.destroy()
    }),
  )
  return (performance.now() - start) / 1000
}
