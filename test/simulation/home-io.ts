import type { PriceBook } from '../../src/core/money/valuation.ts'
import { openSimulatedDocuments, openSimulatedStore } from './disk.ts'
import type { Process } from './kernel.ts'
import type { Machine } from './machine.ts'
import { CATALOG, openMarketBook } from './market.ts'

/*
 * What the commands get in place of the file system, of SQLite and of the prices of the world: the files of the machine whose
 * process asks. Which that is says the path, since nothing else reaches that far. What is not named here is the real thing.
 */

export * from '../../src/io/index.ts'
export * from '../../src/store/index.ts'

interface Mount {
  readonly process: Process
  readonly machine: Machine
}

const mounts = new Map<string, Mount>()

/** Makes the files of a machine reachable for one of its processes. @returns their folder */
export function mountHome(process: Process, machine: Machine, number: number): string {
  const folder = `/simulated-${number}`
  mounts.set(folder, { process, machine })
  process.onEnd(() => mounts.delete(folder))
  return folder
}

function mountOf(path: string): Mount {
  const mount = mounts.get(path.replace(/^(\/[^/]+)\/.*$/, '$1'))
  if (mount === undefined) throw new Error(`no process has ${path}`)
  return mount
}

/** What a machine keeps outside of its home goes by the end of its path. */
function nameOf(path: string): string {
  return path.replace(/^\/[^/]+\//, '')
}

/** The store and the wallet's file are there from the first start on. */
export function existsSync(path: string): boolean {
  return path.endsWith('.db')
}

/** A lock is no file here: nobody can have it open once it is given back. */
export function rmSync(): void {
  return undefined
}

export async function refuseForeignStore(): Promise<void> {
  return undefined
}

export async function openStore({ path }: { readonly path: string }) {
  const { process, machine } = mountOf(path)
  return openSimulatedStore(machine.files.store, process, () => process.clock.now())
}

export async function loadDocuments() {
  return {
    openDocuments: async ({ path }: { readonly path: string }) => {
      const { process, machine } = mountOf(path)
      return openSimulatedDocuments(machine.files.wallet, process)
    },
  }
}

export async function makePrivateFolder(): Promise<void> {
  return undefined
}

export const privateFiles = {
  read: (path: string): Promise<string | undefined> => {
    const { process, machine } = mountOf(path)
    return process.call('state.read', () => machine.state.get(nameOf(path)))
  },
}

export function replacePrivateFile(path: string, text: string): Promise<void> {
  const { process, machine } = mountOf(path)
  return process.call('state.write', () => void machine.state.set(nameOf(path), text))
}

export async function loadFileLock() {
  return {
    tryFileLock: (path: string): Promise<(() => void) | undefined> => {
      const { process, machine } = mountOf(path)
      return process.call('state.lock', () => machine.take(nameOf(path), process))
    },
  }
}

export const createDataFiles = () => CATALOG

export async function loadPriceBook() {
  return { createPriceBook: (): PriceBook => openMarketBook() }
}
