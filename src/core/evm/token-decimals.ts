import type { ChainRpc } from '../ports.ts'
import { type Agreed, readAgreed } from './agreement.ts'
import { ERC20 } from './functions.ts'
import { isHex } from './json-rpc.ts'
import { readResult } from './words.ts'

/** Most that a contract can state: a uint8, of which amounts take MOST_DECIMALS at most. */
const MOST_STATED = 255

/**
 * The decimals of a token as its contract states them, from 0 to 255. Whoever gives them wrongly changes every amount: `--min-receive 99`
 * of a token with 18 decimals, read with 2, asks for next to nothing.
 * @param token 0x address
 * @returns undefined where no node reads a token there
 * @throws NodesDisagree
 */
export function readTokenDecimals(rpc: ChainRpc, token: string): Promise<Agreed<number> | undefined> {
  const call = { method: 'eth_call', params: [{ to: token, data: ERC20.decimals.selector }, 'latest'] }
  return readAgreed(rpc, call, (answer) => {
    const places = 'value' in answer && isHex(answer.value) ? readResult(answer.value) : undefined
    if (places === undefined || places > MOST_STATED) throw new Error('no decimals')
    return Number(places)
  })
}
