import { mkdirSync, writeFileSync } from 'node:fs'
import pg from 'pg'
import { openSwapService } from '../../src/open.ts'
import { SWAP_REQUEST } from './fill.ts'

/** A statement of a swap as `pg` was given it. */
interface Sent {
  readonly text: string
  readonly values?: readonly unknown[]
  readonly name?: string
}

/**
 * Locks and executes by the library and writes down what it sends to PostgreSQL: a line for each swap, with its statements in
 * their order. What begins a session is left out.
 * @param file is made
 */
export async function recordDatabaseSwaps(home: string, store: string, swaps: number, file: string): Promise<void> {
  mkdirSync(home, { recursive: true })
  const lines: string[] = []
  let sent: Sent[] = []
  const driver = pg.Client.prototype as unknown as { query: (this: pg.Client, query: Sent) => unknown }
  const query = driver.query
  driver.query = function (one) {
    const isOfSession = /pg_backend_pid|set_config\(\$1/.test(one.text)
    if (!isOfSession) sent.push({ ...one, values: (one.values ?? []).map(toJson) })
    return query.call(this, one)
  }
  try {
    const service = await openSwapService({ home, store })
    for (let swap = 0; swap < swaps; swap += 1) {
      sent = []
      const { lockId } = await service.lock({ ...SWAP_REQUEST, provider: 'SANDBOX_BRIDGE' })
      await service.execute({ lockId })
      lines.push(JSON.stringify(sent))
    }
    await service.close()
  } finally {
    driver.query = query
  }
  writeFileSync(file, lines.join('\n'))
}

function toJson(value: unknown): unknown {
  if (value instanceof Uint8Array) return { hex: Buffer.from(value).toString('hex') }
  return Array.isArray(value) ? value.map(toJson) : value
}
