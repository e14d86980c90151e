/* Wallets and contracts that cases of several providers name. */

/** A coin, in the place of a contract. */
export const NATIVE = '0x0000000000000000000000000000000000000000'

export const USDC = {
  ethereum: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  arbitrum: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  optimism: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
  base: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  polygon: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
  hyperevm: '0xb88339CB7199b77E23DB6E890353E22632Ba630f',
  solana: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
} as const

/** Who pays and who is paid, on EVM chains and on Solana, and somebody else. */
export const ALICE = '0xA4d353BBc130cbeF1811f27ac70989F9d568CeAB'
export const BOB = '0x9c11115FA30f6d7F31778D00e96607ee3139424F'
export const SOLANA_BOB = '5NBgatnfozAUUULsdqNKhTHbqVRmhKR1T6Xz9dL7sM72'
export const MALLORY = '0x000000000000000000000000000000000000dEaD'
export const wallets = { depositor: ALICE, recipient: BOB } as const
export const lock = { ...wallets, forLock: true } as const

/** 32 bytes of hex that hold a number or an address, without 0x. */
export const word = (hex: string): string => hex.replace(/^0x/, '').toLowerCase().padStart(64, '0')
