import * as z from 'zod'
import { isEvmAddress, toChecksumAddress } from '../../core/assets/addresses/evm.ts'
import type { Catalog, CatalogAsset, CatalogChain } from '../../core/assets/catalog.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import type { Clock } from '../../core/ports.ts'
import { RpcError } from '../../core/evm/chain-rpc.ts'
import { SwapError } from '../../core/api/errors.ts'
import { symbolTable, symbolWarnings } from '../../core/assets/look-alikes.ts'
import { ProviderError } from '../../providers/index.ts'
import type { Store } from '../../store/index.ts'
import { RpcSettingError, type ServiceRpc } from '../providers/chain-rpc.ts'
import { readTokenContract, type TokenReading } from './token-contract.ts'

/*
 * Tokens of EVM chains that the catalog lacks, as their contracts describe themselves. Each is read once and kept in the
 * store. They are found by their address alone: a symbol never means one of them, because anybody can make a token with
 * any symbol.
 */

/** What became of looking for a token that the catalog lacks. */
export type TokenLookup =
  | {
      readonly kind: 'token'
      readonly asset: CatalogAsset
      /** What to look at twice before it is swapped: at least that it is unlisted, with its whole address. */
      readonly lookTwice: readonly string[]
    }
  | NoToken

/** Why there is no such token. */
export interface NoToken {
  readonly kind: 'none'
  /** SERVICE_UNAVAILABLE where it is not known whether there is such a token. */
  readonly code: 'VALIDATION_ERROR' | 'SERVICE_UNAVAILABLE'
  /** The second half of a sentence about its address. */
  readonly why: string
  readonly retryAfterSec?: number
}

/** The tokens that the catalog lacks. */
export interface UnlistedTokens {
  /** The token as it was read before, in this process or another; no node is asked. */
  kept(chain: CatalogChain, address: string): Promise<CatalogAsset | undefined>
  /** The token as it was read before, or else as its contract describes it now. */
  find(chain: CatalogChain, address: string, signal?: AbortSignal): Promise<TokenLookup>
  /** The same, where it must be there. @throws VALIDATION_ERROR SERVICE_UNAVAILABLE with the reason */
  get(chain: CatalogChain, address: string): Promise<CatalogAsset>
}

export interface UnlistedTokensParts {
  readonly store: Pick<Store, 'documents'>
  readonly catalog: Pick<Catalog, 'assets'>
  readonly clock: Pick<Clock, 'now'>
  /** Opens the nodes of the chains. */
  readonly rpc: () => Promise<Pick<ServiceRpc, 'atOneNode'>>
}

const KEY_PREFIX = 'token:'

/** How long it is remembered that an address is no token, in milliseconds: a contract may be deployed there later. */
const NO_TOKEN_MS = 30_000
/** Most addresses that are remembered to be none; the oldest goes first. */
const MOST_REMEMBERED = 1_000

const keptSchema = z.object({ symbol: z.string(), name: z.string(), decimals: z.number().int().min(0).max(36) })

/** Looks after the tokens that the catalog lacks. */
export function createUnlistedTokens({ store, catalog, clock, rpc }: UnlistedTokensParts): UnlistedTokens {
  const reads = new Map<string, SharedRead>()
  const noTokens = new Map<string, { readonly reading: NoReading; readonly untilMs: number }>()
  const kept = async (chain: CatalogChain, address: string): Promise<CatalogAsset | undefined> => {
    if (!isContractPlace(chain, address)) return undefined
    const parsed = keptSchema.safeParse((await store.documents.get(keyOf(chain, address)))?.doc)
    return parsed.success ? toAsset(chain, address, parsed.data) : undefined
  }
  const described = async (chain: CatalogChain, asset: CatalogAsset): Promise<TokenLookup> => {
    const table = symbolTable([...(await catalog.assets(chain.key)), asset])
    return { kind: 'token', asset, lookTwice: warningsOf(chain, asset, symbolWarnings(asset.symbol, table)) }
  }
  const read = async (chain: CatalogChain, address: string, signal: AbortSignal): Promise<TokenReading> => {
    const exact = toChecksumAddress(address)
    return (await rpc()).atOneNode(chain.key, signal, (node) => readTokenContract(node, exact))
  }
  const remember = (key: string, reading: NoReading): void => {
    const [oldest] = noTokens.keys()
    if (noTokens.size >= MOST_REMEMBERED && oldest !== undefined) noTokens.delete(oldest)
    noTokens.delete(key)
    noTokens.set(key, { reading, untilMs: clock.now() + NO_TOKEN_MS })
  }
  /** One read for all who ask for a token at the same moment; it goes on while one of them waits. */
  const readOnce = async (chain: CatalogChain, address: string, signal: AbortSignal): Promise<TokenReading> => {
    const key = keyOf(chain, address)
    const known = noTokens.get(key)
    if (known !== undefined && clock.now() < known.untilMs) return known.reading
    const shared = reads.get(key) ?? startRead(key, chain, address)
    shared.waiting += 1
    try {
      return await untilAborted(shared.reading, signal)
    } finally {
      shared.waiting -= 1
      if (shared.waiting === 0) {
        shared.stop.abort()
        if (reads.get(key) === shared) reads.delete(key)
      }
    }
  }
  const startRead = (key: string, chain: CatalogChain, address: string): SharedRead => {
    const stop = new AbortController()
    const reading = read(chain, address, stop.signal).then((found) => {
      if (found.kind === 'none') remember(key, found)
      return found
    })
    const shared: SharedRead = { reading, stop, waiting: 0 }
    // Nobody may wait for it any more when it fails.
    reading.catch(() => undefined)
    reads.set(key, shared)
    return shared
  }
  const find = async (
    chain: CatalogChain,
    address: string,
    signal = new AbortController().signal,
  ): Promise<TokenLookup> => {
    if (!isContractPlace(chain, address)) {
      return { kind: 'none', code: 'VALIDATION_ERROR', why: 'no other token of this chain can be read' }
    }
    const known = await kept(chain, address)
    if (known !== undefined) return described(chain, known)
    const reading = await readOnce(chain, address, signal).catch((error: unknown) =>
      signal.aborted ? unavailable('the call was given up before it was read') : notRead(chain, error),
    )
    if (reading.kind === 'none') return { code: 'VALIDATION_ERROR', ...reading }
    const { symbol, name, decimals } = reading
    await store.documents.put(keyOf(chain, address), { symbol, name, decimals }, 0)
    // Another process may have been first: what it kept is what its quotes were made with.
    return described(chain, (await kept(chain, address)) ?? toAsset(chain, address, reading))
  }
  return {
    kept,
    find,
    get: async (chain, address) => {
      const found = await find(chain, address)
      if (found.kind === 'none') throw failureOf(chain, address, found)
      return found.asset
    },
  }
}

