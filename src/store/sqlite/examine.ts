import { resolve } from 'node:path'
import { createConnect } from './connection.ts'
import { storeFailure } from './failures.ts'
import { type Damage, findDamage } from './integrity.ts'
import { requireNewest } from './migrate.ts'
import { STORE_FILE, WALLET_FILE } from './schema.ts'

const KINDS = { store: STORE_FILE, wallet: WALLET_FILE } as const

/** Which of the two files is looked through. */
export type ExaminedFile = keyof typeof KINDS

/**
 * Looks through a whole file of swapcli and writes nothing.
 * @throws STORE_UNUSABLE when it cannot be read, or is not of the newest schema
 */
export async function examineFile(name: ExaminedFile, file: string): Promise<Damage> {
  const path = resolve(file)
  const connect = await createConnect(path, true)
  const connection = connect('full')
  try {
    requireNewest(connection, path, KINDS[name])
    return findDamage(connection, path, KINDS[name])
  } catch (error) {
    throw storeFailure(error, path)
  } finally {
    connection.close()
  }
}
