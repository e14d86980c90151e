import { clockProblem, medianOffset } from '../../../core/clock-offset.ts'
import { quantityOf, recordOf } from '../../../core/evm/json-rpc.ts'
import { createPayChains } from '../../../payments/index.ts'
import type { Session } from '../../session.ts'
import { type Check, fail, ok, warn } from './check.ts'

/** The chain whose nodes say what time it is: its blocks are twelve seconds apart. */
const CHAIN = { id: 1, name: 'Ethereum' } as const
/** Nodes of so many operators are asked. */
const OPERATORS = 3
/** Longest wait for them, in milliseconds. */
const WAIT_MS = 4_000
const NEXT = "Set the machine's clock: locks and quotes expire by it"

/** Whether the machine's clock can be right, and on the live network whether the chain's nodes agree with it. */
export async function checkClock(session: Session): Promise<Check> {
  const { machineClock: clock, network, api } = session
  const first = clock.now()
  const second = clock.now()
  const iso = new Date(first).toISOString()
  const year = new Date(first).getUTCFullYear()
  const sane = second >= first && year >= 2024 && year < 2100
  if (!sane) return fail('clock', `the machine says it is ${iso}`, NEXT)
  if (api !== undefined) return ok('clock', `${iso}, compared with nobody`)
  if (network === 'sandbox') return ok('clock', `${iso}; the sandbox has nothing to compare it with`)
  const offsets = await readOffsets(session)
  const offsetMs = medianOffset(offsets)
  if (offsetMs === undefined) return ok('clock', `${iso}; no node of ${CHAIN.name} answered, to compare it with`)
  const whom = `the latest block of ${CHAIN.name}`
  const problem = clockProblem(offsetMs, whom)
  return problem === undefined ? ok('clock', `${iso}, as ${whom} says`) : warn('clock', problem, NEXT)
}

/** By how many milliseconds the clock is ahead of the latest block, as each operator states it. */
async function readOffsets(session: Session): Promise<readonly number[]> {
  const leaving = new AbortController()
  const late = session.clock.sleep(WAIT_MS, leaving.signal).then(
    () => [],
    () => [],
  )
  try {
    return await Promise.race([late, ask(session, leaving.signal)])
  } finally {
    leaving.abort()
  }
}

async function ask(session: Session, leaving: AbortSignal): Promise<readonly number[]> {
  try {
    const nodes = await createPayChains(session, leaving).nodes(CHAIN.id)
    const call = { method: 'eth_getBlockByNumber', params: ['latest', false] }
    const answers = (await nodes?.requestOperators(call, nodes.isOwn ? 1 : OPERATORS)) ?? []
    return answers.flatMap((answer) => {
      const timeSec = 'value' in answer ? quantityOf(recordOf(answer.value)['timestamp']) : undefined
      return timeSec === undefined ? [] : [session.machineClock.now() - Number(timeSec) * 1000]
    })
  } catch {
    // What is wrong with a node's setting is told by its own check.
    return []
  }
}
