import { readAmount } from '../../core/api/answers.ts'
import { sideText } from '../../core/swap/terms.ts'
import { isPaidBy, type SwapRun, type Wallet } from '../../wallet/index.ts'
import type { Session } from '../session.ts'

/**
 * What the paper wallet lacks of a locked swap that it pays, a sentence: the sandbox prints it, where a live network would refuse
 * the payment. Undefined where nothing is missing, or that is not known.
 */
export async function findPaperShortfall(
  session: Session,
  run: SwapRun,
  wallet: Pick<Wallet, 'address'> | undefined,
): Promise<string | undefined> {
  const { lock, request } = run
  if (session.network !== 'sandbox' || lock === undefined || !isPaidBy(run, wallet)) return undefined
  const opened = await session.open()
  if (opened.embedded === undefined) return undefined
  const { paperBalances } = await import('../accounts/held-balances.ts')
  const { src } = lock.terms
  const read = paperBalances(opened, () => session.clock.now())
  const asset = { address: request.srcAddress, isNative: run.source.isNative, decimals: src.decimals }
  const [balance] = await read(request.srcChain, [asset])
  const held = typeof balance === 'string' ? readAmount(balance, src.decimals) : undefined
  if (held === undefined || held >= src.amount) return undefined
  const [has, lacks] = [held, src.amount - held].map((amount) => sideText({ ...src, amount }))
  return `the paper wallet has ${has} on ${request.srcChain}: ${lacks} more are printed for this swap, which a live network would refuse`
}
