import type { PayTerms } from '../../../../src/wallet/payment.ts'
import { BASE_USDC, USDC, WETH, ZERO } from './contracts.ts'
import { ALICE, BOB, BTC_BOB } from './parties.ts'

const native = { chainKey: 'ethereum', address: ZERO, symbol: 'ETH', decimals: 18 }
const usdc = { chainKey: 'ethereum', address: USDC, symbol: 'USDC', decimals: 6 }

/** 100 USDC for ETH on Ethereum, paid to somebody else. */
export const TOKEN_TERMS: PayTerms = {
  provider: 'ANY',
  src: { ...usdc, chainId: 1, isNative: false, units: 100_000_000n },
  dst: { ...native, minimumOut: 50_000_000_000_000_000n },
  depositor: ALICE,
  recipient: BOB,
  nativeOnTop: 0n,
}
/** 100 USDC for WETH on Ethereum. */
export const WETH_TERMS: PayTerms = {
  ...TOKEN_TERMS,
  dst: { ...native, address: WETH, symbol: 'WETH', minimumOut: 50_000_000_000_000_000n },
}
/** 1 ETH for USDC on Ethereum. */
export const COIN_TERMS: PayTerms = {
  ...TOKEN_TERMS,
  src: { ...native, chainId: 1, isNative: true, units: 10n ** 18n },
  dst: { ...usdc, minimumOut: 2_000_000_000n },
}
/** 100 USDC from Ethereum to Base. */
export const BRIDGE_TERMS: PayTerms = {
  ...TOKEN_TERMS,
  dst: { chainKey: 'base', chainId: 8453, address: BASE_USDC, symbol: 'USDC', decimals: 6, minimumOut: 99_000_000n },
}
/** 1 ETH for BTC. */
export const BTC_TERMS: PayTerms = {
  ...COIN_TERMS,
  provider: 'THORCHAIN',
  dst: { chainKey: 'bitcoin', address: 'native', symbol: 'BTC', decimals: 8, minimumOut: 3_000_000n },
  recipient: BTC_BOB,
}
