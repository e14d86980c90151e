import { hash } from 'node:crypto'
import { join } from 'node:path'
import { isSwapError, SwapError } from '../../core/api/errors.ts'
import { shellWord } from '../../core/text/command-line.ts'
import { parseJson } from '../../core/text/parse-json.ts'
import { isRecord } from '../../core/is-record.ts'
import type { AddressFamily } from '../../core/assets/address.ts'
import type { Known } from '../../core/api/request-fields.ts'
import { isAccountName, isKeystoreFileOf } from './account-name.ts'
import type { FamilyKey } from '../families.ts'

/*
 * The accounts that the user has on this machine: one small file each in a folder that only its owner can enter. A file
 * of its own for each, so that two programs that add accounts at the same time lose none.
 */

/** Kinds of accounts: with a key file, watch-only, and on a Ledger device. */
export type AccountKind = 'keystore' | 'watch' | 'ledger'

interface AccountFacts<Family> {
  /** As `isAccountName` takes it. */
  name: string
  /** Whose rules its address and its transactions follow. */
  family: Family
  /** Canonical form. */
  address: string
  /** ISO 8601. */
  createdAt: string
}

/** An account whose key is in a file. */
export interface KeystoreAccount extends AccountFacts<FamilyKey> {
  kind: 'keystore'
  /** Path of another program's key file, or the name of one in the folder of the accounts. */
  file: string
  /** True for a file of another program, used where it is and never deleted. */
  inPlace: boolean
  /** Path of the key below the recovery words that it came from. */
  derivation?: string
}

/** An address without a key, of any family: also of one that this wallet cannot sign for. */
export interface WatchAccount extends AccountFacts<Known<AddressFamily>> {
  kind: 'watch'
}

/** One account; `file` of one that is not in place is relative to the folder of the accounts. */
export type Account =
  KeystoreAccount | WatchAccount | (AccountFacts<FamilyKey> & { kind: 'ledger'; derivation: string })

/** Files that only their owner can read. */
export interface PrivateFiles {
  /** Names of the files in a folder; none when there is no folder. */
  list(folder: string): Promise<readonly string[]>
  /** Undefined when there is no such file. */
  read(path: string): Promise<string | undefined>
  /** Writes a new file in one step, in a folder made for its owner alone. @returns false when there is one already */
  create(path: string, text: string): Promise<boolean>
  /** Puts a text into the place of a file in one step. */
  replace(path: string, text: string): Promise<void>
  /** Removing a file that is gone is no error. */
  remove(path: string): Promise<void>
}

/** What is in the folder of the accounts, sorted by name. */
export interface AccountList {
  readonly accounts: readonly Account[]
  readonly damaged: readonly DamagedAccount[]
}

/** An account whose file cannot be read. */
export interface DamagedAccount {
  readonly name: string
  /** Path of its file. */
  readonly path: string
  /** CONFIG_INVALID where it is damaged; what else keeps it from being read. */
  readonly problem: SwapError
  /** Paths of key files that bear its name. */
  readonly keyFiles: readonly string[]
}

/** A key that an account gets: the text of its new file, or the path of a file that stays where it is. */
export type GivenKey = { readonly text: string; readonly file: string } | { readonly path: string }

/** The accounts of one folder. */
export interface AccountFiles {
  /** All that can be read, and what cannot. */
  list(): Promise<AccountList>
  /** @throws CONFIG_INVALID for a damaged file */
  find(name: string): Promise<Account | undefined>
  /**
   * Notes an account, with the text of its new key file where it has one.
   * @throws WALLET_REFUSED when the name is taken
   */
  add(account: Account, keystore?: string): Promise<void>
  /**
   * Gives an account whose key file is gone its key again: the text of a key file, or the path of another program's.
   * @returns the account as it is now
   * @throws WALLET_REFUSED where it has one
   */
  giveKey(account: KeystoreAccount, key: GivenKey): Promise<KeystoreAccount>
  /** Forgets an account and deletes its key file, unless that is another program's. */
  remove(account: Account): Promise<void>
  /** Text of an account's key file. @throws WALLET_REFUSED when it is gone */
  keystoreText(account: KeystoreAccount): Promise<string>
  /** Paths of key files that no account names, not even a damaged one, and of drafts: what killed processes left. */
  leftovers(): Promise<readonly string[]>
  /** Path of an account's key file. */
  keystorePath(account: KeystoreAccount): string
}

const SUFFIX = '.account.json'

