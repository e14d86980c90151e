import type { SwapRun } from '../../src/wallet/run/journal.ts'
import type { ChainEvent, SeenTransaction } from './chain/interface.ts'
import { takeKept, versionsOf } from './kept-version.ts'
import type { World } from './world.ts'

/*
 * A user who cancels a swap while its approval waits; and a builder who mines the approval all the same, once the user was told that
 * the swap is being cancelled.
 */

/** In how many seeds the user is one who cancels, and how often he does as an approval is signed. */
const FICKLE = 0.25
const REGRET = 0.6
/** How often the approval is in a block before its cancellation. */
const FIRST = 0.7
const SECOND_MS = 1_000
/** How long neither is taken: until the cancellation is signed. */
const WAITING_MS = 40 * SECOND_MS
/** How long after a node took a cancellation the approval is mined in its place. */
const LATE_MS = 2 * SECOND_MS

/** Has second thoughts. */
export interface Regret {
  /** Called at each step of a run. */
  hear(run: SwapRun): void
  hearChain(event: ChainEvent): void
}

/**
 * @param tell told what goes wrong
 * @param cancel begins a command that cancels a run
 */
export function createRegret(
  { kernel, chain }: World,
  tell: (what: string) => void,
  cancel: (runId: string) => void,
): Regret {
  const dice = kernel.random.fork('takes it back')
  const regret = dice.chance(FICKLE) ? REGRET : 0
  /** Hashes of approvals that the user would take back, and of cancellations that come too late. */
  const [approvals, late] = [new Set<string>(), new Set<string>()]
  const approvalBefore = (hash: string): SeenTransaction | undefined => {
    const one = chain.seen().find((seen) => seen.hash === hash)
    if (one === undefined || one.to !== one.from || late.has(hash)) return undefined
    return versionsOf(chain, one).find((version) => approvals.has(version.hash))
  }
  return {
    hear: ({ id, step, payment }) => {
      if (step !== 'signed' || payment?.kind !== 'approve' || !dice.chance(regret)) return
      approvals.add(payment.hash)
      chain.delay(payment.hash, kernel.now() + WAITING_MS)
      kernel.after((1 + 5 * dice.next()) * SECOND_MS, () => cancel(id))
    },
    hearChain: (event) => {
      if (event.kind !== 'accepted' || approvals.size === 0) return
      const approval = approvalBefore(event.hash)
      if (approval === undefined) return
      late.add(event.hash)
      if (!dice.chance(FIRST)) return
      chain.delay(event.hash, kernel.now() + WAITING_MS)
      kernel.after(LATE_MS, () => {
        tell(`a builder takes the approval before its cancellation: ${approval.hash}`)
        chain.delay(approval.hash, 0)
        takeKept(chain, approval)
      })
    },
  }
}
