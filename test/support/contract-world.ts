/*
 * What the contract scenarios trade: real assets and well-formed wallets of several address families.
 */

export const ETH = { chain: 'ethereum', address: '0x0000000000000000000000000000000000000000' }
export const USDC = { chain: 'ethereum', address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' }
export const USDT = { chain: 'ethereum', address: '0xdAC17F958D2ee523a2206206994597C13D831ec7' }
export const BASE_USDC = { chain: 'base', address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' }
export const BASE_ETH = { chain: 'base', address: '0x0000000000000000000000000000000000000000' }
export const BTC = { chain: 'bitcoin', address: 'native' }
export const SOL = { chain: 'solana', address: 'native' }

export const ALICE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
export const BOB = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
export const CAROL = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'
/** ALICE with one letter in the wrong case. */
export const BROKEN_CHECKSUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'
export const BITCOIN_WALLET = 'bc1qunq74p3h8425hr6wllevlvqqr6sezfxj262rff'
export const SOLANA_WALLET = '833XorXTTx5iya5B3Tr6iqEs9GbRuvVfwyLCP2vpdzhq'

/** Sandbox providers; each client-side one gives an EVM payload, each server-side one a deposit address. */
export const BRIDGE = 'SANDBOX_BRIDGE'
export const DEPOSIT = 'SANDBOX_DEPOSIT'
export const INTENTS = 'SANDBOX_INTENTS'

export type Fields = Readonly<Record<string, unknown>>

export function pair(src: { chain: string; address: string }, dst: { chain: string; address: string }) {
  return { srcChain: src.chain, srcAddress: src.address, dstChain: dst.chain, dstAddress: dst.address }
}

/** 1000 USDC from Ethereum to Base: a request that every sandbox provider can serve. */
export const REQUEST = { ...pair(USDC, BASE_USDC), amount: '1000' }

/** The same with everything that lock needs but the provider. */
export const LOCKABLE = { ...REQUEST, depositor: ALICE, recipient: BOB }

/** A well-formed EVM transaction hash, a different one for every number. */
export function evmHash(number: number): string {
  return `0x${number.toString(16).padStart(64, '0')}`
}

/** `fields` without the ones named. */
export function without(fields: Fields, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}
