import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const WORKER = fileURLToPath(new URL('full-disk-worker.ts', import.meta.url))
/** Lets a process write at most 8 blocks of a file, as a disk that is full does; the signal that comes with it is ignored. */
const LIMITED = `trap '' XFSZ; ulimit -f 8; exec "$0" --import tsx "$@"`

test.each(['writeNewFile', 'createPrivateFile', 'replacePrivateFile', 'writeSetting'])(
  '%s leaves nothing of a file that does not fit on the disk',
  async (name) => {
    const folder = await mkdtemp(join(tmpdir(), 'swapcli-full-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    // The compiler of this test's own files keeps no cache: that would not fit either.
    const env = { ...process.env, TSX_DISABLE_CACHE: '1' }
    const args = ['-c', LIMITED, process.execPath, WORKER, name, join(folder, 'one.json')]
    const { stdout } = await promisify(execFile)('sh', args, { env })
    expect([stdout, await readdir(folder)]).toEqual(['failed\n', []])
  },
)
