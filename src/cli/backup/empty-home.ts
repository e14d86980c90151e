import { statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { NETWORKS } from '../../core/api/enums.ts'
import { isSwapError, restate } from '../../core/api/errors.ts'
import { errorCode } from '../../core/error-code.ts'
import { shellWord } from '../../core/text/command-line.ts'
import { refuseForeignStoreFiles } from '../../io/index.ts'
import { loadUnused } from '../../store/index.ts'
import { walletsFolder } from '../accounts/account-files.ts'
import { STORE } from '../accounts/own-files.ts'
import { storeFiles } from '../../payments/index.ts'
import { refusedPlace } from './manifest.ts'

/** What a restore finds in a home. */
export interface FoundInHome {
  /** Files that it would mix with its own, by their names in the home. */
  readonly inTheWay: readonly string[]
  /** Stores and wallet files in which nothing was ever done: looking at an empty home makes them. */
  readonly unused: readonly string[]
}

/** What stands beside a file, and goes with it. */
const BESIDE = ['.exists', '-wal', '-shm']

export async function lookIntoHome(home: string): Promise<FoundInHome> {
  const names = (await namesIn(home)).filter((name) => STORE.test(name))
  const accounts = (await namesIn(walletsFolder(home))).filter((name) => name.endsWith('.json'))
  const { isUnused } = await loadUnused()
  const unused: string[] = []
  for (const [kind, path] of allStoreFiles(home)) {
    if (!names.includes(basename(path))) continue
    await refuseForeignStoreFiles(path)
    if (await isUnused(kind, path)) unused.push(basename(path))
  }
  const beside = names.flatMap((name) => BESIDE.map((end) => name + end))
  const kept = names.filter((name) => !unused.includes(name) && !beside.includes(name))
  return { inTheWay: [...kept, ...accounts.map((name) => join('wallets', name))], unused }
}

function allStoreFiles(home: string) {
  return NETWORKS.flatMap((network) => storeFiles(home, network))
}

/** Names in a folder; none where there is none. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return []
    throw error
  })
}

/** @throws USAGE for a home that holds anything of its own */
export async function refuseUsedHome(home: string, file: string): Promise<void> {
  if (statSync(home, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw refusedPlace(
      `${home} is a file, and no folder`,
      `Name a folder: swapcli restore ${shellWord(file)} --home DIR`,
    )
  }
  const { inTheWay } = await lookIntoHome(home)
  if (inTheWay.length === 0) return
  const more = inTheWay.length > 3 ? ` and ${inTheWay.length - 3} more` : ''
  throw refusedPlace(
    `${home} holds ${inTheWay.slice(0, 3).join(', ')}${more}: a backup is restored into an empty home`,
    `Nothing was restored. Restore it beside: swapcli restore ${shellWord(file)} --home ${shellWord(`${home}-restored`)}`,
  )
}

/**
 * Removes what holds nothing from a home.
 * @returns the names of what it removed
 * @throws USAGE for a home that holds anything of its own, SERVICE_UNAVAILABLE where a process uses it
 */
export async function clearHome(home: string, file: string): Promise<readonly string[]> {
  await refuseUsedHome(home, file)
  const { removeUnused } = await loadUnused()
  const { unused } = await lookIntoHome(home)
  const removed: string[] = []
  for (const [kind, path] of allStoreFiles(home)) {
    if (!unused.includes(basename(path))) continue
    const isRemoved = await removeUnused(kind, path).catch((error: unknown) => {
      if (!isSwapError(error) || error.code !== 'SERVICE_UNAVAILABLE') throw error
      throw restate(error, {
        hint: 'Nothing was restored. End what uses it, such as a server, then restore again',
      })
    })
    if (isRemoved) removed.push(basename(path))
  }
  // Something was done in one of them meanwhile.
  await refuseUsedHome(home, file)
  return removed
}
