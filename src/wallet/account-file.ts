import { join } from 'node:path'
import * as z from 'zod'
import { checkEvm } from '../core/addresses/evm.ts'
import { SwapError } from '../core/errors.ts'
import { parseJson } from '../core/parse-json.ts'

/*
 * The accounts that the user has on this machine: one small file each in a folder that only its owner can enter. A file
 * of its own for each, so that two programs that add accounts at the same time lose none.
 */

/** Kinds of accounts: with a key file, only looked at, and on a Ledger device. */
export type AccountKind = 'keystore' | 'watch' | 'ledger'

const shared = {
  /** As `isAccountName` takes it. */
  name: z.string().refine(isAccountName),
  /** 0x address with EIP-55 capitals. */
  address: z.string().refine((text) => {
    const check = checkEvm(text)
    return check.ok && check.canonical === text
  }),
  /** ISO 8601. */
  createdAt: z.iso.datetime(),
}
const accountSchema = z.discriminatedUnion('kind', [
  z.object({
    ...shared,
    kind: z.literal('keystore'),
    /** Path of the key file. */
    file: z.string().min(1),
    /** True for a file of another program, used where it is and never deleted. */
    inPlace: z.boolean(),
    /** Path of the key below the recovery words that it came from. */
    derivation: z.string().exactOptional(),
  }),
  z.object({ ...shared, kind: z.literal('watch') }),
  z.object({ ...shared, kind: z.literal('ledger'), derivation: z.string().min(1) }),
])

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
  /** Path of an account's key file. */
  keystorePath(account: KeystoreAccount): string
}

export type KeystoreAccount = Extract<Account, { kind: 'keystore' }>

const SUFFIX = '.account.json'

/** True for 1 to 32 small letters, digits, `-` and `_`, the first a letter or digit. */
export function isAccountName(text: string): boolean {
  return /^[a-z0-9][a-z0-9_-]{0,31}$/.test(text)
}

/**
 * True for a name that a new account may have: not one that begins as an address does, nor that of a device of Windows,
 * where a file so called cannot be opened.
 */
export function isNewAccountName(text: string): boolean {
  return isAccountName(text) && !/^(0x.*|con|prn|aux|nul|com[0-9]|lpt[0-9])$/.test(text)
}

/** The accounts in `folder`. */
export function openAccountFiles(folder: string, files: PrivateFiles): AccountFiles {
  const pathOf = (name: string) => join(folder, `${name}${SUFFIX}`)
  const keystorePath = ({ file, inPlace }: KeystoreAccount) => (inPlace ? file : join(folder, file))
  const find = async (name: string) => {
    if (!isAccountName(name)) return undefined
    const text = await files.read(pathOf(name))
    return text === undefined ? undefined : parseAccount(text, name, pathOf(name))
  }
  return {
    find,
    keystorePath,
    list: async () => {
      const names = (await files.list(folder))
        .filter((file) => file.endsWith(SUFFIX))
        .map((file) => file.slice(0, -SUFFIX.length))
      const found = await Promise.all(names.filter(isAccountName).sort().map(find))
      return found.filter((account) => account !== undefined)
    },
    add: async (account, keystore) => {
      const text = `${JSON.stringify(accountSchema.parse(account), undefined, 2)}\n`
      if ((await files.read(pathOf(account.name))) !== undefined) throw nameTaken(account.name)
      // The key first: a crash in between leaves a file that nobody uses, never an account without its key.
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
      throw new SwapError('WALLET_REFUSED', `The key file of ${account.name} is gone: ${keystorePath(account)}`, {
        hint: `Put it back, or forget the account: swapcli wallet remove ${account.name}`,
      })
    },
  }
}

/** Name of an account's new key file, which no other has. @param createdAt ISO 8601 */
export function keystoreFileName(name: string, address: string, createdAt: string): string {
  return `${name}--${createdAt.replaceAll(':', '-')}--${address.slice(2).toLowerCase()}.json`
}

function parseAccount(text: string, name: string, path: string): Account {
  const result = accountSchema.safeParse(parseJson(text))
  if (result.success && result.data.name === name) return result.data
  throw new SwapError('CONFIG_INVALID', `The account file ${path} is damaged`, {
    hint: `Move it away, and import the account again: mv ${path} ${path}.damaged`,
  })
}

function nameTaken(name: string): SwapError {
  return new SwapError('WALLET_REFUSED', `There is an account named ${name} already`, {
    hint: 'Choose another name, or see the accounts: swapcli wallet list',
  })
}
