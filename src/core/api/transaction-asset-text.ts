import type { TransactionAsset } from './documents.ts'

/**
 * `USDC on ethereum`; with the whole address where the catalog lacks the asset, or its symbol is not known: a symbol alone names none.
 * What has no contract is the coin of its chain.
 */
export function transactionAssetText({
  symbol,
  contract,
  chain,
  unlisted,
}: Pick<TransactionAsset, 'symbol' | 'contract' | 'chain' | 'unlisted'>): string {
  const isNamed = symbol !== null && unlisted !== true
  const coin = chain === null ? '?' : 'the coin'
  const name = isNamed || contract === null ? (symbol ?? coin) : `${symbol ?? 'unlisted token'} (${contract})`
  return chain === null ? name : `${name} on ${chain}`
}
