import { join } from 'node:path'
import { privateFiles } from '../../io/index.ts'
import { type AccountFiles, openAccountFiles } from '../../wallet/index.ts'
import type { Session } from '../session.ts'

/** The accounts of this machine. */
export function accountFiles({ home }: Pick<Session, 'home'>): AccountFiles {
  return openAccountFiles(walletsFolder(home), privateFiles)
}

/** Folder of the accounts. @param home folder of the store files */
export function walletsFolder(home: string): string {
  return join(home, 'wallets')
}
