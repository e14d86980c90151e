import { SwapError } from '../../core/api/errors.ts'
import { defined } from '../../core/defined.ts'
import { privateFiles, secureRandom, writeSetting } from '../../io/index.ts'
import {
  type Account,
  isAccountName,
  isFamilyKey,
  isNewAccountName,
  keystoreFileName,
  type FamilyKey,
  type Keys,
  type KeystoreAccount,
  loadFamily,
  readDerivationPath,
  type WatchAccount,
} from '../../wallet/index.ts'
import { defineArguments, defineOptions, type FlagsOf } from '../command.ts'
import { refuseTogether } from '../command-line/flags.ts'
import { during } from '../output/spinner.ts'
import type { Session } from '../session.ts'
import { changeAlone } from '../exclusive-changes.ts'
import { askText, problemBy } from '../prompts.ts'
import { usage } from '../usage.ts'
import { accountFiles, walletsFolder } from './account-files.ts'
import { giveKey, verifyOwnKey } from './keyless-account.ts'
import type { PasswordSource } from './password.ts'

/** Family of new accounts. */
const NEW_FAMILY: FamilyKey = 'evm'

/** Makes and reads the keys of new accounts. */
export async function loadNewKeys(): Promise<Keys> {
  return (await loadFamily(NEW_FAMILY)).loadKeys()
}

/** The name of a new account. */
export const NEW_NAME = defineArguments({
  name: { kind: 'text', description: 'name of the account (default main)' },
})

/** Which account of recovery words or of a device. */
export const DERIVATION_OPTIONS = defineOptions('Derivation', {
  index: {
    kind: 'number',
    value: 'n',
    whole: true,
    min: 0,
    max: 999_999_999,
    defaultText: '0',
    description: 'which account of the words or the device',
  },
  derivationPath: {
    kind: 'text',
    value: 'path',
    description: "derivation path instead of --index, such as m/44'/60'/0'/0/0",
  },
})

/** An account that was noted. */
export interface KeptAccount {
  readonly account: Account
  readonly inUse: boolean
}

/**
 * Puts a key into a new key file. The key is overwritten.
 * @param source asked for the password of the file
 * @param taken the account of that name, where it is one whose key file is gone
 */
export async function keepKey(
  session: Session,
  source: Pick<PasswordSource, 'newPassword'>,
  name: string,
  key: Uint8Array,
  derivation: string | undefined,
  expected?: string,
  taken?: KeystoreAccount,
): Promise<KeptAccount> {
  const keys = await loadNewKeys()
  try {
    const address = await keys.addressOfKey(key)
    if (expected !== undefined) checkExpected(address, expected)
    if (taken !== undefined) verifyOwnKey(taken, address)
    const password = await source.newPassword(`New password for ${name}:`, name)
    const { scryptN } = session
    const made = keys.createKeyFile(key, password, { random: secureRandom, ...defined({ scryptN }) })
    const text = await during(session, 'Locking the key under the password', made)
    const account = newAccount(session, name, address)
    const file = keystoreFileName(name, address, account.createdAt)
    if (taken !== undefined) return await giveKey(session, taken, { text, file })
    const kept = { ...account, kind: 'keystore', file, inPlace: false, ...defined({ derivation }) } as const
    return await keepAccount(session, kept, text)
  } finally {
    key.fill(0)
  }
}

/** What every new account has. */
export function newAccount({ clock }: Session, name: string, address: string) {
  return { name, family: NEW_FAMILY, address, createdAt: new Date(clock.now()).toISOString() }
}

/** A new account that watches an address. */
export function newWatch(
  session: Session,
  name: string,
  watched: Pick<WatchAccount, 'address' | 'family'>,
): WatchAccount {
  return { ...newAccount(session, name, watched.address), kind: 'watch', family: watched.family }
}

/** What copies the key file of an account. */
export function backupCommand(name: string): string {
  return `swapcli wallet export ${name} > ${name}-backup.json`
}

