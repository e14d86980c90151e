import { fn, selectorOf } from '../../../core/evm/functions.ts'
import { readable } from '../../../core/evm/words.ts'
import { COIN, type Decoder, HostileCall, type KnownCall } from './call-types.ts'
import { accountsOf, bytesOf, numberOf } from './collect.ts'
import { readCall } from './signature.ts'

/*
 * Symbiosis' router: swaps on both chains around what its portal moves between them. Each has a least of its own, and who is
 * paid stands in calls within calls, the last for the other chain: only what leaves, and who gets a refund, can be read.
 * https://docs.symbiosis.finance
 */

/** Calls of the portal and the synthesis by which the money leaves the chain, with who gets it where they are reverted. */
const LEAVING = [
  fn(
    '0xce654c17',
    'metaSynthesize((uint256 unread, uint256 unread, address unread, address unread, address unread, address unread, address unread, uint256 unread, address[] unread, address unread, bytes unread, address unread, bytes unread, uint256 unread, address refundTo, bytes32 label))',
  ),
  fn(
    '0xe66bb550',
    'metaBurnSyntheticToken((uint256 unread, uint256 unread, bytes32 unread, address unread, address unread, address unread, bytes unread, uint256 unread, address unread, address unread, address unread, address refundTo, uint256 unread, bytes32 label))',
  ),
  fn(
    '0xb1659a3c',
    'synthesize(uint256 unread, address unread, uint256 unread, address unread, address unread, address unread, address refundTo, uint256 unread, bytes32 label)',
  ),
]

const metaRoute: Decoder = (found, { value }) => {
  const [token = COIN] = accountsOf(found, 'tokenIn')
  const amount = numberOf(found, 'amountIn')
  const isCoin = numberOf(found, 'flags') === 1n
  if (isCoin && amount > value) throw new HostileCall('swaps more of the coin than it carries')
  return { inputs: [{ token: isCoin ? COIN : token, amount }], authorities: refundedBy(bytesOf(found, 'nestedCall')) }
}

/** Who gets the money where the call that leaves the chain is reverted; nobody where that cannot be read. */
function refundedBy([data = '0x']: readonly string[]): string[] {
  const leaving = LEAVING.find(({ selector }) => selector === selectorOf(data))
  const found = leaving && readable(() => readCall(data, leaving.signature))
  return found === undefined ? [] : accountsOf(found, 'refundTo')
}

export const SYMBIOSIS_CALLS: readonly KnownCall[] = [
  {
    of: 'symbiosisRouter',
    fn: fn(
      '0xa11b1198',
      'metaRoute((bytes unread, bytes unread, address[] tokenIn, address unread, address unread, uint256 amountIn, bool flags, address unread, bytes nestedCall))',
    ),
    decode: metaRoute,
  },
]
