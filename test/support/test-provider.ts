import type { Provider, StatusReport, StatusRequest } from '../../src/providers/contract.ts'
import { valueInUsd } from '../../src/core/money/usd.ts'

/** Key of the provider below, as requests name it. */
export const TEST_PROVIDER = 'TEST_PROVIDER'

/**
 * A server-side provider whose status a test decides: it pays out one to one at equal decimals, takes no fee, and asks
 * `status` what became of a swap.
 */
export function createTestProvider(
  status: (request: StatusRequest, nowMs: number) => Promise<StatusReport> | StatusReport,
): Provider {
  return {
    manifest: {
      key: TEST_PROVIDER,
      name: 'Test provider',
      image: 'https://example.com/test.svg',
      type: 'SERVICE',
      hosts: [],
      docs: 'https://example.com',
    },
    load: async () => ({
      quote: async (request) => {
        const usd = valueInUsd(request.amountIn, request.src.asset.decimals, request.src.priceUsd ?? 1_000_000n)
        return {
          status: 'routes',
          routes: [
            {
              routeId: `${request.src.chain.key}-${request.dst.chain.key}-${request.amountIn}`,
              amountOut: request.amountIn,
              srcUsd: usd,
              dstUsd: usd,
              fees: [],
              steps: [{ type: 'bridge', name: 'Test provider', image: 'https://example.com/test.svg' }],
              estimatedTimeSec: 30,
              state: null,
            },
          ],
        }
      },
      prepare: async (lock) => ({
        providerResult: { depositAddress: lock.depositor, execution: 'server', status: 'waiting' },
        tracking: null,
        needsHash: false,
      }),
      status: async (request, context) => status(request, context.clock.now()),
    }),
  }
}

/** A report of a swap that still runs. */
export const STILL_PENDING: StatusReport = { status: 'PENDING', stage: 'swapping' }

/** A report of a swap that was paid out, with hashes that belong to this transaction. */
export function paidOut(request: StatusRequest): StatusReport {
  const digits = Buffer.from(request.transactionId).toString('hex').slice(-60)
  return {
    status: 'SUCCESS',
    stage: 'done',
    inboundHash: `0x${digits.padStart(64, '1')}`,
    outboundHash: `0x${digits.padStart(64, '2')}`,
  }
}
