import { ERC20 } from '../../core/evm/functions.ts'
import { readable, readBytes, readResult, resultsOf, utf8Text } from '../../core/evm/words.ts'
import { RpcError } from '../../core/evm/chain-rpc.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import { isRevert } from '../../core/evm/revert-reason.ts'
import { ProviderError } from '../../providers/index.ts'
import type { Node } from '../providers/chain-rpc.ts'

/* Reads of an ERC-20 contract: https://eips.ethereum.org/EIPS/eip-20 */

/** Most decimals that amounts are counted with. */
const MOST_DECIMALS = 36n
const LONGEST = { symbol: 40, name: 80 } as const
/** Most bytes of a text that are decoded: more than the longest name has in UTF-8. */
const MAX_TEXT_BYTES = 400
/** How nodes word it that a contract came to no end without a revert, as old contracts do for functions that they lack. */
const HALT_WORDS =
  /\bopcode\b|\bjump\b|\binvalid instruction\b|out of gas|stack (?:under|over)flow|\bvm (?:execution )?error/i

/** What a contract says about itself; all text is clean. */
export type TokenReading =
  | {
      readonly kind: 'token'
      /** The shortened address where it states none. */
      readonly symbol: string
      /** The symbol where it states none. */
      readonly name: string
      /** 0 to 36. */
      readonly decimals: number
    }
  | {
      readonly kind: 'none'
      /** Why it is no token that can be swapped: the second half of a sentence about its address. */
      readonly why: string
    }

/**
 * Asks a contract whether it is an ERC-20 token, and what it calls itself. Name and symbol may be `string` or, as of MKR,
 * `bytes32`.
 * @param address EIP-55
 * @throws RpcError ProviderError when the node could not say
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
    return { kind: 'none', why: 'no contract is there: it may be of another chain, or a wallet' }
  }
  const places = decimals === undefined ? undefined : readResult(decimals)
  if (places === undefined) return { kind: 'none', why: 'the contract there is no token: it states no decimals' }
  if (supply === undefined || readResult(supply) === undefined) {
    return { kind: 'none', why: 'the contract there is no token: it states no supply' }
  }
  if (places > MOST_DECIMALS) {
    return { kind: 'none', why: `the contract there does not state from 0 to ${MOST_DECIMALS} decimals` }
  }
  const called = textOf(symbol, LONGEST.symbol) ?? `${address.slice(0, 6)}…${address.slice(-4)}`
  return { kind: 'token', symbol: called, name: textOf(name, LONGEST.name) ?? called, decimals: Number(places) }
}

/** What a function without arguments returned; undefined when the contract has no such function. */
async function read(node: Node, address: string, selector: string): Promise<string | undefined> {
  try {
    return hexOf(await node.request('eth_call', [{ to: address, data: selector }, 'latest']))
  } catch (error) {
    if (error instanceof RpcError && (isRevert(error) || HALT_WORDS.test(error.message))) return undefined
    throw error
  }
}

function hexOf(result: unknown): string {
  if (typeof result === 'string' && /^0x(?:[0-9a-fA-F]{2})*$/.test(result)) return result
  throw new ProviderError('bad_response', 'It answered a read of a contract with no bytes')
}

/** Text of a `string`, or of a `bytes32` that ends in zeros; undefined where there is none to be seen. */
function textOf(returned: string | undefined, longest: number): string | undefined {
  if (returned === undefined) return undefined
  const isBytes32 = returned.length === 66
  const bytes = isBytes32 ? returned.replace(/(?:00)+$/, '') : readable(() => readBytes(resultsOf(returned), 0))
  const text = utf8Text(bytes ?? '0x', MAX_TEXT_BYTES).trim()
  return text === '' ? undefined : cleanText(text, longest)
}
