import { isSafeBaseUrl } from '../core/base-url.ts'
import * as z from 'zod'
import type { Clock } from '../core/context.ts'
import {
  type ProviderHttp,
  ProviderError,
  type ProviderManifest,
  type ReceiptReport,
  type TokenTransfer,
} from '../providers/provider.ts'
import type { ProviderConnections } from './provider-connections.ts'
import { PUBLIC_RPC_URLS } from '../core/public-rpc-urls.ts'

/** Longest wait for one RPC, its repetitions included, in milliseconds: two fit into the deadline of one status call. */
const RPC_DEADLINE_MS = 4_000
/** Largest receipt that is read, in bytes: one with thousands of log entries. */
const MAX_RECEIPT_BYTES = 4 * 1024 * 1024
/** Topic of the event Transfer(address indexed from, address indexed to, uint256 value). */
const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const hex = z.string().regex(/^0x[0-9a-fA-F]*$/)

/** Reply to eth_getTransactionReceipt, https://ethereum.github.io/execution-apis; only what is used. */
const replySchema = z.object({
  result: z
    .looseObject({
      transactionHash: hex,
      status: z.enum(['0x0', '0x1']),
      logs: z.array(z.looseObject({ address: hex, topics: z.array(hex), data: hex })),
    })
    .nullable(),
})

export interface ReceiptParts {
  readonly clock: Clock
  readonly connections: Pick<ProviderConnections, 'http'>
  /** `RPC` and a chain key give the URLs of the user's own RPCs of that chain, parted by commas, used instead of the public ones. */
  setting(providerKey: string, name: string): string | undefined
}

/**
 * What an EVM chain says about a transaction. RPCs are asked one after the other until one answers; when none does, or
 * none is known, the state is `unknown`.
 * @throws ProviderError unavailable for a setting that is no URL
 */
export async function readReceipt(
  parts: ReceiptParts,
  chainKey: string,
  hash: string,
  signal: AbortSignal,
): Promise<ReceiptReport> {
  for (const [index, url] of rpcUrls(parts, chainKey).entries()) {
    const report = await askRpc(parts, rpcManifest(chainKey, index, url), hash, signal)
    if (report !== undefined) return report
  }
  return { state: 'unknown' }
}

function rpcUrls(parts: ReceiptParts, chainKey: string): readonly string[] {
  const own = parts.setting('RPC', chainKey)
  if (own === undefined || own === '') {
    return Object.hasOwn(PUBLIC_RPC_URLS, chainKey) ? (PUBLIC_RPC_URLS[chainKey] ?? []) : []
  }
  const urls = own.split(/[\s,]+/).filter((text) => text !== '')
  if (!urls.every(isSafeBaseUrl)) {
    throw new ProviderError(
      'unavailable',
      `The setting for the RPC of ${chainKey} must be https addresses without query (http only for this machine)`,
    )
  }
  return urls
}

/** An RPC as the connections know providers: each has a circuit breaker of its own. */
function rpcManifest(chainKey: string, index: number, url: string): ProviderManifest {
  return {
    key: `RPC_${chainKey.toUpperCase().replaceAll('-', '_')}${index === 0 ? '' : `_${index + 1}`}`,
    name: `RPC of ${chainKey}`,
    image: '',
    type: 'SERVICE',
    hosts: [new URL(url).host],
    baseUrl: url,
    docs: 'https://ethereum.github.io/execution-apis',
  }
}

/** Undefined when the RPC gave no usable answer in time. */
async function askRpc(
  parts: ReceiptParts,
  manifest: ProviderManifest,
  hash: string,
  signal: AbortSignal,
): Promise<ReceiptReport | undefined> {
  const done = new AbortController()
  const late = new AbortController()
  const http = parts.connections.http(manifest, AbortSignal.any([signal, late.signal]))
  const waiting = parts.clock.sleep(RPC_DEADLINE_MS, done.signal).then(
    () => late.abort(new ProviderError('timeout', `No answer within ${RPC_DEADLINE_MS / 1000} s`)),
    () => undefined,
  )
  try {
    return await fetchReceipt(http, hash)
  } catch (error) {
    if (error instanceof ProviderError && !signal.aborted) return undefined
    throw error
  } finally {
    done.abort()
    await waiting
  }
}

async function fetchReceipt(http: ProviderHttp, hash: string): Promise<ReceiptReport | undefined> {
  const reply = await http.request({
    method: 'POST',
    path: '',
    readOnly: true,
    maxBytes: MAX_RECEIPT_BYTES,
    body: { jsonrpc: '2.0', id: 1, method: 'eth_getTransactionReceipt', params: [hash] },
  })
  const parsed = replySchema.safeParse(reply.body)
  if (reply.status !== 200 || !parsed.success) return undefined
  const { result } = parsed.data
  if (result === null) return { state: 'pending' }
  if (result.transactionHash.toLowerCase() !== hash.toLowerCase()) return undefined
  if (result.status === '0x0') return { state: 'reverted' }
  return { state: 'success', transfers: result.logs.flatMap(readTransfer) }
}

/** The transfer that a log entry tells; none for other events, NFT transfers (a fourth topic) included. */
function readTransfer(log: { address: string; topics: readonly string[]; data: string }): TokenTransfer[] {
  const [topic, from, to, more] = log.topics
  if (topic?.toLowerCase() !== TRANSFER_TOPIC || more !== undefined) return []
  const wordOk = (word: string | undefined): word is string => word?.length === 66
  if (!wordOk(from) || !wordOk(to) || !wordOk(log.data)) return []
  return [{ token: log.address.toLowerCase(), from: addressOf(from), to: addressOf(to), amount: BigInt(log.data) }]
}

function addressOf(word: string): string {
  return `0x${word.slice(-40).toLowerCase()}`
}
