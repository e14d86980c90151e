import { json } from '../../support/recordings.ts'
import { BAD_REPLY, defineLists } from '../../support/case-makers.ts'
import type { DiscoveryCase } from '../../support/provider-suite.ts'
import { rewritten, info } from './exchanges.ts'

const COIN = '0x0000000000000000000000000000000000000000'
const FLIP = 'ethereum:FLIP 0x826180541412D574cf1336d22c0C0a287822678A 18'

const listCase = defineLists((reply) => info(reply))

/** What the backend says is switched on. */
export const discoveries: readonly DiscoveryCase[] = [
  {
    name: 'everything that is switched on is listed; assets that the table does not know are left out',
    exchanges: [info()],
    expected: {
      assets: [
        'ethereum:USDC 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 6',
        'ethereum:USDT 0xdAC17F958D2ee523a2206206994597C13D831ec7 6',
        'ethereum:WBTC 0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599 8',
        'ethereum:cbBTC 0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf 8',
        FLIP,
        `ethereum:ETH ${COIN} 18`,
        'bitcoin:BTC native 8',
        'arbitrum:USDC 0xaf88d065e77c8cC2239327C5EDb3A432268e5831 6',
        'arbitrum:USDT0 0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9 6',
        `arbitrum:ETH ${COIN} 18`,
        'solana:SOL native 9',
        'solana:USDC EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v 6',
        'solana:USDT Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB 6',
        'tron:TRX native 6',
        'tron:USDT TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t 6',
        'polkadot-asset-hub:DOT native 10',
        `bsc:BNB ${COIN} 18`,
        'bsc:USDT 0x55d398326f99059fF775485246999027B3197955 18',
      ],
    },
  },
  listCase(
    'an asset that is only paid out is listed, and one that is switched off is not',
    'network-info-partly-disabled.json',
    { assets: [FLIP] },
  ),
  listCase(
    'an asset that is only taken in is listed, but not one whose channels are closed',
    json({
      assets: [
        { ...off('Btc'), depositChannelCreationEnabled: true, depositChannelDepositsEnabled: true },
        { ...off('Eth'), depositChannelDepositsEnabled: true },
        { ...off('Sol'), depositChannelCreationEnabled: true },
      ],
    }),
    { assets: ['bitcoin:BTC native 8'] },
  ),
  listCase('an info that names no assets is none', { text: '{"assets":[]}' }, BAD_REPLY),
  listCase(
    'a switch that is neither on nor off is an error',
    rewritten('network-info.json', ['"egressEnabled": true', '"egressEnabled": "maybe"']),
    BAD_REPLY,
  ),
]

function off(asset: string) {
  return {
    asset,
    depositChannelCreationEnabled: false,
    depositChannelDepositsEnabled: false,
    egressEnabled: false,
    boostDepositsEnabled: false,
  }
}
