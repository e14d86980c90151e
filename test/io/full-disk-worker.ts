import { writeNewFile } from '../../src/io/files/new-file.ts'
import { createPrivateFile } from '../../src/io/files/private-folder.ts'

/* Writes 64 KiB by the function and to the path that the command line names, and says how it ended. */

const [name, path = ''] = process.argv.slice(2)
const write = name === 'writeNewFile' ? writeNewFile : createPrivateFile
const ended = await write(path, 'x'.repeat(65_536)).then(
  () => 'written',
  () => 'failed',
)
process.stdout.write(`${ended}\n`)
