import { json } from '../../support/recordings.ts'
import { BAD_REPLY, defineLists } from '../../support/case-makers.ts'
import type { Exchange, Reply } from '../../support/provider-lab.ts'
import type { DiscoveryCase } from '../../support/provider-suite.ts'
import { altered, NATIVE, USDC, WETH } from './exchanges.ts'

/* No reply was recorded: `tokens.synthetic.json` has the two tokens of the published example. */

const TOKENS: Reply = 'tokens.synthetic.json'
const NONE: Reply = { text: '{"tokens":[]}' }
const UNSERVED: Reply = { status: 400, text: '{"error":"Invalid network. Supported chains: 1, 10, 56"}' }
const COIN = '0x0000000000000000000000000000000000000000'
const OF_ETHEREUM = [`ethereum:ETH ${COIN} 18`, 'ethereum:USDT 0xdAC17F958D2ee523a2206206994597C13D831ec7 6']

const SERVED = [1, 10, 56, 100, 130, 137, 146, 1101, 4663, 8453, 42161, 43114]

/** Every served chain is asked for once: these answer so, the others with `rest`. */
function asksTokens(replies: Readonly<Record<number, Reply>>, rest = NONE): Exchange[] {
  return SERVED.map((id) => ({ method: 'GET', path: `/tokens/${id}`, reply: replies[id] ?? rest }))
}

const tokensOf = (...tokens: readonly object[]): Reply => json({ tokens })

/** The chains that are asked for together with Ethereum, in the order of the catalog; after a failure there are no others. */
const FIRST_ASKED = [1, 8453, 42161, 56]

const listCase = defineLists((replies: Readonly<Record<number, Reply>>) => asksTokens(replies))

/** Replies of GET /tokens/{network} as our assets. */
export const discoveryCases: readonly DiscoveryCase[] = [
  listCase('the tokens of every chain that is served', { 1: TOKENS }, { assets: OF_ETHEREUM }),
  {
    name: 'chains that are no longer served are left out',
    exchanges: asksTokens({ 1: TOKENS, 4663: { status: 422, text: '{"error":"Unsupported network"}' } }, UNSERVED),
    expected: { assets: OF_ETHEREUM },
  },
  {
    name: 'not one chain that is served is a mistake',
    exchanges: asksTokens({}, UNSERVED),
    expected: BAD_REPLY,
  },
  listCase(
    'the coin in any letter case, tokens with their checksum and once, tokens of other chains not',
    {
      8453: tokensOf(
        { network: 8453, address: NATIVE.toLowerCase(), symbol: 'ETH', name: 'Ether', decimals: 18 },
        { network: 8453, address: USDC.toLowerCase(), symbol: 'USDC', decimals: 6, img: 'http://example.org/a.png' },
        { network: 8453, address: USDC, symbol: 'USDbC', decimals: 6 },
        { network: 1, address: WETH, symbol: 'WETH', decimals: 18 },
      ),
    },
    { assets: [`base:ETH ${COIN} 18`, `base:USDC ${USDC} 6`] },
  ),
  listCase(
    'one odd row does not hide the others',
    { 1: altered('tokens.synthetic.json', { 'tokens.0.decimals': null, 'tokens.1.img': 7 }) },
    { assets: OF_ETHEREUM.slice(1) },
  ),
  wrong('another refusal', { status: 400, text: '{"error":"Validation failed"}' }),
]

function wrong(name: string, reply: Reply): DiscoveryCase {
  const exchanges = asksTokens({ 1: reply }).filter(({ path }) => FIRST_ASKED.some((id) => path === `/tokens/${id}`))
  return { name, exchanges, expected: BAD_REPLY }
}
