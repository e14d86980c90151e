import { sameAddress } from '../../core/assets/address-key.ts'
import type { PricedAsset } from '../../core/assets/catalog.ts'
import type { Token } from './wire.ts'

/** Our chain keys and the `blockchain` codes of the token list. */
const CODES: ReadonlyMap<string, string> = new Map([
  ['near', 'near'],
  ['ethereum', 'eth'],
  ['base', 'base'],
  ['arbitrum', 'arb'],
  ['bitcoin', 'btc'],
  ['solana', 'sol'],
  ['ton', 'ton'],
  ['dash', 'dash'],
  ['dogecoin', 'doge'],
  ['xrpl', 'xrp'],
  ['zcash', 'zec'],
  ['gnosis', 'gnosis'],
  ['berachain', 'bera'],
  ['bsc', 'bsc'],
  ['polygon', 'pol'],
  ['tron', 'tron'],
  ['sui', 'sui'],
  ['movement', 'movement'],
  ['optimism', 'op'],
  ['avalanche', 'avax'],
  ['stellar', 'stellar'],
  ['aptos', 'aptos'],
  ['cardano', 'cardano'],
  ['litecoin', 'ltc'],
  ['xlayer', 'xlayer'],
  ['monad', 'monad'],
  ['bitcoin-cash', 'bch'],
  ['adi', 'adi'],
  ['plasma', 'plasma'],
  ['scroll', 'scroll'],
  ['starknet', 'starknet'],
  ['aleo', 'aleo'],
  ['hypercore', 'hypercore'],
])

/** The token that stands for the native coin of NEAR; everywhere else a native coin has no contract address. */
export const WRAPPED_NEAR = 'wrap.near'

/** The code of our chain in the token list; undefined when the API does not serve it. */
export function chainCode(chainKey: string): string | undefined {
  return CODES.get(chainKey)
}

/** Our key of a chain of the token list; undefined for one that is not in the table. */
export function chainKey(code: string): string | undefined {
  return [...CODES].find(([, known]) => known === code)?.[0]
}

/** The asset's entry in the token list. A native coin must have the same symbol too: some chains list other coins without an address. */
export function findToken(tokens: readonly Token[], side: PricedAsset): Token | undefined {
  const code = chainCode(side.chain.key)
  return tokens.find((token) => token.blockchain === code && isSame(token, side))
}

function isSame(token: Token, side: PricedAsset): boolean {
  const { asset, chain } = side
  const address = token.contractAddress ?? ''
  if (!asset.isNative) {
    return chain.type === 'EVM' ? sameAddress(address, asset.address) : address === asset.address && address !== ''
  }
  if (chain.key === 'near') return address === WRAPPED_NEAR
  const symbol = token.symbol.toUpperCase()
  return address === '' && [asset.symbol, ...asset.altSymbols].some((known) => known.toUpperCase() === symbol)
}
