import { toChecksumAddress } from '../core/assets/addresses/evm.ts'
import { NATIVE_ADDRESS } from '../core/assets/catalog.ts'
import type { Exec } from '../core/api/documents.ts'
import type { ProviderLock } from '../providers/index.ts'
import { encodeSandboxCall, lockWord } from './calldata.ts'
import { hexDigest } from './digest.ts'

/** A transaction of `exec.allSteps`, amounts in base units. */
export type ExecStep = {
  readonly type: 'approve' | 'swap' | 'bridge'
  readonly chainId: number
  readonly to: string
  readonly data: string
  readonly value: string
  readonly description: string
}

type Call = Pick<ExecStep, 'type' | 'data' | 'description'>

/** Address of a provider's paper contract on an EVM chain; no such contract is deployed. */
export function sandboxContract(provider: string, chainId: number): string {
  return toChecksumAddress(`0x${hexDigest(40, 'contract', provider, chainId)}`)
}

/** The call of a route with a single call: a swap on one chain or a bridge between two. */
export function singleCall(lock: ProviderLock): readonly [Call] {
  const { src, dst, amountIn, minimumOut, recipient, lockId } = lock
  const id = lockWord(lockId)
  if (src.chain.key === dst.chain.key) {
    return [
      {
        type: 'swap',
        data: encodeSandboxCall('swap', [src.asset.address, amountIn, dst.asset.address, recipient, minimumOut, id]),
        description: `Swap ${src.asset.symbol} for ${dst.asset.symbol}`,
      },
    ]
  }
  const dstChainId = BigInt(dst.chain.chainId)
  const args = [src.asset.address, amountIn, dstChainId, dst.asset.address, recipient, minimumOut, id]
  return [
    {
      type: 'bridge',
      data: encodeSandboxCall('bridge', args),
      description: `Send ${src.asset.symbol} to ${dst.chain.name} as ${dst.asset.symbol}`,
    },
  ]
}

/** The calls of a route that swaps first and bridges the result in a second call. */
export function swapThenBridge(lock: ProviderLock): readonly [Call, Call] {
  const { src, dst, amountIn, minimumOut, depositor, recipient, lockId } = lock
  const id = lockWord(lockId)
  return [
    {
      type: 'swap',
      data: encodeSandboxCall('swapAndHold', [src.asset.address, amountIn, depositor, id]),
      description: `Swap ${src.asset.symbol} and hold it for the bridge`,
    },
    {
      type: 'bridge',
      data: encodeSandboxCall('bridgeHeld', [id, BigInt(dst.chain.chainId), dst.asset.address, recipient, minimumOut]),
      description: `Send it to ${dst.chain.name} as ${dst.asset.symbol}`,
    },
  ]
}

/**
 * The transactions of the wallet in order: for a token an approval of exactly the amount, then the calls. The first call
 * carries a native amount.
 */
export function walletExec(provider: string, lock: ProviderLock, calls: readonly [Call, ...Call[]]): Exec {
  const { src, amountIn } = lock
  const chainId = src.chain.chainId
  const contract = sandboxContract(provider, chainId)
  const amount = amountIn.toString()
  const native = src.asset.isNative
  const steps: ExecStep[] = calls.map((call, index) => ({
    ...call,
    chainId,
    to: contract,
    value: native && index === 0 ? amount : '0',
  }))
  const approval: ExecStep = {
    type: 'approve',
    chainId,
    to: src.asset.address,
    data: encodeSandboxCall('approve', [contract, amountIn]),
    value: '0',
    description: `Let the contract take ${src.asset.symbol}: this amount and no more`,
  }
  return {
    chainId,
    providerTarget: contract,
    providerCalldata: calls[0].data,
    value: native ? amount : '0',
    srcToken: native ? NATIVE_ADDRESS : src.asset.address,
    srcAmount: amount,
    ...(!native && { approvalTarget: contract, approvalToken: src.asset.address, approvalAmount: amount }),
    allSteps: native ? steps : [approval, ...steps],
    meta: { sandbox: true, executionMode: 'client', walletExecution: true, providerQuoteId: lock.routeId },
  }
}
