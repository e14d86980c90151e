import { encodeAbiParameters, erc20Abi, type Hex, parseAbi } from 'viem'
import { encode } from './encode.ts'

const PERMIT2_ABI = parseAbi(['function approve(address token, address spender, uint160 amount, uint48 expiration)'])

/** A call of a function that nobody knows. */
export const STRANGE_CALL: Hex = `0xdeadbeef${'0'.repeat(64)}`

export function approve(spender: Hex, amount: bigint): Hex {
  return encode(erc20Abi, 'approve', [spender, amount])
}

export function transfer(to: Hex, amount: bigint): Hex {
  return encode(erc20Abi, 'transfer', [to, amount])
}

/** Permit2's approve with its four arguments. */
export function permit2(token: Hex, spender: Hex, amount: bigint, expiration: bigint): Hex {
  return encode(PERMIT2_ABI, 'approve', [token, spender, amount, Number(expiration)])
}

/** Words of 32 bytes behind a selector. */
export function words(selector: Hex, ...values: readonly bigint[]): Hex {
  const types = values.map(() => ({ type: 'uint256' }))
  return `${selector}${encodeAbiParameters(types, values).slice(2)}`
}
