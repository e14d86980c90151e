import { createConnect } from './connection.ts'
import { copyFailure } from './failures.ts'
import { createEmptyFile, readMarker, requireFile } from './store-file.ts'

/**
 * Copies a file of SQLite as it is at one moment, while other processes read and write it.
 * @param path the file; nothing of it changes
 * @param target a file that does not exist, in an existing folder; it is not synced
 * @throws STORE_UNUSABLE when one of them cannot be used
 */
export async function copyDatabase(path: string, target: string): Promise<void> {
  requireFile(path, readMarker(path))
  const connect = await createConnect(path, false)
  try {
    // Made first, so that nobody else can read it.
    createEmptyFile(target)
    const copier = connect('full')
    try {
      copier.run('VACUUM INTO ?', [target])
    } finally {
      copier.close()
    }
  } catch (error) {
    throw copyFailure(error, path, target)
  }
}
