import { hash } from 'node:crypto'
import { join } from 'node:path'
import type * as z from 'zod'
import { SwapError } from '../../core/api/errors.ts'
import { parseJson } from '../../core/text/parse-json.ts'
import { isRecord } from '../../core/is-record.ts'
import { isAccountName } from './account-name.ts'
import type { accountSchema } from './account-schema.ts'

/*
 * The accounts that the user has on this machine: one small file each in a folder that only its owner can enter. A file
 * of its own for each, so that two programs that add accounts at the same time lose none.
 */

/** Kinds of accounts: with a key file, watch-only, and on a Ledger device. */
export type AccountKind = 'keystore' | 'watch' | 'ledger'

/** One account; `file` of one that is not in place is relative to the folder of the accounts. */
export type Account = z.infer<typeof accountSchema>

/** Files that only their owner can read. */
export interface PrivateFiles {
  /** Names of the files in a folder; none when there is no folder. */
  list(folder: string): Promise<readonly string[]>
  /** Undefined when there is no such file. */
  read(path: string): Promise<string | undefined>
  /** Writes a new file in one step, in a folder made for its owner alone. @returns false when there is one already */
  create(path: string, text: string): Promise<boolean>
  /** Removing a file that is gone is no error. */
  remove(path: string): Promise<void>
}

/** The accounts of one folder. */
export interface AccountFiles {
  /** Sorted by name. @throws CONFIG_INVALID for a damaged file */
  list(): Promise<readonly Account[]>
  /** @throws CONFIG_INVALID for a damaged file */
  find(name: string): Promise<Account | undefined>
  /**
   * Notes an account, with the text of its new key file where it has one.
   * @throws WALLET_REFUSED when the name is taken
   */
  add(account: Account, keystore?: string): Promise<void>
  /** Forgets an account and deletes its key file, unless that is another program's. */
  remove(account: Account): Promise<void>
  /** Text of an account's key file. @throws WALLET_REFUSED when it is gone */
  keystoreText(account: KeystoreAccount): Promise<string>
  /** Paths of key files that no account names, and of drafts: what killed processes left. */
  leftovers(): Promise<readonly string[]>
  /** Path of an account's key file. */
  keystorePath(account: KeystoreAccount): string
}

export type KeystoreAccount = Extract<Account, { kind: 'keystore' }>

const SUFFIX = '.account.json'

/** The accounts in `folder`. */
export function openAccountFiles(folder: string, files: PrivateFiles): AccountFiles {
  const pathOf = (name: string) => join(folder, `${name}${SUFFIX}`)
  const keystorePath = ({ file, inPlace }: KeystoreAccount) => (inPlace ? file : join(folder, file))
  const find = async (name: string) => {
    if (!isAccountName(name)) return undefined
    const text = await files.read(pathOf(name))
    return text === undefined ? undefined : parseAccount(text, name, pathOf(name))
  }
  const list = async () => {
    const names = (await files.list(folder))
      .filter((file) => file.endsWith(SUFFIX))
      .map((file) => file.slice(0, -SUFFIX.length))
    const found = await Promise.all(names.filter(isAccountName).sort().map(find))
    return found.filter((account) => account !== undefined)
  }
  return {
    find,
    keystorePath,
    list,
    leftovers: async () => {
      const accounts = await list()
      const own = new Set(accounts.flatMap((account) => (account.kind === 'keystore' ? [keystorePath(account)] : [])))
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
    remove: async (account) => {
      await files.remove(pathOf(account.name))
      if (account.kind === 'keystore' && !account.inPlace) await files.remove(keystorePath(account))
    },
    keystoreText: async (account) => {
      const text = await files.read(keystorePath(account))
      if (text !== undefined) return text
      throw new SwapError('WALLET_REFUSED', `The key file of ${account.name} is missing: ${keystorePath(account)}`, {
        reason: 'account',
        hint: `Put it back, or forget the account: swapcli wallet remove ${account.name}`,
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

async function parseAccount(text: string, name: string, path: string): Promise<Account> {
  const { accountSchema } = await import('./account-schema.ts')
  const json = parseJson(text)
  const result = accountSchema.safeParse(json)
  if (isWhole(json) && result.success && result.data.name === name) return result.data
  throw new SwapError('CONFIG_INVALID', `The account file ${path} is damaged`, {
    hint: `Move it away, and import the account again: mv ${path} ${path}.damaged`,
  })
}

function nameTaken(name: string): SwapError {
  return new SwapError('WALLET_REFUSED', `There is already an account named ${name}`, {
    reason: 'account',
    hint: 'Choose another name, or see the accounts: swapcli wallet list',
  })
}
