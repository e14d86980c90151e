import { existsSync, readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { defined } from '../../../core/defined.ts'
import { SwapError } from '../../../core/api/errors.ts'
import { parsePostgresUrl, POSTGRES_URL, postgresHost } from '../../../core/text/postgres-url.ts'

/*
 * Where a PostgreSQL server is, as its own clients write it (https://www.postgresql.org/docs/current/libpq-connect.html): a URL,
 * with the variables PG* for what it leaves out. The package `pg` reads `sslmode` in another way than those do, and writes
 * warnings to the terminal: both are read here.
 */

/** Where a server is, and how it is reached. */
export interface PgAddress {
  /** A name, an address, or the folder of a Unix socket. */
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
  /** Undefined where the server is to ask for none, or `passwordFile` has it. */
  readonly password: string | undefined
  readonly passwordFile: string | undefined
  /** Undefined where the connection is in the clear. */
  readonly tls: ConnectionOptions | undefined
  /** True where a server without TLS is spoken to in the clear. */
  readonly isTlsOptional: boolean
  readonly channelBinding: boolean
  readonly applicationName: string
  /** The address without what is secret. */
  readonly shown: string
}

type Environment = Readonly<Record<string, string | undefined>>

const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
type SslMode = (typeof SSL_MODES)[number]

/** Parameters that are read, and those that change nothing here or that poolers' documentation adds. */
const PARAMETERS = {
  read: [
    ...['host', 'port', 'user', 'password', 'dbname', 'passfile', 'application_name', 'fallback_application_name'],
    ...['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslpassword', 'ssl_min_protocol_version', 'channel_binding'],
  ],
  ignored: [
    ...[
      'connect_timeout',
      'client_encoding',
      'target_session_attrs',
      'gssencmode',
      'krbsrvname',
      'sslcompression',
      'sslsni',
    ],
    ...['keepalives', 'keepalives_idle', 'keepalives_interval', 'keepalives_count', 'tcp_user_timeout', 'pgbouncer'],
  ],
  /** Known words that would be ignored to somebody's harm, or by surprise. */
  refused: [
    ...['hostaddr', 'service', 'options', 'replication', 'requiressl', 'requirepeer', 'require_auth', 'ssl'],
    ...['sslcrl', 'sslcrldir', 'sslnegotiation', 'sslcertmode', 'ssl_max_protocol_version', 'load_balance_hosts'],
    ...['schema', 'search_path', 'statement_timeout', 'connection_limit', 'pool_timeout'],
  ],
} as const

/**
 * Reads where a server is.
 * @param env PG* variables, for what the URL leaves out
 * @throws CONFIG_INVALID, which names no secret
 */
export function readAddress(text: string, env: Environment): PgAddress {
  const url = parseUrl(text)
  const parameter = (name: string) => unlessEmpty(url.searchParams.get(name) ?? undefined)
  const known: readonly string[] = [...PARAMETERS.read, ...PARAMETERS.ignored]
  const unknown = [...url.searchParams.keys()].find((name) => !known.includes(name))
  if (unknown !== undefined) {
    // What nobody knows may be of a password that is not encoded.
    const named: readonly string[] = PARAMETERS.refused
    const which = named.includes(unknown) ? `the parameter ${unknown}, which` : 'a parameter that'
    throw wrongAddress(`has ${which} is not one of ${PARAMETERS.read.join(', ')}`)
  }
  const host =
    parameter('host') ??
    unlessEmpty(decode(postgresHost(url).replace(/:\d*$/, ''))) ??
    unlessEmpty(env['PGHOST']) ??
    'localhost'
  if (host.includes(',')) throw wrongAddress('names several hosts: name one, or the address of a proxy that chooses')
  if (/[\p{Cc}\p{Cf}]/u.test(host)) throw wrongAddress('has a host with characters that no host has')
  const user = parameter('user') ?? unlessEmpty(decode(url.username)) ?? unlessEmpty(env['PGUSER'])
  if (user === undefined) throw wrongAddress('names no user: postgres://USER@HOST/DATABASE, or PGUSER')
  const portText = parameter('port') ?? unlessEmpty(url.port) ?? unlessEmpty(env['PGPORT']) ?? '5432'
  const port = /^\d{1,5}$/.test(portText) ? Number(portText) : 0
  if (port < 1 || port > 65_535) throw wrongAddress('has a port that is not from 1 to 65535')
  const database =
    parameter('dbname') ?? unlessEmpty(decode(url.pathname.slice(1))) ?? unlessEmpty(env['PGDATABASE']) ?? user
  const password = parameter('password') ?? unlessEmpty(decode(url.password)) ?? unlessEmpty(env['PGPASSWORD'])
  const isSocket = host.startsWith('/')
  const isSystem = (parameter('sslrootcert') ?? env['PGSSLROOTCERT']) === 'system'
  const mode = sslModeOf(parameter('sslmode') ?? unlessEmpty(env['PGSSLMODE']), isSocket, isSystem)
  const plainHost = host.replace(/^\[(.*)\]$/, '$1')
  return {
    ...{ host: plainHost, port, user, database, password },
    passwordFile: parameter('passfile') ?? unlessEmpty(env['PGPASSFILE']) ?? defaultPasswordFile(env),
    tls: mode === 'disable' || isSocket ? undefined : readTls(mode, parameter, env),
    isTlsOptional: mode === 'prefer' || mode === 'allow',
    channelBinding: readChannelBinding(parameter('channel_binding') ?? unlessEmpty(env['PGCHANNELBINDING'])),
    applicationName:
      parameter('application_name') ??
      unlessEmpty(env['PGAPPNAME']) ??
      parameter('fallback_application_name') ??
      'swapcli',
    shown: showAddress({ user, host: plainHost, port, database }),
  }
}

/** The URL without what is secret. */
function showAddress({ user, host, port, database }: Pick<PgAddress, 'user' | 'host' | 'port' | 'database'>): string {
  const isSocket = host.startsWith('/')
  const shownHost = host.includes(':') ? `[${host}]` : encodeURIComponent(host)
  const place = isSocket ? '' : `${shownHost}${port === 5432 ? '' : `:${port}`}`
  const socket = encodeURIComponent(host).replaceAll('%2F', '/')
  const parameters = isSocket ? `?host=${socket}${port === 5432 ? '' : `&port=${port}`}` : ''
  return `postgres://${encodeURIComponent(user)}@${place}/${encodeURIComponent(database)}${parameters}`
}

function readChannelBinding(text: string | undefined): boolean {
  if (text === undefined || text === 'prefer' || text === 'disable') return false
  if (text === 'require') return true
  throw wrongAddress('has a channel_binding that is not one of disable, prefer, require')
}

function parseUrl(text: string): URL {
  const url = parsePostgresUrl(text)
  if (url === undefined) throw wrongAddress(`is not ${POSTGRES_URL}`)
  return url
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw wrongAddress('has a % that begins no character: write % as %25')
  }
}

