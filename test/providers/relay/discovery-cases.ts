import { defineLists } from '../../support/case-makers.ts'
import type { Json } from '../../../src/core/ports.ts'
import { json, openRecordings } from '../../support/recordings.ts'
import type { Exchange, Reply } from '../../support/provider-lab.ts'
import type { DiscoveryCase } from '../../support/provider-suite.ts'

const KEY_HEADER = { 'x-api-key': 'key-1' }

const { altered, valueAt } = openRecordings(import.meta.url)

function asksChains(reply: Reply, headers?: Exchange['headers']): Exchange {
  return { method: 'GET', path: '/chains', headers, reply }
}

function asksCurrencies(chainId: number, reply: Reply, headers?: Exchange['headers']): Exchange {
  return {
    method: 'POST',
    path: '/currencies/v2',
    body: { chainIds: [chainId], verified: true, limit: 100 },
    headers,
    reply,
  }
}

/** Calls for several chains, which may come in any order; each gets the recorded list, of which its own chain counts. */
function asksCurrenciesOfAll(...chainIds: readonly number[]): Exchange[] {
  const left = new Set(chainIds)
  return chainIds.map(() => ({
    method: 'POST',
    path: '/currencies/v2',
    body: (body: unknown) => {
      const asked = [...left].find((id) => sameJson(body, { chainIds: [id], verified: true, limit: 100 }))
      if (asked === undefined) throw new Error(`none of ${[...left].join(', ')} is asked for`)
      left.delete(asked)
    },
    reply: 'tokens.synthetic.json',
  }))
}

function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** The recorded entry of Optimism as a bare one of other chains, each with some other values. */
function chainsLike(...changes: readonly Readonly<Record<string, Json>>[]): Reply {
  const entry = valueAt('chains.json', 'chains.0') as object
  const bare = { ...entry, featuredTokens: [], erc20Currencies: [] }
  return json({ chains: changes.map((change) => ({ ...bare, ...change })) })
}

const BITCOIN_COIN = 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8'
const SIPHER = 'optimism:SIPHER 0xb94944669f7967E16588E55Ac41Be0d5ef399DcD 18'
const OPTIMISM_ETH = 'optimism:ETH 0x0000000000000000000000000000000000000000 18'

const chainsCase = defineLists((reply) => asksChains(reply))

/** Replies of GET /chains and POST /currencies/v2 as our assets. */
export const relayDiscoveries: readonly DiscoveryCase[] = [
  {
    name: 'the tokens that a chain names, then those that are verified on it; each once, none of other chains',
    exchanges: [asksChains('chains.json'), asksCurrencies(10, 'tokens.synthetic.json')],
    expected: { assets: [OPTIMISM_ETH, SIPHER] },
  },
  chainsCase('a chain of limited support has the tokens that its entry names', 'chains-limited-token-support.json', {
    assets: [
      'zora:ETH 0x0000000000000000000000000000000000000000 18',
      'zora:USDzC 0xCccCCccc7021b32EBb4e8C08314bD62F7c653EC4 6',
    ],
  }),
  chainsCase(
    'a token that is not bridged does not belong to a chain of limited support',
    altered('chains-limited-token-support.json', {
      'chains.0.erc20Currencies.0.supportsBridging': false,
    }),
    { assets: ['zora:ETH 0x0000000000000000000000000000000000000000 18'] },
  ),
  {
    name: 'chains by their own numbers, and their coins by our address',
    exchanges: [
      asksChains(
        chainsLike(
          { id: 8453 },
          { id: 42161, currency: null },
          { id: 8253038, currency: { symbol: 'BTC', name: 'Bitcoin', address: BITCOIN_COIN, decimals: 8 } },
          { id: 792703809, currency: null },
        ),
      ),
      ...asksCurrenciesOfAll(8453, 42161, 8253038, 792703809),
    ],
    expected: {
      assets: [
        'base:ETH 0x0000000000000000000000000000000000000000 18',
        'bitcoin:BTC native 8',
        'base:USDC 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913 6',
        'arbitrum:USDT 0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9 6',
        'solana:USDC EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v 6',
      ],
    },
  },
  chainsCase(
    'chains that are closed, take no deposits, or are not served from here are not asked about',
    chainsLike({ id: 1, disabled: true }, { id: 8453, depositEnabled: false }, { id: 1337 }, { id: 999999999 }),
    { assets: [] },
  ),
  {
    name: 'a coin under an address that is not known for certain is left out',
    exchanges: [
      asksChains(
        chainsLike({
          id: 728126428,
          currency: { symbol: 'TRX', name: 'Tron', address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', decimals: 6 },
          featuredTokens: [
            { symbol: 'TRX', name: 'Tron', address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', decimals: 6 },
            { symbol: 'USDT', name: 'Tether USD', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', decimals: 6 },
          ],
        }),
      ),
      asksCurrencies(
        728126428,
        altered('tokens.synthetic.json', {
          '0.chainId': 728126428,
          '0.address': 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
        }),
      ),
    ],
    expected: { assets: ['tron:USDT TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t 6'] },
  },
  {
    name: 'currencies that are not verified, and images that are not https',
    exchanges: [
      asksChains(chainsLike({ id: 8453, currency: null })),
      asksCurrencies(
        8453,
        altered('tokens.synthetic.json', {
          '0.metadata.verified': false,
          '1.metadata.logoURI': 'http://example.com/usdc.png',
        }),
      ),
    ],
    expected: { assets: ['base:USDC 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913 6'] },
  },
  {
    name: 'one odd row does not hide the others',
    exchanges: [
      asksChains(altered('chains.json', { 'chains.0.featuredTokens.0.decimals': 'many' })),
      asksCurrencies(10, altered('tokens.synthetic.json', { '0.decimals': 77 })),
    ],
    expected: { assets: [OPTIMISM_ETH, SIPHER] },
  },
  {
    name: 'with a key',
    settings: { API_KEY: 'key-1' },
    exchanges: [asksChains('chains.json', KEY_HEADER), asksCurrencies(10, 'tokens.synthetic.json', KEY_HEADER)],
    expected: { assets: [OPTIMISM_ETH, SIPHER] },
  },
]
