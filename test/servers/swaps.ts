import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { asObject } from '../support/contract-fields.ts'
import { BRIDGE, DEPOSIT, LOCKABLE } from '../support/contract-world.ts'
import type { Answer, Caller, Lost } from './calls.ts'

/** A swap that a server has acknowledged. */
export interface Acknowledged {
  readonly lockId: string
  readonly transactionId: string
  /** The hash that was reported; undefined where the sandbox pays. */
  readonly hash: string | undefined
}

/** Of four swaps one ends FAILED and one REFUND. */
const AMOUNTS = ['100', '100.0060', '100.0070', '101']

/** How many swaps have each way and each end once. */
export const ALL_KINDS = 2 * AMOUNTS.length

/** What a lock of the `number`-th swap is asked by: the sandbox pays those of even numbers, the hash of the others is reported. */
export function lockRequest(number: number) {
  const amount = AMOUNTS[Math.floor(number / 2) % AMOUNTS.length]
  return { ...LOCKABLE, provider: isPaidBySandbox(number) ? DEPOSIT : BRIDGE, amount }
}

function isPaidBySandbox(number: number): boolean {
  return number % 2 === 0
}

/** Sends a request to whichever server comes next. */
export type Send = (path: string, body: unknown, key?: string) => Promise<Answer | Lost>

/** Sends to servers in turn, as they are at the time. @param origins those that there are now */
export function inTurn(caller: Caller, origins: () => readonly string[]): Send {
  let turn = 0
  return async (path, body, key) => {
    const all = origins()
    turn += 1
    const origin = all[turn % all.length]
    return origin === undefined ? { lost: 'no server' } : caller.post(origin, path, body, key)
  }
}

/** Shortest wait before a request is sent again, in milliseconds. */
const PAUSE_MS = 50

/**
 * Makes one swap as a careful client does: what had no answer, or 503, is sent again with its key; a lock of which the server says
 * that nothing was sent is given up for a new one.
 * @param name another one for each swap
 */
export async function makeSwap(send: Send, number: number, name = `swap-${number}`): Promise<Acknowledged> {
  for (let attempt = 0; ; attempt += 1) {
    const locked = await sendUntilAnswered(send, '/quote/lock', lockRequest(number), `${name}-lock-${attempt}`)
    // Another request is at it, or was when its server was killed: a lock binds nobody, and a new one costs nothing.
    if (codeOf(locked) === 'IDEMPOTENCY_IN_PROGRESS') continue
    if (locked.status !== 200) throw new Error(`lock: ${locked.status} ${JSON.stringify(locked.content)}`)
    const lockId = String(locked.content['lockId'])
    const executed = await execute(send, lockId, `${name}-execute-${attempt}`)
    if (executed.status === 200) {
      const transactionId = String(asObject(executed.content['transaction'])['id'])
      const hash = isPaidBySandbox(number) ? undefined : `0x${createHash('sha256').update(name).digest('hex')}`
      if (hash !== undefined) {
        const tracked = await sendUntilAnswered(send, '/transaction/track', { transactionId, txHash: hash })
        if (tracked.status !== 200) throw new Error(`track: ${tracked.status} ${JSON.stringify(tracked.content)}`)
      }
      return { lockId, transactionId, hash }
    }
    // The funds of an execute of which nothing is stored are untouched: it says so.
    const isEnded = codeOf(executed) === 'QUOTE_EXPIRED' && executed.content['funds'] !== 'unknown'
    if (!isEnded) throw new Error(`execute: ${executed.status} ${JSON.stringify(executed.content)}`)
  }
}

async function execute(send: Send, lockId: string, key: string): Promise<Answer> {
  for (;;) {
    const answer = await sendUntilAnswered(send, '/quote/execute', { lockId }, key)
    if (codeOf(answer) !== 'IDEMPOTENCY_IN_PROGRESS') return answer
    await pause(answer.retryAfterMs ?? PAUSE_MS)
  }
}

async function sendUntilAnswered(send: Send, path: string, body: unknown, key?: string): Promise<Answer> {
  for (;;) {
    const answer = await send(path, body, key)
    if (!('lost' in answer) && answer.status !== 503) return answer
    await pause('lost' in answer ? PAUSE_MS : (answer.retryAfterMs ?? PAUSE_MS))
  }
}

/** The code of a failure. */
export function codeOf({ content }: Answer): string | undefined {
  return typeof content['code'] === 'string' ? content['code'] : undefined
}

/** Makes swaps, some at a time. @param count of the swaps @param clients of those that make one after the other */
export async function makeSwaps(
  send: Send,
  { count, clients, name = 'swap' }: { readonly count: number; readonly clients: number; readonly name?: string },
  onSwap: (made: number) => void = () => undefined,
): Promise<readonly Acknowledged[]> {
  const made: Acknowledged[] = []
  let next = 0
  const work = async () => {
    while (next < count) {
      const number = next
      next += 1
      made.push(await makeSwap(send, number, `${name}-${number}`))
      onSwap(made.length)
    }
  }
  await Promise.all(Array.from({ length: clients }, work))
  return made
}