/** What a person must know of a key that has no recovery words. */
export const LOST_WITHOUT_FILE = 'without the file and its password, what this address holds is lost'

/** Notes a new account. The first is in use, unless another one may be lost; a later one does not push it out. */
export async function keepAccount(session: Session, account: Account, keystore?: string): Promise<KeptAccount> {
  const files = accountFiles(session)
  const { note } = session.output
  const chosen = session.settings.get('wallet')?.value
  const isFirst = await changeAlone(session, async () => {
    const { accounts, damaged } = await files.list()
    const known = accounts.filter(({ family }) => isFamilyKey(family))
    const twin = accounts.find(({ address }) => address === account.address)
    if (twin !== undefined) note(`${twin.name} has the same address`)
    await privateFiles.removeDrafts(walletsFolder(session.home))
    const lost = [...damaged.map(({ path }) => path), ...(await files.leftovers())]
    const isTakenUp = account.kind === 'keystore' && lost.every((path) => path === account.file)
    await files.add(account, keystore)
    if (chosen !== undefined || !isFamilyKey(account.family)) return false
    if (lost.length > 0 && !isTakenUp) {
      note(
        `${account.name} is not in use: ${lost[0]} may be of the account that was in use; to pay from this one: swapcli wallet use ${account.name}`,
      )
      return false
    }
    const [only] = known
    if (only !== undefined && known.length === 1) {
      await writeSetting(session.configFile, 'wallet', only.name)
      note(`${only.name} stays in use; to change that: swapcli wallet use ${account.name}`)
    }
    return known.length === 0
  })
  return { account, inUse: chosen === undefined ? isFirst : chosen === account.name }
}

/**
 * The name for a new account; a person is asked for another one where it is taken.
 * @throws USAGE WALLET_REFUSED where nobody can be asked; CONFIG_INVALID for a damaged account of this name
 */
export async function freeName(session: Session, wanted?: string): Promise<string> {
  const verify = async (name: string) => {
    newName(name)
    if ((await accountFiles(session).find(name)) !== undefined) throw takenName(name)
  }
  const name = wanted ?? newName()
  const problem = session.interactive ? await problemBy(() => verify(name)) : undefined
  if (!session.interactive) await verify(name)
  if (problem === undefined) return name
  session.output.note(problem)
  return askText(session, 'Another name:', (text) => problemBy(() => verify(text)))
}

function takenName(name: string): SwapError {
  return new SwapError('WALLET_REFUSED', `There is already an account named ${name}`, {
    reason: 'account',
    hint: 'Choose another name, or see the accounts: swapcli wallet list',
  })
}

/** A name that an account can have. @throws USAGE */
export function newName(name = 'main'): string {
  if (!isAccountName(name)) {
    throw usage(
      'A name has 1 to 32 lowercase letters, digits, - and _, and starts with a letter or digit',
      'For example: main',
    )
  }
  if (!isNewAccountName(name)) {
    throw usage(`${name} cannot be a name: it looks like an address or a device`, 'For example: main')
  }
  return name
}

/** @throws WALLET_REFUSED when it is not the expected address */
export function checkExpected(address: string, expected: string): void {
  if (address === expected) return
  throw new SwapError('WALLET_REFUSED', `This is ${address}, and --address says ${expected}`, {
    reason: 'account',
    hint: 'Check the account, its number (--index) and its passphrase',
  })
}

/** The derivation path that the options choose. @throws USAGE */
export async function chooseDerivation(
  { index, derivationPath: path }: FlagsOf<typeof DERIVATION_OPTIONS>,
  source: 'words' | 'ledger',
): Promise<string> {
  refuseTogether({ index, derivationPath: path })
  const keys = await loadNewKeys()
  if (path !== undefined) {
    const normal = readDerivationPath(path)
    if (normal !== undefined) return normal
    throw usage(
      '--derivation-path is not a derivation path',
      `For example: --derivation-path "${keys.derivationPath(source, 0)}"`,
    )
  }
  return keys.derivationPath(source, index ?? 0)
}
