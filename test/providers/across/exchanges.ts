import type { Exchange, Reply } from '../../support/provider-lab.ts'
import type { CaseRequest } from '../../support/provider-suite.ts'
import { altered, word } from './replies.ts'

export const ALICE = '0xA4d353BBc130cbeF1811f27ac70989F9d568CeAB'
export const BOB = '0x9c11115FA30f6d7F31778D00e96607ee3139424F'
export const SOLANA_BOB = '5NBgatnfozAUUULsdqNKhTHbqVRmhKR1T6Xz9dL7sM72'
export const NOBODY = '0x000000000000000000000000000000000000dEaD'
export const NATIVE = '0x0000000000000000000000000000000000000000'
export const USDC = {
  ethereum: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  optimism: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
  base: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  polygon: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
  solana: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
}
export const WETH_ARBITRUM = '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1'
export const SPOKE_POOL = '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5'
export const PERIPHERY = '0x89415a82d909a7238d69094C3Dd1dCC1aCbDa85C'

/** Published calldata is cut to its selector: for a lock it is filled up with who deposits and who receives. */
export const calldata = (recipient: string) => `0xad5425c6${word(ALICE)}${word(recipient)}`

export const swapping: CaseRequest = {
  src: `optimism:${USDC.optimism}`,
  dst: `arbitrum:${WETH_ARBITRUM}`,
  amount: '1',
  slippageBps: 75,
}
export const swappingQuery = {
  tradeType: 'exactInput',
  amount: '1000000',
  inputToken: USDC.optimism,
  outputToken: WETH_ARBITRUM,
  originChainId: '10',
  destinationChainId: '42161',
  slippage: '0.0075',
}
export const bridging: CaseRequest = { src: `ethereum:${USDC.ethereum}`, dst: `base:${USDC.base}`, amount: '1' }
export const bridgingQuery = {
  tradeType: 'exactInput',
  amount: '1000000',
  inputToken: USDC.ethereum,
  outputToken: USDC.base,
  originChainId: '1',
  destinationChainId: '8453',
  slippage: '0.005',
}
export const native: CaseRequest = { src: 'ethereum:native', dst: 'base:native', amount: '0.1' }
export const nativeQuery = { ...bridgingQuery, amount: '100000000000000000', inputToken: NATIVE, outputToken: NATIVE }
export const wallets = { depositor: ALICE, recipient: BOB }
export const nobody = { depositor: NOBODY, skipOriginTxEstimation: 'true', skipChecks: 'true' }
export const lock = { ...wallets, forLock: true }

export const key = { authorization: 'Bearer key-of-the-test' }
export const ask = (query: Record<string, string>, reply: Reply): Exchange => ({
  method: 'GET',
  path: '/swap/approval',
  query: { ...query, integratorId: '0x00ab' },
  headers: key,
  reply,
})

export const CROSS_CHAIN = 'quote-erc20-cross-chain.json'
export const APPROVAL_NEEDED = 'quote-erc20-approval-needed.synthetic.json'
export const NATIVE_QUOTE = 'quote-native-cross-chain.synthetic.json'
export const APPROVE_UNLIMITED = `0x095ea7b3${word(SPOKE_POOL)}${'f'.repeat(64)}`

export const swappingLock = (changes: Record<string, unknown> = {}) =>
  ask({ ...swappingQuery, ...wallets }, { text: altered(CROSS_CHAIN, { swapTx: { data: calldata(BOB) }, ...changes }) })
export const bridgingLock = (changes: Record<string, unknown> = {}) =>
  ask(
    { ...bridgingQuery, ...wallets },
    { text: altered(APPROVAL_NEEDED, { swapTx: { data: calldata(BOB) }, ...changes }) },
  )
export const nativeLock = (changes: Record<string, unknown> = {}) =>
  ask({ ...nativeQuery, ...wallets }, { text: altered(NATIVE_QUOTE, { swapTx: { data: calldata(BOB) }, ...changes }) })
/** Seconds from the time at which the cases play. */
export const NOW_SEC = 1770675640
export const soon = { quoteExpiryTimestamp: NOW_SEC + 20 }
export const later = { quoteExpiryTimestamp: NOW_SEC + 50, id: 'fresh-quote' }

const messageFee = { amount: '70000000000000', token: { chainId: 1, address: NATIVE, symbol: 'ETH', decimals: 18 } }
/** Changes that make a quote over an OFT of one over Across's own bridge; figures assembled. */
export const OFT = {
  quoteExpiryTimestamp: 0,
  steps: { bridge: { provider: 'oft', fees: { ...messageFee, details: undefined } } },
  fees: {
    total: {
      amount: '3200',
      amountUsd: '0.0032',
      pct: '3200000000000000',
      token: { chainId: 1, address: USDC.ethereum, symbol: 'USDC', decimals: 6 },
      details: {
        swapImpact: {
          amount: '-206800',
          amountUsd: '-0.2068',
          pct: '-206800000000000000',
          token: { chainId: 1, address: USDC.ethereum, symbol: 'USDC', decimals: 6 },
        },
        bridge: { ...messageFee, amountUsd: '0.21', pct: '210000000000000000' },
      },
    },
  },
  swapTx: { data: calldata(BOB), value: '70000000000000' },
}
