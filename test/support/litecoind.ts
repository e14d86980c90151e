import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { outputScript } from '../../src/wallet/utxo/output-script.ts'
import { isExecutable } from './find-program.ts'
import { freePort } from './postgres.ts'

/* A node of Litecoin with a chain of its own (regtest), and an esplora over it. Both hear this machine alone. */

/** Debian's package; what stands on PATH there is a script that writes into the home of its user. */
const PROGRAM = '/usr/lib/litecoin/litecoind'

/** Blocks until a miner may spend. */
const MATURITY = 101

export interface LitecoinNode {
  /** Calls a method of its RPC. @throws Error with the node's code and message */
  call<T>(method: string, ...params: readonly unknown[]): Promise<T>
  /** Mines blocks. From block 432 on the node would want MWEB. */
  mine(blocks?: number): Promise<void>
  close(): Promise<void>
}

/** True where the program is installed. */
export function hasLitecoind(): boolean {
  return isExecutable(PROGRAM)
}

/** Starts a node with coins to send. */
export async function startLitecoind(): Promise<LitecoinNode> {
  const folder = mkdtempSync(join(tmpdir(), 'swapcli-litecoin-'))
  const port = await freePort()
  const options = [
    ...['-regtest', `-datadir=${folder}`, '-server=1', '-rpcuser=u', '-rpcpassword=p', `-rpcport=${port}`],
    ...['-rpcbind=127.0.0.1', '-rpcallowip=127.0.0.1', '-listen=0', '-connect=0', '-dns=0', '-dnsseed=0'],
    ...['-txindex=1', '-fallbackfee=0.0001', '-acceptnonstdtxn=0', '-printtoconsole=0'],
  ]
  const child = spawn(PROGRAM, options, { stdio: 'ignore' })
  let isGone = false
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => {
      isGone = true
      resolve()
    })
  })
  const headers = { authorization: `Basic ${Buffer.from('u:p').toString('base64')}` }
  const call = async <T>(method: string, ...params: readonly unknown[]): Promise<T> => {
    const body = JSON.stringify({ id: 1, method, params })
    const reply = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })
    const { result, error } = (await reply.json()) as { result: T; error: { code: number; message: string } | null }
    if (error !== null) throw new Error(`${error.code} ${error.message}`)
    return result
  }
  const close = async () => {
    if (!isGone) child.kill()
    await gone
    rmSync(folder, { recursive: true, force: true })
  }
  for (;;) {
    try {
      await call('getblockcount')
      break
    } catch {
      if (isGone) throw new Error('litecoind did not start')
      await wait(50)
    }
  }
  await call('createwallet', 'miner')
  const miner = await call<string>('getnewaddress')
  const mine = async (blocks = 1) => void (await call('generatetoaddress', blocks, miner))
  await mine(MATURITY)
  return { call, mine, close }
}

/** What an esplora says of the coins of an address. */
interface ListedCoin {
  readonly txid: string
  readonly vout: number
  readonly value: number
  readonly status: { readonly confirmed: boolean; readonly block_height?: number }
}

export interface NodeEsplora {
  readonly url: string
  /** Paths that were asked for. */
  readonly asked: readonly string[]
  /** Changes what is answered, as a source that is wrong. @default nothing is */
  lie: ((coins: readonly ListedCoin[]) => readonly ListedCoin[]) | undefined
  close(): Promise<void>
}

/** What waits for a block, or is in the last one, and spends an output. */
async function findSpender(node: LitecoinNode, txid: string, vout: number) {
  type Spending = { readonly txid: string; readonly vin: readonly { readonly txid?: string; readonly vout?: number }[] }
  const waiting = await node.call<readonly string[]>('getrawmempool')
  const unmined = await Promise.all(waiting.map((id) => node.call<Spending>('getrawtransaction', id, true)))
  const block = await node.call<{ readonly tx: readonly Spending[] }>(
    'getblock',
    await node.call('getbestblockhash'),
    2,
  )
  const spends = ({ vin }: Spending) => vin.some((input) => input.txid === txid && input.vout === vout)
  const spender = [...unmined, ...block.tx].find(spends)
  if (spender === undefined) return { spent: false }
  return { spent: true, txid: spender.txid, status: { confirmed: !unmined.includes(spender) } }
}

/** Serves the calls of an esplora from a node. Addresses are those of Litecoin's main chain, which have the same scripts. */
export async function startEsplora(node: LitecoinNode): Promise<NodeEsplora> {
  const asked: string[] = []
  const answer = async (path: string): Promise<string | undefined> => {
    const [, spent, vout] = /^\/api\/tx\/([0-9a-f]+)\/outspend\/([0-9]+)$/.exec(path) ?? []
    if (spent !== undefined) return JSON.stringify(await findSpender(node, spent, Number(vout)))
    const [, what = '', id = ''] =
      /^\/api\/(address|tx|fee-estimates)(?:\/([0-9A-Za-z]+)\/(?:utxo|hex))?$/.exec(path) ?? []
    if (what === 'fee-estimates') return '{}'
    if (what === 'tx') return node.call<string>('getrawtransaction', id)
    const script = outputScript('litecoin', id)?.script
    if (what !== 'address' || script === undefined) return undefined
    const { unspents } = await node.call<{
      unspents: readonly { txid: string; vout: number; amount: number; height: number }[]
    }>('scantxoutset', 'start', [`raw(${Buffer.from(script).toString('hex')})`])
    const coins: ListedCoin[] = []
    for (const { txid, vout, amount, height } of unspents) {
      // What a transaction that waits for a block spends is spent.
      if ((await node.call('gettxout', txid, vout, true)) === null) continue
      const status = { confirmed: true, block_height: height }
      coins.push({ txid, vout, value: Math.round(amount * 1e8), status })
    }
    return JSON.stringify(esplora.lie?.(coins) ?? coins)
  }
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    void answer(path).then(
      (body) => response.writeHead(body === undefined ? 404 : 200).end(body),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const esplora: NodeEsplora = {
    url: `http://127.0.0.1:${port}/api`,
    asked,
    lie: undefined,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
  return esplora
}
