import { join } from 'node:path'
import { swap } from '../../src/cli/commands/swap.ts'
import type { RunPoint } from '../../src/wallet/index.ts'
import { flipStoredBit, rawColumn } from '../store/raw.ts'
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
  flipStoredBit(join(home, 'wallet-sandbox.db'), 'meta', `id = 'run:${runId}'`, text)
}

function runIds(home: string): readonly string[] {
  try {
    const ids = rawColumn(join(home, 'wallet-sandbox.db'), `SELECT id FROM meta WHERE id >= 'run:' AND id < 'run;'`)
    return ids.map((id) => String(id).slice('run:'.length))
  } catch {
    return []
  }
}
