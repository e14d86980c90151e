import { createHash } from 'node:crypto'
import { outputScript } from '../../src/wallet/utxo/output-script.ts'
import type { HttpFetch } from '../../src/core/ports.ts'

/* An esplora with coins that no chain has: each is paid by a transaction of its own, whose bytes are right. */

export interface FakeEsplora {
  readonly fetch: HttpFetch
  /** Paths that were asked for. */
  readonly asked: readonly string[]
  /** Base units a byte for the next block; undefined for no estimate. */
  feeRate: number | undefined
  /** Takes the coins away, as a transaction that spends them does. */
  spendAll(): void
  /** Adds a coin of an address. @param units base units */
  add(family: string, address: string, units: bigint): void
}

const sha256d = (bytes: Uint8Array) => createHash('sha256').update(createHash('sha256').update(bytes).digest()).digest()

function little(value: bigint, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  for (let at = 0; at < bytes; at++) buffer[at] = Number((value >> BigInt(8 * at)) & 0xffn)
  return buffer
}

/** A transaction of one made-up input and one output. */
function payingTransaction(number: number, script: Uint8Array, units: bigint): Buffer {
  return Buffer.concat([
    ...[
      little(1n, 4),
      Buffer.from([1]),
      Buffer.alloc(32, 7),
      little(BigInt(number), 4),
      Buffer.from([0]),
      little(0xffffffffn, 4),
    ],
    ...[Buffer.from([1]), little(units, 8), Buffer.from([script.length]), Buffer.from(script), little(0n, 4)],
  ])
}

export function createFakeEsplora(): FakeEsplora {
  const asked: string[] = []
  const coins: { readonly address: string; readonly txid: string; readonly units: bigint; isSpent: boolean }[] = []
  const transactions = new Map<string, string>()
  const answer = (path: string): string | undefined => {
    if (path === '/fee-estimates') return JSON.stringify(esplora.feeRate === undefined ? {} : { '1': esplora.feeRate })
    const [, address] = /^\/address\/(\w+)\/utxo$/.exec(path) ?? []
    const [, txid] = /^\/tx\/(\w+)\/hex$/.exec(path) ?? []
    if (txid !== undefined) return transactions.get(txid)
    const found = coins.filter((coin) => coin.address === address && !coin.isSpent)
    return JSON.stringify(
      found.map((coin) => ({ txid: coin.txid, vout: 0, value: Number(coin.units), status: { confirmed: true } })),
    )
  }
  const esplora: FakeEsplora = {
    asked,
    feeRate: 20,
    fetch: (url) => {
      const path = url.replace('https://esplora.test', '')
      asked.push(path)
      const text = answer(path)
      return Promise.resolve(new Response(text ?? 'not found', { status: text === undefined ? 404 : 200 }))
    },
    spendAll: () => {
      for (const coin of coins) coin.isSpent = true
    },
    add: (family, address, units) => {
      const script = outputScript(family, address)?.script
      if (script === undefined) throw new Error(`no address of ${family}: ${address}`)
      const bytes = payingTransaction(coins.length, script, units)
      const txid = sha256d(bytes).reverse().toString('hex')
      coins.push({ address, txid, units, isSpent: false })
      transactions.set(txid, bytes.toString('hex'))
    },
  }
  return esplora
}
