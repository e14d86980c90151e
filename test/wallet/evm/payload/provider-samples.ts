import { lessBps, parseAmount } from '../../../../src/core/money/amount.ts'
import type { Catalog } from '../../../../src/core/assets/catalog.ts'
import type { Exec } from '../../../../src/core/api/documents.ts'
import { isEvm } from '../../../../src/providers/kit/stated-side.ts'
import type { PayTerms } from '../../../../src/wallet/payment.ts'
import { cases as across } from '../../../providers/across/cases.ts'
import { cases as chainflip } from '../../../providers/chainflip/cases.ts'
import { cases as cow } from '../../../providers/cow/cases.ts'
import { cases as debridge } from '../../../providers/debridge/cases.ts'
import { kyberswapCases } from '../../../providers/kyberswap/cases.ts'
import { lifiCases } from '../../../providers/lifi/cases.ts'
import { MAYA_CASES } from '../../../providers/maya/cases.ts'
import { cases as mayan } from '../../../providers/mayan/cases.ts'
import { relayCases } from '../../../providers/relay/cases.ts'
import { cases as symbiosis } from '../../../providers/symbiosis/cases.ts'
import { THORCHAIN_CASES } from '../../../providers/thorchain/cases.ts'
import { veloraCases } from '../../../providers/velora/cases.ts'
import type { ExpectedRoute, ProviderCases, QuoteCase } from '../../../support/provider-suite.ts'

/* Payloads that our own adapters make of recorded replies, with the terms of their locks. */

export const PROVIDERS: readonly ProviderCases[] = [
  across,
  chainflip,
  cow,
  debridge,
  kyberswapCases,
  lifiCases,
  mayan,
  relayCases,
  symbiosis,
  veloraCases,
  THORCHAIN_CASES,
  MAYA_CASES,
]

export interface Sample {
  readonly title: string
  readonly provider: string
  readonly exec: Exec
  readonly quote: QuoteCase
  readonly route: ExpectedRoute
  readonly nowMs: number
}

export const samples: readonly Sample[] = PROVIDERS.flatMap(({ provider, prepares, quotes, nowMs }) =>
  prepares.flatMap((prepare) => {
    const quote = quotes.find(({ name }) => name === prepare.quote)
    if ('error' in prepare.expected || quote === undefined || !('routes' in quote.expected)) return []
    const { exec } = prepare.expected
    const route = quote.expected.routes[0]
    if (exec?.providerTarget === undefined || route === undefined) return []
    const { key } = provider.manifest
    return [
      {
        title: `${key}: ${prepare.name}`,
        provider: key,
        exec,
        quote,
        route,
        nowMs: nowMs ?? Date.parse('2026-01-15T12:00:00Z'),
      },
    ]
  }),
)

async function sideOf(catalog: Catalog, reference: string) {
  const at = reference.indexOf(':')
  const chain = await catalog.chain(reference.slice(0, at))
  const asset = await catalog.asset(reference.slice(0, at), reference.slice(at + 1))
  if (chain === undefined || asset === undefined) throw new Error(`the bundled catalog has no ${reference}`)
  const { address, symbol, decimals } = asset
  return { chain, asset, side: { chainKey: chain.key, address, symbol, decimals } }
}

function unitsOf(text: string, decimals: number): bigint {
  const parsed = parseAmount(text, decimals)
  return parsed.ok ? parsed.units : 0n
}

/** What was agreed to, as the quote of the sample says. */
export async function termsOf(catalog: Catalog, { provider, quote, route }: Sample): Promise<PayTerms> {
  const { request } = quote
  const src = await sideOf(catalog, request.src)
  const dst = await sideOf(catalog, request.dst)
  const { depositor = '', recipient = '' } = request
  const out = unitsOf(route.amountOut, dst.asset.decimals)
  const minimumOut =
    route.minimumOut === undefined
      ? lessBps(out, request.slippageBps ?? 50)
      : unitsOf(route.minimumOut, dst.asset.decimals)
  const nativeOnTop = route.fees
    .filter((fee) => fee.endsWith(' on top') && !fee.startsWith('source_gas'))
    .reduce((sum, fee) => sum + unitsOf(fee.split(' ')[1] ?? '0', 18), 0n)
  return {
    provider,
    src: {
      ...src.side,
      chainId: src.chain.chainId,
      isNative: src.asset.isNative,
      units: unitsOf(request.amount, src.asset.decimals),
    },
    dst: { ...dst.side, ...(isEvm(dst.chain) ? { chainId: dst.chain.chainId } : {}), minimumOut },
    depositor,
    recipient,
    nativeOnTop,
  }
}
