import type { CatalogAsset } from '../core/assets/catalog.ts'
import { isBacked } from '../core/assets/symbols/answer.ts'
import { type MicroUsd, parseUsd } from '../core/money/usd.ts'
import { once } from '../core/once.ts'
import { numberDigest } from './digest.ts'
import { REFERENCE_PRICES } from './reference-prices.ts'

/** How long a price is constant, in milliseconds, so that a quote and its lock agree. */
export const PRICE_WINDOW_MS = 10_000
/** Largest deviation of a price from its reference, in parts per million. */
export const MAX_MOVEMENT_PPM = 3_000
const MAX_STEADY_MOVEMENT_PPM = 300
/** Windows between two points of a price's path, which is linear in between. */
const WINDOWS_PER_POINT = 60
/** Most points of paths that a market remembers. */
const MOST_POINTS = 1_000

interface Quotation {
  /** Assets with the same key move together. */
  readonly movesWith: string
  readonly price: MicroUsd
  readonly maxMovementPpm: number
}

/** Quotations by upper-case symbol, each made when it is asked for: a start of a command that needs none makes none. */
const quotations = once(
  (): ReadonlyMap<string, () => Quotation> =>
    new Map(
      REFERENCE_PRICES.flatMap(({ symbol, usd, same, related, steady }) => {
        const maxMovementPpm = steady === true ? MAX_STEADY_MOVEMENT_PPM : MAX_MOVEMENT_PPM
        const quotation = (text: string) => (): Quotation => ({
          movesWith: symbol,
          price: microUsd(text),
          maxMovementPpm,
        })
        return [
          ...[symbol, ...(same ?? [])].map((name) => [name, quotation(usd)] as const),
          ...Object.entries(related ?? {}).map(([name, text]) => [name, quotation(text)] as const),
        ]
      }),
    ),
)

/** Upper-case symbols with a reference price; the price of every other asset is generated. */
export function pricedSymbols(): readonly string[] {
  return [...quotations().keys()]
}

/**
 * Reference price of one whole token: bundled by symbol, otherwise generated from chain and address, between $0.01 and
 * $9.99. At least one micro-dollar.
 */
export function referencePrice(chainKey: string, symbol: string, address: string): MicroUsd {
  return quotationOf(chainKey, symbol, address).price
}

/** The symbol by which the sandbox prices an asset; '' where that may be another coin's, or the asset is dead: it has a price of its own then. */
export function pricedSymbol(asset: Pick<CatalogAsset, 'symbol' | 'evidence' | 'form'>): string {
  return asset.form !== 'dead' && isBacked(asset) ? asset.symbol : ''
}

/** The prices of a sandbox. */
export type SandboxMarket = (nowMs: number, chainKey: string, symbol: string, address: string) => MicroUsd

/** Price of one whole token in a market of its own. @param nowMs epoch milliseconds */
export function sandboxPrice(seed: number, nowMs: number, chainKey: string, symbol: string, address: string): MicroUsd {
  return createSandboxMarket(seed)(nowMs, chainKey, symbol, address)
}

/**
 * Price of one whole token: its reference price, moved by at most 0.3 % (0.03 % if pegged) along a path that depends on the
 * seed only. Constant within each window of 10 s.
 */
export function createSandboxMarket(seed: number): SandboxMarket {
  /** Each point of a path is a hash, and a quote asks for the same few two dozen times. */
  const points = new Map<string, number>()
  const pointOf = (movesWith: string, index: number): number => {
    const key = `${index} ${movesWith}`
    const known = points.get(key)
    if (known !== undefined) return known
    if (points.size >= MOST_POINTS) points.clear()
    const point = numberDigest('movement', seed, movesWith, index)
    points.set(key, point)
    return point
  }
  const movementPpm = (nowMs: number, movesWith: string, maxPpm: number): number => {
    const window = Math.floor(nowMs / PRICE_WINDOW_MS)
    const point = Math.floor(window / WINDOWS_PER_POINT)
    const at = (index: number) => (pointOf(movesWith, index) % (2 * maxPpm + 1)) - maxPpm
    const from = at(point)
    const step = (at(point + 1) - from) * (window - point * WINDOWS_PER_POINT)
    return from + Math.trunc(step / WINDOWS_PER_POINT)
  }
  return (nowMs, chainKey, symbol, address) => {
    const { movesWith, price, maxMovementPpm } = quotationOf(chainKey, symbol, address)
    return price + (price * BigInt(movementPpm(nowMs, movesWith, maxMovementPpm))) / 1_000_000n
  }
}

function quotationOf(chainKey: string, symbol: string, address: string): Quotation {
  const known = quotations().get(symbol.toUpperCase())
  if (known !== undefined) return known()
  const id = address.startsWith('0x') ? address.toLowerCase() : address
  const number = numberDigest('made-up price', chainKey, id)
  const digits = BigInt(100 + (number % 900))
  const scale = 10n ** BigInt(2 + (Math.floor(number / 900) % 3))
  return { movesWith: `${chainKey}:${id}`, price: digits * scale, maxMovementPpm: MAX_MOVEMENT_PPM }
}

function microUsd(text: string): MicroUsd {
  const value = parseUsd(text)
  if (value === undefined || value <= 0n) throw new RangeError(`not a price: ${text}`)
  return value
}
