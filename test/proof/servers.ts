import { postgresMajors } from '../support/postgres.ts'
import { NOTHING_WRONG, type Findings } from '../servers/judge.ts'
import { swapThroughKills } from '../servers/kills.ts'

/** How a swap may end. */
export const SERVER_OUTCOMES = [
  'right',
  'acknowledged and lost',
  'twice',
  'not ended once',
  'not told',
  'wrong total',
] as const
export type ServerOutcome = (typeof SERVER_OUTCOMES)[number]

/** How swaps over servers that are killed are tried. */
export interface ServersRun {
  readonly swaps: number
  readonly onResult: (outcome: ServerOutcome, count: number, findings: Findings) => void
}

const CLIENTS = 16

/** Makes swaps over four servers of one database, which are killed and paused in the middle of it, and the database with them. */
export async function proveServers({ swaps, onResult }: ServersRun): Promise<void> {
  if (postgresMajors().length === 0) throw new Error('There is no PostgreSQL to start: on Linux x64 run `npm ci`')
  const { findings, counted, stated, unheard, gaps } = await swapThroughKills(swaps, CLIENTS)
  const wrong: Readonly<Partial<Record<ServerOutcome, number>>> = {
    'acknowledged and lost': findings.lost.length,
    twice: findings.doubled.length + findings.extra.length,
    'not ended once': new Set([...findings.open, ...findings.untold, ...findings.unused]).size,
    'not told': unheard.length + gaps.length,
    'wrong total': stated.filter((one) => Object.entries(counted).some(([status, count]) => one[status] !== count))
      .length,
  }
  const bad = Object.values(wrong).reduce((sum, count) => sum + count, 0)
  onResult('right', Math.max(0, swaps - bad), NOTHING_WRONG)
  for (const outcome of SERVER_OUTCOMES) {
    const count = wrong[outcome] ?? 0
    if (count > 0) onResult(outcome, count, findings)
  }
}
