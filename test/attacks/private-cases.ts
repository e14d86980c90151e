import type { RpcFaults } from '../devnet/rpc-proxy.ts'
import { failed, SIGNED } from './case.ts'
import type { NodeAttack, NodeNeighbour } from './lying-nodes.ts'

/*
 * Signed bytes go to a private endpoint, which may swallow them or say what is not so. Each case fails where a public node sees
 * the bytes before its time.
 */

const PAYS = ['100', 'base:USDC', 'base:DAI'] as const
const COIN = ['0.05', 'base:ETH', 'base:USDC'] as const
const HONEST: RpcFaults = {}
const LATE = 3_600
const answers = (message: string, code = -32_000): RpcFaults => ({
  failing: { eth_sendRawTransaction: { code, message } },
})
const OTHER = `0x${'ab'.repeat(32)}`
const SWALLOWS: RpcFaults = { onSend: 'drop' }
const status = (code: number, body = ''): RpcFaults => ({
  responses: { eth_sendRawTransaction: { status: code, body } },
})

const attack = (
  name: string,
  sending: RpcFaults,
  ending: NodeAttack['ending'],
  more: Partial<NodeAttack> = {},
): NodeAttack => ({
  ...{ name: `the private endpoint ${name}`, who: 'node', swap: COIN, own: HONEST, sending, ending, mayNotKnow: true },
  ...more,
})
/** It is given up after a while without a block, of two seconds of the machine. */
const GIVEN_UP: Partial<NodeAttack> = { pace: 4, options: { wait: true, timeout: '8' } }
/** Public nodes get it before it is given up. */
const GOES_PUBLIC: Partial<NodeAttack> = { pace: 4, publicAfterSec: 1, options: { wait: true } }
const REFUSED = failed('SERVICE_UNAVAILABLE')
const UNKNOWN = failed('OUTCOME_UNKNOWN')

export const PRIVATE_ATTACKS: readonly NodeAttack[] = [
  attack('says that the nonce is used', answers('nonce too low'), REFUSED),
  attack('says that the coin does not cover it', answers('insufficient funds for gas * price + value'), REFUSED),
  attack('says that another one is dearer', answers('replacement transaction underpriced'), REFUSED),
  attack('refuses what is sent', answers('transaction rejected by policy', -32_003), REFUSED),
  attack('fails', answers('internal error', -32_603), REFUSED),
  attack('is limited', status(429), REFUSED),
  attack('is dead', status(503), REFUSED),
  attack('answers a page', status(200, '<html>'), REFUSED),
  attack('loses the request', { onSend: 'lose_request' }, REFUSED),
  attack('answers the hash of another transaction', { results: { eth_sendRawTransaction: OTHER } }, REFUSED),
  attack('swallows what is sent', SWALLOWS, UNKNOWN, { ...GIVEN_UP, wasSent: true }),
  attack('swallows the approval', SWALLOWS, UNKNOWN, { ...GIVEN_UP, swap: PAYS }),
  attack('swallows what goes public too late', SWALLOWS, UNKNOWN, {
    ...{ ...GIVEN_UP, publicAfterSec: LATE, wasSent: true },
  }),
  attack('claims to know what is sent', answers('already known'), UNKNOWN, { ...GIVEN_UP, wasSent: true }),
  attack('swallows what then goes public', SWALLOWS, SIGNED, GOES_PUBLIC),
  attack('swallows an approval and a payment, which then go public', SWALLOWS, SIGNED, { ...GOES_PUBLIC, swap: PAYS }),
  attack('claims to know what then goes public', answers('already known'), SIGNED, GOES_PUBLIC),
]

const honest = (name: string, more: Partial<NodeNeighbour> = {}): NodeNeighbour => ({
  ...{ name: `a private endpoint ${name}`, who: 'node', swap: COIN, sending: HONEST },
  ...(more.operators === undefined ? { own: HONEST } : {}),
  ...more,
})

export const PRIVATE_NEIGHBOURS: readonly NodeNeighbour[] = [
  honest('that sends the payment on'),
  honest('that sends approval and payment on', { swap: PAYS }),
  honest('that is followed to the end', { options: { wait: true } }),
  honest('before bytes that go public in an hour', { publicAfterSec: LATE }),
  honest('that loses its answer', { sending: { onSend: 'lose_answer' } }),
  honest('that says what it sent is known', { sending: { onSend: 'know' } }),
  honest('beside three operators', { operators: [HONEST, HONEST, HONEST] }),
]
