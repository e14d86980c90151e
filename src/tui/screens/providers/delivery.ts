import type { TransactionRecord } from '../../../core/swap/records.ts'
import type { Delivery } from './state.ts'

/** Tenths of a basis point in the whole. */
const TENTH_BPS = 100_000n

/** Delivered against promised amounts of every provider, by key; providers without a known amount are left out. */
export function deliveries(records: readonly TransactionRecord[]): ReadonlyMap<string, Delivery> {
  const known = new Map<string, TransactionRecord[]>()
  for (const record of records.filter(isKnown)) {
    known.set(record.provider, [...(known.get(record.provider) ?? []), record])
  }
  return new Map([...known].map(([provider, own]) => [provider, deliveryOf(own)]))
}

function isKnown({ status, deliveredOut, terms }: TransactionRecord): boolean {
  return status === 'SUCCESS' && deliveredOut !== undefined && terms.dst.amount > 0n
}

function deliveryOf(records: readonly TransactionRecord[]): Delivery {
  const differences = records.map(({ deliveredOut = 0n, terms }) => {
    const promised = terms.dst.amount
    return ((deliveredOut - promised) * TENTH_BPS) / promised
  })
  return {
    count: records.length,
    tenthBps: differences.reduce((sum, each) => sum + each, 0n) / BigInt(records.length),
    tookSec: median(
      records.map(
        (record) => (Date.parse(record.updatedAt) - (record.hashKnownAtMs ?? Date.parse(record.createdAt))) / 1000,
      ),
    ),
    estimatedSec: median(records.map(({ terms }) => terms.estimatedTimeSec)),
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return Math.max(0, sorted[Math.floor(sorted.length / 2)] ?? 0)
}

/** `+0.012 %`: a difference from what was promised. */
export function differenceText({ tenthBps }: Pick<Delivery, 'tenthBps'>): string {
  const size = tenthBps < 0n ? -tenthBps : tenthBps
  const sign = tenthBps < 0n ? '-' : tenthBps > 0n ? '+' : '±'
  return `${sign}${size / 1000n}.${String(size % 1000n).padStart(3, '0')} %`
}
