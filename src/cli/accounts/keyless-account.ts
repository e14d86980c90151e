import { SwapError } from '../../core/api/errors.ts'
import { privateFiles } from '../../io/index.ts'
import type { GivenKey, KeystoreAccount } from '../../wallet/index.ts'
import { changeAlone } from '../exclusive-changes.ts'
import type { Session } from '../session.ts'
import { accountFiles, walletsFolder } from './account-files.ts'
import { findInUse } from './account-in-use.ts'
import { readKeyState } from './key-state.ts'

/*
 * A backup without keys, restored, has accounts whose key files are elsewhere: whoever imports such a key under the name of its
 * account gives that its key again.
 */

/** The account of a name, where its key file is gone. @throws CONFIG_INVALID for a damaged account */
export async function findKeyless(session: Session, name: string): Promise<KeystoreAccount | undefined> {
  const account = await accountFiles(session).find(name)
  if (account?.kind !== 'keystore') return undefined
  return (await readKeyState(session, account)) === 'lost' ? account : undefined
}

/** True for the name of an account whose key file is where it should be. */
export async function hasKeyFile(session: Session, name: string): Promise<boolean> {
  const account = await accountFiles(session)
    .find(name)
    .catch(() => undefined)
  return account?.kind === 'keystore' && (await readKeyState(session, account)) === 'file'
}

/** @throws WALLET_REFUSED for a key of another address than that of the account that lacks its own */
export function verifyOwnKey({ name, address }: KeystoreAccount, ofKey: string): void {
  if (ofKey === address) return
  const text = `There is already an account named ${name}, of ${address}, whose key is missing; this key is of ${ofKey}`
  const hint = `Choose another name for it, or import the key of ${address}`
  throw new SwapError('WALLET_REFUSED', text, { reason: 'account', hint })
}

/** Gives an account its key again. @throws WALLET_REFUSED where it has one by now */
export async function giveKey(session: Session, account: KeystoreAccount, key: GivenKey) {
  const given = await changeAlone(session, async () => {
    await privateFiles.removeDrafts(walletsFolder(session.home))
    return accountFiles(session).giveKey(account, key)
  })
  session.output.note(`${account.name} has its key again`)
  const { account: inUse } = await findInUse(session)
  return { account: given, inUse: inUse?.name === given.name }
}
