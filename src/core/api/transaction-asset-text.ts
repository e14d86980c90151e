import type { TransactionAsset } from './documents.ts'

/** `USDC on ethereum`; with the whole address where the catalog lacks the asset, or its symbol is not known: a symbol alone names none. */
export function transactionAssetText({ symbol, contract, chain, unlisted }: TransactionAsset): string {
  const isNamed = symbol !== null && unlisted !== true
  const name = isNamed || contract === null ? (symbol ?? '?') : `${symbol ?? 'unlisted token'} (${contract})`
  return chain === null ? name : `${name} on ${chain}`
}
