import pg from 'pg'
import type { PgAddress } from './address.ts'
import { NO_PASSWORD } from './failures.ts'
import { passwordFileProblem, readPassword } from './password-file.ts'

/*
 * Clients of `pg`. The types of the package are in no declaration that users of the library read.
 */

/** Longest time for a free connection, new ones included, in milliseconds. */
export const CONNECT_MS = 2_000

/** How `pg` makes a connection to a server. @param isClear true for one without TLS, where the address allows that */
export function connectionOptions(address: PgAddress, isClear: boolean): pg.ClientConfig {
  return {
    ...{ host: address.host, port: address.port, user: address.user, database: address.database },
    ...{ ssl: isClear || address.tls === undefined ? false : address.tls },
    password: () => passwordFor(address),
    ...{ connectionTimeoutMillis: CONNECT_MS, keepAlive: true, keepAliveInitialDelayMillis: 10_000 },
    ...{ application_name: address.applicationName, types: { getTypeParser: parserOf } },
    // pg's own types lack it.
    ...{ enableChannelBinding: address.channelBinding },
  }
}

/** @throws Error saying why there is none: this is asked for where the server wants one */
async function passwordFor(address: PgAddress): Promise<string> {
  const { password, passwordFile, host, port, database, user } = address
  const found = password ?? (await readPassword(address))
  if (found !== undefined) return found
  const lack =
    passwordFile === undefined
      ? 'no password file is named'
      : ((await passwordFileProblem(passwordFile)) ??
        `${passwordFile} has no line for ${host}:${port}:${database}:${user}`)
  throw new Error(`${NO_PASSWORD}: ${lack}`)
}

/** A client of `pg` whose failures end no process and leave no connection behind. @param config `connectionOptions`, and more */
export function createClient(address: Pick<PgAddress, 'channelBinding'>, config: pg.ClientConfig): pg.Client {
  const client = new pg.Client(config)
  const { connection } = client as unknown as { readonly connection: PgProtocol }
  // Where this side ends it, as without a password, pg leaves the connection to the server, which waits for a minute.
  connection.on('error', () => connection.stream.destroy())
  endAtNonsense(connection)
  if (address.channelBinding) requireBinding(connection)
  return client
}

/** Ends a connection at once: the other end may be one that answers no farewell. */
export function destroyClient(client: pg.Client): void {
  const { connection } = client as unknown as { readonly connection: PgProtocol }
  connection.stream.destroy()
}

/** What is used of pg's connection: its types lack it. */
interface PgProtocol {
  on(event: string, listener: (message: { readonly mechanisms?: readonly string[] }) => void): void
  prependListener(event: string, listener: (message: { readonly mechanisms?: readonly string[] }) => void): void
  emit(event: 'error', error: unknown): void
  readonly stream: { destroy(): void }
  /** Reads what the server sends. */
  attachListeners(stream: PgStream): void
}

/** What is used of a stream to read it. */
interface PgStream {
  on(event: string, listener: (bytes: Buffer) => void): unknown
}

/** What pg cannot read, such as a way of authentication that it does not know, it throws out of a listener, which ends the process. */
function endAtNonsense(connection: PgProtocol): void {
  const attach = connection.attachListeners.bind(connection)
  const guard = (listener: (bytes: Buffer) => void) => (bytes: Buffer) => {
    try {
      listener(bytes)
    } catch (error) {
      connection.emit('error', error)
    }
  }
  // Its own method, which it calls when it connects, and again once TLS begins.
  connection.attachListeners = (stream) => attach({ on: (event, listener) => stream.on(event, guard(listener)) })
}

/**
 * Proves who it is only to the server at the other end of the TLS connection: `channel_binding=require`. pg by itself does so
 * where the server offers it, and does without where not.
 */
function requireBinding(connection: PgProtocol): void {
  let isBound = false
  const refuse = () =>
    connection.emit('error', new Error('channel binding is required, and the server does not offer it'))
  for (const event of ['authenticationCleartextPassword', 'authenticationMD5Password']) {
    connection.prependListener(event, refuse)
  }
  connection.prependListener('authenticationSASL', ({ mechanisms = [] }) => {
    isBound = mechanisms.includes('SCRAM-SHA-256-PLUS')
    if (!isBound) refuse()
  })
  connection.on('authenticationOk', () => {
    if (!isBound) refuse()
  })
}

/** The type bigint: counts, versions and times, all of which numbers hold. */
const BIGINT = 20

function parserOf(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === BIGINT) return Number
  return pg.types.getTypeParser(oid, format) as (value: string) => unknown
}
