import { readFile, stat } from 'node:fs/promises'
import type { PgAddress } from './address.ts'

/** Who else may read or write a file. */
const OTHERS = 0o077
/** Longest file that is read, in bytes. */
const MOST_BYTES = 1_000_000

/**
 * The password that PostgreSQL's own file has for an address (https://www.postgresql.org/docs/current/libpq-pgpass.html):
 * the first line that fits. Undefined where there is none, or others can read the file, as its clients have it.
 */
export async function readPassword({
  passwordFile,
  host,
  port,
  database,
  user,
}: PgAddress): Promise<string | undefined> {
  if (passwordFile === undefined || (await passwordFileProblem(passwordFile)) !== undefined) return undefined
  const text = await readFile(passwordFile, 'utf8').catch(() => '')
  const wanted = [host.startsWith('/') ? 'localhost' : host, String(port), database, user]
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('#')) continue
    const fields = line
      .match(/(?:\\.|[^:\\])*(?::|$)/g)
      ?.map((field) => field.replace(/:$/, '').replace(/\\(.)/g, '$1'))
    const password = fields?.[4]
    if (fields === undefined || password === undefined || password === '') continue
    if (wanted.every((value, at) => fields[at] === '*' || fields[at] === value || (at === 0 && fields[0] === host)))
      return password
  }
  return undefined
}

/** Why a password file is not read, a clause; undefined for one that is. */
export async function passwordFileProblem(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return `${path} is not there`
  if (!found.isFile()) return `${path} is no file`
  if (!path.endsWith('.conf') && (found.mode & OTHERS) !== 0) return `others can read ${path}: chmod 600`
  return found.size > MOST_BYTES ? `${path} is larger than a password file` : undefined
}
