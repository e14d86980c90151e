import type { Json } from '../../../src/core/ports.ts'
import type { PrepareCase } from '../../support/provider-suite.ts'
import { openRecordings } from '../../support/recordings.ts'
import type { Exchange, Reply } from '../../support/provider-lab.ts'

/** The wallet of the EVM recordings. */
export const WALLET = '0x1212121212121212121212121212121212121212'
export const BASE_USDC = 'base:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
export const ARBITRUM_USDT = 'arbitrum:0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9'
export const BASE_USDC_ID = 'nep141:base-0x833589fcd6edb6e08f4c7c32d4f71b54bda02913.omft.near'
export const ARBITRUM_USDT_ID = 'nep141:arb-0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9.omft.near'
export const XLM_ID = 'nep245:v2_1.omni.hot.tg:1100_111bzQBB5v7AhLyPMDwS8uJgQV24KaAPXtwyVWu2KXbbfQU6NXRCz'
export const STELLAR_WALLET = 'GDFJPAISZIN33SX2YIY3HGRD3RG2PBXP7AKHYTTSXGAHPBNP5ZELXIPR'
/** When the cases play. */
export const NOW_MS = Date.parse('2026-09-30T20:13:05.000Z')

export const { altered, rewritten, textOf } = openRecordings(import.meta.url)

/** Asks for the token list; the wide one unless another is named. */
export function listing(reply: Reply = 'tokens-wide.synthetic.json'): Exchange {
  return { method: 'GET', path: '/v0/tokens', reply }
}

/** Asks for a price or a promise; the body is that of 100 USDC on Base to USDT on Arbitrum but for `body`. */
export function asking(reply: Reply, body: Readonly<Record<string, Json>> = {}): Exchange {
  return {
    method: 'POST',
    path: '/v0/quote',
    body: {
      dry: true,
      swapType: 'EXACT_INPUT',
      depositMode: 'SIMPLE',
      slippageTolerance: 50,
      originAsset: BASE_USDC_ID,
      depositType: 'ORIGIN_CHAIN',
      destinationAsset: ARBITRUM_USDT_ID,
      amount: '100000000',
      refundTo: WALLET,
      refundType: 'ORIGIN_CHAIN',
      recipient: WALLET,
      recipientType: 'DESTINATION_CHAIN',
      deadline: '2026-09-30T21:13:05.000Z',
      confidentiality: 'public',
      quoteWaitingTimeMs: 2000,
      ...body,
    },
    reply,
  }
}

/** What execute is expected to return for a deposit address. @param proof the text of the firm quote */
export function serverPrepared(
  deposit: { readonly depositAddress: string; readonly depositMemo?: string },
  id: string,
  depositBefore: string,
  proof: string,
  {
    refund = '0.0024 USDC',
    amountIn = '100000000',
    originAsset = BASE_USDC_ID,
    destinationAsset = ARBITRUM_USDT_ID,
  } = {},
): PrepareCase['expected'] {
  const instructions = `Of a deposit that is refunded, ${refund} are kept`
  const meta = { executionMode: 'server', walletExecution: false, providerQuoteId: id, instructions }
  return {
    exec: { meta: { ...meta, ...deposit, depositBefore } },
    providerResult: {
      requestId: id,
      ...deposit,
      depositBefore,
      execution: 'server',
      status: 'awaiting_deposit',
    },
    needsHash: false,
    tracking: { ...deposit, originAsset, destinationAsset, submitted: '', amountIn, depositBefore, proof },
  }
}
