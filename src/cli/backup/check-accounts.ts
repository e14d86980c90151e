import { basename } from 'node:path'
import { isSwapError } from '../../core/api/errors.ts'
import { type Account, loadFamily, openAccountFiles, type PrivateFiles } from '../../wallet/index.ts'
import { refusedBackup } from './manifest.ts'

/** An account in a backup. */
export interface CheckedAccount {
  readonly name: string
  readonly address: string
  readonly kind: Account['kind']
  /**
   * Where its key is: in the backup, or left out of it; in a file of another program; on a device; `none` where it only
   * watches.
   */
  readonly key: 'included' | 'left-out' | 'elsewhere' | 'device' | 'none'
}

const FOLDER = 'wallets'
const ACCOUNT = /^wallets\/(.*)\.account\.json$/

/** Reads the accounts and key files of a backup. @param texts members that are no stores, by path */
export async function checkAccountMembers(texts: ReadonlyMap<string, string>) {
  const files = openAccountFiles(FOLDER, inMemory(texts))
  const accounts: CheckedAccount[] = []
  const damage: string[] = []
  for (const path of texts.keys()) {
    const [, name] = ACCOUNT.exec(path) ?? []
    if (name === undefined) continue
    try {
      const account = await files.find(name)
      if (account === undefined) damage.push(`${path} is of no account`)
      else accounts.push(await describeAccount(account, texts))
    } catch (error) {
      if (!isSwapError(error)) throw error
      damage.push(error.message)
    }
  }
  return { accounts, damage }
}

/** @throws WALLET_REFUSED for a key file that is damaged, or of another account */
async function describeAccount(account: Account, texts: ReadonlyMap<string, string>): Promise<CheckedAccount> {
  const { name, address, kind } = account
  if (account.kind !== 'keystore') return { name, address, kind, key: account.kind === 'ledger' ? 'device' : 'none' }
  if (account.inPlace) return { name, address, kind, key: 'elsewhere' }
  const path = `${FOLDER}/${account.file}`
  const text = texts.get(path)
  if (text === undefined) return { name, address, kind, key: 'left-out' }
  const keys = await (await loadFamily(account.family)).loadKeys()
  const { address: stated = address } = keys.readKeyFile(text, path)
  if (stated !== address) throw refusedBackup(`${path} is of ${stated}, and ${name} is ${address}`)
  return { name, address, kind, key: 'included' }
}

/** Read only. */
function inMemory(texts: ReadonlyMap<string, string>): PrivateFiles {
  const refuse = () => Promise.reject(new Error('a backup is only read'))
  return {
    list: async () => [...texts.keys()].filter((path) => path.startsWith(`${FOLDER}/`)).map((path) => basename(path)),
    read: async (path) => texts.get(path.replaceAll('\\', '/')),
    create: refuse,
    replace: refuse,
    remove: refuse,
  }
}
