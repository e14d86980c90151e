import type { SwapRun } from '../../src/wallet/run/journal.ts'
import type { SimulatedChain } from './chain/interface.ts'

/** What a user is told of a run's transactions and the chain does not hold: a sentence each. */
export function falseOutcomes(
  chain: SimulatedChain,
  { id, step, closedAs, payment, earlier = [], reason = '' }: SwapRun,
): readonly string[] {
  const isReverted = closedAs === 'reverted' || (step === 'final' && /was reverted/.test(reason))
  const mined = [
    ...(step === 'executed' ? earlier.map(({ hash }) => hash) : []),
    ...(step === 'tracked' && payment !== undefined ? [payment.hash] : []),
  ]
  const reverted = isReverted && payment !== undefined ? [payment, ...(payment.replaced ?? [])] : []
  if (mined.length + reverted.length === 0) return []
  const ledger = chain.ledger()
  const holds = (hash: string, isOk: boolean) =>
    ledger.some((one) => one.hash === hash.toLowerCase() && one.ok === isOk)
  return [
    ...mined.filter((hash) => !holds(hash, true)).map((hash) => `${id} went on as if ${hash} were in a block`),
    ...(reverted.length > 0 && !reverted.some(({ hash }) => holds(hash, false))
      ? [`${id} ended as reverted, and no block holds ${reverted[0]?.hash ?? ''} as that`]
      : []),
  ]
}
