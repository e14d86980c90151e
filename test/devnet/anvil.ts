import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { createTestClient, custom, defineChain, publicActions, RpcRequestError, walletActions } from 'viem'
import { findProgram, isExecutable } from '../support/find-program.ts'
import { postJson } from '../support/post-json.ts'

const PACKAGED = join(import.meta.dirname, '../../node_modules/.bin/anvil')

/**
 * Path of the anvil binary: `SWAPCLI_ANVIL`, else the npm package of this platform, else PATH.
 * @throws Error that says what to install
 */
export function anvilBinary(): string {
  const named = process.env['SWAPCLI_ANVIL']
  if (named !== undefined && named !== '') {
    if (isExecutable(named)) return named
    throw new Error(`SWAPCLI_ANVIL names ${named}, which cannot be executed`)
  }
  const found = isExecutable(PACKAGED) ? PACKAGED : findProgram(['anvil'])
  if (found !== undefined) return found
  throw new Error(
    'No anvil: on Linux x64 run `npm ci`, elsewhere install Foundry (https://getfoundry.sh) or name the binary in SWAPCLI_ANVIL',
  )
}

/** What the binary says of its version, one line. */
export function anvilVersion(): string {
  return execFileSync(anvilBinary(), ['--version'], { encoding: 'utf8' }).replaceAll(/\s+/g, ' ').trim()
}

/** How to start a node. */
export type AnvilOptions = {
  readonly chainId: number
  /** Seconds between blocks, fractions allowed; without it every transaction is mined at once. */
  readonly blockTimeSec?: number
  /** State file to start from. */
  readonly loadState?: string
  /** State file to write when the node stops. */
  readonly dumpState?: string
  /** Further arguments of the binary. */
  readonly args?: readonly string[]
}

/** A running node. */
export type Anvil = {
  readonly url: string
  readonly chainId: number
  readonly pid: number
  readonly client: DevClient
  /** Ends the node and waits until it is gone. */
  stop(): Promise<void>
}

/** Test, public and wallet actions on one node. */
export type DevClient = ReturnType<typeof devClient>

/** Calls that add blocks or take them back. A block that anvil mines while it takes others back leaves a gap in the chain for good. */
const CHANGES_BLOCKS = new Set(['anvil_mine', 'anvil_reorg', 'evm_revert'])

/** A client that polls fast, caches nothing, and changes blocks by one call at a time; it signs for `chainId` whatever the node says. */
export function devClient(url: string, chainId: number) {
  let changed: Promise<unknown> = Promise.resolve()
  const request = (call: Call) => {
    if (!CHANGES_BLOCKS.has(call.method)) return ask(url, call)
    const next = () => ask(url, call)
    const answer = changed.then(next, next)
    changed = answer
    return answer
  }
  const chain = defineChain({
    id: chainId,
    name: `devnet ${chainId}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })
  return createTestClient({
    mode: 'anvil',
    chain,
    transport: custom({ request }, { methods: { exclude: ['eth_fillTransaction'] } }),
    pollingInterval: 20,
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions)
}

type Call = { readonly method: string; readonly params?: unknown }

/** What a node answers. @throws RpcRequestError for an error of its own */
async function ask(url: string, { method, params = [] }: Call): Promise<unknown> {
  const body = { jsonrpc: '2.0', id: 1, method, params }
  const { result, error } = (await postJson(url, body)) as Partial<Answer>
  if (error !== undefined) throw new RpcRequestError({ body, error, url })
  return result
}

type Answer = { readonly result: unknown; readonly error: { readonly code: number; readonly message: string } }

/**
 * Starts a node on a free port of the loopback interface; it ends with this process at the latest.
 * @throws Error with what the node printed when it does not start
 */
export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  const { chainId, blockTimeSec, loadState, dumpState, args = [] } = options
  const child = spawn(
    anvilBinary(),
    [
      ...['--host', '127.0.0.1', '--port', '0', '--chain-id', String(chainId)],
      ...(blockTimeSec === undefined ? [] : ['--block-time', String(blockTimeSec)]),
      ...(loadState === undefined ? [] : ['--load-state', loadState]),
      ...(dumpState === undefined ? [] : ['--dump-state', dumpState]),
      ...args,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  void ended.then(() => process.off('exit', kill))
  const url = `http://${await listening(child)}`
  return {
    url,
    chainId,
    pid: child.pid ?? 0,
    client: devClient(url, chainId),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Host and port that the node names once it listens. */
async function listening(child: ChildProcessByStdio<null, Readable, Readable>): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    const read = (chunk: Buffer) => {
      printed += chunk.toString()
      const address = /Listening on (\S+)/.exec(printed)?.[1]
      if (address === undefined) return
      child.stdout.off('data', read).resume()
      child.stderr.off('data', read).resume()
      resolve(address)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('error', reject)
    child.once('close', (code) => reject(new Error(`anvil ended with ${code ?? 'a signal'}: ${printed.slice(-2000)}`)))
  })
}
