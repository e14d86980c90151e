import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../../../src/io/clock.ts'
import { connectDatabase } from '../../../../src/store/postgres/connection/open-database.ts'
import type { PgDatabase } from '../../../../src/store/postgres/database.ts'
import { describeOnPostgres, type PostgresServer, startPostgres } from '../../../support/postgres.ts'
import { swapErrorOf } from '../../../support/swap-error.ts'

/** Node.js reads certificates and makes none. */
const hasOpenssl = spawnSync('openssl', ['version']).status === 0
if (!hasOpenssl) console.warn('Tests of TLS to PostgreSQL are skipped: there is no program openssl')

const PASSWORD = 'right-pw'

describeOnPostgres('TLS to a PostgreSQL server', () => {
  describe.skipIf(!hasOpenssl)('with certificates of an authority of its own', () => {
    let server: PostgresServer
    let folder: string
    const at = (name: string) => join(folder, name)
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'swapcli-tls-'))
      makeCertificates(folder)
      server = await startPostgres({ tcp: true, password: PASSWORD })
      await server.query(`create role bob login password '${PASSWORD}'; create role "cert-user" login;
        create role anybody login`)
      const [place] = await server.query(`select current_setting('data_directory') as data`)
      const data = String(place?.['data'])
      const { uid, gid } = statSync(data)
      for (const name of ['root.crt', 'server.crt', 'server.key']) {
        copyFileSync(at(name), join(data, name))
        chownSync(join(data, name), uid, gid)
        chmodSync(join(data, name), 0o600)
      }
      writeFileSync(
        join(data, 'pg_hba.conf'),
        [
          'local all all trust',
          'hostssl all cert-user all cert',
          'host all anybody all trust',
          'host all all all scram-sha-256',
        ]
          .map((line) => `${line}\n`)
          .join(''),
      )
      await setTls('on')
    })
    afterAll(async () => {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    })
    const setTls = async (state: 'on' | 'off') => {
      for (const [name, value] of [
        ...[
          ['ssl_cert_file', 'server.crt'],
          ['ssl_key_file', 'server.key'],
          ['ssl_ca_file', 'root.crt'],
          ['ssl', state],
        ],
      ]) {
        await server.query(`alter system set ${name} = '${value}'`)
      }
      await server.query('select pg_reload_conf()')
    }
    const open = async (parameters: string, { user = `bob:${PASSWORD}`, host = '127.0.0.1', env = {} } = {}) => {
      const url = `postgres://${user}@${host}:${server.port}/postgres?${parameters}`
      const { database } = await connectDatabase({
        ...{ url, env, clock: systemClock, random: Math.random, schema: 'none' },
      })
      return database
    }
    const isEncrypted = async (database: PgDatabase) => {
      const [row] = await database.read({
        text: 'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
        values: [],
      })
      return row?.['ssl']
    }
    const use = async (opening: Promise<PgDatabase>) => {
      const database = await opening
      try {
        return await isEncrypted(database)
      } finally {
        await database.close()
      }
    }
    const failureOf = async (opening: Promise<PgDatabase>) => {
      const error = await swapErrorOf(opening)
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('-pw')
      return error
    }

    test.each<[parameters: string, at: Parameters<typeof open>[1], encrypted: boolean]>([
      ['sslmode=disable', {}, false],
      ['sslmode=allow', {}, true],
      ['sslmode=prefer', {}, true],
      ['', {}, true],
      ['sslmode=require', {}, true],
      ['sslmode=require&sslrootcert=ROOT', { host: 'localhost' }, true],
      ['sslmode=verify-ca&sslrootcert=ROOT', { host: 'localhost' }, true],
      ['sslmode=verify-full&sslrootcert=ROOT', {}, true],
      ['sslmode=verify-full&sslrootcert=ROOT&ssl_min_protocol_version=TLSv1.3', {}, true],
      ['sslmode=require&sslcert=CERT&sslkey=KEY', { user: 'cert-user' }, true],
      ['sslmode=require&sslcert=CERT&sslkey=LOCKED&sslpassword=key-pw', { user: 'cert-user' }, true],
      ['sslmode=require&channel_binding=require', {}, true],
    ])('%s lets in %o', async (parameters, where, encrypted) => {
      expect(await use(open(named(parameters, folder), where))).toBe(encrypted)
    })

    test.each<[parameters: string, at: Parameters<typeof open>[1], says: RegExp]>([
      ['sslmode=verify-full&sslrootcert=ROOT', { host: 'localhost' }, /cannot be reached: .*does not match/],
      ['sslmode=verify-full&sslrootcert=OTHER', {}, /cannot be reached: .*self-signed/],
      ['sslmode=verify-ca&sslrootcert=OTHER', {}, /cannot be reached: .*self-signed/],
      ['sslmode=require&sslrootcert=OTHER', {}, /cannot be reached: .*self-signed/],
      ['sslmode=verify-full', {}, /cannot be reached: .*self-signed/],
      ['sslmode=require', { user: 'cert-user' }, /refuses this user or password: .*client certificate/],
      ['sslmode=require&sslcert=CERT&sslkey=KEY', { user: 'anyone' }, /asks for what this side does not have/],
      ['sslmode=require&sslcert=CERT&sslkey=LOCKED&sslpassword=wrong-pw', { user: 'cert-user' }, /cannot be reached/],
      ['sslmode=require', { user: 'bob:wrong-pw' }, /refuses this user or password: password authentication failed/],
      ['sslmode=disable', { user: 'bob:wrong-pw' }, /refuses this user or password: password authentication failed/],
      ['sslmode=require', { user: 'bob' }, /asks for what this side does not have or does not give/],
      ['sslmode=disable&channel_binding=require', {}, /channel binding is required/],
      ['sslmode=require&channel_binding=require', { user: 'anybody' }, /channel binding is required/],
    ])('%s refuses %o', async (parameters, where, says) => {
      const error = await failureOf(open(named(parameters, folder), where))
      expect(error).toMatchObject({ code: 'STORE_UNUSABLE', message: expect.stringMatching(says) as string })
      expect(error.hint).toMatch(/swapcli config set store/)
    })

    test('a password comes from the environment or its file, which is read at each connection', async () => {
      const PGPASSFILE = at('passwords')
      writeFileSync(PGPASSFILE, `127.0.0.1:*:postgres:bob:${PASSWORD}\n`, { mode: 0o600 })
      expect(await use(open('', { user: 'bob', env: { PGPASSWORD: PASSWORD } }))).toBe(true)
      const database = await open('', { user: 'bob', env: { PGPASSFILE } })
      await server.query(`alter role bob password 'another-pw'`)
      writeFileSync(PGPASSFILE, `*:*:*:*:another-pw\n`)
      await server.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'bob'`)
      expect(await isEncrypted(database)).toBe(true)
      await database.close()
      await server.query(`alter role bob password '${PASSWORD}'`)
    })

    test('that the server does not speak any more is asked for, or done without, as its URL says', async () => {
      const optional = await open('sslmode=prefer')
      const [strict, before] = [await open('sslmode=require'), await isEncrypted(optional)]
      await setTls('off')
      await server.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'bob'`)
      // All of them find it out at once.
      const after = await Promise.all(Array.from({ length: 10 }, () => isEncrypted(optional)))
      expect([before, ...after]).toEqual([true, ...Array.from({ length: 10 }, () => false)])
      expect(await failureOf(strict.read({ text: 'select 1', values: [] }).then(() => strict))).toMatchObject({
        ...{ code: 'STORE_UNUSABLE', message: expect.stringContaining('does not support SSL') as string },
      })
      expect(await failureOf(open('sslmode=verify-full'))).toMatchObject({ code: 'STORE_UNUSABLE' })
      await setTls('on')
      expect(await isEncrypted(strict)).toBe(true)
      await Promise.all([optional.close(), strict.close()])
    })
  })
})

