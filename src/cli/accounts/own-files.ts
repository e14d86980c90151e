import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { NETWORKS } from '../../core/api/enums.ts'
import { type FileFault, findFileFaults, mendFileFault, privateFiles } from '../../io/index.ts'
import { accountFiles, walletsFolder } from './account-files.ts'
import type { Network } from '../../service/index.ts'
import type { Session } from '../session.ts'

/** What others can do with a file of this program, or with a folder on its way. */
export interface FoundFault extends FileFault {
  /** True where it could before it was taken from them. */
  readonly isMended: boolean
}

/**
 * Who else can change or read the settings, stores, accounts and keys, and the folders that hold nothing else.
 * @param fix true to take that from them, where the files are ours
 */
export async function findOwnFaults(session: Session, fix: boolean): Promise<readonly FoundFault[]> {
  const { files, folders } = await findOwnFiles(session)
  const keys = await findKeysElsewhere(session)
  const { home, configFile } = session
  const ours = new Set([...files, ...keys, ...folders, home, dirname(configFile), walletsFolder(home)])
  // A folder of ours is judged last: as one that is nobody else's.
  const faults = (await Promise.all([...files, ...keys, ...folders].map((path) => findFileFaults(path)))).flat()
  const found = new Map(faults.map((fault) => [fault.path, fault]))
  return Promise.all(
    [...found.values()].map(async (fault) => {
      const mayMend = fix && fault.isCertain && fault.kind !== 'owned' && ours.has(fault.path)
      return { ...fault, isMended: mayMend && (await isMended(fault)) }
    }),
  )
}

/** True where no other user can do that any more: on some file systems a change of modes has no effect. */
async function isMended(fault: FileFault): Promise<boolean> {
  try {
    await mendFileFault(fault)
    return !(await findFileFaults(fault.path)).some(({ path }) => path === fault.path)
  } catch {
    return false
  }
}

/** What the screens remember of a network. */
export function screensFile(home: string, network: Network): string {
  return join(home, `screens-${network}.json`)
}

const SCREENS = new RegExp(`^screens-(?:${NETWORKS.join('|')})\\.json`)

interface OwnFiles {
  readonly files: readonly string[]
  readonly folders: readonly string[]
}

/** Stores of both networks, with what SQLite keeps beside them. */
export const STORE = new RegExp(`^(?:wallet-)?(?:${NETWORKS.join('|')})\\.db(?:[.-].*)?$`)

async function findOwnFiles({ home, configFile }: Session): Promise<OwnFiles> {
  const wallets = walletsFolder(home)
  const listed = await Promise.all(
    [home, dirname(configFile)].map(async (folder) => ({ folder, names: await readdir(folder).catch(() => []) })),
  )
  const inFolders = listed.map(({ folder, names }) => {
    const isOurs = (path: string, name: string) =>
      path === wallets || path.startsWith(configFile) || (folder === home && (STORE.test(name) || SCREENS.test(name)))
    const own = names.flatMap((name) => (isOurs(join(folder, name), name) ? [join(folder, name)] : []))
    // A folder that the user chose may hold what others are to read.
    return { folder, own, isOnlyOurs: own.length > 0 && own.length === names.length }
  })
  const keys = await privateFiles.list(wallets).catch(() => [])
  const found = inFolders.flatMap(({ own }) => own)
  return {
    files: [...found.filter((path) => path !== wallets), ...keys.map((name) => join(wallets, name))],
    folders: [
      ...found.filter((path) => path === wallets),
      ...inFolders.flatMap(({ folder, isOnlyOurs }) => (isOnlyOurs ? [folder] : [])),
    ],
  }
}

/** Key files of other programs that accounts use where they are. */
async function findKeysElsewhere(session: Session): Promise<readonly string[]> {
  const { accounts } = await accountFiles(session)
    .list()
    .catch(() => ({ accounts: [] }))
  return accounts.flatMap((account) => (account.kind === 'keystore' && account.inPlace ? [account.file] : []))
}
