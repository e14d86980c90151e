import { json } from '../../support/recordings.ts'
import { BAD_REPLY } from '../../support/case-makers.ts'
import type { Exchange, Reply } from '../../support/provider-lab.ts'
import type { DiscoveryCase } from '../../support/provider-suite.ts'
import { altered, NATIVE, USDC } from './exchanges.ts'

/*
 * No reply of these two services was recorded: `chains.synthetic.json` and `tokens.synthetic.json` are put together after
 * what is published of their shapes.
 */

const CHAINS: Reply = 'chains.synthetic.json'
const TOKENS: Reply = 'tokens.synthetic.json'
const NONE: Reply = { text: '{"code":0,"data":{"tokens":[]}}' }
const COIN = '0x0000000000000000000000000000000000000000'
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const USDC_ETHEREUM = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const OF_ETHEREUM = [`ethereum:ETH ${COIN} 18`, `ethereum:USDT ${USDT} 6`, `ethereum:USDC ${USDC_ETHEREUM} 6`]

const asksChains = (reply: Reply, clientId = 'swapcli'): Exchange => ({
  method: 'GET',
  path: '/api/v1/aggregator/supported-chains',
  headers: { 'x-client-id': clientId },
  reply,
})

const asksTokens = (chainId: number, reply: Reply, clientId = 'swapcli'): Exchange => ({
  method: 'GET',
  path: '/api/v1/public/tokens',
  query: { chainIds: chainId.toString(), isWhitelisted: 'true', page: '1', pageSize: '100' },
  headers: { 'x-client-id': clientId },
  reply,
})

const chainsOf = (...chains: readonly object[]): Reply => json({ code: 0, data: { chains } })
const tokensOf = (...tokens: readonly object[]): Reply => json({ code: 0, data: { tokens } })
const active = (chainId: string | number, chainName: string) => ({ chainId, chainName, state: 'active' })
const ETHEREUM_ONLY = chainsOf(active('1', 'ethereum'))
const BASE_ONLY = chainsOf(active(8453, 'base'))

/** Replies of the list of chains and of the list of tokens as our assets. */
export const discoveryCases: readonly DiscoveryCase[] = [
  {
    name: 'the coin and the tokens of every chain that is active or new and that is served from here',
    exchanges: [asksChains(CHAINS), asksTokens(1, TOKENS), asksTokens(8453, NONE)],
    expected: { assets: [...OF_ETHEREUM, `base:ETH ${COIN} 18`] },
  },
  {
    name: 'under a name of its own',
    settings: { CLIENT_ID: 'a-friend' },
    exchanges: [asksChains(ETHEREUM_ONLY, 'a-friend'), asksTokens(1, TOKENS, 'a-friend')],
    expected: { assets: OF_ETHEREUM },
  },
  {
    name: 'a chain whose name is that of another one is not asked for',
    exchanges: [asksChains(chainsOf(active('1', 'base'), active('8453', 'ethereum')))],
    expected: { assets: [] },
  },
  {
    name: 'tokens of other chains, tokens that are not whitelisted, and the coin under its own sign',
    exchanges: [
      asksChains(BASE_ONLY),
      asksTokens(
        8453,
        tokensOf(
          { chainId: 8453, address: NATIVE.toLowerCase(), symbol: 'ETHER', name: 'Ether', decimals: 18 },
          { chainId: 1, address: USDT, symbol: 'USDT', name: 'Tether USD', decimals: 6 },
          { chainId: 8453, address: USDT, symbol: 'USDT', name: 'Tether', decimals: 6, isWhitelisted: false },
          { chainId: 8453, address: USDC, symbol: 'USDC', name: 'USD Coin', decimals: 6, logoURL: 'data:,' },
          { chainId: '8453', address: USDC.toLowerCase(), symbol: 'USDbC', name: 'USD Coin', decimals: 6 },
        ),
      ),
    ],
    expected: { assets: [`base:ETH ${COIN} 18`, `base:USDC ${USDC} 6`] },
  },
  {
    name: 'one odd row does not hide the others',
    exchanges: [
      asksChains(altered('chains.synthetic.json', { 'data.chains.1.chainId': 'base' })),
      asksTokens(1, altered('tokens.synthetic.json', { 'data.tokens.0.decimals': -1 })),
    ],
    expected: { assets: [`ethereum:ETH ${COIN} 18`, `ethereum:USDC ${USDC_ETHEREUM} 6`] },
  },
  {
    name: 'a code of failure is no list',
    exchanges: [asksChains(ETHEREUM_ONLY), asksTokens(1, { text: '{"code":4001,"data":{"tokens":[]}}' })],
    expected: BAD_REPLY,
  },
]
