import type { PricedAsset } from '../../core/assets/catalog.ts'

const MINUTE_MS = 60_000

/** For how long a deposit is taken, in milliseconds. */
export interface DepositWindow {
  /** How long is asked for, or counted on where the provider states no time, or an absurd one. */
  readonly asked: number
  /** The least that is enough to pay and confirm. */
  readonly least: number
}

const USUAL: DepositWindow = { asked: 60 * MINUTE_MS, least: 15 * MINUTE_MS }
const SLOW: DepositWindow = { asked: 240 * MINUTE_MS, least: 60 * MINUTE_MS }

/** The window of a deposit address, by the source chain. */
export function depositWindow({ chain }: PricedAsset): DepositWindow {
  return chain.type === 'UTXO' ? SLOW : USUAL
}

/**
 * Until when a deposit is to be sent, epoch milliseconds; undefined where that is too soon.
 * @param statedMs epoch milliseconds; undefined where the provider states none
 * @param mostMs longest that a provider takes deposits for: what is later is not believed
 */
export function payUntil(
  statedMs: number | undefined,
  { asked, least }: DepositWindow,
  mostMs: number,
  nowMs: number,
): number | undefined {
  const leftMs = (statedMs ?? Number.POSITIVE_INFINITY) - nowMs
  if (leftMs < least) return undefined
  return nowMs + (leftMs > mostMs ? asked : leftMs)
}
