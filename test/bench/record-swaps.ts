import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { openSwapService } from '../../src/open.ts'
import { SWAP_REQUEST } from './fill.ts'

/** What bare-swaps.mjs does again. */
export interface RecordedSwaps {
  /** A store in which nothing is yet. */
  readonly emptyFile: string
  /** A line for each statement: its text, and its values as JSON. */
  readonly statements: string
}

type Prepare = (this: Database.Database, sql: string) => Database.Statement

/** Locks and executes by the library, which has a commit for each write, and records the statements that it sends to libsql. */
export async function recordSwaps(folder: string, swaps: number): Promise<RecordedSwaps> {
  const home = join(folder, 'recorded')
  mkdirSync(home, { recursive: true })
  await (await openSwapService({ home })).close()
  const recorded = { emptyFile: join(folder, 'empty.db'), statements: join(folder, 'statements.jsonl') }
  copyFileSync(join(home, 'sandbox.db'), recorded.emptyFile)
  const lines: string[] = []
  const driver = Database.prototype as unknown as { prepare: Prepare }
  const prepare = driver.prepare
  let isRecording = false
  driver.prepare = function (sql) {
    const statement = prepare.call(this, sql)
    for (const name of ['run', 'get', 'all'] as const) {
      const send: (params: readonly unknown[]) => unknown = statement[name].bind(statement)
      Object.defineProperty(statement, name, {
        value: (params: readonly unknown[]) => {
          if (isRecording) lines.push(JSON.stringify([sql, params.map(toJson)]))
          return send(params)
        },
      })
    }
    return statement
  }
  try {
    const service = await openSwapService({ home })
    isRecording = true
    for (let swap = 0; swap < swaps; swap += 1) {
      const { lockId } = await service.lock({ ...SWAP_REQUEST, provider: 'SANDBOX_BRIDGE' })
      await service.execute({ lockId })
    }
    isRecording = false
    await service.close()
  } finally {
    driver.prepare = prepare
  }
  writeFileSync(recorded.statements, lines.join('\n'))
  return recorded
}

function toJson(value: unknown): unknown {
  if (value instanceof Uint8Array) return { hex: Buffer.from(value).toString('hex') }
  return typeof value === 'bigint' ? { integer: value.toString() } : value
}
