import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { encodeCall } from '../core/evm/abi.ts'

/**
 * Solidity signatures of the paper contracts. None is deployed; they exist so that clients see real calldata. `lockId` is
 * the Keccak-256 digest of the lock's id.
 */
export const SANDBOX_FUNCTIONS = {
  approve: 'approve(address spender,uint256 amount)',
  /** Swaps on one chain. */
  swap: 'swap(address srcToken,uint256 amountIn,address dstToken,address recipient,uint256 minimumOut,bytes32 lockId)',
  /** Sends to another chain. */
  bridge:
    'bridge(address srcToken,uint256 amountIn,uint256 dstChainId,address dstToken,address recipient,uint256 minimumOut,bytes32 lockId)',
  /** First of two calls: swaps and holds the result under `lockId`, for `owner` to withdraw. */
  swapAndHold: 'swapAndHold(address srcToken,uint256 amountIn,address owner,bytes32 lockId)',
  /** Second of two calls: sends the funds held under `lockId` to another chain. */
  bridgeHeld: 'bridgeHeld(bytes32 lockId,uint256 dstChainId,address dstToken,address recipient,uint256 minimumOut)',
} as const

type SandboxFunction = keyof typeof SANDBOX_FUNCTIONS

/**
 * Calldata of a paper contract's function.
 * @param args EVM addresses and 32-byte values as hex, numbers as bigint, in the order of the function's parameters
 */
export function encodeSandboxCall(name: SandboxFunction, args: readonly (string | bigint)[]): string {
  const types = SANDBOX_FUNCTIONS[name].replaceAll(/ \w+/g, '')
  const selector = bytesToHex(keccak_256(utf8ToBytes(types))).slice(0, 8)
  return encodeCall(`0x${selector}`, args.map(BigInt))
}

/** The id of a lock as a 32-byte argument, in hex. */
export function lockWord(lockId: string): string {
  return `0x${bytesToHex(keccak_256(utf8ToBytes(lockId)))}`
}
