import type { Delivery, StatusTransaction } from '../api/documents.ts'
import { formatUsdForPeople } from '../money/fees.ts'
import { type MicroUsd, readSignedUsd, readUsd } from '../money/usd.ts'
import { isFinal } from '../swap/transitions.ts'

/** What a document tells of a cost. */
export interface WithCost extends Pick<StatusTransaction, 'cost'> {
  readonly status: string
}

/** A cost in micro-dollars, below zero for a gain; undefined where none is stated. */
export function statedUsd(text: string | undefined): MicroUsd | undefined {
  return text === undefined ? undefined : readSignedUsd(text)
}

/** `$3.74: sent $1,498.63, arrived $1,495.00, on top $0.11`; `unknown` where nobody knows, '' for a swap that has not ended. */
export function costText({ status, cost }: WithCost): string {
  if (!isFinal(status)) return ''
  const usd = statedUsd(cost?.usd)
  const [sent, arrived, onTop] = [cost?.sentUsd, cost?.arrivedUsd, cost?.onTopUsd].map((text) => readUsd(text ?? ''))
  if (usd === undefined || sent === undefined || arrived === undefined || onTop === undefined) return 'unknown'
  const parts = [`sent ${formatUsdForPeople(sent)}`, `arrived ${formatUsdForPeople(arrived)}`]
  return `${formatUsdForPeople(usd)}: ${[...parts, `on top ${formatUsdForPeople(onTop)}`].join(', ')}`
}

/** What some swaps cost together. */
export interface CostSum {
  /** Of those whose cost is known, micro-dollars. */
  readonly usd: MicroUsd
  /** How many these are. */
  readonly known: number
  /** How many have ended. */
  readonly ended: number
}

/** Sums together. */
export function addCosts(sums: readonly CostSum[]): CostSum {
  return sums.reduce(
    (sum, { usd, known, ended }) => ({ usd: sum.usd + usd, known: sum.known + known, ended: sum.ended + ended }),
    { usd: 0n, known: 0, ended: 0 },
  )
}

/** The sum over those of some swaps that have ended. */
export function sumCosts(swaps: readonly WithCost[]): CostSum {
  const ended = swaps.filter(({ status }) => isFinal(status))
  return addCosts(
    ended.map(({ cost }) => {
      const usd = statedUsd(cost?.usd)
      return { usd: usd ?? 0n, known: usd === undefined ? 0 : 1, ended: 1 }
    }),
  )
}

/** `$4.21 (2 of 14 left out: their cost is not known)`; `unknown` where it is of none, '' where no swap has ended. */
export function costSumText({ usd, known, ended }: CostSum): string {
  if (ended === 0) return ''
  if (known === 0) return `unknown (of ${ended})`
  const leftOut = ended - known
  return `${formatUsdForPeople(usd)}${leftOut === 0 ? '' : ` (${leftOut} of ${ended} left out: their cost is not known)`}`
}

/** The sum over the newest swaps of each provider that ended. */
export function sumDeliveries(deliveries: readonly Delivery[]): CostSum {
  return addCosts(
    deliveries.map(({ finished, cost }) => ({
      usd: statedUsd(cost?.usd) ?? 0n,
      known: cost?.swaps ?? 0,
      ended: finished,
    })),
  )
}
