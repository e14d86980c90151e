import { SwapError } from '../../core/api/errors.ts'
import { errorCode } from '../../core/error-code.ts'
import { fileProblem } from './file-problem.ts'
import { writeNew } from './private-folder.ts'

/** Most names tried when files exist. */
const MAX_NAMES = 1000

/**
 * Writes a new file with mode 0600: `name.csv`, or `name-2.csv` when that exists. Never overwrites a file.
 * @param path relative to the working directory; its last dot starts the extension
 * @returns the path of the file
 * @throws CONFIG_INVALID when no file can be written
 */
export async function writeNewFile(path: string, text: string | Uint8Array): Promise<string> {
  const dot = path.lastIndexOf('.')
  const [stem, ending] = dot === -1 ? [path, ''] : [path.slice(0, dot), path.slice(dot)]
  for (let number = 1; number <= MAX_NAMES; number += 1) {
    const name = number === 1 ? path : `${stem}-${number}${ending}`
    try {
      await writeNew(name, text)
      return name
    } catch (error) {
      if (errorCode(error) === 'EEXIST') continue
      throw cannotWrite(name, fileProblem(error))
    }
  }
  throw cannotWrite(path, 'too many files of this name exist')
}

function cannotWrite(path: string, why: string): SwapError {
  return new SwapError('CONFIG_INVALID', `${path} cannot be written: ${why}`, {
    hint: 'Run swapcli in a folder where you have write permission',
  })
}
