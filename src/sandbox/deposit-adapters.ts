import { sampleAddress } from '../core/assets/addresses/sample.ts'
import { NATIVE_ADDRESS } from '../core/assets/catalog.ts'
import type { Exec } from '../core/api/documents.ts'
import {
  type NoRoute,
  type Prepared,
  type ProviderAdapter,
  ProviderError,
  type ProviderLock,
  type ProviderQuoteRequest,
} from '../providers/index.ts'
import { digest, hexDigest, numberDigest } from './digest.ts'
import { SANDBOX_DEPOSIT, SANDBOX_INTENTS } from './manifests.ts'
import { payoutCostUsd, sourceGas } from './network-costs.ts'
import { pairUnsupported, quoteRoute, type SandboxWorld, type Way } from './route-quote.ts'
import { statusAt, writeTracking } from './settlement.ts'
import { steeringOf, steerPrepare } from './steering.ts'

/** From any chain to any other by a deposit address: from $10 to $10,000,000. */
export function createDepositAdapter(world: SandboxWorld): ProviderAdapter {
  return {
    quote: (request, context) => quoteRoute(world, request, context, (asked) => depositWay(world, asked)),
    prepare: async (lock) => prepareDeposit(world, SANDBOX_DEPOSIT.key, lock),
    status: async (request, context) => statusAt(world, request, context.clock.now()),
  }
}

/** Any pair on any chains by a deposit address, confidential when asked: from $1 to $10,000,000. */
export function createIntentsAdapter(world: SandboxWorld): ProviderAdapter {
  return {
    quote: (request, context) => quoteRoute(world, request, context, (asked) => intentsWay(world, asked)),
    prepare: async (lock) => prepareDeposit(world, SANDBOX_INTENTS.key, lock),
    status: async (request, context) => statusAt(world, request, context.clock.now()),
  }
}

function depositWay(world: SandboxWorld, request: ProviderQuoteRequest): Way | NoRoute {
  const { src, dst } = request
  if (src.chain.key === dst.chain.key) return pairUnsupported('It swaps between two chains, not within one')
  if (!takesDeposits(src.chain.addressFamily)) return noDeposits(src.chain.name)
  const image = SANDBOX_DEPOSIT.image
  return {
    name: 'deposit',
    rules: [
      {
        type: 'protocol_fee',
        bps: 30n,
        countedIn: 'src',
        description: 'Share of the exchange',
        providerLabel: 'Exchange fee',
      },
      {
        type: 'transfer_fee',
        flatUsd: 250_000n,
        countedIn: 'dst',
        description: 'Fixed withdrawal fee',
        providerLabel: 'Withdrawal',
      },
      payoutCost(dst),
    ],
    onTop: (nowMs) => sourceGas(src, { transfers: 1, calls: 0 }, world.seed, nowMs),
    steps: [
      { type: 'deposit', name: SANDBOX_DEPOSIT.name, image },
      { type: 'swap', name: SANDBOX_DEPOSIT.name, image },
      { type: 'payout', name: SANDBOX_DEPOSIT.name, image },
    ],
    estimatedTimeSec: src.chain.type === 'UTXO' ? 300 : 120,
    minimumUsd: 10_000_000n,
    maximumUsd: 10_000_000_000_000n,
  }
}

function intentsWay(world: SandboxWorld, request: ProviderQuoteRequest): Way | NoRoute {
  const { src, dst } = request
  if (!takesDeposits(src.chain.addressFamily)) return noDeposits(src.chain.name)
  const basic = request.confidentiality === 'basic'
  return {
    name: 'intents',
    rules: [
      {
        type: 'protocol_fee',
        bps: 15n,
        countedIn: 'src',
        description: 'Share of the solver',
        providerLabel: 'Solver fee',
      },
      ...(basic
        ? [
            {
              type: 'other',
              bps: 5n,
              countedIn: 'src',
              description: 'Confidential handling',
              providerLabel: 'Confidentiality',
            } as const,
          ]
        : []),
      payoutCost(dst),
    ],
    onTop: (nowMs) => sourceGas(src, { transfers: 1, calls: 0 }, world.seed, nowMs),
    steps: [{ type: 'swap', name: SANDBOX_INTENTS.name, image: SANDBOX_INTENTS.image }],
    estimatedTimeSec: src.chain.type === 'UTXO' ? 180 : 45,
    minimumUsd: 1_000_000n,
    maximumUsd: 10_000_000_000_000n,
    ...(basic ? { display: { confidentiality: 'basic' } } : {}),
  }
}

function payoutCost(dst: ProviderQuoteRequest['dst']) {
  return {
    type: 'destination_gas',
    flatUsd: payoutCostUsd(dst.chain),
    countedIn: 'dst',
    description: `Network cost of paying out on ${dst.chain.name}`,
    providerLabel: 'Network cost',
  } as const
}

function noDeposits(chainName: string): NoRoute {
  return pairUnsupported(`It has no deposit addresses on ${chainName}`)
}

function takesDeposits(family: string): boolean {
  return sampleAddress(family, digest('deposit')) !== undefined
}

function prepareDeposit(world: SandboxWorld, provider: string, lock: ProviderLock): Prepared {
  const effect = steeringOf(lock.amountText)
  steerPrepare(effect)
  const { src } = lock
  const family = src.chain.addressFamily
  const depositAddress = sampleAddress(family, digest('deposit', world.seed, provider, lock.lockId))
  if (depositAddress === undefined) throw new ProviderError('unavailable', noDeposits(src.chain.name).message)
  const memo = depositMemo(family, world.seed, provider, lock.lockId)
  const memoField = memo === undefined ? {} : { depositMemo: memo }
  const channelId = `sbx_channel_${hexDigest(32, 'channel', world.seed, provider, lock.lockId)}`
  const exec: Exec = {
    chainId: src.chain.chainId,
    providerTarget: depositAddress,
    srcToken: src.asset.isNative ? NATIVE_ADDRESS : src.asset.address,
    srcAmount: lock.amountIn.toString(),
    meta: {
      sandbox: true,
      executionMode: 'server',
      walletExecution: false,
      providerQuoteId: lock.routeId,
      depositAddress,
      ...memoField,
      channelId,
    },
  }
  return {
    exec,
    providerResult: {
      requestId: `sbx_req_${hexDigest(32, 'request', provider, lock.lockId)}`,
      channelId,
      depositAddress,
      ...memoField,
      execution: 'server',
      status: 'awaiting_deposit',
    },
    tracking: writeTracking({ execution: 'server', amountOut: lock.amountOut, effect }),
    needsHash: false,
  }
}

/** The memo of a deposit on chains where services share one address among customers; numeric on the XRP Ledger and Stellar. */
function depositMemo(family: string, seed: number, provider: string, lockId: string): string | undefined {
  if (family === 'xrpl' || family === 'stellar') return numberDigest('memo', seed, provider, lockId).toString()
  if (family === 'ton' || family.startsWith('bech32:')) return `sbx-${hexDigest(16, 'memo', seed, provider, lockId)}`
  return undefined
}
