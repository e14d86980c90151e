import { tryFileLock } from '../../src/store/sqlite/file-lock.ts'

/* Takes the lock that is named on the command line and keeps it until the process is killed. */

const end = await tryFileLock(process.argv[2] ?? '')
process.stdout.write(end === undefined ? 'taken by another\n' : 'have it\n')
setInterval(() => undefined, 60_000)
