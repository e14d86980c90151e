import { evidenceText, isKnownLoss, type SwapLoss } from './loss.ts'
import { formatUsdForPeople } from './fees.ts'
import type { ValuedTerms } from './price-loss.ts'
import type { MicroUsd } from './usd.ts'

/** How far a stated value may be from one's own, beside what prices may be off, before that is said: basis points of one's own. */
const NOTABLE_DIFFERENCE_BPS = 300n

/** What is sent is worth in micro-dollars, costs on top left out, by evidence; undefined where that does not say. */
export function ownSentUsd(loss: SwapLoss | undefined): MicroUsd | undefined {
  if (loss === undefined || !isKnownLoss(loss) || loss.leavesUsd === undefined) return undefined
  return loss.leavesUsd - (loss.onTop?.usd ?? 0n)
}

/**
 * What is sent is worth, for people: by evidence where there is any, else as it is stated, and by whom.
 * @param unknown what stands where nobody says
 * @param server true where a server of somebody else states it
 */
export function sentWorthText(
  { src }: Pick<ValuedTerms, 'src'>,
  loss: SwapLoss | undefined,
  server: boolean,
  unknown: string,
): string {
  const own = ownSentUsd(loss)
  if (own !== undefined) return formatUsdForPeople(own)
  if (src.usd === undefined) return unknown
  return `${formatUsdForPeople(src.usd)}${server ? ', says the server' : ''}`
}

/**
 * Sentences about stated values that are other than one's own by over 3 % and what prices may be off; none where there are no own.
 * @param sayer who states them: `The server`
 */
export function statedWorthWarnings(
  { src, dst }: ValuedTerms,
  loss: SwapLoss | undefined,
  sayer: string,
): readonly string[] {
  if (loss === undefined || !isKnownLoss(loss)) return []
  const { uncertaintyBps = 0, arrivesUsd, by } = loss
  const most = NOTABLE_DIFFERENCE_BPS + BigInt(uncertaintyBps)
  const warn = (what: string, stated: MicroUsd | undefined, own: MicroUsd | undefined) => {
    if (stated === undefined || own === undefined || by === undefined) return []
    const off = stated > own ? stated - own : own - stated
    if (off * 10_000n <= own * most) return []
    const [said, known] = [formatUsdForPeople(stated), formatUsdForPeople(own)]
    return [`${sayer} says that what ${what} is worth ${said}, and it is worth ${known} by ${evidenceText(by)}`]
  }
  return [...warn('is sent', src.usd, ownSentUsd(loss)), ...warn('arrives', dst.usd, arrivesUsd)]
}
