import { resolve } from 'node:path'
import { createConnect } from './sqlite/connection.ts'
import { openDatabase } from './sqlite/database.ts'
import { storeFailure } from './sqlite/failures.ts'
import { type Damage, EXAMINED_KINDS, type ExaminedFile, findDamage } from './sqlite/integrity.ts'
import { isOlder, requireNewest } from './sqlite/migrate.ts'

/**
 * Looks through a whole file of swapcli. Nothing of it is written, but one of an earlier version is brought up to date first, as
 * whatever opens it does.
 * @throws STORE_UNUSABLE when it cannot be read
 */
export async function examineFile(name: ExaminedFile, file: string): Promise<Damage> {
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
    return findDamage(connection, path, kind)
  } catch (error) {
    throw storeFailure(error, path)
  } finally {
    connection.close()
  }
}
