import { refusal } from '../../support/recordings.ts'
import { clientPrepared, definePrepares, UNAVAILABLE } from '../../support/case-makers.ts'
import type { PrepareCase } from '../../support/provider-suite.ts'
import { ALICE, altered, asksSwap, BEEF, COIN_FILE, coinTerms, ROUTER, textAt, TOKEN_FILE, USDC } from './exchanges.ts'

const coinData = textAt(COIN_FILE, 'txParams.data')
const tokenData = textAt(TOKEN_FILE, 'txParams.data')
const swapped = (wallet: string) => ({ tracking: { depositor: wallet, recipient: wallet }, needsHash: true })

const coinPrepared = clientPrepared(
  {
    chainId: 8453,
    to: ROUTER,
    data: coinData,
    value: '1000000000000000000',
    amount: '1000000000000000000',
    type: 'swap',
    description: 'Swap ETH for USDC through Velora',
  },
  swapped(BEEF),
)

/** The minimum in the recorded calldata, and two units less. */
const WORD_OF_MINIMUM = '788b7bf6'.padStart(64, '0')
const WORD_OF_LESS = '788b7bf4'.padStart(64, '0')
const LONG_LOCK = 'locks a call that is too long to keep'

const againCase = definePrepares(LONG_LOCK, (reply) => asksSwap(coinTerms, { userAddress: BEEF }, reply))

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
    expected: clientPrepared(
      {
        chainId: 8453,
        to: ROUTER,
        data: tokenData,
        token: USDC,
        amount: '500000000',
        approvals: ['500000000'],
        symbol: 'USDC',
        type: 'swap',
        description: 'Swap USDC for WETH through Velora',
      },
      swapped(ALICE),
    ),
  },
  againCase('a call that was too long to keep is asked for again', COIN_FILE, coinPrepared),
  againCase(
    'a new call that guarantees less than the lock is refused',
    altered(COIN_FILE, {
      'priceRoute.destAmount': '2042835512',
      'txParams.data': coinData.replace(WORD_OF_MINIMUM, WORD_OF_LESS),
    }),
    UNAVAILABLE,
  ),
  againCase('a route that is gone is refused', refusal('no-route.json', 404), UNAVAILABLE),
]
