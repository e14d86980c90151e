import { waitAtMost } from '../../../core/deadline.ts'
import { defined } from '../../../core/defined.ts'
import { type MicroUsd, valueInUsd } from '../../../core/money/usd.ts'
import { type AssetUnits, middleOf } from '../../../core/money/valuation.ts'
import type { TransactionRecord } from '../../../core/swap/records.ts'
import type { ServiceContext } from '../../context.ts'

type ValueContext = Pick<ServiceContext, 'catalog' | 'clock' | 'price' | 'openPrices'>

/** How late a poll that finds the end may be, in milliseconds: after that the prices are those of another time. */
const MOST_LATE_MS = 10 * 60_000
/** How long the news of an end waits for prices at most, in milliseconds. */
const VALUE_MS = 2_000

/**
 * A transaction that has just ended, with what both sides are worth now. It stays as it is where that is not known soon,
 * where it is not known what arrived or came back, and where nobody looked for so long that it may have ended long ago.
 * @param before as it was at the last look
 */
export async function withEndValues(
  context: ValueContext,
  before: TransactionRecord,
  record: TransactionRecord,
): Promise<TransactionRecord> {
  const { status, deliveredOut, progress } = record
  const isKnown = status === 'SUCCESS' ? deliveredOut !== undefined : progress?.refundedIn !== undefined
  const dueMs = before.nextPollAtMs ?? Date.parse(before.updatedAt)
  if (status === 'FAILED' || !isKnown || context.clock.now() - dueMs > MOST_LATE_MS) return record
  const { src, dst } = await valuesOf(context, record)
  if (src === undefined) return record
  return { ...record, endValues: { src, ...defined({ dst: status === 'SUCCESS' ? dst : undefined }) } }
}

interface Values {
  readonly src?: MicroUsd | undefined
  readonly dst?: MicroUsd | undefined
}

async function valuesOf(context: ValueContext, record: TransactionRecord): Promise<Values> {
  const { terms, deliveredOut = 0n } = record
  const [src, dst] = await Promise.all([
    sideOf(context, record.srcChain, record.srcAddress, terms.src.decimals, terms.src.amount),
    sideOf(context, record.dstChain, record.dstAddress, terms.dst.decimals, deliveredOut),
  ])
  const { openPrices } = context
  if (src === undefined || dst === undefined) return {}
  if (openPrices === undefined) return { src: src.marketUsd, dst: dst.marketUsd }
  let values: Values = {}
  const valuing = (async () => {
    const book = await openPrices()
    const found = await book.valueSwap({ src: src.units, dst: dst.units, fees: [] })
    values = { src: found.src && middleOf(found.src), dst: found.dst && middleOf(found.dst) }
  })()
  // A book that does not open values nothing.
  await waitAtMost(
    context.clock,
    VALUE_MS,
    valuing.catch(() => undefined),
  )
  return values
}

interface Side {
  readonly units: AssetUnits
  /** By the price that needs no evidence. */
  readonly marketUsd: MicroUsd | undefined
}

async function sideOf(
  { catalog, price }: ValueContext,
  chainKey: string,
  address: string,
  decimals: number,
  units: bigint,
): Promise<Side | undefined> {
  const [chain, asset] = await Promise.all([catalog.chain(chainKey), catalog.asset(chainKey, address)])
  if (chain === undefined) return undefined
  const priceUsd = asset === undefined ? undefined : price(chain, asset)
  return {
    units: { chainId: chain.chainId, address, decimals, units },
    marketUsd: priceUsd === undefined ? undefined : valueInUsd(units, decimals, priceUsd),
  }
}
