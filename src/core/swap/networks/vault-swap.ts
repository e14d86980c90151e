import { base58 } from '@scure/base'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { NATIVE_ADDRESS, NATIVE_EVM_ADDRESS } from '../../assets/catalog.ts'
import { TOKENS } from '../../evm/tokens.ts'
import { Unreadable } from '../../evm/words.ts'
import type { Streaming } from './streaming.ts'

/*
 * What Chainflip's Vault takes of a swap: its numbers of chains and assets, how it writes recipients, and the terms that it
 * hands to the protocol. https://docs.chainflip.io, and state-chain/chains/src/cf_parameters.rs of
 * https://github.com/chainflip-io/chainflip-backend
 */

/** An asset as the Vault numbers it; assets whose number two sources do not agree on are left out. */
export interface VaultAsset {
  /** The Vault's number of it, and of its chain. */
  readonly number: number
  readonly chainNumber: number
  /** Of the catalog. */
  readonly chainKey: string
  readonly chainId: number
  readonly address: string
}

const CHAINS = {
  ethereum: { chainNumber: 1, chainKey: 'ethereum', chainId: 1 },
  bitcoin: { chainNumber: 3, chainKey: 'bitcoin', chainId: 20_000_000_000_001 },
  arbitrum: { chainNumber: 4, chainKey: 'arbitrum', chainId: 42_161 },
  solana: { chainNumber: 5, chainKey: 'solana', chainId: 1_151_111_081_099_710 },
} as const

const SOLANA_USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

const ASSETS: readonly VaultAsset[] = [
  { number: 1, ...CHAINS.ethereum, address: NATIVE_EVM_ADDRESS },
  { number: 2, ...CHAINS.ethereum, address: TOKENS.ethereum.FLIP },
  { number: 3, ...CHAINS.ethereum, address: TOKENS.ethereum.USDC },
  { number: 5, ...CHAINS.bitcoin, address: NATIVE_ADDRESS },
  { number: 6, ...CHAINS.arbitrum, address: NATIVE_EVM_ADDRESS },
  { number: 7, ...CHAINS.arbitrum, address: TOKENS.arbitrum.USDC },
  { number: 8, ...CHAINS.ethereum, address: TOKENS.ethereum.USDT },
  { number: 9, ...CHAINS.solana, address: NATIVE_ADDRESS },
  { number: 10, ...CHAINS.solana, address: SOLANA_USDC },
]

/** The asset with this number; undefined where it is not known. */
export function vaultAssetByNumber(number: number): VaultAsset | undefined {
  return ASSETS.find((asset) => asset.number === number)
}

/** The asset at this address of a chain of the catalog, which is canonical; undefined where its number is not known. */
export function findVaultAsset(chainKey: string, address: string): VaultAsset | undefined {
  return ASSETS.find((asset) => asset.chainKey === chainKey && asset.address === address)
}

/**
 * A canonical address as the Vault takes it, 0x-hex: the bytes of an account, and the text itself on Bitcoin.
 * @throws Error for an address of another form
 */
export function vaultRecipient(chainKey: string, address: string): string {
  if (chainKey === CHAINS.bitcoin.chainKey) return `0x${bytesToHex(new TextEncoder().encode(address))}`
  return chainKey === CHAINS.solana.chainKey ? solanaBytes(address) : address.toLowerCase()
}

/** An account or token of Solana as 0x-hex of its bytes. @throws Error for a text that is none */
export function solanaBytes(address: string): string {
  return `0x${bytesToHex(base58.decode(address))}`
}

/** What the Vault hands to the protocol. */
export interface VaultSwapTerms {
  /** How long the price is tried, in blocks of 6 seconds. */
  readonly retryBlocks: number
  /** Who gets back what is not swapped: 0x address in small letters. */
  readonly refundTo: string
  /** Lowest price: base units out for one base unit in, times 2^128, before the cost of the payout. */
  readonly minPriceX128: bigint
  /** Parts of the swap and blocks between two of them; undefined for one part. */
  readonly parts?: Streaming | undefined
  /** Account of the broker, which takes no commission: 32 bytes, 0x-hex. */
  readonly broker: string
}

/** Longest that the protocol tries a price, in blocks of 6 seconds: `max_swap_retry_duration_blocks` of `cf_swapping_environment`. */
export const MOST_RETRY_BLOCKS = 600

/** The first version that knows of refunds with a message; there is no older one that is still made. */
const VERSION = '01'
const NONE = '00'
const SOME = '01'

/** The terms of a swap without message, boost, commission and affiliates, in SCALE, 0x-hex. */
export function encodeVaultSwapTerms({ retryBlocks, refundTo, minPriceX128, parts, broker }: VaultSwapTerms): string {
  const divided = parts === undefined ? NONE : `${SOME}${little(parts.count, 4)}${little(parts.intervalBlocks, 4)}`
  return [
    `0x${VERSION}${little(retryBlocks, 4)}${refundTo.slice(2).toLowerCase()}${little(minPriceX128, 32)}`,
    // No message with the refund, and no bound by an oracle.
    `${NONE}${NONE}${divided}`,
    // No boost; a broker without commission; no affiliates.
    `00${broker.slice(2).toLowerCase()}${little(0, 2)}00`,
  ].join('')
}

/** Reads the terms of a swap. @throws Unreadable for all that `encodeVaultSwapTerms` does not write */
export function readVaultSwapTerms(data: string): VaultSwapTerms {
  const match =
    /^0x01([0-9a-f]{8})([0-9a-f]{40})([0-9a-f]{64})0000(?:00|01([0-9a-f]{8})([0-9a-f]{8}))00([0-9a-f]{64})000000$/.exec(
      data.toLowerCase(),
    )
  if (match === null) throw new Unreadable('no plain terms')
  const [, retry = '', refund = '', price = '', count, interval, broker = ''] = match
  return {
    retryBlocks: Number(fromLittle(retry)),
    refundTo: `0x${refund}`,
    minPriceX128: fromLittle(price),
    parts:
      count === undefined || interval === undefined
        ? undefined
        : { count: Number(fromLittle(count)), intervalBlocks: Number(fromLittle(interval)) },
    broker: `0x${broker}`,
  }
}

/** Base units that `units` are swapped to at least, before the cost of the payout. */
export function leastAtPrice(units: bigint, minPriceX128: bigint): bigint {
  return (units * minPriceX128) >> 128n
}

/** A number as hex digits of so many bytes, the lowest first. */
function little(value: number | bigint, bytes: number): string {
  const digits = value.toString(16).padStart(bytes * 2, '0')
  if (digits.length > bytes * 2) throw new RangeError(`${value} does not fit into ${bytes} bytes`)
  return bytesToHex(hexToBytes(digits).reverse())
}

function fromLittle(digits: string): bigint {
  return BigInt(`0x${bytesToHex(hexToBytes(digits).reverse())}`)
}
