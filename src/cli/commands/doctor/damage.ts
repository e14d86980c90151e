import { examineHome } from '../../backup/examine-home.ts'
import type { Session } from '../../session.ts'
import { type Check, fail, ok, warn } from './check.ts'

/** Most findings that are named. */
const MOST_NAMED = 10

/** What follows where the index of texts was damaged, or still is. */
const AFTER_TEXTS = 'No swap is touched by it; check the disk, and run swapcli doctor again'

/** What was found in the files of a network. */
export interface DamageChecks {
  readonly checks: readonly Check[]
  /** True where reading a file ended the process that did: this one must not. */
  readonly isFatal: boolean
}

/** Looks through the store and the wallet's file of the session's network. */
export async function checkDamage(session: Session): Promise<DamageChecks> {
  const found = await examineHome(session)
  return {
    checks: found.map(({ path, findings, texts, next = `Copy ${path} to a safe place, then restore a backup` }) => {
      if (findings.length === 0) {
        return texts === undefined ? ok('damage', `none in ${path}`) : warn('damage', `${path}: ${texts}`, AFTER_TEXTS)
      }
      const more = findings.length - MOST_NAMED
      const named = findings.slice(0, MOST_NAMED).join(', ')
      return fail('damage', `${path}: ${named}${more > 0 ? ` and ${more} more` : ''}`, next)
    }),
    isFatal: found.some((one) => one.isFatal),
  }
}
