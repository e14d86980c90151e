/*
 * The URL of a PostgreSQL database, as its own clients write it
 * (https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS).
 */

/** Stands for no host in a URL. */
const NO_HOST = 'no-host.invalid'

/** Parameters of the URL that are secret. */
const SECRET_PARAMETERS = ['password', 'sslpassword']
/** Those that people see. A password that is not encoded may look like another one. */
const SHOWN_PARAMETERS = [
  ...['host', 'port', 'user', 'dbname', 'application_name', 'passfile'],
  ...['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'ssl_min_protocol_version', 'channel_binding'],
]

/** Stands for what is secret. */
const HIDDEN = '***'

/** What such a URL is. */
export const POSTGRES_URL =
  'postgres://USER:PASSWORD@HOST:PORT/DATABASE, with characters such as @ : / % in a password written as %40 %3A %2F %25'

/** Reads the URL; undefined for text that is none of a PostgreSQL database. */
export function parsePostgresUrl(text: string): URL | undefined {
  if (!/^postgres(ql)?:\/\//i.test(text)) return undefined
  // A URL without a host, which is then a parameter or a variable: URL knows none with a user.
  const whole = /^[a-z]+:\/\/[^/?#]*@(?=[/?#]|$)/i.test(text) ? text.replace(/@(?=[/?#]|$)/, `@${NO_HOST}`) : text
  // A # is none of such a URL, nor an @ behind a slash or question mark: they are of a password that is not encoded.
  const isEncoded = !text.includes('#') && !/^[a-z]+:\/\/[^/?]*[/?].*@/i.test(text)
  return isEncoded && URL.canParse(whole) ? new URL(whole) : undefined
}

/** True for the URL of a PostgreSQL database. */
export function isPostgresUrl(text: string): boolean {
  return parsePostgresUrl(text) !== undefined
}

/** Its host and port; empty where it names none. */
export function postgresHost({ host }: URL): string {
  return host === NO_HOST ? '' : host
}

/** True where the URL itself has a password. */
export function hasPostgresPassword(text: string): boolean {
  const url = parsePostgresUrl(text)
  if (url === undefined) return false
  return url.password !== '' || [...url.searchParams.keys()].some((name) => SECRET_PARAMETERS.includes(name))
}

/** The URL without its passwords and what may be one; undefined for one that cannot be read. */
export function publicPostgresUrl(text: string): string | undefined {
  const url = parsePostgresUrl(text)
  if (url === undefined) return undefined
  const user = url.username === '' ? '' : `${url.username}@`
  const shown = [...url.searchParams]
    .filter(([name]) => SHOWN_PARAMETERS.includes(name))
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2F', '/')}`)
  return `postgres://${user}${postgresHost(url)}${url.pathname}${shown.length === 0 ? '' : `?${shown.join('&')}`}`
}

/** The URL without its passwords, for people. Never throws. */
export function maskPostgresUrl(text: string): string {
  const url = parsePostgresUrl(text)
  if (url === undefined) return `postgres://${HIDDEN}`
  const user = url.username === '' ? '' : `${url.username}${url.password === '' ? '' : `:${HIDDEN}`}@`
  const parameters = [...url.searchParams].map(([name, value]) =>
    SHOWN_PARAMETERS.includes(name) ? `${name}=${encodeURIComponent(value).replaceAll('%2F', '/')}` : HIDDEN,
  )
  return `postgres://${user}${postgresHost(url)}${url.pathname}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}`
}

/**
 * The warning of a URL whose password was typed: `ps` shows it to every user of the machine.
 * @param where the option or argument that it was given by
 * @param ways how else to give it
 */
export function typedPassword(where: string, ways: string): string {
  return `${where} holds a password, and other users of this machine can read the command line: ${ways}, or keep the password in PGPASSFILE`
}
