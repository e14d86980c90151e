import { hasSampleAddress, sampleAddress } from '../core/assets/addresses/sample.ts'
import { NATIVE_ADDRESS } from '../core/assets/catalog.ts'
import { defined } from '../core/defined.ts'
import type { Exec } from '../core/api/documents.ts'
import {
  type NoRoute,
  type Prepared,
  type ProviderAdapter,
  ProviderError,
  type ProviderLock,
  type ProviderQuoteRequest,
} from '../providers/index.ts'
import { createSandboxAdapter } from './adapter.ts'
import { digest, hexDigest, numberDigest } from './digest.ts'
import { feeRule } from './economics.ts'
import { SANDBOX_DEPOSIT, SANDBOX_INTENTS } from './manifests.ts'
import { payoutFee, sourceGas } from './network-costs.ts'
import { pairUnsupported, type PricedWorld, type RoutePlan, type SandboxWorld } from './route-quote.ts'
import { writeTracking } from './settlement.ts'
import type { SteeringEffect } from './steering.ts'

/** From any chain to any other by a deposit address: from $10 to $10,000,000. */
export function createDepositAdapter(world: PricedWorld): ProviderAdapter {
  return createSandboxAdapter(world, planDeposit, (...parts) => prepareDeposit(SANDBOX_DEPOSIT.key, ...parts))
}

/** Any pair on any chains by a deposit address, confidential on request: from $1 to $10,000,000. */
export function createIntentsAdapter(world: PricedWorld): ProviderAdapter {
  return createSandboxAdapter(world, planIntents, (...parts) => prepareDeposit(SANDBOX_INTENTS.key, ...parts))
}

function planDeposit(world: PricedWorld, request: ProviderQuoteRequest): RoutePlan | NoRoute {
  const { src, dst } = request
  if (src.chain.key === dst.chain.key) return pairUnsupported('It swaps between two chains, not within one')
  if (!hasSampleAddress(src.chain.addressFamily)) return noDeposits(src.chain.name)
  const image = SANDBOX_DEPOSIT.image
  return {
    name: 'deposit',
    rules: [
      feeRule('protocol_fee', 'src', 'Fee of the exchange', 'Exchange fee', { bps: 30n }),
      feeRule('transfer_fee', 'dst', 'Fixed withdrawal fee', 'Withdrawal', { flatUsd: 250_000n }),
      payoutFee(dst),
    ],
    onTop: (nowMs) => sourceGas(src, { transfers: 1, calls: 0 }, world.price, nowMs),
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

function planIntents(world: PricedWorld, request: ProviderQuoteRequest): RoutePlan | NoRoute {
  const { src, dst } = request
  if (!hasSampleAddress(src.chain.addressFamily)) return noDeposits(src.chain.name)
  const basic = request.confidentiality === 'basic'
  return {
    name: 'intents',
    rules: [
      feeRule('protocol_fee', 'src', 'Fee of the solver', 'Solver fee', { bps: 15n }),
      ...(basic ? [feeRule('other', 'src', 'Confidential handling', 'Confidentiality', { bps: 5n })] : []),
      payoutFee(dst),
    ],
    onTop: (nowMs) => sourceGas(src, { transfers: 1, calls: 0 }, world.price, nowMs),
    steps: [{ type: 'swap', name: SANDBOX_INTENTS.name, image: SANDBOX_INTENTS.image }],
    estimatedTimeSec: src.chain.type === 'UTXO' ? 180 : 45,
    minimumUsd: 1_000_000n,
    maximumUsd: 10_000_000_000_000n,
    ...defined({ display: basic ? ({ confidentiality: 'basic' } as const) : undefined }),
  }
}

function noDeposits(chainName: string): NoRoute {
  return pairUnsupported(`It has no deposit addresses on ${chainName}`)
}

function prepareDeposit(
  provider: string,
  world: SandboxWorld,
  lock: ProviderLock,
  effect: SteeringEffect | undefined,
): Prepared {
  const { src } = lock
  const family = src.chain.addressFamily
  const depositAddress = sampleAddress(family, digest('deposit', world.seed, provider, lock.lockId))
  if (depositAddress === undefined) throw new ProviderError('unavailable', noDeposits(src.chain.name).message)
  const depositMemo = memoOf(family, world.seed, provider, lock.lockId)
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
      ...defined({ depositMemo }),
      channelId,
    },
  }
  return {
    exec,
    providerResult: {
      requestId: `sbx_req_${hexDigest(32, 'request', provider, lock.lockId)}`,
      channelId,
      depositAddress,
      ...defined({ depositMemo }),
      execution: 'server',
      status: 'awaiting_deposit',
    },
    tracking: writeTracking({ execution: 'server', amountOut: lock.amountOut, effect }),
    needsHash: false,
  }
}

/** The memo of a deposit on chains where customers share a deposit address; numeric on the XRP Ledger and Stellar. */
function memoOf(family: string, seed: number, provider: string, lockId: string): string | undefined {
  if (family === 'xrpl' || family === 'stellar') return numberDigest('memo', seed, provider, lockId).toString()
  if (family === 'ton' || family.startsWith('bech32:')) return `sbx-${hexDigest(16, 'memo', seed, provider, lockId)}`
  return undefined
}
