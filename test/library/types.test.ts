import { expect, expectTypeOf, test } from 'vitest'
import type {
  Asset,
  Chain,
  EmbeddedSwapService,
  ErrorCode,
  Exec,
  Execution,
  FeeItem,
  Fees,
  HistoryQuery,
  HistoryTransaction,
  Lock,
  LockRequest,
  Prepared,
  ProviderErrorCode,
  ProviderManifest,
  ProviderResult,
  QuoteAnswer,
  QuoteRequest,
  QuoteResult,
  RankMode,
  Route,
  RouteSide,
  RouteStep,
  Source,
  Stats,
  StatusReport,
  StatusResult,
  StatusTransaction,
  SwapService,
  SwapClient,
  SwapClientOptions,
  SwapEvent,
  TrackResult,
  TransactionAsset,
  TransactionFee,
  Verdict,
} from '../../src/index.ts'
import { createSwapClient, SwapError } from '../../src/index.ts'
import { chainSchema, routeSchema, verdictDocumentSchema } from '../../src/core/api/document-schemas.ts'
import { readVerdict } from '../../src/core/api/documents.ts'

/*
 * What the compiler holds for those who use the library. These tests fail in `npm run types`; at run time they only show
 * that the code they hold runs.
 */

/** Names by which any property could be read from a type, at any depth. */
type Open<T> = T extends readonly (infer Item)[]
  ? Open<Item>
  : T extends (...args: never[]) => unknown
    ? never
    : T extends object
      ? string extends keyof T
        ? T
        : { [K in keyof T]-?: Open<NonNullable<T[K]>> }[keyof T]
      : never

test('no document can be read by a name that it does not declare', () => {
  expectTypeOf<Open<Chain | Asset | Source | Route | RouteSide | RouteStep | Fees | FeeItem | Lock>>().toBeNever()
  expectTypeOf<Open<StatusTransaction | HistoryTransaction | TransactionAsset | StatusResult>>().toBeNever()
  expectTypeOf<Open<TransactionFee | TrackResult | Stats | ProviderResult | Verdict | QuoteResult>>().toBeNever()
  expectTypeOf<Open<QuoteRequest | LockRequest | HistoryQuery>>().toBeNever()
  // What a provider adds for the wallet is open by the contract.
  expectTypeOf<Open<Omit<Exec, 'meta'> | Omit<Execution, 'exec'>>>().toBeNever()
})

test('a misspelt property does not compile', () => {
  const { outcome } = readVerdict({ provider: 'A', outcome: 'routes', routes: 1 })
  expect(outcome).toBe('routes')
  const misspelt = (route: Route, lock: Lock, request: QuoteRequest, chain: Chain): unknown[] => [
    // @ts-expect-error minimumReceived
    route.minimumRecieved,
    // @ts-expect-error expiresAt
    lock.expireAt,
    // @ts-expect-error slippage
    request.slipage,
    // @ts-expect-error chainId
    chain.chainID,
  ]
  expect(misspelt).toBeTypeOf('function')
  // @ts-expect-error recipient
  const request: Partial<LockRequest> = { recepient: '0x' }
  expect(request).toBeDefined()
  const wrongWord = (service: SwapService): unknown[] => [
    // @ts-expect-error EVM
    service.chains({ type: 'EMV' }),
    // @ts-expect-error SUCCESS
    service.history({ statuses: ['DONE'] }),
  ]
  expect(wrongWord).toBeTypeOf('function')
})

test('a field that only the server knows survives at run time', () => {
  const route = {
    provider: 'A',
    routeId: 'a',
    src: { formatted: '1', currency: 'A', usd: '1', added: 1 },
    dst: { formatted: '1', currency: 'A', usd: '1' },
    fees: { total: { usd: '0', formatted: '$0' }, items: [] },
    estimatedTime: 1,
    steps: [],
    added: { later: true },
  }
  expect(routeSchema.parse(route)).toEqual(route)
  expect(verdictDocumentSchema.parse({ provider: 'A', outcome: 'new', routes: 0, added: 1 })).toEqual({
    provider: 'A',
    outcome: 'new',
    routes: 0,
    added: 1,
  })
  const chain = { key: 'a', name: 'A', shortname: 'A', chainId: 1, image: '', type: 'NEW', active: true, new: false }
  expect(chainSchema.parse(chain)).toEqual(chain)
})

