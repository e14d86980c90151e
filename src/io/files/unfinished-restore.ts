import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SwapError } from '../../core/api/errors.ts'

/** Folder in a home in which a backup is unpacked. */
export function restoringFolder(home: string): string {
  return join(home, 'restoring')
}

/** File in it that stands there from when all was unpacked and checked until all is in its place. */
export const VERIFIED = 'verified.json'

/** True from when a restore begins until all of the backup is in its place, or it is given up. */
export function isRestoreUnfinished(home: string): boolean {
  return existsSync(restoringFolder(home))
}

/** True while some files of a backup may be in their place and others are not. */
export function isRestoreVerified(home: string): boolean {
  return existsSync(join(restoringFolder(home), VERIFIED))
}

/** @throws STORE_UNUSABLE for a home in which a backup is half restored: whatever came there now would be mixed with it */
export function refuseUnfinishedRestore(home: string): void {
  if (!isRestoreUnfinished(home)) return
  const giveUp = isRestoreVerified(home) ? '' : ', or give it up: swapcli restore --give-up'
  throw new SwapError('STORE_UNUSABLE', `A backup is half restored in ${home}`, {
    reason: 'backup',
    hint: `Finish it with the same backup: swapcli restore FILE${giveUp}`,
  })
}
