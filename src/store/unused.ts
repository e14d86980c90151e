import { rmSync } from 'node:fs'
import { type Connection, createConnect, numberOf } from './sqlite/connection.ts'
import { openDatabase } from './sqlite/database.ts'
import { EXAMINED_KINDS, type ExaminedFile, findDamage } from './sqlite/integrity.ts'
import { markerPath } from './sqlite/store-file.ts'

/** What a file holds that cannot be made again. The mark of a home, and what was learned of nodes, can. */
const KEPT = {
  store: '(SELECT count(*) FROM transactions) + (SELECT count(*) FROM locks) + (SELECT count(*) FROM idempotency)',
  wallet: "(SELECT count(*) FROM meta WHERE id <> 'home' AND id NOT GLOB 'nodes:*')",
}

/** True for a file in which nothing was ever done, such as `history` makes; false for one that cannot be read. */
export async function isUnused(name: ExaminedFile, path: string): Promise<boolean> {
  try {
    const kind = EXAMINED_KINDS[name]
    const database = await openDatabase({ path, readOnly: true }, kind)
    try {
      if (countKept(database.main, name) > 0) return false
      // One that is damaged may only look empty.
      const { documents, structure } = findDamage(database.main, path, kind)
      return documents.length + structure.length === 0
    } finally {
      database.close()
    }
  } catch {
    return false
  }
}

/**
 * Removes a file in which nothing was ever done, with what stands beside it. A process that has it open writes nothing more:
 * before each write it looks whether its file is still there.
 * @returns false, and nothing removed, where something was done in it
 * @throws SERVICE_UNAVAILABLE where a process writes into it for too long, and the error of the file system
 */
export async function removeUnused(name: ExaminedFile, path: string): Promise<boolean> {
  // What its marker says of it is read too.
  if (!(await isUnused(name, path))) return false
  const connection = (await createConnect(path, false))('full')
  try {
    return connection.write(() => {
      if (countKept(connection, name) > 0) return false
      // The file itself last: what is cut off before is a file in which nothing was done, and never a log without its file.
      for (const part of [markerPath(path), `${path}-wal`, `${path}-shm`, path]) rmSync(part, { force: true })
      return true
    })
  } finally {
    connection.close()
  }
}

/** How many documents are in it that cannot be made again. */
function countKept(connection: Connection, name: ExaminedFile): number {
  return numberOf(connection.one(`SELECT ${KEPT[name]} AS kept`), 'kept')
}
