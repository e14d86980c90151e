import { json, openRecordings } from '../../support/recordings.ts'
import type { Exchange, Reply } from '../../support/provider-lab.ts'
import type { DiscoveryCase } from '../../support/provider-suite.ts'

const KEY_HEADER = { 'x-lifi-api-key': 'key-1' }
const CHAIN_TYPES = 'EVM,SVM,UTXO,MVM,TVM'
const NATIVE = '0x0000000000000000000000000000000000000000'
/** The ids of the recorded chains: Ethereum, Robinhood Chain, Polygon, BNB Smart Chain, Gnosis. */
const RECORDED_CHAINS = '1,4663,137,56,100'

const { altered, valueAt } = openRecordings(import.meta.url)

function asksChains(reply: Reply, headers?: Exchange['headers']): Exchange {
  return {
    method: 'GET',
    path: '/chains',
    query: { chainTypes: CHAIN_TYPES },
    headers,
    reply,
  }
}

function asksTokens(chains: string, reply: Reply, headers?: Exchange['headers']): Exchange {
  return {
    method: 'GET',
    path: '/tokens',
    query: { chains, chainTypes: CHAIN_TYPES },
    headers,
    reply,
  }
}

/** A list of chains with these ids, otherwise like the recorded ones. */
function chainsWith(...ids: readonly number[]): Reply {
  const entry = valueAt('chains.json', 'chains.0') as object
  return json({ chains: ids.map((id) => ({ ...entry, id })) })
}

const ETHEREUM = [`ethereum:ETH ${NATIVE} 18`, 'ethereum:USDC 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 6']
const POLYGON_DAI = 'polygon:DAI 0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063 18'
const EMPTY: Reply = { text: '{"tokens":{}}' }

/** Replies of GET /chains and GET /tokens as our assets. */
export const lifiDiscoveries: readonly DiscoveryCase[] = [
  {
    name: 'the tokens of the chains that it serves, and of no other',
    exchanges: [asksChains('chains.json'), asksTokens(RECORDED_CHAINS, 'tokens.synthetic.json')],
    expected: { assets: [...ETHEREUM, POLYGON_DAI] },
  },
  {
    name: 'chains by their own numbers, and their coins by our address',
    exchanges: [
      asksChains(chainsWith(42161, 1151111081099710, 9270000000000000, 20000000000001)),
      asksTokens('42161,1151111081099710,9270000000000000,20000000000001', 'tokens.synthetic.json'),
    ],
    expected: {
      assets: [
        'arbitrum:USDC 0xaf88d065e77c8cC2239327C5EDb3A432268e5831 6',
        'solana:SOL native 9',
        'sui:SUI native 9',
        'bitcoin:BTC native 8',
      ],
    },
  },
  {
    name: 'test networks and chains that are not known are not asked about',
    exchanges: [
      asksChains(
        altered('chains.json', {
          'chains.0.mainnet': false,
          'chains.1.id': 999999999,
          'chains.3.mainnet': false,
          'chains.4.mainnet': false,
        }),
      ),
      asksTokens('137', 'tokens.synthetic.json'),
    ],
    expected: { assets: [POLYGON_DAI] },
  },
  {
    name: 'ten chains a call',
    exchanges: [
      asksChains(chainsWith(10, 25, 56, 100, 122, 130, 143, 146, 196, 252, 137)),
      asksTokens('10,25,56,100,122,130,143,146,196,252', EMPTY),
      asksTokens('137', 'tokens.synthetic.json'),
    ],
    expected: { assets: [POLYGON_DAI] },
  },
  {
    name: 'no chain of ours: no tokens are asked for',
    exchanges: [asksChains(chainsWith(999999999))],
    expected: { assets: [] },
  },
  {
    name: 'a token that it has not verified is left out, one of which it says nothing stays',
    exchanges: [
      asksChains(chainsWith(1)),
      asksTokens('1', altered('tokens.synthetic.json', { 'tokens.1.0.verificationStatus': 'unverified' })),
    ],
    expected: { assets: ETHEREUM.slice(1) },
  },
  {
    name: 'a token that is listed twice, an image that is not https, and one odd row that does not hide the others',
    exchanges: [
      asksChains(chainsWith(1, 137)),
      asksTokens(
        '1,137',
        altered('tokens.synthetic.json', {
          'tokens.1.1.logoURI': 'javascript:alert(1)',
          'tokens.42161.0.chainId': 1,
          'tokens.42161.0.address': '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
          'tokens.137.0.decimals': 77,
        }),
      ),
    ],
    expected: { assets: ETHEREUM },
  },
  {
    name: 'with a key',
    settings: { API_KEY: 'key-1' },
    exchanges: [
      asksChains('chains.json', KEY_HEADER),
      asksTokens(RECORDED_CHAINS, 'tokens.synthetic.json', KEY_HEADER),
    ],
    expected: { assets: [...ETHEREUM, POLYGON_DAI] },
  },
]
