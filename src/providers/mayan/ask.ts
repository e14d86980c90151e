import { sameAddress } from '../../core/assets/address-key.ts'
import { NATIVE_EVM_ADDRESS } from '../../core/assets/catalog.ts'
import { MAYAN_FORWARDER, type SwiftVersion } from '../../core/evm/bridges/mayan.ts'
import type { NoRoute, ProviderContext, ProviderQuoteRequest } from '../contract.ts'
import { readSetting } from '../kit/api-key.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { NO_WALLET, refusePair, unavailable } from '../kit/refuse.ts'
import { isMayanSource, type MayanSide, swiftVersionAt, toMayanSide } from './chains.ts'
import { NO_WAY, readRefusal } from './refusals.ts'
import { type MayanQuote, quotesSchema, refusalSchema, swapSchema, swiftSchema } from './wire.ts'

/** The version of Mayan's own library whose orders are built here, and its name in requests. */
const SDK_VERSION = [13, 1, 0] as const
const SDK_NAME = SDK_VERSION.join('_')
/** Highest slippage that the API accepts, in basis points. */
const MOST_SLIPPAGE_BPS = 500

/** HTTP statuses of its refusals, and what one without content holds. */
const REFUSALS: readonly number[] = [400, 404, 406]
const EMPTY: readonly string[] = ['', '{}']

/** What the forwarder swaps the source asset with before the order takes what it gives. */
export interface MayanSwap {
  /** 0x address. */
  readonly router: string
  /** 0x-hex. */
  readonly data: string
}

/** A quote for an order with the pair in Mayan's names. */
export interface MayanAnswer {
  readonly status: 'quoted'
  readonly quote: MayanQuote
  readonly version: SwiftVersion
  readonly src: MayanSide
  readonly dst: MayanSide
  /** Undefined where the order takes the source asset itself, or no lock was asked for. */
  readonly swap: MayanSwap | undefined
}

/**
 * Asks for prices by `GET /quote`, and keeps the best that an order of Swift can be made of: its calldata is built here, from
 * the quote alone. For a lock the swap before the order is asked for too.
 * @throws ProviderError
 */
export async function askOrder(
  request: ProviderQuoteRequest,
  context: ProviderContext,
): Promise<MayanAnswer | NoRoute> {
  if (request.src.chain.type !== 'EVM') return NO_WALLET
  if (request.src.chain.key === request.dst.chain.key) return refusePair('Its orders are between two chains only')
  const src = isMayanSource(request.src.chain) ? toMayanSide(request.src) : undefined
  const dst = toMayanSide(request.dst)
  if (src === undefined || dst === undefined) return refusePair('Its orders are not made from or to this chain here')
  const reply = await context.http.request({
    method: 'GET',
    path: '/quote',
    query: { ...queryOf(request, src, dst), apiKey: readSetting(context, 'API_KEY'), sdkVersion: SDK_NAME },
    acceptStatuses: REFUSALS,
  })
  if (reply.status !== 200) {
    // A refusal without content is one of the pair, to its own library too.
    if (EMPTY.includes(reply.text.trim())) return NO_WAY
    return readRefusal(reply.status, parseReply(refusalSchema, reply.body, 'refusal'), request.src)
  }
  const { quotes, minimumSdkVersion } = parseReply(quotesSchema, reply.body, 'quote')
  if (minimumSdkVersion !== undefined && isBelow(SDK_VERSION, minimumSdkVersion)) {
    throw unavailable('Its orders are of a newer kind than this program builds')
  }
  if (quotes.length === 0) return NO_WAY
  const best = bestOrder(quotes, request)
  if (best === undefined) {
    return refusePair(
      'None of its ways can be built and verified here: they need contracts or steps of its own library',
    )
  }
  const swap =
    request.forLock && isSwapped(best.quote, src) ? await askSwap(best.quote, src, request, context) : undefined
  return { status: 'quoted', ...best, src, dst, swap }
}

