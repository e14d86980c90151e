import { MOST_DECIMALS } from '../../core/money/amount.ts'
import * as z from 'zod'
import { isEvmAddress, toChecksumAddress } from '../../core/assets/addresses/evm.ts'
import type { Catalog, CatalogAsset, CatalogChain } from '../../core/assets/catalog.ts'
import { defined } from '../../core/defined.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import { untilAborted } from '../../core/deadline.ts'
import { NodesDisagree } from '../../core/evm/agreement.ts'
import { readTokenDecimals } from '../../core/evm/token-decimals.ts'
import type { ChainRpc, Clock } from '../../core/ports.ts'
import { isWithin } from '../../core/stored-time.ts'
import { RpcError } from '../../core/evm/rpc-error.ts'
import { SwapError } from '../../core/api/errors.ts'
import { symbolTable, symbolWarnings } from '../../core/assets/look-alikes.ts'
import { ProviderError } from '../../providers/index.ts'
import type { Store } from '../../store/index.ts'
import { RpcSettingError, type ServiceRpc } from '../providers/chain-rpc.ts'
import { readTokenContract, type TokenReading } from './token-contract.ts'

/*
 * Tokens of EVM chains that the catalog lacks, as their contracts describe themselves. Each is read once and stored. They
 * are found by address only, never by symbol: anybody can deploy a token with any symbol.
 */

/** Result of looking up an unlisted token. */
export type TokenLookup =
  | {
      readonly kind: 'token'
      readonly asset: CatalogAsset
      /** What the user should check: at least that the token is unlisted, with its whole address. */
      readonly warnings: readonly string[]
    }
  | NoToken

/** Why there is no such token. */
interface NoToken {
  readonly kind: 'none'
  /** SERVICE_UNAVAILABLE when it is unknown whether the token exists. */
  readonly code: 'VALIDATION_ERROR' | 'SERVICE_UNAVAILABLE'
  /** A clause that follows a statement about the address and "and". */
  readonly why: string
  readonly retryAfterSec?: number
}

/** Lookup of unlisted tokens. */
export interface UnlistedTokens {
  /** The token as stored by an earlier lookup; sends no request. */
  readStored(chain: CatalogChain, address: string): Promise<CatalogAsset | undefined>
  /** The stored token, or else the token as its contract describes it now. */
  find(chain: CatalogChain, address: string, signal?: AbortSignal): Promise<TokenLookup>
  /** As `find`, for a token that must exist. @throws VALIDATION_ERROR SERVICE_UNAVAILABLE with the reason */
  get(chain: CatalogChain, address: string): Promise<CatalogAsset>
}

interface UnlistedTokensParts {
  readonly store: Pick<Store, 'documents'>
  readonly catalog: Pick<Catalog, 'assets'>
  readonly clock: Pick<Clock, 'now'>
  readonly rpc: () => Promise<Pick<ServiceRpc, 'atOneNode' | 'chainRpc'>>
}

const KEY_PREFIX = 'token:'

/** How long a negative result is cached, in milliseconds: a contract may be deployed at the address later. */
const NO_TOKEN_MS = 30_000
/** Most negative results in the cache; the oldest is dropped first. */
const MAX_CACHED = 1_000

const tokenSchema = z.object({
  symbol: z.string(),
  name: z.string(),
  decimals: z.number().int().min(0).max(MOST_DECIMALS),
})