/** Empty text is none. */
function unlessEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text
}

function sslModeOf(text: string | undefined, isSocket: boolean, isSystem: boolean): SslMode {
  if (text === undefined) return isSocket ? 'disable' : isSystem ? 'verify-full' : 'prefer'
  const mode = SSL_MODES.find((one) => one === text)
  if (mode === undefined) throw wrongAddress(`has an sslmode that is not one of ${SSL_MODES.join(', ')}`)
  // As its documentation says: whoever has a certificate of a public authority would pass.
  if (isSystem && !isSocket && mode !== 'verify-full') {
    throw wrongAddress('has sslrootcert=system, with which sslmode is verify-full or left out')
  }
  return mode
}

function readTls(mode: SslMode, parameter: (name: string) => string | undefined, env: Environment): ConnectionOptions {
  const value = (name: string, variable: string) => parameter(name) ?? unlessEmpty(env[variable])
  const ownFile = (name: string) => presentFile(env['HOME'], name)
  const root = value('sslrootcert', 'PGSSLROOTCERT') ?? ownFile('root.crt')
  const cert = value('sslcert', 'PGSSLCERT') ?? ownFile('postgresql.crt')
  const key = value('sslkey', 'PGSSLKEY') ?? (cert === undefined ? undefined : ownFile('postgresql.key'))
  const passphrase = parameter('sslpassword')
  const least = value('ssl_min_protocol_version', 'PGSSLMINPROTOCOLVERSION')
  const ownRoots = root === undefined || root === 'system' ? undefined : readPart(root, 'sslrootcert')
  // As its documentation says: with certificates to check by, `require` checks them like verify-ca.
  const checks = mode === 'verify-full' || mode === 'verify-ca' || (mode === 'require' && ownRoots !== undefined)
  if (mode === 'verify-ca' && ownRoots === undefined) {
    throw wrongAddress(
      'has sslmode=verify-ca without sslrootcert=FILE: name the certificate to check by, or use verify-full',
    )
  }
  return {
    rejectUnauthorized: checks,
    ...defined({
      checkServerIdentity: checks && mode !== 'verify-full' ? () => undefined : undefined,
      ca: ownRoots,
      cert: cert === undefined ? undefined : readPart(cert, 'sslcert'),
      key: key === undefined ? undefined : readPart(key, 'sslkey'),
      passphrase,
      minVersion: least === undefined ? undefined : tlsVersion(least),
    }),
  }
}

/** A file in the folder where PostgreSQL's clients look for certificates. */
function presentFile(home: string | undefined, name: string): string | undefined {
  const path = `${home ?? ''}/.postgresql/${name}`
  return unlessEmpty(home) !== undefined && existsSync(path) ? path : undefined
}

function tlsVersion(text: string): 'TLSv1.2' | 'TLSv1.3' {
  if (text === 'TLSv1.2' || text === 'TLSv1.3') return text
  throw wrongAddress('has an ssl_min_protocol_version that is not TLSv1.2 or TLSv1.3')
}

function readPart(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new SwapError(
      'CONFIG_INVALID',
      `The file that ${name} names for the store's database cannot be read: ${path}`,
      { cause },
    )
  }
}

function defaultPasswordFile(env: Environment): string | undefined {
  const folder = unlessEmpty(env['HOME']) ?? unlessEmpty(env['USERPROFILE'])
  if (unlessEmpty(env['APPDATA']) !== undefined) return `${env['APPDATA']}\\postgresql\\pgpass.conf`
  return folder === undefined ? undefined : `${folder}/.pgpass`
}

function wrongAddress(problem: string): SwapError {
  return new SwapError('CONFIG_INVALID', `The URL of the store ${problem}`, {
    hint: 'Set it again: swapcli config set store - (or --store, SWAPCLI_STORE)',
  })
}
