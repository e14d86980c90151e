import { numberOf } from './sqlite/connection.ts'
import { openDatabase } from './sqlite/database.ts'
import type { ExaminedFile } from './sqlite/integrity.ts'
import { STORE_FILE, WALLET_FILE } from './sqlite/schema.ts'

/** What a file holds that cannot be made again. The mark of a home, and what was learned of nodes, can. */
const KEPT = {
  store: '(SELECT count(*) FROM transactions) + (SELECT count(*) FROM locks) + (SELECT count(*) FROM idempotency)',
  wallet: "(SELECT count(*) FROM meta WHERE id <> 'home' AND id NOT GLOB 'nodes:*')",
}

/** True for a file in which nothing was ever done, such as `history` makes; false for one that cannot be read. */
export async function isUnused(name: ExaminedFile, path: string): Promise<boolean> {
  try {
    const database = await openDatabase({ path, readOnly: true }, name === 'store' ? STORE_FILE : WALLET_FILE)
    try {
      return numberOf(database.main.one(`SELECT ${KEPT[name]} AS kept`), 'kept') === 0
    } finally {
      database.close()
    }
  } catch {
    return false
  }
}
