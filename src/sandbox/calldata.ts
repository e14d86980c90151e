import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

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
 * ABI-encodes a call: selector and one 32-byte word per argument.
 * @param args EVM addresses and 32-byte values as hex, numbers as bigint, in the order of the function's parameters
 * @throws RangeError for an argument that its word cannot hold
 */
export function encodeCall(name: SandboxFunction, args: readonly (string | bigint)[]): string {
  const [head = '', list = ''] = SANDBOX_FUNCTIONS[name].replace(')', '').split('(')
  const types = list.split(',').map((parameter) => parameter.split(' ')[0] ?? '')
  if (types.length !== args.length) throw new RangeError(`${head} takes ${types.length} arguments`)
  const selector = bytesToHex(keccak_256(utf8ToBytes(`${head}(${types.join(',')})`))).slice(0, 8)
  return `0x${selector}${args.map((value, index) => encodeWord(types[index] ?? '', value)).join('')}`
}

function encodeWord(type: string, value: string | bigint): string {
  if (type === 'uint256' && typeof value === 'bigint' && value >= 0n && value < 1n << 256n) {
    return value.toString(16).padStart(64, '0')
  }
  const digits = type === 'address' ? 40 : type === 'bytes32' ? 64 : 0
  if (digits > 0 && typeof value === 'string' && new RegExp(`^0x[0-9a-fA-F]{${digits}}$`).test(value)) {
    return value.slice(2).toLowerCase().padStart(64, '0')
  }
  throw new RangeError(`not a ${type}: ${String(value)}`)
}

/** The id of a lock as a 32-byte argument, in hex. */
export function lockWord(lockId: string): string {
  return `0x${bytesToHex(keccak_256(utf8ToBytes(lockId)))}`
}
