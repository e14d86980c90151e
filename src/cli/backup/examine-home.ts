import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { defined } from '../../core/defined.ts'
import type { ExaminedFile } from '../../store/index.ts'
import { examine, type Examination } from '../examination.ts'
import { storeFiles } from '../pay/wallet-file.ts'
import type { Session } from '../session.ts'

/** What is found in a file of a home. */
export interface ExaminedHomeFile extends Examination {
  readonly path: string
  /** True where reading it ended the process that did: this one must not. */
  readonly isFatal: boolean
}

/** Looks through the store and the wallet's file of the session's network, in a process of its own where there can be one. */
export async function examineHome(session: Session): Promise<readonly ExaminedHomeFile[]> {
  const found = []
  for (const [name, path] of storeFiles(session.home, session.network))
    if (existsSync(path)) found.push({ path, ...(await examineApart(session, name, path)) })
  return found
}

async function examineApart(
  { examiner, env }: Session,
  name: ExaminedFile,
  path: string,
): Promise<Omit<ExaminedHomeFile, 'path'>> {
  const [program, ...words] = examiner?.() ?? []
  if (program === undefined) return { ...(await examine(name, path)), isFatal: false }
  const { stdout, signal, status } = spawnSync(program, [...words, name, path], {
    encoding: 'utf8',
    env: defined(env),
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  if (status === 0 && stdout !== '') return { ...(JSON.parse(stdout) as Examination), isFatal: false }
  return { findings: [`reading it ended the process (${signal ?? `exit code ${status}`})`], isFatal: true }
}