/** The accounts in `folder`. */
export function openAccountFiles(folder: string, files: PrivateFiles): AccountFiles {
  const pathOf = (name: string) => join(folder, `${name}${SUFFIX}`)
  const keystorePath = ({ file, inPlace }: KeystoreAccount) => (inPlace ? file : join(folder, file))
  const keyFilesOf = async (name: string) =>
    (await files.list(folder)).filter((file) => isKeystoreFileOf(name, file)).map((file) => join(folder, file))
  const find = async (name: string) => {
    if (!isAccountName(name)) return undefined
    const text = await files.read(pathOf(name))
    if (text === undefined) return undefined
    return (
      (await parseAccount(text, name)) ?? Promise.reject(damagedAccount(name, pathOf(name), await keyFilesOf(name)))
    )
  }
  const list = async (): Promise<AccountList> => {
    const names = (await files.list(folder))
      .filter((file) => file.endsWith(SUFFIX))
      .map((file) => file.slice(0, -SUFFIX.length))
      .filter(isAccountName)
      .sort()
    const found = await Promise.all(
      names.map(async (name) =>
        find(name).catch(async (problem: unknown): Promise<DamagedAccount> => {
          if (!isSwapError(problem)) throw problem
          return { name, path: pathOf(name), problem, keyFiles: await keyFilesOf(name) }
        }),
      ),
    )
    const isDamaged = (one: Account | DamagedAccount | undefined): one is DamagedAccount =>
      one !== undefined && 'problem' in one
    return {
      accounts: found.filter((one): one is Account => one !== undefined && !isDamaged(one)),
      damaged: found.filter(isDamaged),
    }
  }
  return {
    find,
    keystorePath,
    list,
    leftovers: async () => {
      const { accounts, damaged } = await list()
      const own = new Set([
        ...accounts.flatMap((account) => (account.kind === 'keystore' ? [keystorePath(account)] : [])),
        ...damaged.flatMap(({ keyFiles }) => keyFiles),
      ])
      return (await files.list(folder))
        .filter((file) => !file.endsWith(SUFFIX) && /\.(?:json|tmp)$/.test(file))
        .map((file) => join(folder, file))
        .filter((path) => !own.has(path))
        .sort()
    },
    add: async (account, keystore) => {
      const { accountSchema } = await import('./account-schema.ts')
      const text = accountText(accountSchema.parse(account))
      if ((await files.read(pathOf(account.name))) !== undefined) throw nameTaken(account.name)
      // The key first: a crash in between leaves an unused file, never an account without its key.
      if (account.kind === 'keystore' && keystore !== undefined) {
        if (!(await files.create(keystorePath(account), keystore))) throw nameTaken(account.name)
      }
      if (await files.create(pathOf(account.name), text)) return
      if (account.kind === 'keystore' && !account.inPlace) await files.remove(keystorePath(account))
      throw nameTaken(account.name)
    },
    giveKey: async (account, key) => {
      if ((await files.read(keystorePath(account))) !== undefined) throw nameTaken(account.name)
      if ('text' in key && !account.inPlace) {
        if (!(await files.create(keystorePath(account), key.text))) throw nameTaken(account.name)
        return account
      }
      const { accountSchema } = await import('./account-schema.ts')
      const place = 'text' in key ? { file: key.file, inPlace: false } : { file: key.path, inPlace: true }
      const given = { ...account, ...place }
      const text = accountText(accountSchema.parse(given))
      if ('text' in key && !(await files.create(keystorePath(given), key.text))) throw nameTaken(account.name)
      // A crash before leaves an unused key file.
      await files.replace(pathOf(account.name), text)
      return given
    },
    remove: async (account) => {
      await files.remove(pathOf(account.name))
      if (account.kind === 'keystore' && !account.inPlace) await files.remove(keystorePath(account))
    },
    keystoreText: async (account) => {
      const text = await files.read(keystorePath(account))
      if (text !== undefined) return text
      throw new SwapError('WALLET_REFUSED', `The key file of ${account.name} is missing: ${keystorePath(account)}`, {
        reason: 'account',
        hint: `Put it back, or import the key again: swapcli wallet import ${account.name} --keystore FILE`,
      })
    },
  }
}

/** Text of an account's file: its members, and the sum that a changed byte is found by. */
export function accountText(account: Account): string {
  return `${JSON.stringify({ ...account, sum: sumOfMembers(account) }, undefined, 2)}\n`
}

function sumOfMembers(members: object): string {
  return hash('sha256', JSON.stringify(members))
}

/** True for what its sum says. Files of earlier versions have none. */
function isWhole(json: unknown): boolean {
  if (!isRecord(json)) return false
  const { sum, ...members } = json
  return sum === undefined || sum === sumOfMembers(members)
}

/** Undefined for a damaged one. */
async function parseAccount(text: string, name: string): Promise<Account | undefined> {
  const { accountSchema } = await import('./account-schema.ts')
  const json = parseJson(text)
  const result = accountSchema.safeParse(json)
  return isWhole(json) && result.success && result.data.name === name ? result.data : undefined
}

function damagedAccount(name: string, path: string, [key]: readonly string[]): SwapError {
  const moved = `mv ${shellWord(path)} ${shellWord(`${path}.damaged`)}`
  return new SwapError('CONFIG_INVALID', `The account file ${path} is damaged`, {
    hint:
      key === undefined
        ? `Move it away, and import the account again: ${moved}`
        : `Move it away, and take its key up again: ${moved}; swapcli wallet import ${name} --in-place --keystore ${shellWord(key)}`,
  })
}

function nameTaken(name: string): SwapError {
  return new SwapError('WALLET_REFUSED', `There is already an account named ${name}`, {
    reason: 'account',
    hint: 'Choose another name, or see the accounts: swapcli wallet list',
  })
}
