import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  type Hex,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { MULTICALL3 } from '../../src/core/evm/contracts.ts'

/*
 * A node of a chain whose tokens answer as told.
 */

const multicallAbi = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) payable returns (Result[])',
])

/** What a contract states; a member that is left out is a function that it lacks. */
export interface StatedByToken {
  readonly decimals?: number
  readonly symbol?: string
}

/** What a node answers to a call. */
export type TokenAnswer =
  { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } }

const SELECTORS = { decimals: '0x313ce567', symbol: '0x95d89b41' } as const
const REVERTED: TokenAnswer = { error: { code: 3, message: 'execution reverted' } }

/**
 * Answers of a node at which these contracts are, by their addresses in small letters, and nothing else.
 * @param hasMulticall false for a chain that lacks Multicall3
 */
export function tokenNode(tokens: Readonly<Record<string, StatedByToken>>, hasMulticall = true) {
  const read = (to: string, data: string): Hex | undefined => {
    const token = tokens[to.toLowerCase()]
    if (token === undefined) return '0x'
    if (data === SELECTORS.decimals && token.decimals !== undefined) {
      return encodeAbiParameters(parseAbiParameters('uint256'), [BigInt(token.decimals)])
    }
    if (data !== SELECTORS.symbol || token.symbol === undefined) return undefined
    return encodeAbiParameters(parseAbiParameters('string'), [token.symbol])
  }
  return (method: string, params: readonly unknown[]): TokenAnswer => {
    if (method === 'eth_getCode') {
      const [address] = params as readonly [string]
      return { result: tokens[address.toLowerCase()] === undefined ? '0x' : '0x60' }
    }
    if (method !== 'eth_call') return { error: { code: -32601, message: 'the method does not exist' } }
    const [{ to, data }] = params as readonly [{ readonly to: string; readonly data: Hex }]
    if (to !== MULTICALL3 || !hasMulticall) {
      const returned = read(to, data)
      return returned === undefined ? REVERTED : { result: returned }
    }
    const { args } = decodeFunctionData({ abi: multicallAbi, data })
    const results = args[0].map(({ target, callData }) => {
      const returned = read(target, callData)
      return { success: returned !== undefined, returnData: returned ?? '0x' }
    })
    return { result: encodeFunctionResult({ abi: multicallAbi, functionName: 'aggregate3', result: results }) }
  }
}
