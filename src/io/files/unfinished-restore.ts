import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Folder in a home in which a backup is unpacked. */
export function restoringFolder(home: string): string {
  return join(home, 'restoring')
}

/** File in it that stands there from when all was unpacked until all is in its place. */
export const VERIFIED = 'verified.json'

/** True while some files of a backup are in their place and others are not. */
export function isRestoreUnfinished(home: string): boolean {
  return existsSync(join(restoringFolder(home), VERIFIED))
}
