import type { Exchange, Reply } from '../../support/provider-lab.ts'
import type { CaseRequest } from '../../support/provider-suite.ts'
import { defineQuotes } from '../../support/case-makers.ts'
import { ALICE, BOB, lock, MALLORY, NATIVE, USDC, wallets, word } from '../../support/case-assets.ts'
import { openRecordings } from '../../support/recordings.ts'

export const WETH_ARBITRUM = '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1'
export const SPOKE_POOL = '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5'
export const PERIPHERY = '0x89415a82d909a7238d69094C3Dd1dCC1aCbDa85C'

export const { altered } = openRecordings(import.meta.url)

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
export const nobody = { depositor: MALLORY, skipOriginTxEstimation: 'true', skipChecks: 'true' }

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

type Changes = Readonly<Record<string, unknown>>
const filled = (file: string, changes: Changes = {}) => altered(file, { 'swapTx.data': calldata(BOB), ...changes })
export const swappingLock = (changes?: Changes) => ask({ ...swappingQuery, ...wallets }, filled(CROSS_CHAIN, changes))

/** Locks of a recorded quote, with some changes. */
export const swappingLockCase = defineQuotes({ ...swapping, ...lock }, swappingLock)
export const bridgingLockCase = defineQuotes({ ...bridging, ...lock }, (changes: Changes) =>
  ask({ ...bridgingQuery, ...wallets }, filled(APPROVAL_NEEDED, changes)),
)
export const nativeLockCase = defineQuotes({ ...native, ...lock }, (changes: Changes) =>
  ask({ ...nativeQuery, ...wallets }, filled(NATIVE_QUOTE, changes)),
)

/** Quotes for both wallets, and for none. */
export const swappingCase = defineQuotes({ ...swapping, ...wallets }, (reply) =>
  ask({ ...swappingQuery, ...wallets }, reply),
)
export const bridgingCase = defineQuotes({ ...bridging, ...wallets }, (reply) =>
  ask({ ...bridgingQuery, ...wallets }, reply),
)
export const priceCase = defineQuotes(swapping, (reply) => ask({ ...swappingQuery, ...nobody }, reply))

/** Seconds from the time at which the cases play. */
export const NOW_SEC = 1770675640
export const soon = { quoteExpiryTimestamp: NOW_SEC + 20 }
export const later = { quoteExpiryTimestamp: NOW_SEC + 50, id: 'fresh-quote' }

const messageFee = { amount: '70000000000000', token: { chainId: 1, address: NATIVE, symbol: 'ETH', decimals: 18 } }
/** Changes that make a quote over an OFT of one over Across's own bridge; figures assembled. */
export const OFT = {
  quoteExpiryTimestamp: 0,
  'steps.bridge.provider': 'oft',
  'steps.bridge.fees.amount': messageFee.amount,
  'steps.bridge.fees.token': messageFee.token,
  'steps.bridge.fees.details': undefined,
  '+fees': {
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
  'swapTx.data': calldata(BOB),
  'swapTx.value': '70000000000000',
}
