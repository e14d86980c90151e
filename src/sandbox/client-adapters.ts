import type { PricedAsset } from '../core/assets/catalog.ts'
import type { NoRoute, Prepared, ProviderAdapter, ProviderLock, ProviderQuoteRequest } from '../providers/index.ts'
import { createSandboxAdapter } from './adapter.ts'
import { hexDigest } from './digest.ts'
import { type FeeRule, feeRule } from './economics.ts'
import { SANDBOX_BRIDGE, SANDBOX_DEX } from './manifests.ts'
import { payoutFee, sourceGas } from './network-costs.ts'
import { pairUnsupported, type PricedWorld, type RoutePlan } from './route-quote.ts'
import { writeTracking } from './settlement.ts'
import type { SteeringEffect } from './steering.ts'
import { singleCall, swapThenBridge, walletExec } from './wallet-exec.ts'

/** Between two EVM chains, any pair: from $2 to $1,000,000. */
export function createBridgeAdapter(world: PricedWorld): ProviderAdapter {
  return createSandboxAdapter(world, planBridge, (_, lock, effect) =>
    prepareWallet(SANDBOX_BRIDGE.key, lock, effect, singleCall(lock)),
  )
}

/** From an EVM chain, on the same chain in one call or to another EVM chain in two: from $1 to $10,000,000. */
export function createDexAdapter(world: PricedWorld): ProviderAdapter {
  return createSandboxAdapter(world, planDex, (_, lock, effect) =>
    prepareWallet(SANDBOX_DEX.key, lock, effect, isSameChain(lock) ? singleCall(lock) : swapThenBridge(lock)),
  )
}

function planBridge(world: PricedWorld, request: ProviderQuoteRequest): RoutePlan | NoRoute {
  const { src, dst } = request
  if (!isEvm(src) || !isEvm(dst)) return pairUnsupported('It connects EVM chains only')
  if (isSameChain(request)) return pairUnsupported('It swaps between two chains, not within one')
  const swaps = src.asset.symbol !== dst.asset.symbol
  const image = SANDBOX_BRIDGE.image
  return {
    name: 'bridge',
    rules: [
      feeRule('bridge_fee', 'src', 'Bridge fee', 'Bridge', { bps: 6n }),
      ...(swaps ? poolFees(12n, 40_000_000_000_000n) : []),
      feeRule('messaging_fee', 'src', 'Message delivery to the other chain', 'Message', { flatUsd: 80_000n }),
      payoutFee(dst),
    ],
    onTop: (nowMs) => sourceGas(src, { transfers: 0, calls: 1 + approvals(src) }, world.price, nowMs),
    steps: [
      ...(swaps ? [{ type: 'swap', name: `${SANDBOX_BRIDGE.name} pool`, image }] : []),
      { type: 'bridge', name: SANDBOX_BRIDGE.name, image },
    ],
    estimatedTimeSec: 60,
    minimumUsd: 2_000_000n,
    maximumUsd: 1_000_000_000_000n,
  }
}

function planDex(world: PricedWorld, request: ProviderQuoteRequest): RoutePlan | NoRoute {
  const { src, dst } = request
  if (!isEvm(src) || !isEvm(dst)) return pairUnsupported('It trades on EVM chains only')
  const sameChain = isSameChain(request)
  const image = SANDBOX_DEX.image
  const calls = (sameChain ? 1 : 2) + approvals(src)
  return {
    name: 'dex',
    rules: [
      ...poolFees(20n, 20_000_000_000_000n),
      ...(sameChain
        ? []
        : [feeRule('bridge_fee', 'src', 'Fee of the bridge behind the pool', 'Bridge', { bps: 8n }), payoutFee(dst)]),
    ],
    onTop: (nowMs) => sourceGas(src, { transfers: 0, calls }, world.price, nowMs),
    steps: [
      { type: 'swap', name: SANDBOX_DEX.name, image },
      ...(sameChain ? [] : [{ type: 'bridge', name: `${SANDBOX_DEX.name} bridge`, image }]),
    ],
    estimatedTimeSec: sameChain ? 15 : 90,
    minimumUsd: 1_000_000n,
    maximumUsd: 10_000_000_000_000n,
  }
}

function prepareWallet(
  provider: string,
  lock: ProviderLock,
  effect: SteeringEffect | undefined,
  calls: Parameters<typeof walletExec>[2],
): Prepared {
  return {
    exec: walletExec(provider, lock, calls),
    providerResult: {
      requestId: `sbx_req_${hexDigest(32, 'request', provider, lock.lockId)}`,
      execution: 'client',
      status: 'awaiting_deposit',
    },
    tracking: writeTracking({ execution: 'client', amountOut: lock.amountOut, effect }),
    needsHash: true,
  }
}

function poolFees(bps: bigint, poolUsd: bigint): FeeRule[] {
  return [
    feeRule('liquidity_fee', 'src', 'Fee of the liquidity pool', 'Pool', { bps }),
    feeRule('swap_impact', 'dst', 'Price impact of the swap', 'Price impact', { poolUsd }),
  ]
}

function approvals(src: PricedAsset): number {
  return src.asset.isNative ? 0 : 1
}

function isEvm({ chain }: PricedAsset): boolean {
  return chain.type === 'EVM' && chain.addressFamily === 'evm'
}

function isSameChain({ src, dst }: { readonly src: PricedAsset; readonly dst: PricedAsset }): boolean {
  return src.chain.key === dst.chain.key
}
