import { toChecksumAddress } from '../../../src/core/assets/addresses/evm.ts'
import { json } from '../../support/recordings.ts'
import type { Exchange, Reply } from '../../support/provider-lab.ts'
import type { DiscoveryCase } from '../../support/provider-suite.ts'
import { NATIVE, USDC } from '../../support/case-assets.ts'
import { altered, ARB } from './exchanges.ts'

const TOKENS: Reply = 'tokens.synthetic.json'
const SOLANA_COIN = '11111111111111111111111111111111'
const OF_ARBITRUM = [`arbitrum:ETH ${NATIVE} 18`, `arbitrum:USDC ${USDC.arbitrum} 6`, `arbitrum:ARB ${ARB} 18`]
const WITH_KEY = { accesstoken: 'key-of-the-test' }

const asksChains = (reply: Reply, query: Readonly<Record<string, string>> = WITH_KEY): Exchange => ({
  method: 'GET',
  path: '/supported-chains-info',
  query,
  reply,
})

const asksTokens = (chainId: number, reply: Reply, query: Readonly<Record<string, string>> = WITH_KEY): Exchange => ({
  method: 'GET',
  path: '/token-list',
  query: { chainId: chainId.toString(), ...query },
  reply,
})

const chainsOf = (...chains: readonly object[]): Reply => json({ chains })
const ARBITRUM_ONLY = chainsOf({ chainId: 42161, originalChainId: 42161, chainName: 'Arbitrum' })

function tokensOf(...tokens: readonly { readonly address: string; readonly chainId?: string | number }[]): Reply {
  return json({ tokens: Object.fromEntries(tokens.map((token) => [token.address, token])) })
}

const numbered = (at: number) => `0x${(at + 1).toString(16).padStart(40, '0')}`
const token = (address: string, symbol: string, decimals: number) => ({ address, symbol, name: symbol, decimals })

/** deBridge's ids of the chains in the recording that are served from here, in its order. */
const SERVED = [
  1, 10, 56, 137, 4663, 8453, 42161, 43114, 59144, 7565164, 100000013, 100000019, 100000022, 100000029, 100000030,
  100000031,
]

/** Replies of GET /supported-chains-info and GET /token-list as our assets. */
export const discoveries: readonly DiscoveryCase[] = [
  {
    name: 'every chain that is served is asked for once by its own id, and Tron is not',
    exchanges: [asksChains('chains.json'), ...SERVED.map((id) => asksTokens(id, id === 42161 ? TOKENS : tokensOf()))],
    expected: { assets: OF_ARBITRUM },
  },
  {
    name: 'without a key',
    settings: { API_KEY: '' },
    exchanges: [asksChains(ARBITRUM_ONLY, {}), asksTokens(42161, TOKENS, {})],
    expected: { assets: OF_ARBITRUM },
  },
  {
    name: 'of a list without end only the first 5000 tokens',
    exchanges: [
      asksChains(ARBITRUM_ONLY),
      asksTokens(42161, tokensOf(...Array.from({ length: 5_001 }, (_, at) => token(numbered(at), `T${at}`, 18)))),
    ],
    expected: {
      assets: Array.from({ length: 5_000 }, (_, at) => `arbitrum:T${at} ${toChecksumAddress(numbered(at))} 18`),
    },
  },
  {
    name: "chains by deBridge's own ids, as number or text, and coins by our address",
    exchanges: [
      asksChains(
        chainsOf({ chainId: '7565164', originalChainId: '7565164' }, { chainId: 100000022, originalChainId: '999' }),
      ),
      asksTokens(7565164, tokensOf(token(SOLANA_COIN, 'SOL', 9), token(USDC.solana, 'USDC', 6))),
      asksTokens(100000022, tokensOf(token(NATIVE, 'HYPE', 18), token(USDC.hyperevm.toLowerCase(), 'USDC', 6))),
    ],
    expected: {
      assets: [
        'solana:SOL native 9',
        `solana:USDC ${USDC.solana} 6`,
        `hyperevm:HYPE ${NATIVE} 18`,
        `hyperevm:USDC ${USDC.hyperevm} 6`,
      ],
    },
  },
  {
    name: 'a chain that leaves its original id out is known by its own',
    exchanges: [asksChains(chainsOf({ chainId: 42161 })), asksTokens(42161, TOKENS)],
    expected: { assets: OF_ARBITRUM },
  },
  {
    name: 'chains that are numbered anew, unknown, or not served from here are not asked for',
    exchanges: [
      asksChains(
        chainsOf(
          { chainId: 100000022, originalChainId: 998 },
          { chainId: 999, originalChainId: 999 },
          { chainId: 100000026, originalChainId: 728126428 },
        ),
      ),
    ],
    expected: { assets: [] },
  },
  {
    name: 'tokens of another chain, and a token that stands twice',
    exchanges: [
      asksChains(ARBITRUM_ONLY),
      asksTokens(
        42161,
        tokensOf({ ...token(ARB, 'ARB', 18), chainId: '42161' }, token(ARB.toLowerCase(), 'ARB', 18), {
          ...token(USDC.base, 'USDC', 6),
          chainId: 8453,
        }),
      ),
    ],
    expected: { assets: [`arbitrum:ARB ${ARB} 18`] },
  },
  {
    name: 'one odd row does not hide the others, and an image that is not https is none',
    exchanges: [
      asksChains(ARBITRUM_ONLY),
      asksTokens(
        42161,
        altered('tokens.synthetic.json', {
          'tokens.0x0000000000000000000000000000000000000000.decimals': 77,
          'tokens.0xaf88d065e77c8cc2239327c5edb3a432268e5831.logoURI': 'javascript:alert(1)',
        }),
      ),
    ],
    expected: { assets: OF_ARBITRUM.slice(1) },
  },
]
