/** A kind of quote whose replies may have a shape of their own. */
export type QuestionKind =
  'token-across' | 'coin-across' | 'token-one-chain' | 'coin-one-chain' | 'to-other-family' | 'from-deposit'

/** What a provider is asked, as assets of the bundled catalog and a human-readable amount of some 20 to 50 dollars. */
export interface AskedPair {
  readonly src: string
  readonly dst: string
  readonly amount: string
}

export interface DriftQuestion {
  readonly kind: QuestionKind
  /** The first pair that a provider takes is asked. */
  readonly pairs: readonly AskedPair[]
}

const DOLLARS = '40'
const ETHER = '0.015'
const BITCOIN = '0.0006'

const pair = (src: string, dst: string, amount: string): AskedPair => ({ src, dst, amount })

/**
 * What every provider is asked, in order of how many take the first pair. Most of what a provider does not take its adapter
 * refuses without asking it.
 */
export const QUESTIONS: readonly DriftQuestion[] = [
  {
    kind: 'token-across',
    pairs: [
      pair('base:USDC', 'arbitrum:USDC', DOLLARS),
      pair('arbitrum:USDC', 'ethereum:ETH', DOLLARS),
      pair('base:USDC', 'ethereum:ETH', DOLLARS),
    ],
  },
  {
    kind: 'coin-across',
    pairs: [
      pair('base:ETH', 'arbitrum:ETH', ETHER),
      pair('ethereum:ETH', 'arbitrum:ETH', ETHER),
      pair('base:ETH', 'ethereum:ETH', ETHER),
    ],
  },
  {
    kind: 'token-one-chain',
    pairs: [pair('base:USDC', 'base:ETH', DOLLARS), pair('arbitrum:USDC', 'arbitrum:ETH', DOLLARS)],
  },
  {
    kind: 'coin-one-chain',
    pairs: [pair('base:ETH', 'base:USDC', ETHER), pair('arbitrum:ETH', 'arbitrum:USDC', ETHER)],
  },
  {
    kind: 'to-other-family',
    pairs: [
      pair('base:USDC', 'bitcoin:BTC', DOLLARS),
      pair('arbitrum:USDC', 'bitcoin:BTC', DOLLARS),
      pair('base:USDC', 'solana:USDC', DOLLARS),
    ],
  },
  {
    kind: 'from-deposit',
    pairs: [pair('bitcoin:BTC', 'ethereum:ETH', BITCOIN), pair('bitcoin:BTC', 'base:USDC', BITCOIN)],
  },
]
