import { faultText, hasOwners } from '../../../io/index.ts'
import type { FoundFault } from '../../accounts/own-files.ts'
import { type Check, fail, ok, warn } from './check.ts'

/** Who else can change or read our files. @param found what was found of them, mended or not */
export function checkFiles(found: readonly FoundFault[]): readonly Check[] {
  if (!hasOwners()) {
    const move = 'Keep the data folder where only you can get in: --home DIR, or SWAPCLI_HOME'
    return [warn('files', 'who else can change or read them is not checked on Windows', move)]
  }
  if (found.length === 0) return [ok('files', 'no other user can change or read them')]
  return found.map((fault) => {
    const { kind, isMended, isCertain, isShared, command } = fault
    const text = faultText(fault)
    if (isMended) return ok('files', `mended: ${text} no more (${command})`)
    if (isShared) {
      const move = 'Move it to a disk of this machine: --home DIR, or SWAPCLI_HOME'
      return warn('files', `${text}: its file system is shared, and chmod may have no effect there`, move)
    }
    return isCertain && kind !== 'readable' ? fail('files', text, command) : warn('files', text, command)
  })
}
