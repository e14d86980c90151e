import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Path of the first program of these names in the folders of PATH, then in others; undefined where there is none. */
export function findProgram(names: readonly string[], others: readonly string[] = []): string | undefined {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return [...onPath, ...others].flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable)
}

/** True for a file that this user can run. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
