import { concatHex, encodeFunctionData, type Hex, numberToHex, parseAbi, size, toHex } from 'viem'
import type { VaultSwapTerms } from '../../src/core/swap/networks/vault-swap.ts'

/*
 * Calls of Chainflip's Vault. Two were encoded by mainnet's own node in September 2026 (`cf_request_swap_parameter_encoding`),
 * and the third was sent in 2025 with terms of an older version, as swap 583409.
 */

export const ETHEREUM_VAULT = '0xF5e10380213880111522dd0efD3dbb45b9f62Bcc'
/** The broker of the recorded calls. */
export const BROKER: Hex = '0x70d0cd75a367987344a3896a18e1510e5429ca5e88357b6c2a2e306b3877380d'
export const BTC_PAID = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
export const EVM_PAID = '0x000000000000000000000000000000000000bEEF'
export const REFUND_TO = '0x000000000000000000000000000000000000dEaD'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

/** One ETH for 0.03 BTC at least. */
export const COIN_CALL = [
  '0xdd687345',
  '0000000000000000000000000000000000000000000000000000000000000003',
  '0000000000000000000000000000000000000000000000000000000000000080',
  '0000000000000000000000000000000000000000000000000000000000000005',
  '00000000000000000000000000000000000000000000000000000000000000e0',
  '000000000000000000000000000000000000000000000000000000000000002a',
  '6263317177353038643671656a7874646734793572337a617276617279306335',
  '7877376b76386633743400000000000000000000000000000000000000000000',
  '0000000000000000000000000000000000000000000000000000000000000060',
  '0164000000000000000000000000000000000000000000dead2e7dd7c734e39b',
  '38c86c4c0300000000000000000000000000000000000000000000000070d0cd',
  '75a367987344a3896a18e1510e5429ca5e88357b6c2a2e306b3877380d000000',
].join('')
export const COIN_TERMS: VaultSwapTerms = {
  retryBlocks: 100,
  refundTo: REFUND_TO.toLowerCase(),
  minPriceX128: (3_000_000n << 128n) / 10n ** 18n,
  parts: undefined,
  broker: BROKER,
}

/** 1,000 USDC for 0.1 ETH at least on Arbitrum. */
export const TOKEN_CALL = [
  '0x04fc7da0',
  '0000000000000000000000000000000000000000000000000000000000000004',
  '00000000000000000000000000000000000000000000000000000000000000c0',
  '0000000000000000000000000000000000000000000000000000000000000006',
  '000000000000000000000000a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  '000000000000000000000000000000000000000000000000000000003b9aca00',
  '0000000000000000000000000000000000000000000000000000000000000100',
  '0000000000000000000000000000000000000000000000000000000000000014',
  '000000000000000000000000000000000000beef000000000000000000000000',
  '0000000000000000000000000000000000000000000000000000000000000060',
  '0164000000000000000000000000000000000000000000dead00000000000000',
  '00000000000000000000e1f5050000000000000000000000000000000070d0cd',
  '75a367987344a3896a18e1510e5429ca5e88357b6c2a2e306b3877380d000000',
].join('')
export const TOKEN_TERMS: VaultSwapTerms = {
  ...COIN_TERMS,
  minPriceX128: ((10n ** 17n) << 128n) / (1000n * 10n ** 6n),
}

/** ETH on Arbitrum for SOL. */
export const LEGACY_CALL = [
  '0xdd687345',
  '0000000000000000000000000000000000000000000000000000000000000005',
  '0000000000000000000000000000000000000000000000000000000000000080',
  '0000000000000000000000000000000000000000000000000000000000000009',
  '00000000000000000000000000000000000000000000000000000000000000c0',
  '0000000000000000000000000000000000000000000000000000000000000020',
  'edab591a28ba82b8d2e86c1e3e3548fe1007fb99ef8a46b490c728469cfe928d',
  '000000000000000000000000000000000000000000000000000000000000005e',
  '009600000094d29e656ad719b348488c516c5ef45a8bb894887cd2d9679dca31',
  'c70cb7f5a747000000000000000000000000000000000000000000e0a3208a87',
  '48c830691a567b66a9b1d93b93aba308af9004c0c4a20569f30d070000000000',
].join('')

const abi = parseAbi([
  'function xSwapNative(uint32 dstChain, bytes dstAddress, uint32 dstToken, bytes cfParameters) payable',
  'function xSwapToken(uint32 dstChain, bytes dstAddress, uint32 dstToken, address srcToken, uint256 amount, bytes cfParameters)',
])

/** What a call of the Vault says, in the protocol's own words. */
export interface VaultCall {
  readonly chain: number
  readonly to: Hex
  readonly asset: number
  readonly retry?: number
  readonly refund: Hex
  readonly minPrice: bigint
  /** How many parts, and how many blocks between two of them. */
  readonly parts?: readonly [count: number, interval: number]
  readonly boost?: number
  readonly commission?: number
  /** Base units of the source token; undefined for the coin. */
  readonly amount?: bigint
}

/** A call as the protocol encodes it, made without the program's own encoder. */
export function vaultCall(call: VaultCall): string {
  const { chain, to, asset, retry = 150, refund, minPrice, parts, boost = 0, commission = 0, amount } = call
  const terms = concatHex([
    '0x01',
    reversed(numberToHex(retry, { size: 4 })),
    refund,
    reversed(numberToHex(minPrice, { size: 32 })),
    '0x0000',
    parts === undefined
      ? '0x00'
      : concatHex(['0x01', ...parts.map((part) => reversed(numberToHex(part, { size: 4 })))]),
    numberToHex(boost, { size: 1 }),
    BROKER,
    reversed(numberToHex(commission, { size: 2 })),
    '0x00',
  ])
  const data =
    amount === undefined
      ? encodeFunctionData({ abi, functionName: 'xSwapNative', args: [chain, to, asset, terms] })
      : encodeFunctionData({ abi, functionName: 'xSwapToken', args: [chain, to, asset, USDC, amount, terms] })
  return data.toLowerCase()
}

/** The text of an address as bytes. */
export function asciiHex(text: string): Hex {
  return toHex(text)
}

function reversed(bytes: Hex): Hex {
  return concatHex(
    Array.from({ length: size(bytes) }, (_, at): Hex => `0x${bytes.slice(2 + 2 * at, 4 + 2 * at)}`).reverse(),
  )
}
