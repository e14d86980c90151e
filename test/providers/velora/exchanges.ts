import { openRecordings } from '../../support/recordings.ts'
import type { Exchange, Reply } from '../../support/provider-lab.ts'

export const NATIVE = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
export const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
export const WETH = '0x4200000000000000000000000000000000000006'
export const ROUTER = '0x6a000f20005980200259b80c5102003040001068'
/** Wallets of the recordings. */
export const BEEF = '0xdead00000000000000000000000000000000beef'
export const ALICE = '0xEe7aE85f2Fe2239E27D9c1E23fFFe168D63b4055'

export const COIN_FILE = 'quote-swap-base-native-input.json'
export const COIN_OUT_FILE = 'quote-swap-base-native-output.json'
export const TOKEN_FILE = 'quote-swap-base-usdc-weth.json'
export const PARTNER_FILE = 'quote-swap-base-with-partner-fee.json'

/** The terms in every request for one of the swaps. */
export type Terms = Readonly<Record<string, string>>

const base = {
  side: 'SELL',
  network: '8453',
  chainId: '8453',
  version: '6.2',
  includeContractMethods: 'swapExactAmountIn,swapExactAmountInOnUniswapV2,swapExactAmountInOnUniswapV3',
}
export const coinTerms: Terms = {
  ...base,
  srcToken: NATIVE,
  srcDecimals: '18',
  destToken: USDC,
  destDecimals: '6',
  amount: '1000000000000000000',
}
export const coinOutTerms: Terms = {
  ...base,
  srcToken: USDC,
  srcDecimals: '6',
  destToken: NATIVE,
  destDecimals: '18',
  amount: '500000000',
}
export const tokenTerms: Terms = { ...coinOutTerms, destToken: WETH }

// The recorded calldata allows a slippage of one percent.
export const coinRequest = { src: 'base:native', dst: `base:${USDC}`, amount: '1', slippageBps: 100 }
export const coinOutRequest = { src: `base:${USDC}`, dst: 'base:native', amount: '500', slippageBps: 100 }
export const tokenRequest = { src: `base:${USDC}`, dst: `base:${WETH}`, amount: '500', slippageBps: 100 }

/** The request for a price without a call. */
export function asksPrice(terms: Terms, reply: Reply): Exchange {
  return { method: 'GET', path: '/prices', query: { ...terms, excludeRFQ: 'true' }, reply }
}

/** The request for a price with the call. */
export function asksSwap(terms: Terms, wallets: Readonly<Record<string, string>>, reply: Reply): Exchange {
  return { method: 'GET', path: '/swap', query: { ...terms, ...wallets, slippage: '100' }, reply }
}

export const { altered, textAt } = openRecordings(import.meta.url)

/** What a price without a call says: a recording of one with the call, less the call. */
export function priceOf(file: string, changes: Readonly<Record<string, unknown>> = {}): Reply {
  return altered(file, { ...changes, txParams: undefined })
}
