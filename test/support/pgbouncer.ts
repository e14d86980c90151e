import { spawn } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findProgram } from './find-program.ts'
import { freePort, type PostgresServer, serverOwner } from './postgres.ts'

/* pgbouncer, as it stands before many databases: each transaction is given another connection. */

export interface Pooler {
  /** URL of a database by way of it. */
  url(database: string): string
  close(): Promise<void>
}

/** Path of the program; undefined where it is not installed. */
export function findPgbouncer(): string | undefined {
  return findProgram(['pgbouncer'], ['/usr/sbin'])
}

/** Starts it before a server. @param user whom all its connections are of. @default the superuser */
export async function startPgbouncer(server: PostgresServer, user?: string): Promise<Pooler> {
  const program = findPgbouncer()
  if (program === undefined) throw new Error('pgbouncer is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'swapcli-bouncer-'))
  const owner = serverOwner()
  const target = new URL(server.url())
  const role = user ?? target.username
  const port = await freePort()
  const log = join(folder, 'log')
  const settings = {
    ...{ listen_addr: '127.0.0.1', listen_port: String(port), unix_socket_dir: '', auth_type: 'any' },
    ...{ pool_mode: 'transaction', default_pool_size: '4', logfile: log, server_login_retry: '1' },
  }
  writeFileSync(
    join(folder, 'ini'),
    [
      `[databases]`,
      `* = host=${target.searchParams.get('host') ?? ''} port=${server.port} user=${role}`,
      '[pgbouncer]',
      ...Object.entries(settings).map(([name, value]) => `${name} = ${value}`),
      '',
    ].join('\n'),
  )
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid)
  const child = spawn(program, [join(folder, 'ini')], { ...{ stdio: 'ignore', cwd: folder }, ...owner })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let isGone = false
  void gone.then(() => (isGone = true))
  const url = (database: string) => `postgres://${role}@127.0.0.1:${port}/${database}?sslmode=disable`
  for (;;) {
    const client = new pg.Client({ connectionString: url('postgres') })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      break
    } catch (error) {
      if (isGone) throw new Error(`pgbouncer did not start:\n${readFileSync(log, 'utf8')}`, { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  return {
    url,
    close: async () => {
      child.kill('SIGKILL')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
