import { formatAmount, MOST_DECIMALS } from '../../core/money/amount.ts'
import type { RecentRoute, RoutePair } from '../../core/swap/records.ts'
import type { Store } from '../../store/index.ts'

/** Routes stored within this many milliseconds of the first belong to one quote: providers answer at different times. */
const ONE_QUOTE_MS = 15_000
/** Most rates returned. */
const MAX_RATES = 60

/** The best rate of each recent quote of a pair: destination tokens for one source token, as decimal text, oldest first. */
export async function recentRates({ routes }: Pick<Store, 'routes'>, pair: RoutePair): Promise<readonly string[]> {
  return bestRates(await routes.ofPair(pair))
}

/** The best rate of each quote. @param routes oldest first */
export function bestRates(routes: readonly RecentRoute[]): readonly string[] {
  const quotes: { readonly firstMs: number; readonly rate: bigint }[] = []
  for (const route of routes) {
    const rate = rateOf(route)
    if (rate === undefined) continue
    const last = quotes.at(-1)
    if (last === undefined || route.keepUntilMs - last.firstMs > ONE_QUOTE_MS) {
      quotes.push({ firstMs: route.keepUntilMs, rate })
    } else if (rate > last.rate) {
      quotes[quotes.length - 1] = { ...last, rate }
    }
  }
  return quotes.slice(-MAX_RATES).map(({ rate }) => formatAmount(rate, MOST_DECIMALS))
}

function rateOf({ src, dst }: RecentRoute): bigint | undefined {
  if (src.amount <= 0n) return undefined
  return (dst.amount * 10n ** BigInt(MOST_DECIMALS + src.decimals - dst.decimals)) / src.amount
}
