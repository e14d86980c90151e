import { defineLists } from '../../support/case-makers.ts'
import type { DiscoveryCase } from '../../support/provider-suite.ts'
import { listing } from './exchanges.ts'

const COIN = '0x0000000000000000000000000000000000000000'

/** Entries of the token list: `chain symbol decimals address`, `-` for none. */
function tokens(...rows: readonly string[]): string {
  return JSON.stringify(
    rows.map((row) => {
      const [blockchain, symbol, decimals, address] = row.split(' ')
      const contractAddress = address === '-' ? null : address
      return { assetId: `nep141:${row}`, blockchain, symbol, decimals: Number(decimals), contractAddress }
    }),
  )
}

const listCase = defineLists((reply) => listing(reply))

/** What the 1Click API says it swaps. */
export const discoveries: readonly DiscoveryCase[] = [
  listCase('the token list is listed; wrapped NEAR stands for the coin', 'tokens.json', {
    assets: ['near:NEAR native 24', `ethereum:ETH ${COIN} 18`, 'bitcoin:BTC native 8'],
  }),
  {
    name: 'the same with a partner token, which is sent along',
    settings: { API_KEY: 'a-partner-token' },
    exchanges: [{ ...listing('tokens.json'), headers: { 'x-api-key': 'a-partner-token' } }],
    expected: { assets: ['near:NEAR native 24', `ethereum:ETH ${COIN} 18`, 'bitcoin:BTC native 8'] },
  },
  {
    name: 'tokens of many chains are listed; TON is the coin that the catalog calls GRAM',
    exchanges: [listing()],
    expected: {
      assets: [
        'near:NEAR native 24',
        `ethereum:ETH ${COIN} 18`,
        'ethereum:USDC 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 6',
        'ethereum:USDT 0xdAC17F958D2ee523a2206206994597C13D831ec7 6',
        `arbitrum:ETH ${COIN} 18`,
        'arbitrum:USDC 0xaf88d065e77c8cC2239327C5EDb3A432268e5831 6',
        'arbitrum:USDT 0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9 6',
        `base:ETH ${COIN} 18`,
        'base:USDC 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913 6',
        `bsc:BNB ${COIN} 18`,
        'bsc:USDT 0x55d398326f99059fF775485246999027B3197955 18',
        `polygon:POL ${COIN} 18`,
        `avalanche:AVAX ${COIN} 18`,
        `optimism:ETH ${COIN} 18`,
        'bitcoin:BTC native 8',
        'litecoin:LTC native 8',
        'dogecoin:DOGE native 8',
        'bitcoin-cash:BCH native 8',
        'zcash:ZEC native 8',
        'solana:SOL native 9',
        'solana:USDC EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v 6',
        'tron:TRX native 6',
        'tron:USDT TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t 6',
        'xrpl:XRP native 6',
        'ton:GRAM native 9',
        'stellar:XLM native 7',
      ],
    },
  },
  listCase(
    'unknown chains, coins that are not the native one, addresses that are none and repetitions are left out',
    {
      text: tokens(
        'nowhere ABC 18 -',
        'gnosis GNO 18 -',
        'eth BAD 18 0x1234',
        `eth BAD 18 ${COIN}`,
        'eth BAD 18 0xDac17F958D2ee523a2206206994597C13D831ec7',
        'sol BAD 9 native',
        'pol MATIC 18 -',
        'pol POL 18 -',
        'eth NEW 18 0x00000000000000000000000000000000000abcde',
        'near NEW 8 new.near',
      ),
    },
    {
      assets: [
        `polygon:POL ${COIN} 18`,
        'ethereum:NEW 0x00000000000000000000000000000000000aBCdE 18',
        'near:NEW new.near 8',
      ],
    },
  ),
  listCase(
    'an entry of an unknown kind does not hide the others',
    { text: `[{"kind":"new"},${tokens('btc BTC 8 -', 'ltc LTC 99 -').slice(1)}` },
    { assets: ['bitcoin:BTC native 8'] },
  ),
]
