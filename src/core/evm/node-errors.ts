import { isRevert } from './revert-reason.ts'
import type { RpcError } from './rpc-error.ts'

/*
 * What an error of a node means for the others: erpc's error normalizer, dRPC's table of errors and MetaMask's network
 * controller (2026) agree on these classes. Codes alone say little, so texts are matched, in lower case.
 */

/** `answer`: every node would say it. `limited`, `locked`, `busy`, `other`: another node may answer. */
export type NodeErrorClass = 'answer' | 'limited' | 'locked' | 'busy' | 'other'

/** What the chain itself says about a call or a transaction. */
const ANSWERS: readonly string[] = [
  'execution reverted',
  'vm exception',
  'invalid opcode',
  'evm error',
  'out of gas',
  'intrinsic gas too low',
  'block gas limit',
  'gas limit exceeded',
  'nonce too low',
  'insufficient funds',
  'invalid sender',
  'max fee per gas less than block base fee',
  'tip higher than fee cap',
  'exceeds the configured cap',
  'transaction type not supported',
  // The transaction is there already.
  'already known',
  'known transaction',
  'already imported',
  'already in mempool',
  'already exists in mempool',
  'alreadyexists',
  // A transaction with this nonce waits, or the chain's one sequencer refuses: another node passes it on to the same.
  'replacement transaction underpriced',
  'sender is over rate limit',
  'transaction fee too low',
  'existing transaction had higher priority',
]

/** The node limits how much it is asked. */
const LIMITED: readonly string[] = [
  'too many requests',
  'rate limit',
  'rate-limit',
  'limit exceeded',
  'quota',
  'exceeded its',
  'maximum cups',
  'not enough cups',
  'credits limited to',
  'requests limited to',
  'has exceeded',
  'monthly capacity limit',
]
const LIMITED_CODES: readonly number[] = [15, 429, -32005, -32007, -32012, -32016, -32029, -32090]

/** The node wants a key or a plan. */
const LOCKED: readonly string[] = [
  'must authenticate',
  'unauthorized',
  'api key',
  'upgrade your plan',
  'upgrade to paid',
  'free tier',
  'not included in your current plan',
  'not whitelisted',
]

/** The node, or what stands before it, is out of order. */
const BUSY: readonly string[] = [
  'under too much load',
  'no server available',
  'no available nodes',
  'no backends available',
  'request timed out',
  'execution timeout',
  'context deadline exceeded',
  'context canceled',
  'node is behind',
  'invalid chain id, expected',
  '<html',
  '<!doctype',
  "invalid character '<'",
  'connection reset',
  'txpool is full',
  'queued sub-pool is full',
]
const BUSY_CODES: readonly number[] = [-32002, -32046]

/** The node lacks the state, the block or the method. */
const LACKING: readonly string[] = [
  'header not found',
  'unknown block',
  'block not found',
  'could not find block',
  'after last accepted block',
  'missing trie node',
  'historical state',
  'state is pruned',
  'state not available',
  'no state available',
  'pebble: not found',
  'leveldb: not found',
  'request beyond head block',
  'method handler crashed',
  'the method is not allowed',
  'method not found',
  'unsupported method',
  'is disabled',
  'failed to get latest finalized block',
  'pending block is not available',
  'cannot query unfinalized data',
  'eof',
]
/** Method absent, method or work limit, internal error, and the code that gateways use for a refused batch or key. */
const LACKING_CODES: readonly number[] = [-32601, -32004, -32603, -32600]

/** Whether another node may answer what one refused. Revert data comes first: several clients wrap it in other codes. */
export function classOfError(error: RpcError): NodeErrorClass {
  if (isRevert(error)) return 'answer'
  const text = error.message.toLowerCase()
  const says = (words: readonly string[]) => words.some((word) => text.includes(word))
  if (says(ANSWERS)) return 'answer'
  if (LIMITED_CODES.includes(error.code) || says(LIMITED)) return 'limited'
  if (says(LOCKED)) return 'locked'
  if (BUSY_CODES.includes(error.code) || says(BUSY)) return 'busy'
  return LACKING_CODES.includes(error.code) || says(LACKING) ? 'other' : 'answer'
}
