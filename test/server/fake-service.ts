import type { QuoteEvent, QuoteResult } from '../../src/core/api/documents.ts'
import { SwapError } from '../../src/core/api/errors.ts'
import type { SwapService } from '../../src/core/api/service.ts'
import { EXAMPLES } from '../../src/server/openapi/examples.ts'

export interface FakeService extends SwapService {
  /** Name and arguments of every call, in order; signals are left out. */
  readonly calls: readonly (readonly unknown[])[]
}

/** A copy that a test may not share with another by accident. */
function copy<T>(value: T): T {
  return structuredClone(value)
}

/** The examples of the published document, widened to what the service gives. */
export const ANSWERS = JSON.parse(JSON.stringify(EXAMPLES)) as {
  chains: Awaited<ReturnType<SwapService['chains']>>
  assets: Awaited<ReturnType<SwapService['assets']>>
  sources: Awaited<ReturnType<SwapService['sources']>>
  quote: Pick<QuoteResult, 'data'>
  verdicts: { data: QuoteResult['verdicts'] }
  lock: { data: Awaited<ReturnType<SwapService['lock']>> }
  execute: { data: Awaited<ReturnType<SwapService['execute']>> }
  track: { data: Awaited<ReturnType<SwapService['track']>> }
  status: { data: Awaited<ReturnType<SwapService['status']>> }
  history: Awaited<ReturnType<SwapService['history']>>
  stats: { data: Awaited<ReturnType<SwapService['stats']>> }
}

export const QUOTE_RESULT: QuoteResult = { data: ANSWERS.quote.data, verdicts: ANSWERS.verdicts.data }

/** A service that answers with the examples, or as `overrides` say, and remembers what it was asked. */
export function createFakeService(overrides: Partial<SwapService> = {}): FakeService {
  const calls: unknown[][] = []
  const answer =
    <T>(name: string, value: T) =>
    async (...args: readonly unknown[]): Promise<T> => {
      calls.push([name, ...args.map(withoutSignal)])
      return copy(value)
    }
  const defaults: SwapService = {
    chains: answer('chains', ANSWERS.chains),
    assets: answer('assets', ANSWERS.assets),
    sources: answer('sources', ANSWERS.sources),
    quote: answer('quote', QUOTE_RESULT),
    quoteStream: (...args) => {
      calls.push(['quoteStream', ...args.map(withoutSignal)])
      return streamOf(QUOTE_EVENTS)
    },
    lock: answer('lock', ANSWERS.lock.data),
    execute: answer('execute', ANSWERS.execute.data),
    track: answer('track', ANSWERS.track.data),
    status: answer('status', ANSWERS.status.data),
    history: answer('history', ANSWERS.history),
    stats: answer('stats', ANSWERS.stats.data),
    watch: () => {
      throw new Error('the server never watches')
    },
    close: answer('close', undefined),
  }
  const recorded = Object.entries(overrides).map(([name, method]) => [
    name,
    (...args: readonly unknown[]) => {
      calls.push([name, ...args.map(withoutSignal)])
      return (method as (...args: readonly unknown[]) => unknown)(...args)
    },
  ])
  return { ...defaults, ...(Object.fromEntries(recorded) as Partial<SwapService>), calls }
}

export const QUOTE_EVENTS: readonly QuoteEvent[] = [
  { type: 'routes', provider: 'SANDBOX_BRIDGE', routes: QUOTE_RESULT.data },
  ...QUOTE_RESULT.verdicts.map((verdict) => ({ type: 'verdict', verdict }) as const),
  { type: 'done', result: QUOTE_RESULT },
]

export async function* streamOf<T>(items: readonly T[]): AsyncGenerator<T> {
  for (const item of items) yield item
}

/** A service whose every call fails with `error`. */
export function createFailingService(error: unknown): FakeService {
  const fail = async () => {
    throw error
  }
  return createFakeService({
    chains: fail,
    assets: fail,
    sources: fail,
    quote: fail,
    quoteStream: () => ({ [Symbol.asyncIterator]: () => ({ next: fail }) }),
    lock: fail,
    execute: fail,
    track: fail,
    status: fail,
    history: fail,
    stats: fail,
  })
}

export function refusal(): SwapError {
  return new SwapError('INVALID_AMOUNT', 'amount must be positive', {
    field: 'amount',
    errors: [
      { code: 'INVALID_AMOUNT', field: 'amount', message: 'amount must be positive' },
      { code: 'VALIDATION_ERROR', field: 'recipient', message: 'recipient is required' },
    ],
  })
}

function withoutSignal(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('signal' in value)) return value
  const { signal: _signal, ...rest } = value
  return rest
}
