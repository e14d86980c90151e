import * as z from 'zod'
import { fromHex } from '../../core/assets/addresses/codecs.ts'
import { SwapError } from '../../core/api/errors.ts'
import type { HttpFetch } from '../../core/ports.ts'
import { parseJson } from '../../core/text/parse-json.ts'
import { BodyTooLarge, readText } from '../../core/text/read-body.ts'
import type { Coin } from './plan.ts'

/** What is read of a Bitcoin-like chain. Whoever answers learns the address. */
export interface CoinSource {
  /** Unspent outputs of an address that are in a block. @throws SERVICE_UNAVAILABLE */
  readCoins(address: string): Promise<readonly Coin[]>
  /** The bytes of a transaction. @throws SERVICE_UNAVAILABLE */
  readTransaction(txid: string): Promise<Uint8Array>
  /** Estimated fee for the next block, base units a byte; undefined where there is no estimate. @throws SERVICE_UNAVAILABLE */
  readFeeRate(): Promise<number | undefined>
}

/** Most bytes of an answer: a transaction of the largest size that nodes pass on, written in hex. */
const MAX_BYTES = 4 * 1024 * 1024

const coinsSchema = z.array(
  z.object({
    txid: z.string().regex(/^[0-9a-f]{64}$/),
    vout: z.int().min(0).max(0xffff_ffff),
    value: z.int().min(0),
    status: z.object({ confirmed: z.boolean() }),
  }),
)

const estimatesSchema = z.record(z.string(), z.number())

/**
 * Reads coins by the HTTP API of esplora, which electrs and mempool servers have too:
 * https://github.com/Blockstream/esplora/blob/master/API.md
 * @param baseUrl without a slash at its end: `https://host/api`
 * @param signal ends the calls
 */
export function openEsplora(fetch: HttpFetch, chainKey: string, baseUrl: string, signal: AbortSignal): CoinSource {
  const read = async (path: string): Promise<string> => {
    try {
      const request = { method: 'GET', headers: { accept: '*/*' }, redirect: 'manual', signal } as const
      const reply = await fetch(`${baseUrl}${path}`, request)
      const text = await readText(reply.body, MAX_BYTES)
      if (reply.status === 200) return text
      throw unreadable(chainKey, `it answered with status ${reply.status}`)
    } catch (error) {
      if (error instanceof SwapError) throw error
      throw unreadable(chainKey, error instanceof BodyTooLarge ? 'its answer is too large' : 'it did not answer', error)
    }
  }
  const readAs = async <T>(schema: z.ZodType<T>, path: string): Promise<T> => {
    const parsed = schema.safeParse(parseJson(await read(path)))
    if (parsed.success) return parsed.data
    throw unreadable(chainKey, 'its answer cannot be read')
  }
  return {
    readCoins: async (address) => {
      const found = await readAs(coinsSchema, `/address/${address}/utxo`)
      return found
        .filter(({ status }) => status.confirmed)
        .map(({ txid, vout, value }) => ({ txid, vout, units: BigInt(value) }))
    },
    readTransaction: async (txid) => {
      const text = (await read(`/tx/${txid}/hex`)).trim()
      if (/^(?:[0-9a-f]{2})+$/.test(text)) return fromHex(text)
      throw unreadable(chainKey, 'its answer cannot be read')
    },
    readFeeRate: async () => {
      const estimates = await readAs(estimatesSchema, '/fee-estimates')
      const rate = estimates['1'] ?? estimates['2']
      return rate === undefined || !(rate > 0) ? undefined : Math.ceil(rate)
    },
  }
}

function unreadable(chainKey: string, why: string, cause?: unknown): SwapError {
  return new SwapError('SERVICE_UNAVAILABLE', `The esplora that is set for ${chainKey} cannot be used: ${why}`, {
    hint: `Try again, or set another one: swapcli config set esplora.${chainKey} URL`,
    cause,
  })
}
