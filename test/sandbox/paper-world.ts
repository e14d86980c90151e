import {
  type CatalogChain,
  NATIVE_ADDRESS,
  NATIVE_EVM_ADDRESS,
  type PricedAsset,
} from '../../src/core/assets/catalog.ts'
import type { Fees } from '../../src/core/api/documents.ts'
import { toTermsDocument } from '../../src/core/api/terms-document.ts'
import { reconcileFees } from '../../src/core/money/fees.ts'
import { parseAmount } from '../../src/core/money/amount.ts'
import { parseUsd } from '../../src/core/money/usd.ts'
import type {
  NoRoute,
  ProviderAdapter,
  ProviderContext,
  ProviderLock,
  ProviderQuoteRequest,
  RouteDraft,
  StatusRequest,
} from '../../src/providers/contract.ts'
import { createSandboxProviders } from '../../src/sandbox/providers.ts'
import { tokenOfAsset } from '../../src/core/money/fees.ts'
import { sandboxPrice } from '../../src/sandbox/market.ts'
import type { DocumentStore, Json } from '../../src/core/ports.ts'
import { chain, token } from '../support/catalog-data.ts'
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts'
import { createProviderContext } from '../support/provider-context.ts'

export const ALICE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
export const BOB = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

interface ChainRow {
  readonly type: CatalogChain['type']
  readonly chainId: number
  readonly family: string
  readonly native: string
}

const CHAINS: Readonly<Record<string, ChainRow>> = {
  ethereum: { type: 'EVM', chainId: 1, family: 'evm', native: 'ETH' },
  base: { type: 'EVM', chainId: 8453, family: 'evm', native: 'ETH' },
  polygon: { type: 'EVM', chainId: 137, family: 'evm', native: 'POL' },
  bitcoin: { type: 'UTXO', chainId: 20000000000001, family: 'bitcoin', native: 'BTC' },
  solana: { type: 'OTHER', chainId: 1151111081099710, family: 'solana', native: 'SOL' },
  cosmos: { type: 'COSMOS', chainId: 90001, family: 'bech32:cosmos', native: 'ATOM' },
  xrpl: { type: 'OTHER', chainId: 90002, family: 'xrpl', native: 'XRP' },
  stellar: { type: 'OTHER', chainId: 90003, family: 'stellar', native: 'XLM' },
  ton: { type: 'OTHER', chainId: 90004, family: 'ton', native: 'GRAM' },
  tron: { type: 'OTHER', chainId: 90005, family: 'tron', native: 'TRX' },
  near: { type: 'OTHER', chainId: 90006, family: 'near', native: 'NEAR' },
  sui: { type: 'OTHER', chainId: 90007, family: 'sui', native: 'SUI' },
  aptos: { type: 'OTHER', chainId: 90008, family: 'aptos', native: 'APT' },
  cardano: { type: 'OTHER', chainId: 90009, family: 'cardano', native: 'ADA' },
  polkadot: { type: 'OTHER', chainId: 90010, family: 'ss58:0', native: 'DOT' },
  litecoin: { type: 'UTXO', chainId: 90011, family: 'litecoin', native: 'LTC' },
  dogecoin: { type: 'UTXO', chainId: 90012, family: 'dogecoin', native: 'DOGE' },
  nowhere: { type: 'OTHER', chainId: 90013, family: 'no-such-family', native: 'NIL' },
}

/** An asset of a chain; the native coin unless an address is given. */
export function asset(chainKey: string, symbol: string, decimals: number, address?: string): PricedAsset {
  const row = CHAINS[chainKey]
  if (row === undefined) throw new Error(`no chain ${chainKey}`)
  const { type, chainId, family, native: nativeSymbol } = row
  const native = type === 'EVM' ? NATIVE_EVM_ADDRESS : NATIVE_ADDRESS
  return {
    chain: chain(chainKey, chainId, { type, caip2: null, addressFamily: family as '', nativeSymbol }),
    asset: token(chainKey, symbol, address ?? native, { name: symbol, decimals, isNative: address === undefined }),
    priceUsd: undefined,
  }
}

