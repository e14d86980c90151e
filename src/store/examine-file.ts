import { resolve } from 'node:path'
import { isSwapError } from '../core/api/errors.ts'
import { createConnect } from './sqlite/connection.ts'
import { openDatabase } from './sqlite/database.ts'
import { storeFailure } from './sqlite/failures.ts'
import { type Damage, EXAMINED_KINDS, type ExaminedFile, findDamage } from './sqlite/integrity.ts'
import { isOlder, requireNewest } from './sqlite/migrate.ts'
import { STORE_FILE } from './sqlite/schema.ts'
import { mendTextsOf } from './sqlite/transactions/text-repair.ts'

/** What is damaged in a file, and what was. */
export interface FoundDamage extends Damage {
  /** True where the index of texts was damaged, and is built anew. @default false */
  readonly hasNewTexts?: true
}

/**
 * Looks through a whole file of swapcli. Nothing of it is written, but what whatever opens it writes as well: one of an earlier
 * version is brought up to date first, and a damaged index of texts is built anew.
 * @throws STORE_UNUSABLE when it cannot be read
 */
export async function examineFile(name: ExaminedFile, file: string): Promise<FoundDamage> {
  const path = resolve(file)
  const kind = EXAMINED_KINDS[name]
  const connect = await createConnect(path, true)
  let connection = connect('full')
  try {
    if (isOlder(connection, path, kind)) {
      connection.close()
      const database = await openDatabase({ path, mustExist: true }, kind)
      database.close()
      connection = connect('full')
    }
    requireNewest(connection, path, kind)
    const found = findDamage(connection, path, kind)
    return found.lacksTexts === true && found.structure.length === 0 ? await mendTexts(path, found) : found
  } catch (error) {
    throw storeFailure(error, path)
  } finally {
    connection.close()
  }
}

async function mendTexts(path: string, { structure, documents }: Damage): Promise<FoundDamage> {
  const lacking = { structure, documents, lacksTexts: true } as const
  try {
    const database = await openDatabase({ path, mustExist: true, isExamined: true }, STORE_FILE)
    try {
      return mendTextsOf(database.main, path) ? { structure, documents, hasNewTexts: true } : lacking
    } finally {
      database.close()
    }
  } catch (error) {
    // Another process holds it, or it cannot be written: searches look at each transaction meanwhile.
    if (isSwapError(error)) return lacking
    throw error
  }
}
