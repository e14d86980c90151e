import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PROGRAM } from '../support/built-program.ts'
import { checkCrash, type CrashVerdict, paperPayments } from './crash-check.ts'
import { fastFolder } from './damage.ts'
import { openProgramWorker, type ProgramWorker } from './program-worker.ts'
import { sampleEnv } from './sample-home.ts'
import { buildShim, counted, meet } from './shim.ts'

/** Who of the two is killed. */
export type Killed = 'server' | 'client'

/** Of one kill over the wire. */
export interface WireResult extends CrashVerdict {
  readonly killed: Killed
  /** Number of the operation on files before which it was killed. */
  readonly at: number
}

/** How kills over the wire are tried. */
export interface WireRun {
  /** Every how many-th operation. */
  readonly every: number
  /** How many processes work at a time. */
  readonly workers: number
  onResult(result: WireResult): void
}

const swap = (api: string) => [
  ...['swap', '60', 'ethereum:USDC', 'base:ETH', '--provider', 'SANDBOX_BRIDGE', '--yes', '--json', '--api', api],
]

/** A server and a client that swaps over it, each a process of the built program: one of them is killed at an operation. */
export async function proveWireKills(run: WireRun): Promise<void> {
  const shim = buildShim()
  const folder = await mkdtemp(join(fastFolder(), 'swapcli-wire-'))
  try {
    for (const killed of ['server', 'client'] as const) {
      let next = 1
      let isOver = false
      const work = async () => {
        const worker = openProgramWorker()
        try {
          while (!isOver) {
            const at = next
            next += run.every
            const place = join(folder, `${killed}-${at}`)
            const verdict = await killOne(worker, { place, shim, killed, at })
            await rm(place, { recursive: true, force: true })
            if (verdict === undefined) isOver = true
            else run.onResult({ killed, at, ...verdict })
          }
        } finally {
          worker.end()
        }
      }
      await Promise.all(Array.from({ length: run.workers }, work))
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Kill {
  readonly place: string
  readonly shim: string
  readonly killed: Killed
  readonly at: number
}

/** @returns undefined when it had ended before */
async function killOne(worker: ProgramWorker, { place, shim, killed, at }: Kill): Promise<CrashVerdict | undefined> {
  const [server, client] = [join(place, 'server'), join(place, 'client')]
  for (const folder of [server, client]) mkdirSync(join(folder, 'home'), { recursive: true, mode: 0o700 })
  const control = join(place, 'control')
  meet(control, { action: 'nothing', at: 0 })
  const watched = (folder: string) => ({ LD_PRELOAD: shim, PROOF_ROOT: folder, PROOF_CONTROL: control })
  const first = await startServer(server, '0', killed === 'server' ? watched(server) : {})
  meet(control, { action: 'kill', at })
  const swapping = spawn(process.execPath, [PROGRAM, ...swap(first.url)], {
    env: { ...sampleEnv(client), ...(killed === 'client' ? watched(client) : {}) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let told = ''
  for (const stream of [swapping.stdout, swapping.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (told += text))
  await once(swapping, 'close')
  const isKilled = counted(control) >= at
  await first.end()
  if (!isKilled) return undefined
  const second = await startServer(server, new URL(first.url).port, {})
  try {
    return await checkCrash(worker, {
      folder: client,
      env: { ...sampleEnv(client), SWAPCLI_API: first.url },
      nowMs: Date.now() + 2_000,
      resumes: true,
      acknowledged: {
        transactionIds: [...new Set(told.match(/\btx_[a-z0-9]{20,}\b/g) ?? [])],
        ...{ finals: [], settings: new Map<string, string>(), accounts: [], payments: 1 },
      },
      payments: async () => paperPayments(client),
    })
  } finally {
    await second.end()
  }
}

interface Server {
  readonly url: string
  end(): Promise<void>
}

async function startServer(folder: string, port: string, more: Readonly<Record<string, string>>): Promise<Server> {
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--port', port, '--json'], {
    env: { ...sampleEnv(folder), ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  const said = await Promise.race([firstLine(child), closed.then(() => undefined)])
  if (said === undefined) throw new Error('the server ended before it listened')
  const { url } = JSON.parse(said) as { readonly url: string }
  return {
    url,
    end: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      await closed
    },
  }
}

function firstLine({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    stdout?.setEncoding('utf8').on('data', (more: string) => {
      text += more
      if (text.includes('\n')) resolve(text)
    })
  })
}
