import { type Account, isFamilyKey } from '../../wallet/index.ts'
import type { Session } from '../session.ts'
import { accountFiles } from './account-files.ts'
import { accountInUse, requireAccount } from './account-in-use.ts'

/**
 * The account of this home for an end of a swap: the one that is named, where it is of the family; else the account in use of a
 * family that this wallet signs for, or the only account that watches an address of the family. Undefined where there is none,
 * or several of which nobody chose one.
 * @throws USAGE or CONFIG_INVALID for a name that no account has, WALLET_REFUSED when there are several and none is in use
 */
export async function accountOfFamily(
  session: Session,
  named: string | undefined,
  family: string,
): Promise<Account | undefined> {
  const account = named === undefined ? undefined : await requireAccount(session, named)
  if (account?.family === family) return account
  if (isFamilyKey(family)) return accountInUse(session, undefined)
  const { accounts } = await accountFiles(session).list()
  const [only, ...others] = accounts.filter((one) => one.family === family)
  return others.length === 0 ? only : undefined
}