/** True where the order takes another token than the source asset, for which that is swapped first. */
export function isSwapped({ swiftInputContract }: MayanQuote, src: MayanSide): boolean {
  return !sameAddress(swiftInputContract, src.address)
}

/** The best of the orders that can be built; undefined where none can. @throws ProviderError bad_response when none can be read */
function bestOrder(
  quotes: readonly unknown[],
  { src }: ProviderQuoteRequest,
): Pick<MayanAnswer, 'quote' | 'version'> | undefined {
  const swifts = quotes.filter((row) => isSwift(row))
  const [first] = swifts
  const orders = swifts.flatMap((row) => {
    const quote = swiftSchema.safeParse(row).data
    return quote === undefined ? [] : [quote]
  })
  if (first !== undefined && orders.length === 0) {
    // A quote without what its order takes is a way that cannot be built; any other fault is one of the reply.
    if (!('swiftInputContract' in first)) return undefined
    parseReply(swiftSchema, first, 'quote')
  }
  return orders
    .flatMap((quote) => {
      const isBuilt = isPlain(quote) && (quote.swiftWrapAndLock !== true || src.asset.isNative)
      const version = isBuilt ? swiftVersionAt(src.chain, quote.swiftMayanContract) : undefined
      return version === undefined || version !== quote.swiftVersion ? [] : [{ quote, version }]
    })
    .sort((a, b) => b.quote.expectedAmountOut - a.quote.expectedAmountOut)[0]
}

function isSwift(row: unknown): row is object {
  return typeof row === 'object' && row !== null && 'type' in row && row.type === 'SWIFT'
}

/** True for an order of a token by which nobody else gets anything: the first version's orders of the coin are not built here. */
function isPlain({ swiftInputContract, gasless = false, gasDrop, bridgeFee, referrerBps }: MayanQuote): boolean {
  const isNothing = (amount: number | null | undefined) => (amount ?? 0) === 0
  const isAlone = [gasDrop, bridgeFee, referrerBps].every(isNothing)
  return !gasless && isAlone && swiftInputContract !== NATIVE_EVM_ADDRESS
}

async function askSwap(
  quote: MayanQuote,
  src: MayanSide,
  request: ProviderQuoteRequest,
  context: ProviderContext,
): Promise<MayanSwap> {
  const reply = await context.http.request({
    method: 'GET',
    path: '/get-swap/evm',
    query: {
      forwarderAddress: MAYAN_FORWARDER,
      slippageBps: slippageOf(request),
      fromToken: src.address,
      middleToken: quote.swiftInputContract,
      chainName: src.chain.key,
      amountIn64: quote.effectiveAmountIn64.toString(),
      apiKey: readSetting(context, 'API_KEY'),
      sdkVersion: SDK_NAME,
    },
  })
  if (reply.status !== 200) throw unavailable(`It does not give the swap before its order (${reply.status})`)
  const { swapRouterAddress, swapRouterCalldata } = parseReply(swapSchema, reply.body, 'swap')
  return { router: swapRouterAddress, data: swapRouterCalldata }
}

/** In basis points, as it is asked for. */
function slippageOf({ slippageBps }: ProviderQuoteRequest): number {
  return Math.min(slippageBps, MOST_SLIPPAGE_BPS)
}

function queryOf(request: ProviderQuoteRequest, src: MayanSide, dst: MayanSide) {
  return {
    fromChain: src.chain.key,
    fromToken: src.address,
    toChain: dst.chain.key,
    toToken: dst.address,
    amountIn64: request.amountIn.toString(),
    slippageBps: slippageOf(request),
    swift: true,
    mctp: false,
    fastMctp: false,
    wormhole: false,
    monoChain: false,
    shuttle: false,
    gasless: false,
    fullList: true,
    forwarderAddress: MAYAN_FORWARDER,
    destinationAddress: request.recipient,
  }
}

function isBelow(ours: readonly number[], wanted: readonly number[]): boolean {
  const at = wanted.findIndex((part, index) => part !== ours[index])
  return at >= 0 && (ours[at] ?? 0) < (wanted[at] ?? 0)
}
