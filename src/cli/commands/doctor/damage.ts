import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defined } from '../../../core/defined.ts'
import { examine, type Examination } from '../../examination.ts'
import { walletFile } from '../../pay/wallet-file.ts'
import type { Session } from '../../session.ts'
import { type Check, fail, ok } from './check.ts'

/** Most findings that are named. */
const MOST_NAMED = 10

/** What was found in the files of a network. */
export interface DamageChecks {
  readonly checks: readonly Check[]
  /** True where reading a file ended the process that did: this one must not. */
  readonly isFatal: boolean
}

/** Looks through the store and the wallet's file of the session's network, in a process of its own where there can be one. */
export async function checkDamage(session: Session): Promise<DamageChecks> {
  const files = [
    ['store', join(session.home, `${session.network}.db`)],
    ['wallet', walletFile(session.home, session.network)],
  ] as const
  const found = []
  for (const [name, path] of files)
    if (existsSync(path)) found.push({ path, ...(await examineApart(session, name, path)) })
  return {
    checks: found.map(({ path, findings, next = `Copy ${path} to a safe place, then restore a backup` }) => {
      if (findings.length === 0) return ok('damage', `none in ${path}`)
      const more = findings.length - MOST_NAMED
      const named = findings.slice(0, MOST_NAMED).join(', ')
      return fail('damage', `${path}: ${named}${more > 0 ? ` and ${more} more` : ''}`, next)
    }),
    isFatal: found.some((one) => one.isFatal),
  }
}

async function examineApart(
  { examiner, env }: Session,
  name: 'store' | 'wallet',
  path: string,
): Promise<Examination & { readonly isFatal: boolean }> {
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
