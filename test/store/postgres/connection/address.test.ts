import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isSwapError } from '../../../../src/core/api/errors.ts'
import { type PgAddress, readAddress } from '../../../../src/store/postgres/connection/address.ts'

describe('the address of a PostgreSQL server', () => {
  let home: string
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'swapcli-address-'))
    mkdirSync(join(home, 'with', '.postgresql'), { recursive: true })
    writeFileSync(join(home, 'with', '.postgresql', 'root.crt'), 'root of the home')
    for (const name of ['root', 'cert', 'key']) writeFileSync(join(home, name), `a ${name}`)
  })
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  const whole: PgAddress = {
    ...{ host: 'db.example', port: 5432, user: 'bob', database: 'swaps', password: undefined, passwordFile: undefined },
    ...{ tls: { rejectUnauthorized: false }, isTlsOptional: true, channelBinding: false, applicationName: 'swapcli' },
    shown: 'postgres://bob@db.example/swaps',
  }

  test.each<[name: string, url: string, env: Readonly<Record<string, string>>, expected: Partial<PgAddress>]>([
    ['what the URL has', 'postgres://bob@db.example/swaps', {}, {}],
    [
      'a port',
      'postgresql://bob@db.example:6432/swaps',
      {},
      { port: 6432, shown: 'postgres://bob@db.example:6432/swaps' },
    ],
    [
      'encoded parts',
      'postgres://b%40b:p%2Fw%25@db.example/my%20swaps',
      {},
      {
        user: 'b@b',
        password: 'p/w%',
        database: 'my swaps',
        shown: 'postgres://b%40b@db.example/my%20swaps',
      },
    ],
    ['a password with an @', 'postgres://bob:p@ss@db.example/swaps', {}, { password: 'p@ss' }],
    [
      'an IPv6 address',
      'postgres://bob@[2001:db8::1]:6432/swaps',
      {},
      { host: '2001:db8::1', port: 6432, shown: 'postgres://bob@[2001:db8::1]:6432/swaps' },
    ],
    [
      'an IPv6 address of the environment',
      'postgres://bob@/swaps',
      { PGHOST: '::1' },
      { host: '::1', shown: 'postgres://bob@[::1]/swaps' },
    ],
    [
      'the folder of a socket',
      'postgres://bob@/swaps?host=/run/my%20pg&port=5433',
      {},
      {
        ...{ host: '/run/my pg', port: 5433, tls: undefined, isTlsOptional: false },
        shown: 'postgres://bob@/swaps?host=/run/my%20pg&port=5433',
      },
    ],
    [
      'the folder of a socket as a host',
      'postgres://bob@%2Frun%2Fpg/swaps?sslmode=require',
      {},
      { host: '/run/pg', tls: undefined, isTlsOptional: false, shown: 'postgres://bob@/swaps?host=/run/pg' },
    ],
    [
      'parameters in place of parts',
      'postgres://?host=db.example&user=bob&dbname=swaps&password=secret&application_name=mine&passfile=/pw',
      {},
      { password: 'secret', applicationName: 'mine', passwordFile: '/pw' },
    ],
    [
      'the environment for what is left out',
      'postgres://',
      {
        ...{ PGHOST: 'db.example', PGPORT: '5432', PGUSER: 'bob', PGDATABASE: 'swaps', PGPASSWORD: 'secret' },
        ...{ PGAPPNAME: 'mine', PGPASSFILE: '/pw', PGSSLMODE: 'disable', PGCHANNELBINDING: 'require', HOME: '/none' },
      },
      {
        ...{ password: 'secret', applicationName: 'mine', passwordFile: '/pw', tls: undefined, isTlsOptional: false },
        channelBinding: true,
      },
    ],
    [
      'the URL before the environment',
      'postgres://bob:mine@db.example/swaps?sslmode=require&channel_binding=prefer',
      {
        ...{ PGHOST: 'other', PGPORT: '', PGUSER: 'eve', PGDATABASE: 'else', PGPASSWORD: 'secret' },
        ...{ PGSSLMODE: 'disable', PGCHANNELBINDING: 'require' },
      },
      { password: 'mine', isTlsOptional: false },
    ],
    [
      'no empty parts',
      'postgres://bob:@db.example/?port=&dbname=&password=&sslmode=&application_name=',
      { PGPORT: '', PGDATABASE: '', PGPASSWORD: '' },
      { database: 'bob', shown: 'postgres://bob@db.example/bob' },
    ],
    [
      'this machine by itself',
      'postgres://bob@/swaps',
      {},
      { host: 'localhost', shown: 'postgres://bob@localhost/swaps' },
    ],
    [
      'the file of passwords of a home',
      'postgres://bob@db.example/swaps',
      { HOME: '/h' },
      { passwordFile: '/h/.pgpass' },
    ],
    [
      'the file of passwords on Windows',
      'postgres://bob@db.example/swaps',
      { APPDATA: 'C:\\A', USERPROFILE: 'C:\\U' },
      { passwordFile: 'C:\\A\\postgresql\\pgpass.conf' },
    ],
    [
      'what changes nothing here',
      'postgres://bob@db.example/swaps?connect_timeout=10&target_session_attrs=read-write&keepalives=1&pgbouncer=true',
      {},
      {},
    ],
  ])('reads %s', (_, url, env, expected) => {
    expect(readAddress(url, env)).toEqual({ ...whole, ...expected })
  })

  test.each<[mode: string, env: string | undefined, expected: object | undefined, isOptional: boolean]>([
    ['sslmode=disable', undefined, undefined, false],
    ['sslmode=allow', undefined, { rejectUnauthorized: false }, true],
    ['sslmode=prefer', undefined, { rejectUnauthorized: false }, true],
    ['sslmode=require', undefined, { rejectUnauthorized: false }, false],
    // As its documentation says: with certificates to check by, `require` checks as verify-ca does.
    ['sslmode=require&sslrootcert=ROOT', undefined, { rejectUnauthorized: true, ca: 'a root', isName: false }, false],
    ['sslmode=require', 'with', { rejectUnauthorized: true, ca: 'root of the home', isName: false }, false],
    ['sslmode=verify-ca&sslrootcert=ROOT', undefined, { rejectUnauthorized: true, ca: 'a root', isName: false }, false],
    ['sslmode=verify-ca', 'with', { rejectUnauthorized: true, ca: 'root of the home', isName: false }, false],
    ['sslmode=verify-full&sslrootcert=ROOT', undefined, { rejectUnauthorized: true, ca: 'a root' }, false],
    ['sslmode=verify-full', undefined, { rejectUnauthorized: true }, false],
    ['sslrootcert=system', undefined, { rejectUnauthorized: true }, false],
    [
      'sslmode=require&sslcert=CERT&sslkey=KEY&sslpassword=pw&ssl_min_protocol_version=TLSv1.3',
      undefined,
      { rejectUnauthorized: false, cert: 'a cert', key: 'a key', passphrase: 'pw', minVersion: 'TLSv1.3' },
      false,
    ],
  ])('%s (home %s) means %o', (mode, of, expected, isOptional) => {
    const files = mode
      .replace('ROOT', join(home, 'root'))
      .replace('CERT', join(home, 'cert'))
      .replace('KEY', join(home, 'key'))
    const env = of === undefined ? {} : { HOME: join(home, of) }
    const { tls, isTlsOptional } = readAddress(`postgres://bob@db.example/swaps?${files}`, env)
    const { checkServerIdentity, ...rest } = tls ?? {}
    const shown =
      tls === undefined ? undefined : { ...rest, ...(checkServerIdentity === undefined ? {} : { isName: false }) }
    expect({ shown, isTlsOptional }).toEqual({ shown: expected, isTlsOptional: isOptional })
  })

  test.each<[problem: string, url: string, env: Readonly<Record<string, string>>, says: RegExp]>([
    ['no URL', 'secret', {}, /is not postgres:\/\//],
    ['another program', 'mysql://bob:secret@db.example/swaps', {}, /is not postgres:\/\//],
    ['a slash in its password', 'postgres://bob:se/secret@db.example/swaps', {}, /written as %40 %3A %2F %25/],
    ['a slash behind digits', 'postgres://bob:12/secret@db.example/swaps', {}, /written as/],
    ['a question mark behind digits', 'postgres://bob:12?secret@db.example/swaps', {}, /written as/],
    ['a number sign', 'postgres://bob:12#secret@db.example/swaps', {}, /written as/],
    [
      'an ampersand in its password',
      'postgres://bob@db.example/swaps?password=my&secret',
      {},
      /a parameter that is not one of/,
    ],
    ['a parameter nobody knows', 'postgres://bob@db.example/swaps?secret=1', {}, /a parameter that is not one of/],
    [
      'a parameter that would be ignored',
      'postgres://bob@db.example/swaps?options=-c',
      {},
      /the parameter options, which is not/,
    ],
    ['a percent sign', 'postgres://bob:sec%ret@db.example/swaps', {}, /write % as %25/],
    ['no user', 'postgres://db.example/swaps', {}, /names no user/],
    ['several hosts', 'postgres://bob@a.example,b.example/swaps', {}, /several hosts/],
    ['several hosts of the environment', 'postgres://bob@/swaps', { PGHOST: 'a,b' }, /several hosts/],
    ['a port that is none', 'postgres://bob@/swaps?port=0', {}, /a port/],
    ['a port that is no number', 'postgres://bob@/swaps', { PGPORT: '0x10' }, /a port/],
    ['a port that is too large', 'postgres://bob@/swaps?port=65536', {}, /a port/],
    ['a host for a terminal', 'postgres://bob@/swaps?host=%1B]0;x', {}, /a host with characters/],
    ['an unknown sslmode', 'postgres://bob@/swaps?sslmode=secret', {}, /an sslmode that is not one of disable/],
    ['nothing to check by', 'postgres://bob@/swaps?sslmode=verify-ca', {}, /verify-ca without sslrootcert/],
    ['public roots for any name', 'postgres://bob@/swaps?sslmode=require&sslrootcert=system', {}, /sslrootcert=system/],
    [
      'a missing file',
      'postgres://bob@/swaps?sslmode=require&sslcert=/none/x',
      {},
      /sslcert names .* cannot be read: \/none\/x/,
    ],
    ['an old TLS', 'postgres://bob@/swaps?ssl_min_protocol_version=TLSv1', {}, /not TLSv1.2 or TLSv1.3/],
    [
      'an unknown channel_binding',
      'postgres://bob@/swaps?channel_binding=secret',
      {},
      /channel_binding that is not one/,
    ],
  ])('is refused for %s, and shows nothing secret', (_, url, env, says) => {
    let error: unknown
    try {
      readAddress(url, env)
    } catch (thrown) {
      error = thrown
    }
    if (!isSwapError(error)) throw new Error('it is refused', { cause: error })
    expect(error.code).toBe('CONFIG_INVALID')
    expect(error.message).toMatch(says)
    expect(inspect(error, { depth: 8, showHidden: true })).not.toContain('secret')
  })
})
