import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder that is soon removed. */
export interface TemporaryFolder {
  readonly path: string
  /** Removes it with all that is in it. */
  remove(): Promise<void>
}

/**
 * Makes a folder of its own, which only its owner reads, below that of the system. What is written into it after it was
 * removed is removed when the process ends.
 * @param prefix begins its name
 */
export async function makeTemporaryFolder(prefix: string): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), prefix))
  process.once('exit', () => {
    try {
      rmSync(path, { recursive: true, force: true })
    } catch {
      // Nobody is left to be told.
    }
  })
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
