import { execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describe } from 'vitest'
import { findPostgres, type PostgresBinaries } from './postgres-binaries.ts'

/* Real PostgreSQL servers, started and stopped by the tests themselves. */

export interface PostgresOptions {
  /** @default the newest that is found first: that of the package */
  readonly major?: number
  /** True to listen on a free port of 127.0.0.1 too. @default a Unix socket only */
  readonly tcp?: boolean
  /** True to keep what is committed through a kill, as in use. @default nothing waits for the disk */
  readonly durable?: boolean
  /** Settings of the server, by name. */
  readonly settings?: Readonly<Record<string, string>>
  /** Password that every user has to name. @default everybody is let in */
  readonly password?: string
}

export interface PostgresServer {
  readonly version: string
  readonly major: number
  /** Port of 127.0.0.1; 5432 where it listens on its socket only. */
  readonly port: number
  /** URL of a database. @param over how it is reached. @default the socket */
  url(database?: string, over?: 'socket' | 'tcp'): string
  /** A new, empty database. */
  createDatabase(): Promise<TestDatabase>
  /** Runs a statement as its superuser. */
  query(text: string, database?: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** Number of the server's process. */
  pid(): number
  /** `fast` ends connections first, `immediate` does not even write what it has in memory. Resolves when it is gone. */
  stop(how: 'fast' | 'immediate'): Promise<void>
  /** Kills it. Resolves when it is gone. */
  kill(): Promise<void>
  /** Starts it again on its data. Resolves when it answers. */
  start(): Promise<void>
  /** Stops it and removes its data. */
  close(): Promise<void>
}

export interface TestDatabase {
  readonly name: string
  readonly url: string
  drop(): Promise<void>
}

const USER = 'swapcli'

/** Starts a server of its own. It ends with this process at the latest. */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const { major, tcp = false, durable = false, settings = {}, password } = options
  const binaries = findPostgres().find((one) => major === undefined || one.major === major)
  if (binaries === undefined) throw new Error(missingText(major))
  const owner = serverOwner()
  // Short: the path of a Unix socket has at most 107 bytes.
  const folder = mkdtempSync(join(tmpdir(), 'swapcli-pg-'))
  const data = join(folder, 'data')
  cpSync(dataTemplate(binaries, owner), data, { recursive: true })
  const port = tcp ? await freePort() : 5432
  const all = {
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
    ...{ shared_buffers: '32MB', max_connections: '60', autovacuum: 'off', timezone: 'UTC' },
    // Version 13 would keep passwords in a way that its own rules here do not take.
    password_encryption: 'scram-sha-256',
    ...{ listen_addresses: tcp ? '127.0.0.1' : '', unix_socket_directories: folder, port: String(port) },
    ...settings,
  }
  appendFileSync(
    join(data, 'postgresql.conf'),
    Object.entries(all)
      .map(([name, value]) => `${name} = '${value}'\n`)
      .join(''),
  )
  if (password !== undefined) {
    writeFileSync(join(data, 'pg_hba.conf'), 'local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n')
  }
  if (owner !== undefined) execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, folder])
  let gone: Promise<void> = Promise.resolve()
  let end: () => void = () => undefined

  const url = (database = 'postgres', over: 'socket' | 'tcp' = 'socket') =>
    over === 'tcp'
      ? `postgres://${USER}${password === undefined ? '' : `:${password}`}@127.0.0.1:${port}/${database}?sslmode=disable`
      : `postgres://${USER}@localhost/${database}?host=${folder}${port === 5432 ? '' : `&port=${port}`}`
  const query = async (text: string, database = 'postgres') => {
    const client = new pg.Client({ host: folder, port, user: USER, database })
    client.on('error', () => undefined)
    await client.connect()
    try {
      const { rows } = await client.query<Readonly<Record<string, unknown>>>(text)
      return rows
    } finally {
      await client.end()
    }
  }
  const pid = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const start = async () => {
    const log = join(folder, 'log')
    const child = spawn('/bin/sh', ['-c', GUARD, 'guard', join(binaries.folder, 'postgres'), data, log, folder], {
      ...{ stdio: ['pipe', 'ignore', 'ignore'], env: environmentOf(binaries) },
      ...(owner === undefined ? {} : { uid: owner.uid, gid: owner.gid }),
    })
    let isGone = false
    gone = new Promise((resolve) => {
      child.once('exit', () => {
        isGone = true
        child.stdin?.destroy()
        resolve()
      })
    })
    child.stdin?.on('error', () => undefined)
    end = () => child.stdin?.destroy()
    for (;;) {
      try {
        await query('select 1')
        return
      } catch (error) {
        if (isGone) throw new Error(`PostgreSQL did not start:\n${readFileSync(log, 'utf8')}`, { cause: error })
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    }
  }
  const send = async (signal: NodeJS.Signals) => {
    process.kill(pid(), signal)
    await gone
    rmSync(join(data, 'postmaster.pid'), { force: true })
  }
  let databases = 0
  await start()
  if (password !== undefined) await query(`alter role ${USER} password '${password}'`)
  return {
    ...{ version: binaries.version, major: binaries.major, port, url, query, pid, start },
    createDatabase: async () => {
      databases += 1
      const name = `test_${databases}`
      await query(`create database ${name}`)
      return { name, url: url(name), drop: async () => void (await query(`drop database ${name} with (force)`)) }
    },
    stop: (how) => send(how === 'fast' ? 'SIGINT' : 'SIGQUIT'),
    kill: () => send('SIGKILL'),
    close: async () => {
      end()
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Starts the server, and ends it when the process that holds the other end of its input does, however that ends. Its
 * arguments: postgres, the folder of data, a file for what it says, and the folder of all that, which goes with it then.
 */
const GUARD = `exec 3<&0
"$1" -D "$2" >>"$3" 2>&1 </dev/null 3<&- &
server=$!
{ cat <&3 >/dev/null; kill -QUIT $server && { while kill -0 $server; do sleep 0.02; done; rm -rf "$4"; }; } 2>/dev/null &
wait $server`

/** One server for all tests of this process that need no more than a database of their own. */
export function sharedPostgres(): Promise<PostgresServer> {
  // Files of one worker share it: it ends with the worker.
  const place = globalThis as { swapcliTestPostgres?: Promise<PostgresServer> }
  place.swapcliTestPostgres ??= startPostgres()
  return place.swapcliTestPostgres
}

/** Majors that can be started here, in the order of preference. */
export function postgresMajors(): readonly number[] {
  return [...new Set(findPostgres().map(({ major }) => major))]
}

/** `describe` for tests that need a server: they always run on Linux x64, elsewhere they are skipped, aloud, where there is none. */
export const describeOnPostgres =
  process.platform === 'linux' && process.arch === 'x64' ? describe : describeWhereFound()

function describeWhereFound() {
  if (findPostgres().length > 0) return describe
  console.warn(`Tests on PostgreSQL are skipped: ${missingText(undefined)}`)
  return describe.skip
}

function missingText(major: number | undefined): string {
  const which = major === undefined ? 'No PostgreSQL' : `No PostgreSQL ${major}`
  return `${which}: on Linux x64 run \`npm ci\`, elsewhere install it or name its folder of binaries in SWAPCLI_TEST_POSTGRES`
}

export interface Owner {
  readonly uid: number
  readonly gid: number
}

/** Who runs the server where the tests are root's: it refuses root, and wants a user that the system knows. */
export function serverOwner(): Owner | undefined {
  if (userInfo().uid !== 0) return undefined
  const [, , uid = '65534', gid = '65534'] = execFileSync('getent', ['passwd', 'nobody'], { encoding: 'utf8' }).split(
    ':',
  )
  return { uid: Number(uid), gid: Number(gid) }
}

/** A folder of data as `initdb` makes it, made once for each version: to copy it takes a tenth of the time. */
function dataTemplate(binaries: PostgresBinaries, owner: Owner | undefined): string {
  const template = join(tmpdir(), `swapcli-test-postgres-data-${binaries.version}-${owner?.uid ?? userInfo().uid}`)
  if (existsSync(template)) return template
  const draft = mkdtempSync(`${template}-`)
  chmodSync(draft, 0o700)
  if (owner !== undefined) chownSync(draft, owner.uid, owner.gid)
  const folder = join(draft, 'data')
  mkdirSync(folder, { mode: 0o700 })
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid)
  const flags = ['-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  execFileSync(join(binaries.folder, 'initdb'), ['-D', folder, ...flags], {
    ...{ stdio: ['ignore', 'ignore', 'pipe'], env: environmentOf(binaries), cwd: draft },
    ...(owner === undefined ? {} : { uid: owner.uid, gid: owner.gid }),
  })
  try {
    renameSync(folder, template)
  } catch (error) {
    // Another process was first.
    if (!existsSync(template)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return template
}

function environmentOf({ libraries }: PostgresBinaries): NodeJS.ProcessEnv {
  const { PATH, TMPDIR } = process.env
  return {
    ...{ LC_ALL: 'C', ...(PATH === undefined ? {} : { PATH }), ...(TMPDIR === undefined ? {} : { TMPDIR }) },
    ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries }),
  }
}

/** A port of 127.0.0.1 that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('a listening server has a port')
  return address.port
}
