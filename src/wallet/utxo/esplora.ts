import * as z from 'zod'
import { fromHex } from '../../core/assets/addresses/codecs.ts'
import { SwapError } from '../../core/api/errors.ts'
import type { HttpFetch } from '../../core/ports.ts'
import { parseJson } from '../../core/text/parse-json.ts'
import { BodyTooLarge, readText } from '../../core/text/read-body.ts'
import { refusalFor } from '../refusal.ts'
import { type Coin, outpointOf } from './plan.ts'
import { type RawTransaction, readTransaction } from './raw-transaction.ts'

/** What is read of a Bitcoin-like chain. Whoever answers learns the address. */
export interface CoinSource {
  /** Unspent outputs of an address that are in a block. @throws SERVICE_UNAVAILABLE, WALLET_REFUSED where one is listed twice */
  readCoins(address: string): Promise<readonly Coin[]>
  /** The bytes of a transaction. @throws SERVICE_UNAVAILABLE */
  readTransaction(txid: string): Promise<Uint8Array>
  /** The same; undefined for one that the source does not know. @throws SERVICE_UNAVAILABLE */
  findTransaction(txid: string): Promise<Uint8Array | undefined>
  /** What spends an output; undefined where nothing is known to. @throws SERVICE_UNAVAILABLE */
  findSpender(coin: Pick<Coin, 'txid' | 'vout'>): Promise<Spender | undefined>
  /** Estimated fee for the next block, base units a byte; undefined where there is no estimate. @throws SERVICE_UNAVAILABLE */
  readFeeRate(): Promise<number | undefined>
}

/** A transaction that spends an output. */
export interface Spender {
  /** 64 hex digits, as people write it. */
  readonly txid: string
  /** True once it is in a block. */
  readonly isConfirmed: boolean
}

/** Most bytes of an answer: a transaction of the largest size that nodes pass on, written in hex. */
const MAX_BYTES = 4 * 1024 * 1024

const txidSchema = z.string().regex(/^[0-9a-f]{64}$/)
const statusSchema = z.object({ confirmed: z.boolean() })

const coinsSchema = z.array(
  z.object({
    txid: txidSchema,
    vout: z.int().min(0).max(0xffff_ffff),
    value: z.int().min(0),
    status: statusSchema,
  }),
)

const spenderSchema = z.union([
  z.object({ spent: z.literal(false) }),
  z.object({ spent: z.literal(true), txid: txidSchema, status: statusSchema }),
])

/** By the number of blocks; an entry may be anything where there is no estimate. */
const estimatesSchema = z.record(z.string(), z.unknown())

/**
 * Reads coins by the HTTP API of esplora, which electrs and mempool servers have too:
 * https://github.com/Blockstream/esplora/blob/master/API.md
 * @param baseUrl without a slash at its end: `https://host/api`
 * @param signal ends the calls
 */
export function openEsplora(fetch: HttpFetch, chainKey: string, baseUrl: string, signal: AbortSignal): CoinSource {
  /** Undefined for what there is not. */
  const find = async (path: string): Promise<string | undefined> => {
    try {
      const request = { method: 'GET', headers: { accept: '*/*' }, redirect: 'manual', signal } as const
      const reply = await fetch(`${baseUrl}${path}`, request)
      const text = await readText(reply.body, MAX_BYTES)
      if (reply.status === 200) return text
      if (reply.status === 404) return undefined
      throw unreadable(chainKey, `it answered with status ${reply.status}`)
    } catch (error) {
      if (error instanceof SwapError) throw error
      throw unreadable(chainKey, error instanceof BodyTooLarge ? 'its answer is too large' : 'it did not answer', error)
    }
  }
  const read = async (path: string): Promise<string> => {
    const text = await find(path)
    if (text !== undefined) return text
    throw unreadable(chainKey, 'it answered with status 404')
  }
  const parseAs = <T>(schema: z.ZodType<T>, text: string): T => {
    const parsed = schema.safeParse(parseJson(text))
    if (parsed.success) return parsed.data
    throw unreadable(chainKey, 'its answer cannot be read')
  }
  const bytesOf = (text: string): Uint8Array => {
    if (/^(?:[0-9a-f]{2})+$/.test(text.trim())) return fromHex(text.trim())
    throw unreadable(chainKey, 'its answer cannot be read')
  }
  return {
    readCoins: async (address) => {
      const found = parseAs(coinsSchema, await read(`/address/${address}/utxo`))
      const seen = new Set<string>()
      for (const coin of found) {
        const outpoint = outpointOf(coin)
        if (seen.has(outpoint)) throw lyingEsplora(`it lists the coin ${outpoint} twice`)
        seen.add(outpoint)
      }
      return found
        .filter(({ status }) => status.confirmed)
        .map(({ txid, vout, value }) => ({ txid, vout, units: BigInt(value) }))
    },
    readTransaction: async (txid) => bytesOf(await read(`/tx/${txid}/hex`)),
    findTransaction: async (txid) => {
      const text = await find(`/tx/${txid}/hex`)
      return text === undefined ? undefined : bytesOf(text)
    },
    findSpender: async ({ txid, vout }) => {
      const text = await find(`/tx/${txid}/outspend/${vout}`)
      const said = text === undefined ? undefined : parseAs(spenderSchema, text)
      return said?.spent === true ? { txid: said.txid, isConfirmed: said.status.confirmed } : undefined
    },
    readFeeRate: async () => {
      const estimates = parseAs(estimatesSchema, await read('/fee-estimates'))
      const rate = [estimates['1'], estimates['2']].find(isRate)
      return rate === undefined ? undefined : Math.ceil(rate)
    },
  }
}

function isRate(estimate: unknown): estimate is number {
  return typeof estimate === 'number' && Number.isFinite(estimate) && estimate > 0
}

/**
 * Reads the bytes that an esplora gave for a transaction.
 * @returns undefined for a form that is not read here
 * @throws WALLET_REFUSED for the bytes of another transaction
 */
export function readNamed(txid: string, bytes: Uint8Array): RawTransaction | undefined {
  const read = readTransaction(bytes)
  if (read !== undefined && read.txid !== txid) throw lyingEsplora(`the bytes of ${txid} are those of ${read.txid}`)
  return read
}

/** What an esplora says cannot be true. @param what a clause */
export function lyingEsplora(what: string): SwapError {
  return refusalFor(
    'nodes',
    `The esplora that is set is not to be believed: ${what}`,
    'Nothing was written. Set another one: swapcli config set esplora.CHAIN URL',
  )
}

function unreadable(chainKey: string, why: string, cause?: unknown): SwapError {
  return new SwapError('SERVICE_UNAVAILABLE', `The esplora that is set for ${chainKey} cannot be used: ${why}`, {
    hint: `Try again, or set another one: swapcli config set esplora.${chainKey} URL`,
    cause,
  })
}
