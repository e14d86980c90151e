import type { Query } from '../database.ts'
import { keyText } from '../stored-text.ts'
import { daySql } from './given.ts'

/*
 * What is made of transactions beside their documents, made anew.
 */

/** Tables with rows of a transaction, by its number. */
const TABLES = ['transaction_facts', 'transaction_wallets', 'transaction_hashes', 'transaction_polls', 'transactions']

/** Removes transactions with all rows beside them, but for what is added up of them. */
export async function removeTransactions(schema: string, query: Query, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const values = [ids.map(keyText)]
  for (const table of TABLES) {
    await query({
      text: `delete from ${schema}.${table} where n in (select n from ${schema}.transactions where id = any($1::text[]))`,
      values,
    })
  }
}

/** Adds all transactions up anew, in the caller's transaction. Nobody writes one meanwhile. */
export async function rebuildTotals(schema: string, query: Query): Promise<void> {
  const run = (text: string) => query({ text, values: [] })
  await run(`lock table ${schema}.transactions, ${schema}.total_changes in share row exclusive mode`)
  for (const table of ['total_changes', 'totals', 'wallet_totals']) await run(`delete from ${schema}.${table}`)
  await run(`insert into ${schema}.totals (provider, src, dst, day, status, total, unvalued, usd)
    ${groupedFacts(schema)}`)
  await run(`insert into ${schema}.wallet_totals (address_key, status, total) ${groupedWallets(schema)}`)
}

/** SQL of what the totals are, as the facts have it. */
export function groupedFacts(schema: string): string {
  return `select provider, src, dst, ${daySql('created_ms')} as day, status,
      count(*) as total, count(*) filter (where usd = 0) as unvalued, sum(usd) as usd
    from ${schema}.transaction_facts group by 1, 2, 3, 4, 5`
}

/** SQL of how many transactions each wallet has, as their rows have it; of all of them with an empty key. */
export function groupedWallets(schema: string): string {
  return `select address_key, status, count(*) as total from ${schema}.transaction_wallets group by 1, 2
    union all select '', status, count(*) from ${schema}.transaction_facts group by 2`
}
