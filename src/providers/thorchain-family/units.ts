import { divideUp } from '../../core/money/divide-up.ts'

/** `units` counted with `from` decimals as units with `to` decimals; digits that do not fit are cut off. */
export function rescaleDown(units: bigint, from: number, to: number): bigint {
  return to >= from ? units * 10n ** BigInt(to - from) : units / 10n ** BigInt(from - to)
}

/** The same, but digits that do not fit make it one more: for minimums and fees, which must not be understated. */
export function rescaleUp(units: bigint, from: number, to: number): bigint {
  if (to >= from) return rescaleDown(units, from, to)
  return divideUp(units, 10n ** BigInt(from - to))
}
