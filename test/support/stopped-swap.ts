import { join } from 'node:path'
import Database from 'libsql'
import { swap } from '../../src/cli/commands/swap.ts'
import type { RunPoint } from '../../src/wallet/index.ts'
import { runCommand } from './command-session.ts'

/** Begins a swap of the sandbox and leaves it at a point, as a process that was killed there. @returns the id of its run */
export async function stopSwapAt(home: string, at: RunPoint): Promise<string> {
  const stop = new Error('stopped')
  const values = { yes: true, provider: 'SANDBOX_BRIDGE' }
  const before = runIds(home)
  const { error } = await runCommand(swap, ['100', 'ethereum:USDC', 'base:USDC'], values, {
    ...{ home, network: 'sandbox', json: true },
    checkpoint: (point) => {
      if (point === at) throw stop
    },
  })
  const id = runIds(home).find((run) => !before.includes(run))
  if (error !== stop || id === undefined) throw new Error('the swap did not stop', { cause: error })
  return id
}

/** Flips one bit of what a run is stored as, behind the first place of a text in it. */
export function flipBit(home: string, runId: string, text: string): void {
  changeFile(home, (database) => {
    const { doc } = database.prepare('SELECT CAST(doc AS BLOB) AS doc FROM meta WHERE id = ?').get(`run:${runId}`) as {
      readonly doc: Uint8Array
    }
    const bytes = Buffer.from(doc)
    const place = bytes.indexOf(text) + text.length
    bytes[place] = (bytes[place] ?? 0) ^ 0x80
    database.prepare('UPDATE meta SET doc = CAST(? AS TEXT) WHERE id = ?').run(bytes, `run:${runId}`)
  })
}

function runIds(home: string): readonly string[] {
  try {
    return changeFile(home, (database) =>
      database.prepare(`SELECT id FROM meta WHERE id >= 'run:' AND id < 'run;'`).all(),
    ).map((row) => (row as { readonly id: string }).id.slice('run:'.length))
  } catch {
    return []
  }
}

function changeFile<T>(home: string, work: (database: InstanceType<typeof Database>) => T): T {
  const database = new Database(join(home, 'wallet-sandbox.db'), { fileMustExist: true })
  try {
    return work(database)
  } finally {
    database.close()
  }
}
