import { defined } from '../../core/defined.ts'
import { timeText } from '../../core/text/times.ts'
import { type Account, type AccountList, isFamilyKey } from '../../wallet/index.ts'
import { accountFiles } from '../accounts/account-files.ts'
import { type KeyState, readKeyState } from '../accounts/key-state.ts'
import type { Session } from '../session.ts'

/** How an account is called by where its key is, and by its family where nothing is signed for that. */
function kindText({ family }: Account, key: KeyState): string {
  return isFamilyKey(family) ? KEY_NAMES[key] : `${KEY_NAMES[key]} (${family})`
}

/** How the kinds are called, by where the key is. */
const KEY_NAMES: Readonly<Record<KeyState, string>> = {
  file: 'key file',
  lost: 'key file lost',
  unreadable: 'key file unreadable',
  none: 'watch only',
  device: 'Ledger',
}

/** An account as scripts get it; nothing of it is secret. */
function accountDocument(session: Session, account: Account, inUse: boolean, key: KeyState): object {
  const { name, kind, family, address, createdAt } = account
  const document = { name, kind, family, address, inUse, createdAt, key }
  if (account.kind === 'watch') return document
  if (account.kind === 'ledger') return { ...document, derivation: account.derivation }
  const { inPlace, derivation } = account
  const file = accountFiles(session).keystorePath(account)
  return { ...document, file, inPlace, ...defined({ derivation }) }
}

/** Prints one account. */
export async function printAccount(
  session: Session,
  { account, inUse }: { readonly account: Account; readonly inUse: boolean },
): Promise<void> {
  const { output } = session
  const key = await readKeyState(session, account)
  if (output.json) return output.printJson({ data: accountDocument(session, account, inUse, key) })
  const file = account.kind === 'keystore' ? accountFiles(session).keystorePath(account) : ''
  await output.fields([
    ['name', account.name],
    ['address', account.address],
    ['kind', kindText(account, key)],
    ['in use', inUse ? 'yes' : 'no'],
    ['key file', file],
    ['derivation', account.kind === 'watch' ? '' : (account.derivation ?? '')],
    ['added', timeText(account.createdAt, output.zone)],
  ])
}

/** Accounts, and what is lost of some. */
export interface ListedAccounts extends AccountList {
  /** Name of the one that signs. */
  readonly nameInUse: string | undefined
  /** Paths of files that no account names. */
  readonly leftovers: readonly string[]
}

/** Prints all accounts. */
export async function printAccounts(
  session: Session,
  { accounts, damaged, leftovers, nameInUse }: ListedAccounts,
): Promise<void> {
  const { output } = session
  const keyed = await Promise.all(
    accounts.map(async (account) => ({ account, key: await readKeyState(session, account) })),
  )
  if (output.json)
    return output.printJson({
      data: keyed.map(({ account, key }) => accountDocument(session, account, account.name === nameInUse, key)),
      ...(damaged.length === 0 ? {} : { damaged: damaged.map(({ name, path }) => ({ name, file: path })) }),
      ...(leftovers.length === 0 ? {} : { leftovers }),
    })
  await output.table(
    ['NAME', 'ADDRESS', 'KIND', 'IN USE'],
    keyed.map(({ account, key }) => [
      account.name,
      account.address,
      kindText(account, key),
      account.name === nameInUse ? 'yes' : '',
    ]),
  )
  if (accounts.length + damaged.length === 0) output.note('no accounts yet; make one: swapcli wallet create')
}
