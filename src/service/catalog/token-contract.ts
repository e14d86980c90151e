import { MOST_DECIMALS } from '../../core/money/amount.ts'
import { ERC20 } from '../../core/evm/functions.ts'
import { readable, readBytes, readResult, resultsOf, utf8Text } from '../../core/evm/words.ts'
import { RpcError } from '../../core/evm/rpc-error.ts'
import { isHex } from '../../core/evm/json-rpc.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import { isRevert } from '../../core/evm/revert-reason.ts'
import { ProviderError } from '../../providers/index.ts'
import type { Node } from '../providers/chain-rpc.ts'

/* Reads of an ERC-20 contract: https://eips.ethereum.org/EIPS/eip-20 */

const LONGEST = { symbol: 40, name: 80 } as const
/** Most bytes decoded of a text: more than the longest name in UTF-8. */
const MAX_TEXT_BYTES = 400
/** How nodes report a halt without a revert, as in old contracts that lack the function. */
const HALT_WORDS =
  /\bopcode\b|\bjump\b|\binvalid instruction\b|out of gas|stack (?:under|over)flow|\bvm (?:execution )?error/i

/** How a contract describes itself; text is cleaned. */
export type TokenReading =
  | {
      readonly kind: 'token'
      /** The shortened address when the contract states none. */
      readonly symbol: string
      /** The symbol when the contract states none. */
      readonly name: string
      /** 0 to 36. */
      readonly decimals: number
    }
  | {
      readonly kind: 'none'
      /** Why the token cannot be swapped: a clause that follows a statement about the address and "and". */
      readonly why: string
    }

/**
 * Reads the ERC-20 metadata of a contract. Name and symbol may be `string` or, as with MKR, `bytes32`.
 * @param address EIP-55
 * @throws RpcError ProviderError when the node does not answer
 */
export async function readTokenContract(node: Node, address: string): Promise<TokenReading> {
  const [code, decimals, supply, symbol, name] = await Promise.all([
    node.request('eth_getCode', [address, 'latest']),
    read(node, address, ERC20.decimals.selector),
    read(node, address, ERC20.totalSupply.selector),
    read(node, address, ERC20.symbol.selector),
    read(node, address, ERC20.name.selector),
  ])
  if (hexOf(code) === '0x') {
    return { kind: 'none', why: 'no contract is there: it may be a wallet, or a token of another chain' }
  }
  const places = decimals === undefined ? undefined : readResult(decimals)
  if (places === undefined) return { kind: 'none', why: 'the contract there is not a token: it states no decimals' }
  if (supply === undefined || readResult(supply) === undefined) {
    return { kind: 'none', why: 'the contract there is not a token: it states no supply' }
  }
  if (places > MOST_DECIMALS) {
    return { kind: 'none', why: `the token there has more than ${MOST_DECIMALS} decimals` }
  }
  const called =
    (symbol === undefined ? undefined : readSymbol(symbol)) ?? `${address.slice(0, 6)}…${address.slice(-4)}`
  return { kind: 'token', symbol: called, name: textOf(name, LONGEST.name) ?? called, decimals: Number(places) }
}

/** The symbol in what a contract returned for it, clean text; undefined when it is blank. */
export function readSymbol(returned: string): string | undefined {
  return textOf(returned, LONGEST.symbol)
}

/** True for the error of a node by which a contract lacks the function that was called. */
export function saysNoFunction(error: Error): boolean {
  return error instanceof RpcError && (isRevert(error) || HALT_WORDS.test(error.message))
}

/** Calls a function without arguments; undefined when the contract lacks it. */
async function read(node: Node, address: string, selector: string): Promise<string | undefined> {
  try {
    return hexOf(await node.request('eth_call', [{ to: address, data: selector }, 'latest']))
  } catch (error) {
    if (error instanceof Error && saysNoFunction(error)) return undefined
    throw error
  }
}

function hexOf(result: unknown): string {
  if (isHex(result)) return result
  throw new ProviderError('bad_response', 'It returned no bytes for a contract call')
}

/** Text of a `string`, or of a `bytes32` that ends in zeros; undefined when it is blank. */
function textOf(returned: string | undefined, longest: number): string | undefined {
  if (returned === undefined) return undefined
  const isBytes32 = returned.length === 66
  const bytes = isBytes32 ? returned.replace(/(?:00)+$/, '') : readable(() => readBytes(resultsOf(returned), 0))
  const text = utf8Text(bytes ?? '0x', MAX_TEXT_BYTES).trim()
  return text === '' ? undefined : cleanText(text, longest)
}
