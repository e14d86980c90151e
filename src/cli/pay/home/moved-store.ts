import { rm } from 'node:fs/promises'
import { isRecord } from '../../../core/is-record.ts'
import { parseJson } from '../../../core/text/parse-json.ts'
import { privateFiles, replacePrivateFile } from '../../../io/index.ts'
import { movedStorePath } from '../../database.ts'
import type { Session } from '../../session.ts'

/*
 * A file whose swaps were copied to a database stays where it is. A command that is not told of the database, as without
 * SWAPCLI_STORE, would take it for the store and show what was before.
 */

/** Notes beside the file of a home that its swaps are in a database from now on. @param to its address without secrets */
export async function noteMovedStore(session: Session, to: string): Promise<void> {
  const note = { to, at: new Date(session.clock.now()).toISOString() }
  await replacePrivateFile(movedStorePath(session), `${JSON.stringify(note)}\n`)
}

/** The file is the store again. */
export async function forgetMovedStore(place: Pick<Session, 'home' | 'network'>): Promise<void> {
  await rm(movedStorePath(place), { force: true })
}

/** Says that the store is a file whose swaps were copied elsewhere, where it is one. */
export async function warnOfMovedStore(session: Session): Promise<void> {
  if (session.store !== undefined || session.api !== undefined) return
  const path = movedStorePath(session)
  const note = parseJson((await privateFiles.read(path).catch(() => undefined)) ?? '')
  if (!isRecord(note) || typeof note['to'] !== 'string' || typeof note['at'] !== 'string') return
  session.output.warn(
    `The swaps of this home were copied to ${note['to']} on ${note['at'].slice(0, 10)}, and no store is set: this is the file from before. To use the database: swapcli config set store - (or SWAPCLI_STORE); to stay with the file: rm ${path}`,
  )
}
