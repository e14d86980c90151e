import { rmSync } from 'node:fs'
import { copyDatabase } from '../sqlite/copy.ts'
import { markerPath } from '../sqlite/store-file.ts'

/**
 * Sets the file of a store aside: it is copied to a name beside it, and then removed.
 * @param stamp what the new name says of when
 * @returns the new name
 * @throws STORE_UNUSABLE for one that cannot be read
 */
export async function setFileAside(path: string, stamp: string): Promise<string> {
  const aside = path.replace(/(\.db)?$/, `.before-copy-${stamp.replaceAll(/[:.]/g, '-')}$1`)
  await copyDatabase(path, aside)
  // The file itself last: what is cut off before is a file without its note, and the copy of it is whole.
  for (const part of [markerPath(path), `${path}-wal`, `${path}-shm`, path]) rmSync(part, { force: true })
  return aside
}
