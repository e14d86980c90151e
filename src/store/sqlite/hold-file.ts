import { pathToFileURL } from 'node:url'
import { loadDriver } from './connection.ts'

/**
 * Opens the file at `path` so that no other connection of this process is its last: the last one that is closed moves the
 * log into the file and removes it, also where the log has a hole or is not the one that this process has known.
 * @returns the connection, which holds the file while it is kept; it can itself move nothing
 */
export async function holdFile(path: string): Promise<object> {
  const Database = await loadDriver(path)
  const held = new Database(`${pathToFileURL(path).href}?mode=ro`)
  try {
    // The lock is taken by the first read, and stays.
    held.exec('BEGIN')
    held.prepare('SELECT count(*) FROM sqlite_schema').get([])
  } catch {
    // What cannot be read is moved nowhere.
  }
  return held
}
