import { cp } from 'node:fs/promises'

/**
 * Copies a home that nobody uses any more: all that it holds is in its database files by then, while the driver may still
 * clear up beside them.
 */
export async function copyHome(home: string, copy: string): Promise<void> {
  await cp(home, copy, { recursive: true, filter: (path) => !/-(?:wal|shm)$/.test(path) })
}
