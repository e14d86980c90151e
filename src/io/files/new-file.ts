import { open, rm } from 'node:fs/promises'
import { SwapError } from '../../core/api/errors.ts'
import { errorCode } from '../../core/error-code.ts'

/** Most names tried when files exist. */
const MAX_NAMES = 1000

/**
 * Writes a new file with mode 0600: `name.csv`, or `name-2.csv` when that exists. Never overwrites a file.
 * @param path relative to the working directory; its last dot starts the extension
 * @returns the path of the file
 * @throws CONFIG_INVALID when no file can be written
 */
export async function writeNewFile(path: string, text: string): Promise<string> {
  const dot = path.lastIndexOf('.')
  const [stem, ending] = dot === -1 ? [path, ''] : [path.slice(0, dot), path.slice(dot)]
  for (let number = 1; number <= MAX_NAMES; number += 1) {
    const name = number === 1 ? path : `${stem}-${number}${ending}`
    try {
      const file = await open(name, 'wx', 0o600)
      try {
        await file.writeFile(text)
      } catch (error) {
        // An incomplete file would pass for a complete one.
        await rm(name, { force: true }).catch(() => undefined)
        throw error
      } finally {
        await file.close()
      }
      return name
    } catch (error) {
      if (errorCode(error) === 'EEXIST') continue
      throw cannotWrite(name, errorCode(error) ?? String(error))
    }
  }
  throw cannotWrite(path, 'too many files of this name exist')
}

function cannotWrite(path: string, why: string): SwapError {
  return new SwapError('CONFIG_INVALID', `${path} cannot be written: ${why}`, {
    hint: 'Run swapcli in a folder where you have write permission',
  })
}