export function createUnlistedTokens({ store, catalog, clock, rpc }: UnlistedTokensParts): UnlistedTokens {
  const reads = new Map<string, SharedRead>()
  const noTokens = new Map<string, { readonly reading: NoReading; readonly readAtMs: number }>()
  const readStored = async (chain: CatalogChain, address: string): Promise<CatalogAsset | undefined> => {
    if (!canHoldToken(chain, address)) return undefined
    const parsed = tokenSchema.safeParse((await store.documents.get(keyOf(chain, address)))?.doc)
    return parsed.success ? toAsset(chain, address, parsed.data) : undefined
  }
  const describe = async (chain: CatalogChain, asset: CatalogAsset): Promise<TokenLookup> => {
    const table = symbolTable([...(await catalog.assets(chain.key)), asset])
    return { kind: 'token', asset, warnings: warningsOf(chain, asset, symbolWarnings(asset.symbol, table)) }
  }
  const read = async (chain: CatalogChain, address: string, signal: AbortSignal): Promise<TokenReading> => {
    const exact = toChecksumAddress(address)
    const nodes = await rpc()
    const reading = await nodes.atOneNode(chain.key, signal, (node) => readTokenContract(node, exact))
    if (reading.kind === 'none') return reading
    const found = await nodes.chainRpc(chain.key, signal)
    return found.isOwn ? reading : agreeOnDecimals(chain, reading, found, exact)
  }
  const remember = (key: string, reading: NoReading): void => {
    const [oldest] = noTokens.keys()
    if (noTokens.size >= MAX_CACHED && oldest !== undefined) noTokens.delete(oldest)
    noTokens.delete(key)
    noTokens.set(key, { reading, readAtMs: clock.now() })
  }
  /** Shares one read among concurrent lookups of a token; aborts it when none of them waits any more. */
  const readOnce = async (chain: CatalogChain, address: string, signal: AbortSignal): Promise<TokenReading> => {
    const key = keyOf(chain, address)
    const known = noTokens.get(key)
    if (known !== undefined && isWithin(known.readAtMs, clock.now(), NO_TOKEN_MS)) return known.reading
    const shared = reads.get(key) ?? startRead(key, chain, address)
    shared.waiting += 1
    try {
      return await untilAborted(signal, shared.reading)
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
    reads.set(key, shared)
    return shared
  }
  const find = async (
    chain: CatalogChain,
    address: string,
    signal = new AbortController().signal,
  ): Promise<TokenLookup> => {
    if (!canHoldToken(chain, address)) {
      return { kind: 'none', code: 'VALIDATION_ERROR', why: 'unlisted tokens of this chain are not supported' }
    }
    const known = await readStored(chain, address)
    if (known !== undefined) return describe(chain, known)
    const reading = await readOnce(chain, address, signal).catch((error: unknown) =>
      signal.aborted ? unavailable('the call was cancelled before the token was read') : readFailure(chain, error),
    )
    if (reading.kind === 'none') return { code: 'VALIDATION_ERROR', ...reading }
    const { symbol, name, decimals } = reading
    await store.documents.put(keyOf(chain, address), { symbol, name, decimals }, 0)
    // Another process may have stored it first, and quoted with what it stored.
    return describe(chain, (await readStored(chain, address)) ?? toAsset(chain, address, reading))
  }
  return {
    readStored,
    find,
    get: async (chain, address) => {
      const found = await find(chain, address)
      if (found.kind === 'none') throw failureOf(chain, address, found)
      return found.asset
    },
  }
}

/** The reading of one node, where the nodes of two operators state its decimals. */
async function agreeOnDecimals(
  chain: CatalogChain,
  reading: Extract<TokenReading, { kind: 'token' }>,
  rpc: ChainRpc,
  address: string,
): Promise<TokenReading> {
  const agreed = await readTokenDecimals(rpc, address).catch((error: unknown) => {
    if (error instanceof NodesDisagree) return undefined
    throw error
  })
  if (agreed?.by === 'operators' && agreed.value === reading.decimals) return reading
  const why = agreed?.by === 'single node' ? 'single node: only one operator states' : 'nodes differ about'
  const setting = `swapcli config set rpc.${chain.key} <url>`
  return { kind: 'none', why: `${why} its decimals; set a node of ${chain.name} that you trust: ${setting}` }
}

type NoReading = Extract<TokenReading, { kind: 'none' }>

interface SharedRead {
  readonly reading: Promise<TokenReading>
  readonly stop: AbortController
  /** Lookups that wait for it. */
  waiting: number
}

function failureOf(chain: CatalogChain, address: string, { code, why, retryAfterSec }: NoToken): SwapError {
  return new SwapError(code, `The catalog has no ${cleanText(address, 60)} on ${chain.name}, and ${why}`, {
    ...defined({
      retryAfterSec,
      hint:
        code === 'SERVICE_UNAVAILABLE'
          ? `Try again, or set another RPC: swapcli config set rpc.${chain.key} <url>`
          : undefined,
    }),
  })
}

/** True where an ERC-20 token can be at the address. */
export function canHoldToken(chain: CatalogChain, address: string): boolean {
  return chain.type === 'EVM' && chain.addressFamily === 'evm' && isEvmAddress(address)
}

function keyOf(chain: CatalogChain, address: string): string {
  return `${KEY_PREFIX}${chain.key}:${address.toLowerCase()}`
}

function toAsset(
  chain: CatalogChain,
  address: string,
  { symbol, name, decimals }: z.infer<typeof tokenSchema>,
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
    // Never added to the catalog, so never new.
    addedAt: 0,
    evidence: 'contract',
    form: null,
    unlisted: true,
  }
}

function warningsOf(chain: CatalogChain, asset: CatalogAsset, ofSymbol: readonly string[]): readonly string[] {
  const { address, symbol } = asset
  return [
    `${symbol} is unlisted: ${chain.key}:${address} is known only from its own contract`,
    ...ofSymbol.map((warning) => `${symbol} is unlisted: ${warning}`),
  ]
}

function readFailure(chain: CatalogChain, error: unknown): NoToken {
  if (error instanceof RpcSettingError && error.setting === 'missing') {
    const why = `no RPC of ${chain.name} is set to look it up: swapcli config set rpc.${chain.key} <url>`
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
  return { kind: 'none', code: 'SERVICE_UNAVAILABLE', why, ...defined({ retryAfterSec }) }
}
