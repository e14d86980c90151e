import type { Exchange, Reply } from '../../support/provider-lab.ts'
import type { CaseRequest } from '../../support/provider-suite.ts'
import { defineQuotes } from '../../support/case-makers.ts'
import { ALICE, BOB, lock, NATIVE, USDC, word } from '../../support/case-assets.ts'
import { openRecordings } from '../../support/recordings.ts'

/** The account of SOLANA_BOB, 32 bytes. */
export const SOLANA_BOB_BYTES = '40dc05ff2a6613195a981baba0d42d155de5cb33d194cf179e33f44e99b98b3d'
export const ARB = '0x912CE59144191C1204E64559FE8253a0e49E6548'
export const DLN_SOURCE = '0xeF4fB24aD0916217251F553c0596F8Edc630EB66'
export const FORWARDER = '0x663DC15D3C1aC63ff12E45Ab68FeA3F0a883C251'

export const BRIDGED = 'quote-erc20-cross-chain.partial.json'
export const ESTIMATE = 'quote-estimation-only.synthetic.json'
export const NATIVE_QUOTE = 'quote-native-cross-chain.synthetic.json'
export const WITH_SWAPS = 'quote-erc20-to-native-with-swaps.json'

export const bridging: CaseRequest = { src: `base:${USDC.base}`, dst: `arbitrum:${USDC.arbitrum}`, amount: '10' }
export const bridgingQuery = {
  srcChainId: '8453',
  srcChainTokenIn: USDC.base,
  srcChainTokenInAmount: '10000000',
  dstChainId: '42161',
  dstChainTokenOut: USDC.arbitrum,
  dstChainTokenOutAmount: 'auto',
  prependOperatingExpenses: 'false',
  slippage: '0.5',
}
export const native: CaseRequest = { src: 'arbitrum:native', dst: `base:${USDC.base}`, amount: '0.01' }
export const nativeQuery = {
  ...bridgingQuery,
  srcChainId: '42161',
  srcChainTokenIn: NATIVE,
  srcChainTokenInAmount: '10000000000000000',
  dstChainId: '8453',
  dstChainTokenOut: USDC.base,
}
/** The published amount is 1000 ARB with the solver's expenses put on top; here that sum is what is sent. */
export const swapping: CaseRequest = {
  src: `arbitrum:${ARB}`,
  dst: 'polygon:native',
  amount: '1000.097362178910640486',
  slippageBps: 90,
}
export const swappingQuery = {
  ...bridgingQuery,
  srcChainId: '42161',
  srcChainTokenIn: ARB,
  srcChainTokenInAmount: '1000097362178910640486',
  dstChainId: '137',
  dstChainTokenOut: NATIVE,
  slippage: '0.9',
}
export const walletQuery = {
  dstChainTokenOutRecipient: BOB,
  srcChainOrderAuthorityAddress: ALICE,
  dstChainOrderAuthorityAddress: ALICE,
  senderAddress: ALICE,
  srcChainRefundAddress: ALICE,
}

export const ask = (query: Record<string, string>, reply: Reply): Exchange => ({
  method: 'GET',
  path: '/dln/order/create-tx',
  query: { ...query, accesstoken: 'key-of-the-test' },
  reply,
})

export const { altered } = openRecordings(import.meta.url)

/** Published calldata is cut to its selector: for a lock it is filled up with who receives. */
export const calldata = (selector: string, recipient: string) => `${selector}${word(recipient)}`

type Changes = Readonly<Record<string, unknown>>

/** Locks of a recorded quote, with some changes. */
export const bridgingLockCase = defineQuotes({ ...bridging, ...lock }, (changes: Changes) =>
  ask({ ...bridgingQuery, ...walletQuery }, altered(BRIDGED, { 'tx.data': calldata('0xb9303701', BOB), ...changes })),
)
export const swappingLockCase = defineQuotes({ ...swapping, ...lock }, (changes: Changes) =>
  ask(
    { ...swappingQuery, ...walletQuery },
    altered(WITH_SWAPS, { 'tx.data': calldata('0x4d8160ba', BOB), ...changes }),
  ),
)
export const nativeLockCase = defineQuotes({ ...native, ...lock }, (changes: Changes) =>
  ask(
    { ...nativeQuery, ...walletQuery },
    altered(NATIVE_QUOTE, { 'tx.data': calldata('0x4d8160ba', BOB), ...changes }),
  ),
)

/** Quotes without wallets. */
export const priceCase = defineQuotes(bridging, (reply) => ask(bridgingQuery, reply))