/** Puts paths of files in the place of their names. */
function named(parameters: string, folder: string): string {
  const files = { ROOT: 'root.crt', OTHER: 'other.crt', CERT: 'client.crt', KEY: 'client.key', LOCKED: 'locked.key' }
  return Object.entries(files).reduce(
    (text, [name, file]) => text.replace(`=${name}`, `=${join(folder, file)}`),
    parameters,
  )
}

/** An authority, another one, a server's certificate for 127.0.0.1, and one of the user `cert-user`. */
function makeCertificates(folder: string): void {
  const run = (...args: readonly string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  for (const name of ['root', 'other']) {
    run('req', '-x509', ...key, '-days', '2', '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.crt`)
  }
  writeFileSync(join(folder, 'names'), 'subjectAltName=IP:127.0.0.1,DNS:db.example\n')
  for (const [name, subject] of [
    ['server', 'db.example'],
    ['client', 'cert-user'],
  ]) {
    run('req', ...key, '-subj', `/CN=${subject}`, '-keyout', `${name}.key`, '-out', `${name}.csr`)
    const extensions = name === 'server' ? ['-extfile', 'names'] : []
    run(
      ...['x509', '-req', '-days', '2', '-in', `${name}.csr`, '-CA', 'root.crt', '-CAkey', 'root.key'],
      ...['-CAcreateserial', '-out', `${name}.crt`, ...extensions],
    )
  }
  run('pkey', '-aes256', '-passout', 'pass:key-pw', '-in', 'client.key', '-out', 'locked.key')
}
