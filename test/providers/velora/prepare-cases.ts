import type { Reply } from '../../support/provider-lab.ts'
import type { PrepareCase } from '../../support/provider-suite.ts'
import {
  ALICE,
  altered,
  asksSwap,
  BEEF,
  calldataOf,
  COIN_FILE,
  coinTerms,
  ROUTER,
  TOKEN_FILE,
  USDC,
} from './exchanges.ts'

const coinData = calldataOf(COIN_FILE)
const tokenData = calldataOf(TOKEN_FILE)
const swapped = { providerResult: { execution: 'client', status: 'awaiting_deposit' }, needsHash: true }

const coinPrepared = {
  ...swapped,
  tracking: { depositor: BEEF, recipient: BEEF },
  exec: {
    chainId: 8453,
    providerTarget: ROUTER,
    providerCalldata: coinData,
    value: '1000000000000000000',
    srcToken: 'native',
    srcAmount: '1000000000000000000',
    allSteps: [
      {
        type: 'swap',
        chainId: 8453,
        to: ROUTER,
        data: coinData,
        value: '1000000000000000000',
        description: 'Swap ETH for USDC through Velora',
      },
    ],
    meta: { executionMode: 'client', walletExecution: true },
  },
}

/** The minimum in the recorded calldata, and two units less. */
const WORD_OF_MINIMUM = '788b7bf6'.padStart(64, '0')
const WORD_OF_LESS = '788b7bf4'.padStart(64, '0')
const LONG_LOCK = 'locks a call that is too long to keep'
const asksAgain = (reply: Reply) => [asksSwap(coinTerms, { userAddress: BEEF }, reply)]

export const prepareCases: readonly PrepareCase[] = [
  {
    name: 'a coin: the locked call, and nobody is asked',
    quote: 'locks a coin with the call that its calldata backs',
    exchanges: [],
    expected: coinPrepared,
  },
  {
    name: 'a token: an approval of exactly the amount, then the locked call',
    quote: 'locks a token for a token',
    exchanges: [],
    expected: {
      ...swapped,
      tracking: { depositor: ALICE, recipient: ALICE },
      exec: {
        chainId: 8453,
        providerTarget: ROUTER,
        providerCalldata: tokenData,
        value: '0',
        srcToken: USDC,
        srcAmount: '500000000',
        approvalTarget: ROUTER,
        approvalToken: USDC,
        approvalAmount: '500000000',
        allSteps: [
          {
            type: 'approve',
            chainId: 8453,
            to: USDC,
            data: `0x095ea7b3${ROUTER.slice(2).padStart(64, '0')}${(500_000_000).toString(16).padStart(64, '0')}`,
            value: '0',
            description: 'Let the contract take USDC: this amount and no more',
          },
          {
            type: 'swap',
            chainId: 8453,
            to: ROUTER,
            data: tokenData,
            value: '0',
            description: 'Swap USDC for WETH through Velora',
          },
        ],
        meta: { executionMode: 'client', walletExecution: true },
      },
    },
  },
  {
    name: 'a call that was too long to keep is asked for again',
    quote: LONG_LOCK,
    exchanges: asksAgain({ file: COIN_FILE }),
    expected: coinPrepared,
  },
  {
    name: 'a new call that guarantees less than the lock is refused',
    quote: LONG_LOCK,
    exchanges: asksAgain(
      altered(COIN_FILE, {
        'priceRoute.destAmount': '2042835512',
        'txParams.data': coinData.replace(WORD_OF_MINIMUM, WORD_OF_LESS),
      }),
    ),
    expected: { error: 'unavailable' },
  },
  {
    name: 'a route that is gone is refused',
    quote: LONG_LOCK,
    exchanges: asksAgain({ status: 404, file: 'no-route.json' }),
    expected: { error: 'unavailable' },
  },
]
