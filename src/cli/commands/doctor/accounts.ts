import type { SwapError } from '../../../core/api/errors.ts'
import { countText } from '../../../core/text/count-text.ts'
import { type Account, type AccountFiles, loadFamily } from '../../../wallet/index.ts'
import { accountFiles, walletsFolder } from '../../accounts/account-files.ts'
import { findInUse, type InUse } from '../../accounts/account-in-use.ts'
import { describeLeftover } from '../../accounts/leftovers.ts'
import type { Session } from '../../session.ts'
import { type Check, fail, failCheck, ok, warn } from './check.ts'

/** Whether the files of the accounts can be read and fit each other, without a password; nothing where there are none. */
export async function checkAccounts(session: Session): Promise<readonly Check[]> {
  const files = accountFiles(session)
  const folder = walletsFolder(session.home)
  try {
    const { accounts, damaged } = await files.list()
    const found = damaged.map(({ problem }) => failCheck('accounts', problem, `Look at the files of ${folder}`))
    // A damaged one says what is not known.
    const { problem } = damaged.length > 0 ? {} : unknownOf(await findInUse(session))
    if (problem !== undefined) found.push(failCheck('accounts', problem, 'swapcli wallet list'))
    for (const account of accounts) found.push(...(await checkKeyFile(files, account)))
    for (const path of await files.leftovers()) {
      const { what, next } = describeLeftover(path)
      found.push(warn('accounts', what, next))
    }
    if (accounts.length === 0) return found
    const all = ok('accounts', `${countText(accounts.length, 'account')} can be read (${folder})`)
    return [...(found.length === 0 ? [all] : found), ...namesWithoutKeys(accounts)]
  } catch (error) {
    return [failCheck('accounts', error, `Look at the files of ${folder}`)]
  }
}

function unknownOf(found: InUse): { readonly problem?: SwapError | undefined } {
  return found.account === undefined ? { problem: found.problem } : {}
}

/** Accounts that sign nothing on this machine. */
function namesWithoutKeys(accounts: readonly Account[]): readonly Check[] {
  const names = accounts.flatMap(({ name, kind }) => {
    if (kind === 'keystore') return []
    return [kind === 'watch' ? `${name} (watch only)` : `${name} (Ledger)`]
  })
  return names.length === 0 ? [] : [ok('accounts', `no key file, as they were made: ${names.join(', ')}`)]
}

async function checkKeyFile(files: AccountFiles, account: Account): Promise<readonly Check[]> {
  if (account.kind !== 'keystore') return []
  const path = files.keystorePath(account)
  const next = `Restore a backup of ${path}, or import the account again: swapcli wallet remove ${account.name}`
  let text
  try {
    text = await files.keystoreText(account)
  } catch (error) {
    return [failCheck('accounts', error, next)]
  }
  const keys = await (await loadFamily(account.family)).loadKeys()
  try {
    const { address = account.address } = keys.readKeyFile(text, path)
    if (address === account.address) return []
    return [fail('accounts', `${path} is of ${address}, and ${account.name} is ${account.address}`, next)]
  } catch (error) {
    return [fail('accounts', error instanceof Error ? error.message : 'failed', next)]
  }
}
