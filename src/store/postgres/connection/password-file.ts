import { readFile, stat } from 'node:fs/promises'
import type { PgAddress } from './address.ts'

/** Who else may read or write a file. */
const OTHERS = 0o077

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
  if (passwordFile === undefined) return undefined
  const found = await stat(passwordFile).catch(() => undefined)
  if (found?.isFile() !== true || (!passwordFile.endsWith('.conf') && (found.mode & OTHERS) !== 0)) return undefined
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