type NoReading = Extract<TokenReading, { kind: 'none' }>

interface SharedRead {
  readonly reading: Promise<TokenReading>
  readonly stop: AbortController
  /** How many wait for it. */
  waiting: number
}

/** A result, or the reason of the signal when that comes first. */
async function untilAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  let leave = (): void => undefined
  const aborted = new Promise<never>((_, reject) => {
    leave = () => reject(new Error('The read was given up'))
    signal.addEventListener('abort', leave, { once: true })
  })
  try {
    return await Promise.race([result, aborted])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

function failureOf(chain: CatalogChain, address: string, { code, why, retryAfterSec }: NoToken): SwapError {
  return new SwapError(code, `The catalog has no ${cleanText(address, 60)} on ${chain.name}, and ${why}`, {
    ...(retryAfterSec === undefined ? {} : { retryAfterSec }),
    ...(code === 'SERVICE_UNAVAILABLE'
      ? { hint: `Try again, or name another RPC: swapcli config set rpc.${chain.key} <url>` }
      : {}),
  })
}

function isContractPlace(chain: CatalogChain, address: string): boolean {
  return chain.type === 'EVM' && chain.addressFamily === 'evm' && isEvmAddress(address)
}

function keyOf(chain: CatalogChain, address: string): string {
  return `${KEY_PREFIX}${chain.key}:${address.toLowerCase()}`
}

function toAsset(
  chain: CatalogChain,
  address: string,
  { symbol, name, decimals }: z.infer<typeof keptSchema>,
): CatalogAsset {
  const exact = toChecksumAddress(address)
  return {
    chain: chain.key,
    address: exact,
    symbol,
    altSymbols: [],
    name,
    decimals,
    image: '',
    isNative: false,
    caip19: chain.caip2 === null ? null : `${chain.caip2}/erc20:${exact}`,
    // It was never added to the catalog, so it is never new there.
    addedAt: 0,
    unlisted: true,
  }
}

function warningsOf(chain: CatalogChain, asset: CatalogAsset, ofSymbol: readonly string[]): readonly string[] {
  const { address, symbol } = asset
  return [
    `${symbol} is unlisted: ${chain.key}:${address} is known only by what that contract says of itself`,
    ...ofSymbol.map((warning) => `${symbol} is unlisted: ${warning}`),
  ]
}

function notRead(chain: CatalogChain, error: unknown): NoToken {
  if (error instanceof RpcSettingError && error.setting === 'missing') {
    const why = `no RPC of ${chain.name} is known that could say more: swapcli config set rpc.${chain.key} <url>`
    return { kind: 'none', code: 'VALIDATION_ERROR', why }
  }
  if (error instanceof ProviderError) {
    return unavailable(`its contract could not be read: ${error.message}`, error.retryAfterSec)
  }
  if (error instanceof RpcError) {
    return unavailable(`its contract could not be read: the RPC of ${chain.name} answered ${error.message}`)
  }
  throw error
}

function unavailable(why: string, retryAfterSec?: number): NoToken {
  return { kind: 'none', code: 'SERVICE_UNAVAILABLE', why, ...(retryAfterSec === undefined ? {} : { retryAfterSec }) }
}
