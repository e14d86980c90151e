import { json } from '../../support/recordings.ts'
import type { Exchange, Reply } from '../../support/provider-lab.ts'
import type { DiscoveryCase } from '../../support/provider-suite.ts'
import { NATIVE, USDC } from '../../support/case-assets.ts'
import { altered, key } from './exchanges.ts'

const CHAINS: Reply = 'chains.json'
const TOKENS: Reply = 'tokens.json'
const SOLANA_ID = 34268394551451
const SOLANA_COIN = '11111111111111111111111111111111'

const ONE_INCH = 'ethereum:1INCH 0x111111111117dC0aa78b770fA6A738034120C302 18'
const ABT = 'ethereum:ABT 0xB98d4C97425d9908E66E53A6fDf673ACcA0BE986 18'
const ACH = 'ethereum:ACH 0xEd04915c23f00A313a544955524EB7DBD823143d 8'

function asksBoth(chains: Reply, tokens: Reply, headers: Readonly<Record<string, string>> = key): Exchange[] {
  return [
    { method: 'GET', path: '/swap/chains', headers, reply: chains },
    { method: 'GET', path: '/swap/tokens', headers, reply: tokens },
  ]
}

const chainsOf = (...ids: readonly number[]): Reply => json(ids.map((chainId) => ({ chainId })))

function token(chainId: number, address: string, symbol: string, decimals: number) {
  return { chainId, address, symbol, name: symbol, decimals, logoUrl: null, priceUsd: null }
}

/** Replies of GET /swap/chains and GET /swap/tokens as our assets. */
export const discoveries: readonly DiscoveryCase[] = [
  {
    name: 'the tokens of the chains that are served now, with the key',
    exchanges: asksBoth(CHAINS, TOKENS),
    expected: { assets: [ONE_INCH, ABT, ACH] },
  },
  {
    name: 'without a key',
    settings: { API_KEY: '' },
    exchanges: asksBoth(CHAINS, TOKENS, {}),
    expected: { assets: [ONE_INCH, ABT, ACH] },
  },
  {
    name: 'coins by our address, tokens with their checksum, and each asset once under its first name',
    exchanges: asksBoth(
      chainsOf(10, 8453, SOLANA_ID),
      json([
        token(10, NATIVE, 'ETH', 18),
        token(8453, USDC.base.toLowerCase(), 'USDC', 6),
        token(SOLANA_ID, USDC.solana, 'USDC', 6),
        token(8453, USDC.base, 'USDbC', 6),
      ]),
    ),
    expected: {
      assets: [`optimism:ETH ${NATIVE} 18`, `base:USDC ${USDC.base} 6`, `solana:USDC ${USDC.solana} 6`],
    },
  },
  {
    name: 'tokens of chains that Across no longer serves, that the catalog does not know, or that are not served from here',
    exchanges: asksBoth(
      chainsOf(690, 41455, 1337, 100),
      json([690, 41455, 1337, 100, 1].map((chainId) => token(chainId, USDC.ethereum, 'USDC', 6))),
    ),
    expected: { assets: [] },
  },
  {
    name: "Solana's own coin is not bridged, and its catalog number is not Across's",
    exchanges: asksBoth(
      chainsOf(SOLANA_ID, 1151111081099710),
      json([token(SOLANA_ID, SOLANA_COIN, 'SOL', 9), token(1151111081099710, USDC.solana, 'USDC', 6)]),
    ),
    expected: { assets: [] },
  },
  {
    name: 'one odd row does not hide the others, and an image that is not https is none',
    exchanges: asksBoth(
      CHAINS,
      altered('tokens.json', { '0.decimals': '18', '1.logoUrl': 'http://example.org/a.png' }),
    ),
    expected: { assets: [ABT, ACH] },
  },
]
