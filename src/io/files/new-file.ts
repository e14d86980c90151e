import { open, rm } from 'node:fs/promises'
import { SwapError } from '../../core/api/errors.ts'

/** How many names are tried where files of the first ones exist. */
const MOST_NAMES = 1000

/**
 * Writes a text into a new file that only its owner may read: `name.csv`, or `name-2.csv` where that exists. No file is ever overwritten.
 * @param path relative to the working directory; its last dot begins the ending
 * @returns the path that was taken
 * @throws CONFIG_INVALID where none can be written
 */
export async function writeNewFile(path: string, text: string): Promise<string> {
  const dot = path.lastIndexOf('.')
  const [stem, ending] = dot === -1 ? [path, ''] : [path.slice(0, dot), path.slice(dot)]
  for (let number = 1; number <= MOST_NAMES; number += 1) {
    const name = number === 1 ? path : `${stem}-${number}${ending}`
    try {
      const file = await open(name, 'wx', 0o600)
      try {
        await file.writeFile(text)
      } catch (error) {
        // Half a file would be taken for a whole one.
        await rm(name, { force: true }).catch(() => undefined)
        throw error
      } finally {
        await file.close()
      }
      return name
    } catch (error) {
      if (codeOf(error) === 'EEXIST') continue
      throw cannotWrite(name, codeOf(error) ?? String(error))
    }
  }
  throw cannotWrite(path, 'too many files of that name')
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

function cannotWrite(path: string, why: string): SwapError {
  return new SwapError('CONFIG_INVALID', `${path} cannot be written: ${why}`, {
    hint: 'Start swapcli in a folder that you may write to',
  })
}
