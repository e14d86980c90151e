import { openThreads } from '../../support/threaded-store.ts'

/*
 * A process that leaves by process.exit(3) while the threads of stores open their files, which is when they ask most of the
 * driver. Arguments: a path that those of the files begin with, how many, and after how many milliseconds it leaves.
 */

const [path = '', files = '1', afterMs = '0'] = process.argv.slice(2)
for (let at = 0; at < Number(files); at += 1) openThreads(`${path}-${at}/swapcli.db`).catch(() => undefined)
setTimeout(() => process.exit(3), Number(afterMs))
