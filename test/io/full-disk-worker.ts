import { writeSetting } from '../../src/io/config/config-file.ts'
import { writeNewFile } from '../../src/io/files/new-file.ts'
import { createPrivateFile, replacePrivateFile } from '../../src/io/files/private-folder.ts'

/* Writes 64 KiB by the function and to the path that the command line names, and says how it ended. */

const WRITE = {
  writeNewFile,
  createPrivateFile,
  replacePrivateFile,
  writeSetting: (path: string, text: string) => writeSetting(path, 'theme', text),
}

// A full disk sends no signal; what `conf` listens to with would end this process at the one that the limit sends.
await import('conf')
process.on('SIGXFSZ', () => undefined)
for (const listener of process.listeners('SIGXFSZ').slice(0, -1)) process.off('SIGXFSZ', listener)

const [name, path = ''] = process.argv.slice(2)
const write = Object.entries(WRITE).find(([known]) => known === name)?.[1] ?? createPrivateFile
const ended = await write(path, 'x'.repeat(65_536)).then(
  () => 'written',
  () => 'failed',
)
process.stdout.write(`${ended}\n`)
