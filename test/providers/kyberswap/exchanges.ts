import type { Exchange, Reply } from '../../support/provider-lab.ts'
import { openRecordings } from '../../support/recordings.ts'

/*
 * Files `from-legacy` are put together from recordings of KyberSwap's older one-call API (Base, 2026): amounts, prices,
 * hops and calldata are as recorded, the envelope and the fields that the older API lacks are not.
 */

export const NATIVE = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
export const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
export const BASE_ETH = 'base:native'
export const BASE_USDC = `base:${USDC}`
/** Wallets that the recorded calldata pays out to. */
export const BEEF = '0xdead00000000000000000000000000000000beef'
export const ALICE = '0xEe7aE85f2Fe2239E27D9c1E23fFFe168D63b4055'

export const COIN_FILE = 'quote-base-native-input.from-legacy.synthetic.json'
export const COIN_BUILD_FILE = 'build-base-native-input.from-legacy.synthetic.json'
export const TOKEN_FILE = 'quote-base-native-output.from-legacy.synthetic.json'
export const TOKEN_BUILD_FILE = 'build-base-native-output.from-legacy.synthetic.json'

export const { altered, textAt } = openRecordings(import.meta.url)

/** What a price is asked for. */
export interface Asked {
  readonly chain?: string
  readonly tokenIn: string
  readonly tokenOut: string
  readonly amountIn: string
}

export const coinAsked: Asked = { tokenIn: NATIVE, tokenOut: USDC, amountIn: '1000000000000000000' }
export const tokenAsked: Asked = { tokenIn: USDC, tokenOut: NATIVE, amountIn: '500000000' }

export const coinRequest = { src: BASE_ETH, dst: BASE_USDC, amount: '1', slippageBps: 100 }
export const tokenRequest = { src: BASE_USDC, dst: BASE_ETH, amount: '500', slippageBps: 100 }

/** The request for a price. */
export function asksRoute(asked: Asked, reply: Reply, clientId = 'swapcli'): Exchange {
  const { chain = 'base', ...query } = asked
  return {
    method: 'GET',
    path: `/${chain}/api/v1/routes`,
    query: { ...query, excludeRFQSources: 'true' },
    headers: { 'x-client-id': clientId },
    reply,
  }
}

/** The request for calldata; the route goes back as the recording or the reply has it. */
export function asksBuild(
  route: string | { readonly text: string },
  body: Readonly<Record<string, unknown>>,
  reply: Reply,
  clientId = 'swapcli',
): Exchange {
  const { text } = typeof route === 'string' ? altered(route, {}) : route
  const { data } = JSON.parse(text) as { readonly data: { readonly routeSummary: unknown } }
  return {
    method: 'POST',
    path: '/base/api/v1/route/build',
    body: { routeSummary: data.routeSummary, ...body, source: clientId },
    headers: { 'x-client-id': clientId },
    reply,
  }
}
