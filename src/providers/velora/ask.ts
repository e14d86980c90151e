import { sameAddress } from '../../core/assets/address-key.ts'
import type { CatalogChain } from '../../core/assets/catalog.ts'
import { AUGUSTUS } from '../../core/evm/contracts.ts'
import { lessBps } from '../../core/money/amount.ts'
import type { NoRoute, ProviderContext, ProviderQuoteRequest } from '../contract.ts'
import { parseReply } from '../kit/parse-reply.ts'
import { badReply, refuse } from '../kit/refuse.ts'
import { checkCalldata, coinAddress, isCoinAddress, refuseCrossChain, routerCall } from '../kit/same-chain/swap.ts'
import { checkWalletCall, type WalletCall } from '../kit/wallet-call.ts'
import { KNOWN_METHODS, readCalldata } from './call.ts'
import { readRefusal } from './refusals.ts'
import { pricesSchema, swapSchema, type VeloraRoute } from './wire.ts'
import { smaller } from '../../core/money/larger.ts'

/** EIP-155 ids of the chains that Velora serves, which uses the same ids. */
const SERVED: ReadonlySet<number> = new Set([1, 10, 56, 100, 130, 137, 146, 1101, 4663, 8453, 42161, 43114])

/** The terms of a request to the API. */
export type VeloraSwap = Pick<ProviderQuoteRequest, 'src' | 'dst' | 'amountIn' | 'slippageBps'>

/** A priced route with its fee, and the verified call when the request has wallets. */
export interface VeloraOffer {
  readonly status: 'quoted'
  readonly route: VeloraRoute
  /** Velora's share of the output, in basis points. */
  readonly feeBps: number
  /** What the recipient gets, base units of the destination asset. */
  readonly amountOut: bigint
  /** Wei a unit of gas costs, where stated. */
  readonly gasPrice: bigint | undefined
  readonly locked: { readonly call: WalletCall; readonly minimumOut: bigint } | undefined
}

type Answer = VeloraOffer | NoRoute

/** True for chains that Velora serves. */
export function isServed(chain: CatalogChain): boolean {
  return chain.type === 'EVM' && SERVED.has(chain.chainId)
}

/**
 * Asks for a price; for a lock, with its call.
 * @throws ProviderError
 */
export async function askOffer(request: ProviderQuoteRequest, context: ProviderContext): Promise<Answer> {
  const refused = refuseCrossChain(request, isServed(request.src.chain))
  if (refused !== undefined) return refused
  const { depositor, recipient, forLock } = request
  if (!forLock) return askPrice(request, context)
  if (depositor === undefined || recipient === undefined) {
    return refuse('needs_wallet', 'It makes the call for the wallets of the swap')
  }
  return askSwap(request, { depositor, recipient }, context)
}

/** A price without a call, which needs no wallets. Offers of market makers are left out, as in a swap. */
async function askPrice(swap: VeloraSwap, context: ProviderContext): Promise<Answer> {
  const reply = await context.http.request({
    method: 'GET',
    path: '/prices',
    query: { ...termsOf(swap), excludeRFQ: true },
  })
  if (reply.status !== 200) return readRefusal(reply.body, swap.src)
  const { priceRoute } = parseReply(pricesSchema, reply.body, 'price')
  checkRoute(priceRoute, swap)
  const feeBps = toBps(priceRoute.partnerFee)
  const amountOut = lessBps(priceRoute.destAmount, feeBps)
  return { status: 'quoted', route: priceRoute, feeBps, amountOut, gasPrice: undefined, locked: undefined }
}

/** A price with the call that takes it. */
async function askSwap(
  swap: VeloraSwap,
  wallets: { readonly depositor: string; readonly recipient: string },
  context: ProviderContext,
): Promise<Answer> {
  const { depositor, recipient } = wallets
  const reply = await context.http.request({
    method: 'GET',
    path: '/swap',
    query: {
      ...termsOf(swap),
      slippage: swap.slippageBps,
      userAddress: depositor,
      receiver: sameAddress(depositor, recipient) ? undefined : recipient,
    },
  })
  if (reply.status !== 200) return readRefusal(reply.body, swap.src)
  const { priceRoute, txParams } = parseReply(swapSchema, reply.body, 'swap')
  checkRoute(priceRoute, swap)
  if (!sameAddress(txParams.from, depositor)) throw badReply('Its call is for another wallet')
  if (!sameAddress(txParams.to, AUGUSTUS)) throw badReply('Its call is for another contract than its router')
  if (txParams.chainId !== swap.src.chain.chainId) throw badReply('Its call is for another chain')
  const call = routerCall(swap.src, txParams.to, txParams.data, txParams.value)
  checkWalletCall(call, swap)
  const { minimumBeforeFee, feeBps } = checkCalldata(readCalldata(txParams.data, depositor), swap, recipient)
  if (feeBps !== toBps(priceRoute.partnerFee)) throw badReply('Its call takes another fee than its price states')
  // Rounding may take one unit.
  if (minimumBeforeFee + 1n < lessBps(priceRoute.destAmount, swap.slippageBps)) {
    throw badReply('Its call guarantees less than the slippage allows')
  }
  const amountOut = lessBps(priceRoute.destAmount, feeBps)
  const minimum = lessBps(minimumBeforeFee, feeBps)
  return {
    status: 'quoted',
    route: priceRoute,
    feeBps,
    amountOut,
    gasPrice: txParams.gasPrice,
    locked: { call, minimumOut: smaller(minimum, amountOut) },
  }
}

function termsOf({ src, dst, amountIn }: VeloraSwap) {
  return {
    srcToken: coinAddress(src),
    srcDecimals: src.asset.decimals,
    destToken: coinAddress(dst),
    destDecimals: dst.asset.decimals,
    amount: amountIn.toString(),
    side: 'SELL',
    // Its documentation has `network`, its newest SDK sends `chainId` alone; without the one it reads it quotes Ethereum.
    network: src.chain.chainId,
    chainId: src.chain.chainId,
    version: '6.2',
    includeContractMethods: KNOWN_METHODS,
  }
}

function checkRoute(route: VeloraRoute, { src, dst, amountIn }: VeloraSwap): void {
  if (route.network !== src.chain.chainId) throw badReply('Its price is for another chain')
  if (!isCoinAddress(src, route.srcToken) || route.srcDecimals !== src.asset.decimals) {
    throw badReply('Its price is for another source asset')
  }
  if (!isCoinAddress(dst, route.destToken) || route.destDecimals !== dst.asset.decimals) {
    throw badReply('Its price is for another destination asset')
  }
  if (route.srcAmount !== amountIn) throw badReply('Its price is for another amount')
  if (!sameAddress(route.contractAddress, AUGUSTUS) || !sameAddress(route.tokenTransferProxy, AUGUSTUS)) {
    throw badReply('It names another router than its own')
  }
}

/** Percent as whole basis points, rounded up; the epsilon keeps 0.07 from becoming 8. */
function toBps(percent: number): number {
  return Math.ceil(percent * 100 - 1e-6)
}
