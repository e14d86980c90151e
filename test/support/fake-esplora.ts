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
  /** Spends all coins in one transaction. @returns its id */
  spendAll(to: FakeSpending): string
  /** Forgets all coins and transactions, as if no chain had them. */
  forgetAll(): void
  /** Adds a coin of an address. @param units base units */
  add(family: string, address: string, units: bigint): void
}

/** What spends all coins of a fake esplora. */
interface FakeSpending {
  readonly family: string
  readonly address: string
  /** False while it is in no block. @default true */
  readonly isConfirmed?: boolean
}

interface FakeCoin {
  readonly address: string
  readonly txid: string
  readonly units: bigint
}

const sha256d = (bytes: Uint8Array) => createHash('sha256').update(createHash('sha256').update(bytes).digest()).digest()

function little(value: bigint, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  for (let at = 0; at < bytes; at++) buffer[at] = Number((value >> BigInt(8 * at)) & 0xffn)
  return buffer
}

/** A transaction of one output. @param spent ids of transactions whose outputs it spends, and their places */
function transactionOf(spent: readonly (readonly [string, number])[], script: Uint8Array, units: bigint): Buffer {
  const inputs = spent.map(([txid, vout]) =>
    Buffer.concat([
      ...[Buffer.from(txid, 'hex').reverse(), little(BigInt(vout), 4)],
      ...[Buffer.from([0]), little(0xffffffffn, 4)],
    ]),
  )
  return Buffer.concat([
    ...[little(1n, 4), Buffer.from([inputs.length]), ...inputs],
    ...[Buffer.from([1]), little(units, 8), Buffer.from([script.length]), Buffer.from(script), little(0n, 4)],
  ])
}

function scriptOf(family: string, address: string): Uint8Array {
  const script = outputScript(family, address)?.script
  if (script === undefined) throw new Error(`no address of ${family}: ${address}`)
  return script
}

export function createFakeEsplora(): FakeEsplora {
  const asked: string[] = []
  const coins: FakeCoin[] = []
  const spenders = new Map<FakeCoin, { readonly txid: string; readonly isConfirmed: boolean }>()
  const transactions = new Map<string, string>()
  let made = 0
  const note = (bytes: Buffer): string => {
    const txid = sha256d(bytes).reverse().toString('hex')
    transactions.set(txid, bytes.toString('hex'))
    return txid
  }
  const answer = (path: string): string | undefined => {
    if (path === '/fee-estimates') return JSON.stringify(esplora.feeRate === undefined ? {} : { '1': esplora.feeRate })
    const [, address] = /^\/address\/(\w+)\/utxo$/.exec(path) ?? []
    const [, txid] = /^\/tx\/(\w+)\/hex$/.exec(path) ?? []
    if (txid !== undefined) return transactions.get(txid)
    const [, spentTxid] = /^\/tx\/(\w+)\/outspend\/0$/.exec(path) ?? []
    if (spentTxid !== undefined) {
      const coin = coins.find((one) => one.txid === spentTxid)
      const spender = coin === undefined ? undefined : spenders.get(coin)
      if (spender === undefined) return JSON.stringify({ spent: false })
      return JSON.stringify({ spent: true, txid: spender.txid, vin: 0, status: { confirmed: spender.isConfirmed } })
    }
    const found = coins.filter((coin) => coin.address === address && !spenders.has(coin))
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
    spendAll: ({ family, address, isConfirmed = true }) => {
      const spent = coins.filter((coin) => !spenders.has(coin))
      const inputs = spent.map(({ txid }) => [txid, 0] as const)
      const txid = note(transactionOf(inputs, scriptOf(family, address), 1_000n))
      for (const coin of spent) spenders.set(coin, { txid, isConfirmed })
      return txid
    },
    forgetAll: () => {
      coins.length = 0
      transactions.clear()
    },
    add: (family, address, units) => {
      const txid = note(transactionOf([['07'.repeat(32), made++]], scriptOf(family, address), units))
      coins.push({ address, txid, units })
    },
  }
  return esplora
}
