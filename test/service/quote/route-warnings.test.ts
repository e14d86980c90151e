import { expect, test } from 'vitest'
import type { CatalogAsset } from '../../../src/core/assets/catalog.ts'
import { routeMarks } from '../../../src/core/swap/route-marks.ts'
import { buildRoute, toRoute } from '../../../src/service/quote/routes.ts'
import type { CheckedQuote } from '../../../src/service/quote/requests.ts'
import { chain, token } from '../../support/catalog-data.ts'

const base = chain('base', 8453)
const side = (symbol: string, address: string) => ({
  chain: base,
  asset: token('base', symbol, address),
  priceUsd: undefined,
})

const REQUEST: CheckedQuote = {
  src: { ...side('FOO', `0x${'1'.repeat(40)}`), warnings: ['FOO is unlisted'] },
  dst: { ...side('BAR', `0x${'2'.repeat(40)}`), warnings: ['BAR is unlisted'] },
  amountText: '1',
  amountIn: 10n ** 18n,
  slippageBps: 100,
  confidentiality: 'public',
  depositor: undefined,
  recipient: undefined,
  exclude: new Set(),
}

test('what a provider warns of hides nothing of what is to be said of the assets and their values', () => {
  const draft = {
    routeId: 'route-1',
    amountOut: 10n ** 18n,
    srcUsd: 100_000_000n,
    dstUsd: 80_000_000n,
    fees: [],
    steps: [],
    estimatedTimeSec: 5,
    state: null,
    display: { warnings: ['The provider says so', 7] },
  }
  expect(toRoute('TEST', buildRoute(REQUEST, draft, 0)).warnings).toEqual([
    'FOO is unlisted',
    'BAR is unlisted',
    'The output is worth 20 % less than the input',
    'The provider says so',
  ])
})

test('a route whose provider promises a wei says so first, for people and programs, and keeps what was stated', () => {
  const draft = (minimumOut: bigint) => ({
    ...{ routeId: 'route-1', amountOut: 10n ** 18n, fees: [], steps: [], estimatedTimeSec: 5, state: null },
    minimumOut,
  })
  const shown = (minimumOut: bigint) => toRoute('TEST', buildRoute(REQUEST, draft(minimumOut), 0))
  expect(shown(1n)).toMatchObject({
    minimumReceived: '0.000000000000000001',
    warnings: [
      'below-floor: the provider promises at least 0.000000000000000001 BAR, and 1 BAR less the slippage are 0.99 BAR',
      'FOO is unlisted',
      'BAR is unlisted',
    ],
  })
  expect(shown(99n * 10n ** 16n).warnings).toEqual(['FOO is unlisted', 'BAR is unlisted'])
})

test('a route whose token may keep a part of each transfer promises no least, but for assets of the bundled catalog', () => {
  const draft = {
    ...{ routeId: 'route-1', amountOut: 10n ** 18n, fees: [], steps: [], estimatedTimeSec: 5, state: null },
    untriedTransfers: ['src', 'dst'] as const,
  }
  const routeFor = (src: Partial<CatalogAsset>, dst: Partial<CatalogAsset>) => {
    const sides = {
      src: { ...side('FOO', `0x${'1'.repeat(40)}`), asset: { ...REQUEST.src.asset, ...src } },
      dst: { ...side('BAR', `0x${'2'.repeat(40)}`), asset: { ...REQUEST.dst.asset, ...dst } },
    }
    const built = buildRoute({ ...REQUEST, ...sides }, draft, 0)
    // What the call enforces protects from the price all the same.
    expect(built.terms.minimumOut).toBe(99n * 10n ** 16n)
    return toRoute('TEST', built)
  }
  const warning = (names: string) =>
    `untried-transfer: no node shows whether ${names} takes a fee from each transfer, so that less may arrive than the call enforces`
  const unlisted = routeFor({}, { unlisted: true })
  expect([unlisted.minimumReceived, unlisted.warnings, routeMarks(unlisted)]).toEqual([
    undefined,
    [warning('BAR')],
    ['no least'],
  ])
  expect(routeFor({ isAdded: true }, { unlisted: true }).warnings).toEqual([warning('FOO and BAR')])
  const bundled = routeFor({}, {})
  expect([bundled.minimumReceived, bundled.warnings, routeMarks(bundled)]).toEqual(['0.99', undefined, []])
})
