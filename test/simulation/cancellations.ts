import { sameAddress } from '../../src/core/assets/address-key.ts'
import type { SimulatedChain } from './chain/interface.ts'
import { ROUTER } from './market.ts'

/* Who was told that a swap is being cancelled has it signed no more: what was signed before may still be in a block first. */

/** What the user was told of cancellations. */
export interface Cancellations {
  /** @param versions hashes of what was signed before, as far as its home knows */
  tell(run: string, at: Told, versions: readonly string[]): void
  /** What was told after a mark need not be known any more. */
  forget(since: number): void
  /** @param payers run by hash of its payment */
  judge(chain: SimulatedChain, owner: string, payers: ReadonlyMap<string, string>): readonly string[]
}

/** When something was told. */
interface Told {
  /** How much was told before. */
  readonly order: number
  /** True time, in epoch milliseconds. */
  readonly atMs: number
}

export function createCancellations(): Cancellations {
  const told = new Map<string, Told & { readonly versions: ReadonlySet<string> }>()
  return {
    tell: (run, at, versions) => {
      const before = told.get(run)
      const known = [...(before?.versions ?? []), ...versions].map((hash) => hash.toLowerCase())
      told.set(run, { ...(before ?? at), versions: new Set(known) })
    },
    forget: (since) => {
      for (const [run, { order }] of told) if (order > since) told.delete(run)
    },
    judge: (chain, owner, payers) =>
      chain.seen().flatMap(({ hash, from, to, firstSeenMs }) => {
        const run = payers.get(hash.toLowerCase())
        const cancelled = run === undefined ? undefined : told.get(run)
        const isPayment = sameAddress(from, owner) && sameAddress(to, ROUTER)
        if (!isPayment || cancelled === undefined) return []
        if (firstSeenMs <= cancelled.atMs || cancelled.versions.has(hash.toLowerCase())) return []
        return [`${hash} was signed to pay for ${run}, of which the user was told before that it is being cancelled`]
      }),
  }
}
