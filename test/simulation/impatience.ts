import type { SwapRun } from '../../src/wallet/run/journal.ts'
import type { ChainEvent } from './chain/interface.ts'
import { takeKept, versionsOf } from './kept-version.ts'
import type { World } from './world.ts'

/*
 * A user who finds a payment slow and would have it faster, again and again; at last a block takes one of the versions that he
 * replaced, which some builder had kept.
 */

/** How often a payment that was sent is slow. */
const SLOW = 0.2
const SECOND_MS = 1_000

/** Makes payments slow, and loses patience with them. */
export interface Impatience {
  /** Called at each step of a run. */
  hear(run: SwapRun): void
  hearChain(event: ChainEvent): void
}

/**
 * @param tell told what goes wrong
 * @param speedUp begins a command that makes a run's payment faster
 */
export function createImpatience(
  { kernel, chain }: World,
  tell: (what: string) => void,
  speedUp: (runId: string) => void,
): Impatience {
  const dice = kernel.random.fork('impatience')
  const between = (leastSec: number, mostSec: number) => (leastSec + dice.next() * (mostSec - leastSec)) * SECOND_MS
  let slow: { readonly nonce: number; readonly from: string; readonly untilMs: number } | undefined
  const takeEarlier = () => {
    const versions = slow === undefined ? [] : versionsOf(chain, slow)
    slow = undefined
    const kept = versions[dice.chance(0.7) ? 0 : 1]
    if (versions.length < 3 || kept === undefined) return
    tell(`a builder has kept an earlier version of what waits: ${kept.hash}`)
    takeKept(chain, kept)
  }
  return {
    hear: ({ id, step, payment }) => {
      if (step !== 'sent' || payment === undefined || slow !== undefined) return
      if (payment.last === false || payment.kind === 'cancel' || !dice.chance(SLOW)) return
      const sent = chain.seen().find(({ hash }) => hash === payment.hash)
      if (sent === undefined) return
      const forMs = between(40, 90)
      slow = { nonce: sent.nonce, from: sent.from, untilMs: kernel.now() + forMs }
      tell(`no block takes what waits: ${payment.hash}, for ${(forMs / SECOND_MS).toFixed(1)} s`)
      chain.delay(payment.hash, slow.untilMs)
      for (let at = between(3, 10); at < forMs; at += between(8, 25)) kernel.after(at, () => speedUp(id))
      kernel.after(forMs, takeEarlier)
    },
    hearChain: (event) => {
      if (slow === undefined || event.kind !== 'accepted') return
      if (versionsOf(chain, slow).some(({ hash }) => hash === event.hash)) chain.delay(event.hash, slow.untilMs)
    },
  }
}
