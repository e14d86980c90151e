import { type Abi, encodeFunctionData, type Hex } from 'viem'

/** Calldata of a function as viem encodes it. @throws for arguments that the function does not have */
export function encode(abi: Abi, functionName: string, args: readonly unknown[] = []): Hex {
  return encodeFunctionData({ abi, functionName, args })
}
