import { refusal } from '../../support/recordings.ts'
import { BAD_REPLY, clientPrepared, UNAVAILABLE } from '../../support/case-makers.ts'
import type { Reply } from '../../support/provider-lab.ts'
import type { PrepareCase } from '../../support/provider-suite.ts'
import {
  ALICE,
  altered,
  asksBuild,
  asksRoute,
  BEEF,
  COIN_BUILD_FILE,
  COIN_FILE,
  coinAsked,
  textAt,
  TOKEN_BUILD_FILE,
  TOKEN_FILE,
  tokenAsked,
  USDC,
} from './exchanges.ts'

const ROUTER = '0x6131B5fae19EA4f9D964eAc0408E4408b66337b5'
const COIN_LOCK = 'prices a coin for a lock in the same way, under the name that is set'
const TOKEN_LOCK = 'prices a token that is paid out as a coin'

const coinData = textAt(COIN_BUILD_FILE, 'data.data')
const tokenData = textAt(TOKEN_BUILD_FILE, 'data.data')

const coinBody = { sender: BEEF, recipient: BEEF, slippageTolerance: 100 }
const tokenBody = { sender: ALICE, recipient: ALICE, slippageTolerance: 100 }

/** Execute of the locked coin swap when the second call is answered by `reply`. */
const coinCase = (name: string, reply: Reply, expected: PrepareCase['expected']): PrepareCase => ({
  name,
  quote: COIN_LOCK,
  exchanges: [asksRoute(coinAsked, COIN_FILE), asksBuild(COIN_FILE, coinBody, reply)],
  expected,
})

const build = (changes: Readonly<Record<string, unknown>>) => altered(COIN_BUILD_FILE, changes)

const word = (hex: string) => hex.padStart(64, '0')
/** The amount, which stands behind the recipient and before the minimum. */
const AMOUNT_WORD = word('de0b6b3a7640000')

/** Calldata of the coin swap in which `from` is `to`. */
function alteredData(from: string, to: string) {
  if (coinData.split(from).length !== 2) throw new Error(`${from} does not stand in the calldata once`)
  return build({ 'data.data': coinData.replace(from, to) })
}

const swapped = (wallet: string) => ({ tracking: { depositor: wallet, recipient: wallet }, needsHash: true })

const coinPrepared = clientPrepared(
  {
    chainId: 8453,
    to: ROUTER,
    data: coinData,
    value: '1000000000000000000',
    amount: '1000000000000000000',
    type: 'swap',
    description: 'Swap ETH for USDC through KyberSwap',
  },
  swapped(BEEF),
)

/** The price after the lock: lower, still lower than the minimum, and higher. */
const cheaper = altered(COIN_FILE, { 'data.routeSummary.amountOut': '2030000000' })
const tooCheap = altered(COIN_FILE, { 'data.routeSummary.amountOut': '2023568683' })
const dearer = altered(COIN_FILE, { 'data.routeSummary.amountOut': '2100000000' })

export const prepareCases: readonly PrepareCase[] = [
  coinCase('a coin: one call of the router, from a new price', COIN_BUILD_FILE, coinPrepared),
  {
    name: 'a token: an approval of exactly the amount, and the route goes back in its own digits',
    quote: TOKEN_LOCK,
    exchanges: [asksRoute(tokenAsked, TOKEN_FILE), asksBuild(TOKEN_FILE, tokenBody, TOKEN_BUILD_FILE)],
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
        description: 'Swap USDC for ETH through KyberSwap',
      },
      swapped(ALICE),
    ),
  },
  {
    name: 'sends the name that is set, and value follows from the amount when it is not stated',
    quote: COIN_LOCK,
    settings: { CLIENT_ID: 'our-app' },
    exchanges: [
      asksRoute(coinAsked, COIN_FILE, 'our-app'),
      asksBuild(COIN_FILE, coinBody, altered(COIN_BUILD_FILE, { 'data.transactionValue': undefined }), 'our-app'),
    ],
    expected: coinPrepared,
  },
  {
    name: 'a price that fell leaves less slippage, so that the locked minimum holds',
    quote: COIN_LOCK,
    exchanges: [
      asksRoute(coinAsked, cheaper),
      asksBuild(cheaper, { ...coinBody, slippageTolerance: 31 }, COIN_BUILD_FILE),
    ],
    expected: coinPrepared,
  },
  {
    name: 'a price that rose leaves no more slippage than the user allows',
    quote: COIN_LOCK,
    exchanges: [asksRoute(coinAsked, dearer), asksBuild(dearer, coinBody, COIN_BUILD_FILE)],
    expected: coinPrepared,
  },
  {
    name: 'a price that fell below the locked minimum is refused',
    quote: COIN_LOCK,
    exchanges: [asksRoute(coinAsked, tooCheap)],
    expected: UNAVAILABLE,
  },
  {
    name: 'a route that is gone is refused',
    quote: COIN_LOCK,
    exchanges: [asksRoute(coinAsked, refusal('no-route-4008.json'))],
    expected: UNAVAILABLE,
  },
  coinCase('a market maker who gives less', refusal('error-build-4222-rfq-moved.json'), UNAVAILABLE),
  coinCase('a route that no longer gives enough', refusal('error-build-4227-slippage.json', 422), UNAVAILABLE),
  coinCase('a call that could not be carried out', refusal('error-build-4227-transfer-from-failed.json'), UNAVAILABLE),
  coinCase('a build with a code that is not known', refusal('error-4002-body.json'), BAD_REPLY),
  coinCase('a build for another swap', 'build-hyperevm.json', BAD_REPLY),
  coinCase('calldata that is cut short', build({ 'data.data': coinData.slice(0, 1000) }), BAD_REPLY),
  coinCase('calldata of another function', build({ 'data.data': `0x59e50fed${coinData.slice(10)}` }), BAD_REPLY),
  coinCase('calldata that is no hex', build({ 'data.data': `${coinData}zz` }), BAD_REPLY),
  coinCase(
    'calldata that pays out to another wallet',
    alteredData(BEEF.slice(2) + AMOUNT_WORD, ALICE.slice(2).toLowerCase() + AMOUNT_WORD),
    BAD_REPLY,
  ),
  coinCase(
    'calldata that guarantees less than the lock',
    alteredData(`${AMOUNT_WORD}${word('789d352c')}`, `${AMOUNT_WORD}${word('789d352a')}`),
    UNAVAILABLE,
  ),
  coinCase(
    'calldata that takes another amount',
    alteredData(`${BEEF.slice(2)}${AMOUNT_WORD}`, `${BEEF.slice(2)}${word('de0b6b3a7640001')}`),
    BAD_REPLY,
  ),
  coinCase('another router', build({ 'data.routerAddress': USDC }), BAD_REPLY),
  coinCase('a value beyond the amount', build({ 'data.transactionValue': '1000000000000000001' }), BAD_REPLY),
  coinCase('a value in hex', build({ 'data.transactionValue': '0xde0b6b3a7640000' }), BAD_REPLY),
]
