import { describe, expect, it, test } from 'vitest'
import { classOfError, type NodeErrorClass } from '../../../src/core/evm/node-errors.ts'
import { readResult } from '../../../src/core/evm/json-rpc.ts'
import { RpcError } from '../../../src/core/evm/rpc-error.ts'

/** Messages as nodes word them, by class. */
const MESSAGES: Readonly<Record<NodeErrorClass, readonly string[]>> = {
  answer: [
    'execution reverted: STF',
    'VM Exception while processing transaction: revert',
    'invalid opcode: opcode 0xfe not defined',
    'EVM error InvalidFEOpcode',
    'out of gas: gas required exceeds: 100000',
    'intrinsic gas too low: have 21000, want 53000',
    'exceeds block gas limit',
    'block gas limit exceeded',
    'nonce too low: next nonce 7, tx nonce 6',
    'insufficient funds for gas * price + value',
    'invalid sender',
    'max fee per gas less than block base fee',
    'tip higher than fee cap',
    'tx fee (2.00 ether) exceeds the configured cap (1.00 ether)',
    'transaction type not supported',
    'already known',
    'Known transaction: 0x12',
    'already imported',
    'transaction already in mempool',
    'tx already exists in mempool',
    'AlreadyExists',
    'replacement transaction underpriced',
    'sender is over rate limit',
    'transaction fee too low',
    'rejected',
    'an existing transaction had higher priority',
    'gas required exceeds allowance (0)',
  ],
  limited: [
    'Too Many Requests',
    'Public RPC Rate Limit Hit',
    'You reached Public endpoint rate limit',
    'daily request limit exceeded',
    'You exceeded the quota, upgrade your plan',
    'your app has exceeded its compute units per second capacity',
    'You have reached the maximum CUPS limit',
    'There are not enough CUPs',
    'credits limited to 50/sec',
    'requests limited to 25/second',
    'account has exceeded the free tier',
    'monthly capacity limit reached',
  ],
  locked: [
    'please upgrade your plan',
    'upgrade to paid tier',
    'not available on the free tier',
    'Unauthorized: You must authenticate your request with an API key',
    'unauthorized',
    'eth_simulateV1 is not whitelisted',
    'method not included in your current plan',
  ],
  busy: [
    'server is under too much load',
    'no server available',
    'no available nodes',
    'no backends available for method',
    'request timed out',
    'execution timeout',
    'context deadline exceeded',
    'context canceled',
    'node is behind',
    'invalid chain id, expected 1',
    '<html><head>',
    '<!DOCTYPE html>',
    "invalid character '<' looking for beginning of value",
    'read: connection reset by peer',
    'txpool is full',
    'queued sub-pool is full',
  ],
  other: [
    'header not found',
    'unknown block',
    'block not found',
    'could not find block: 0x12',
    'requested block after last accepted block',
    'after last accepted block',
    'missing trie node 9a2b (path )',
    'historical state is not available',
    'state is pruned',
    'state not available',
    'no state available for block',
    'pebble: not found',
    'leveldb: not found',
    'request beyond head block: requested 9, head 7',
    'method handler crashed',
    'the method is not allowed',
    'Method not found',
    'unsupported method',
    'eth_simulateV1 is disabled',
    'failed to get latest finalized block',
    'finalized block not found',
    'safe block not found',
    'pending block is not available',
    'cannot query unfinalized data',
    'unexpected EOF',
  ],
}

describe.each(Object.entries(MESSAGES) as [NodeErrorClass, readonly string[]][])(
  'an error of the class %s',
  (expected, messages) => {
    it.each(messages.map((message) => [message]))('is told by its words: %s', (message) => {
      expect(classOfError(new RpcError(message, -32000))).toBe(expected)
    })
  },
)

test.each([
  [15, 'limited'],
  [429, 'limited'],
  [-32005, 'limited'],
  [-32007, 'limited'],
  [-32012, 'limited'],
  [-32002, 'busy'],
  [-32046, 'busy'],
  [-32601, 'other'],
  [-32603, 'other'],
  [-32004, 'other'],
  [-32600, 'other'],
  [-32000, 'answer'],
  [3, 'answer'],
] satisfies [number, NodeErrorClass][])('the code %i alone is of the class %s', (code, expected) => {
  expect(classOfError(new RpcError('x', code))).toBe(expected)
})

describe('a revert is found before the code that wraps it', () => {
  const data = '0x08c379a0'
  test.each([
    ['beside it', { code: -32603, message: 'internal error', data }],
    ['one level deeper', { code: -32000, message: 'rate limit', data: { data } }],
    ['in the original error', { code: -32603, message: 'x', data: { originalError: { code: 3, data } } }],
    ['behind a word of the message', { code: -32015, message: `VM execution error. Reverted ${data}` }],
  ])('%s', (_where, error) => {
    const read = () => readResult({ status: 200, body: { id: 1, error } }, 1)
    expect(read).toThrow(expect.objectContaining({ name: 'RpcError', data }) as Error)
  })
})

test.each([
  [401, 'unavailable'],
  [402, 'unavailable'],
  [403, 'unavailable'],
  [404, 'bad_response'],
  [405, 'bad_response'],
  [408, 'bad_response'],
  [415, 'bad_response'],
  [429, 'rate_limited'],
  [500, 'unreachable'],
  [502, 'unreachable'],
  [520, 'unreachable'],
  [524, 'unreachable'],
])('the status %i is trouble of the node', (status, code) => {
  const read = () => readResult({ status, body: undefined }, 1)
  expect(read).toThrow(expect.objectContaining({ name: 'NodeFailure', code }) as Error)
})