export const ETH = asset('ethereum', 'ETH', 18)
export const USDC = asset('ethereum', 'USDC', 6, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48')
export const WBTC = asset('ethereum', 'WBTC', 8, '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599')
export const PEPE = asset('ethereum', 'PEPE', 18, '0x6982508145454Ce325dDbE47a25d4ec3d2311933')
/** Not in the reference prices, and without decimals. */
export const COARSE = asset('polygon', 'TICKET', 0, '0x1111111111111111111111111111111111111111')
export const BASE_USDC = asset('base', 'USDC', 6, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913')
export const BASE_ETH = asset('base', 'ETH', 18)
export const POL = asset('polygon', 'POL', 18)
export const BTC = asset('bitcoin', 'BTC', 8)
export const SOL = asset('solana', 'SOL', 9)

export const BRIDGE = 'SANDBOX_BRIDGE'
export const DEX = 'SANDBOX_DEX'
export const DEPOSIT = 'SANDBOX_DEPOSIT'
export const INTENTS = 'SANDBOX_INTENTS'
export const ALL_PROVIDERS = [BRIDGE, DEX, DEPOSIT, INTENTS] as const

export interface PaperWorld {
  readonly clock: FakeClock
  readonly seed: number
  readonly context: ProviderContext
  adapter(key: string): Promise<ProviderAdapter>
}

export function openPaperWorld(options: { seed?: number; speed?: number; startMs?: number } = {}): PaperWorld {
  const clock = createFakeClock(options.startMs)
  const seed = options.seed ?? 1
  const providers = createSandboxProviders({ seed, speed: options.speed ?? 1 })
  return {
    clock,
    seed,
    context: createProviderContext({ clock }),
    adapter: async (key) => {
      const provider = providers.find(({ manifest }) => manifest.key === key)
      if (provider === undefined) throw new Error(`no provider ${key}`)
      return provider.load()
    },
  }
}

/** A quote request for an amount as a user writes it. */
export function request(
  src: PricedAsset,
  dst: PricedAsset,
  amountText: string,
  more: Partial<ProviderQuoteRequest> = {},
): ProviderQuoteRequest {
  const parsed = parseAmount(amountText, src.asset.decimals)
  if (!parsed.ok) throw new Error(`${amountText}: ${parsed.problem}`)
  return {
    src,
    dst,
    amountIn: parsed.units,
    amountText,
    slippageBps: 100,
    exactSlippageBps: more.slippageBps ?? 100,
    confidentiality: 'public',
    depositor: undefined,
    recipient: undefined,
    forLock: false,
    ...more,
  }
}

export type PricedRoute = RouteDraft & { readonly srcUsd: bigint; readonly dstUsd: bigint }

/** The one route of a provider. */
export async function routeOf(world: PaperWorld, key: string, input: ProviderQuoteRequest): Promise<PricedRoute> {
  const answer = await (await world.adapter(key)).quote(input, world.context)
  if (answer.status === 'no_route') throw new Error(`${key}: ${answer.code} ${answer.message}`)
  const [route, ...others] = answer.routes
  if (route === undefined || others.length > 0) throw new Error(`${key} gave ${answer.routes.length} routes`)
  const { srcUsd, dstUsd } = route
  if (srcUsd === undefined || dstUsd === undefined) throw new Error(`${key} states no value`)
  return { ...route, srcUsd, dstUsd }
}

/** Why a provider has no route; undefined when it has one. */
export async function refusalOf(
  world: PaperWorld,
  key: string,
  input: ProviderQuoteRequest,
): Promise<NoRoute | undefined> {
  const answer = await (await world.adapter(key)).quote(input, world.context)
  return answer.status === 'no_route' ? answer : undefined
}

/** The fees object that the service makes of a route. */
export function feesOf(world: PaperWorld, dst: PricedAsset, route: RouteDraft): Fees {
  const { chain, asset } = dst
  const fees = reconcileFees({
    srcUsd: route.srcUsd,
    dstUsd: route.dstUsd,
    items: route.fees,
    src: { token: tokenOfAsset(dst), amount: 0n },
    dst: { token: tokenOfAsset(dst), amount: route.amountOut },
    dstPriceUsd: sandboxPrice(world.seed, world.clock.now(), chain.key, asset.symbol, asset.address),
  })
  const side = { symbol: '', decimals: 0, amount: 0n }
  return toTermsDocument({ src: side, dst: side, minimumOut: 0n, fees, steps: [], estimatedTimeSec: 0 }).fees
}

/** Micro-dollars of the items of a fees object whose type or place is wanted. */
export function sumUsd(fees: Fees, wanted: (item: Fees['items'][number]) => boolean): bigint {
  return fees.items.filter(wanted).reduce((sum, item) => sum + (parseUsd(item.amountUsd ?? '') ?? 0n), 0n)
}

/** A lock of a quoted route with a minimum of 1 % less. */
export function lockOf(input: ProviderQuoteRequest, route: RouteDraft, lockId = 'lock_1'): ProviderLock {
  return {
    lockId,
    routeId: route.routeId,
    src: input.src,
    dst: input.dst,
    amountIn: input.amountIn,
    amountText: input.amountText,
    amountOut: route.amountOut,
    minimumOut: (route.amountOut * 99n) / 100n,
    slippageBps: input.slippageBps,
    exactSlippageBps: input.exactSlippageBps,
    confidentiality: input.confidentiality,
    depositor: input.depositor ?? ALICE,
    recipient: input.recipient ?? BOB,
    estimatedTimeSec: route.estimatedTimeSec,
    state: route.state,
  }
}

/** What the service asks about a prepared swap of this lock, executed when the world began. */
export function statusRequest(lock: ProviderLock, tracking: Json, more: Partial<StatusRequest> = {}): StatusRequest {
  return {
    transactionId: 'tx_1',
    hash: '',
    executedAtMs: Date.UTC(2026, 0, 15, 12),
    hashKnownAtMs: undefined,
    src: lock.src,
    dst: lock.dst,
    estimatedTimeSec: lock.estimatedTimeSec,
    tracking,
    ...more,
  }
}

/** What a value is after it was kept as text. */
export function throughJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}

/** The small documents of a store, in memory. */
export function createMemoryLedger(): Pick<DocumentStore, 'get' | 'put' | 'list'> {
  const entries = new Map<string, { doc: Json; version: number }>()
  return {
    get: async (key) => entries.get(key),
    put: async (key, value, expectedVersion) => {
      const version = entries.get(key)?.version ?? 0
      if (version !== expectedVersion) return false
      entries.set(key, { doc: value, version: version + 1 })
      return true
    },
    list: async (prefix) =>
      [...entries]
        .filter(([key]) => key.startsWith(prefix))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, { doc, version }]) => ({ key, doc, version })),
  }
}
