import { readPrivateFile, replacePrivateFile } from '../../io/index.ts'
import type { TuiContext } from '../../tui/index.ts'
import { screensFile } from '../accounts/own-files.ts'
import type { Session } from '../session.ts'
import type { KeepWrite } from './open-writes.ts'

/** What the screens remember of this home and network; a file that cannot be read is as one that is damaged. */
export async function openMemory(
  { home, network }: Session,
  keepWrite: KeepWrite,
): Promise<NonNullable<TuiContext['memory']>> {
  const path = screensFile(home, network)
  const kept = await readPrivateFile(path).catch(() => '')
  return { kept, keep: (text) => keepWrite(replacePrivateFile(path, text)) }
}