test('an outcome that only the server knows is an error of that name', () => {
  expect(readVerdict(verdictDocumentSchema.parse({ provider: 'A', outcome: 'postponed', routes: 0 }))).toEqual({
    provider: 'A',
    outcome: 'error',
    routes: 0,
    code: 'postponed',
    message: '',
  })
})

test('a verdict is read by its outcome, and every outcome is known', () => {
  const text = (verdict: Verdict): string => {
    switch (verdict.outcome) {
      case 'routes':
        // @ts-expect-error routes have no reason
        return `${verdict.routes}${String(verdict.message ?? '')}`
      case 'no_route':
        return `${verdict.code} ${verdict.minimum ?? ''}`
      case 'error':
        return `${verdict.code} ${verdict.retryAfterSec ?? ''}`
    }
  }
  expect(text({ provider: 'A', outcome: 'no_route', routes: 0, code: 'halted', message: 'x' })).toBe('halted ')
  // Every published field has its place in one of them.
  type Union<T> = T extends unknown ? keyof T : never
  expectTypeOf<Union<Verdict>>().toEqualTypeOf<keyof (typeof verdictDocumentSchema)['shape']>()
})

test('answers of a provider are read by their status', () => {
  const quoted = (answer: QuoteAnswer): number => {
    switch (answer.status) {
      case 'routes':
        return answer.routes.length
      case 'no_route':
        return answer.message.length
    }
  }
  expect(quoted({ status: 'routes', routes: [] })).toBe(0)
  const known = (report: StatusReport): string | undefined => {
    switch (report.status) {
      case 'PENDING':
        return report.stage
      case 'SUCCESS':
        return report.deliveredOut?.toString()
      case 'FAILED':
        return report.reason
      case 'REFUND':
        return report.refundHash
    }
  }
  expect(known({ status: 'REFUND', stage: 'done', refundHash: '0x' })).toBe('0x')
  // @ts-expect-error what is pending is not done
  const done: StatusReport = { status: 'PENDING', stage: 'done' }
  // @ts-expect-error what failed delivered nothing
  const failed: StatusReport = { status: 'FAILED', stage: 'done', deliveredOut: 1n }
  expect([done, failed]).toHaveLength(2)
})

test('a prepared swap is executed by the client, with a call, or by the server, with a deposit address', () => {
  const facts = { tracking: null, needsHash: false } as const
  const server: Prepared = { ...facts, providerResult: { execution: 'server', depositAddress: '0x' } }
  // @ts-expect-error the client has nothing to send
  const client: Prepared = { ...facts, providerResult: { execution: 'client' } }
  // @ts-expect-error nobody knows where the deposit goes
  const lost: Prepared = { ...facts, exec: {}, providerResult: { execution: 'server' } }
  expect([server, client, lost]).toHaveLength(3)
})

test('what a server may add is open, what we make ourselves is not', () => {
  expectTypeOf<'EVM'>().toExtend<Chain['type']>()
  expectTypeOf<Chain['type']>().not.toExtend<'EVM' | 'COSMOS' | 'UTXO' | 'OTHER'>()
  // @ts-expect-error a misspelt word is no word that a server may add
  const isMisspelt = (type: Chain['type']) => type === 'EVN'
  expect(isMisspelt('EVM')).toBe(false)
  expectTypeOf<StatusTransaction['status']>().not.toEqualTypeOf<string>()
  expectTypeOf<FeeItem['type']>().not.toEqualTypeOf<string>()
  expectTypeOf<string>().not.toExtend<RankMode>()
  expectTypeOf<string>().not.toExtend<ProviderErrorCode>()
  expectTypeOf<string>().not.toExtend<ProviderManifest['type']>()
  expectTypeOf<SwapEvent['type']>().not.toEqualTypeOf<string>()
  expectTypeOf<SwapError['code']>().toEqualTypeOf<ErrorCode>()
})

test('the global fetch fits the client', () => {
  expectTypeOf<typeof globalThis.fetch>().toExtend<NonNullable<SwapClientOptions['fetch']>>()
  expect(createSwapClient('http://127.0.0.1:1', { fetch: globalThis.fetch })).toBeDefined()
})

test('service and client close at the end of their block', async () => {
  expectTypeOf<SwapClient>().toExtend<AsyncDisposable>()
  expectTypeOf<EmbeddedSwapService>().toExtend<AsyncDisposable>()
  let kept: SwapClient
  {
    await using client = createSwapClient('http://127.0.0.1:1')
    kept = client
  }
  await expect(kept.chains()).rejects.toThrow('The client is closed')
})
