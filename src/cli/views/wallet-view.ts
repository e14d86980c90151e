import { defined } from '../../core/defined.ts'
import type { Account } from '../../wallet/index.ts'
import { accountFiles } from '../accounts/current-account.ts'
import type { Session } from '../session.ts'

/** How the kinds are called. */
const KIND_NAMES: Readonly<Record<Account['kind'], string>> = {
  keystore: 'key file',
  watch: 'watch only',
  ledger: 'Ledger',
}

/** An account as scripts get it; nothing of it is secret. */
function accountDocument(session: Session, account: Account, inUse: boolean): object {
  const { name, kind, address, createdAt } = account
  const document = { name, kind, address, inUse, createdAt }
  if (account.kind === 'watch') return document
  if (account.kind === 'ledger') return { ...document, derivation: account.derivation }
  const { inPlace, derivation } = account
  const file = accountFiles(session).keystorePath(account)
  return { ...document, file, inPlace, ...defined({ derivation }) }
}

/** Prints one account. */
export async function printAccount(session: Session, account: Account, inUse: boolean): Promise<void> {
  const { output } = session
  if (output.json) return output.printJson({ data: accountDocument(session, account, inUse) })
  const file = account.kind === 'keystore' ? accountFiles(session).keystorePath(account) : ''
  await output.fields([
    ['name', account.name],
    ['address', account.address],
    ['kind', KIND_NAMES[account.kind]],
    ['in use', inUse ? 'yes' : 'no'],
    ['key file', file],
    ['derivation', account.kind === 'watch' ? '' : (account.derivation ?? '')],
    ['added', account.createdAt],
  ])
}

/** Prints all accounts. @param nameInUse name of the one that signs */
export async function printAccounts(
  session: Session,
  accounts: readonly Account[],
  { nameInUse, leftovers }: { readonly nameInUse: string | undefined; readonly leftovers: readonly string[] },
): Promise<void> {
  const { output } = session
  if (output.json)
    return output.printJson({
      data: accounts.map((account) => accountDocument(session, account, account.name === nameInUse)),
      ...(leftovers.length === 0 ? {} : { leftovers }),
    })
  await output.table(
    ['NAME', 'ADDRESS', 'KIND', 'IN USE'],
    accounts.map((account) => [
      account.name,
      account.address,
      KIND_NAMES[account.kind],
      account.name === nameInUse ? 'yes' : '',
    ]),
  )
  if (accounts.length === 0) output.note('no accounts yet; make one: swapcli wallet create')
}
