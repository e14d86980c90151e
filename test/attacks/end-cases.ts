import { encodeFunctionData, type Hash, parseUnits } from 'viem'
import { erc20Abi } from '../devnet/abi.ts'
import { operator } from '../devnet/addresses.ts'
import { type DevChain, fund } from '../devnet/world.ts'
import { asObject } from '../support/contract-fields.ts'
import { SIGNED } from './case.ts'
import { type Change, type Json, put } from './hostile-server.ts'
import { type AttackCase, type NeighbourCase, type Payment, type Scene, THIEF } from './range.ts'

/*
 * A server or a bridge lies about the end of a payment over a bridge that is followed: it names what brought nothing, or denies
 * what was paid out. Money cannot be lost by that; what is reported must be what the chains show.
 */

const BRIDGE = ['100', 'base:USDC', 'ethereum:USDC'] as const
const FOLLOWED = { swap: BRIDGE, provider: 'ACROSS', options: { wait: true, timeout: '15' } } as const
const NOWHERE: Hash = `0x${'ab'.repeat(32)}`

/** A transfer of dollars to somebody else. @returns its hash */
async function payThief(chain: DevChain): Promise<Hash> {
  const units = parseUnits('100', 6)
  await fund(chain, operator.address, { usdc: units })
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [THIEF, units] })
  const hash = await chain.client.sendTransaction({ account: operator, to: chain.tokens.usdc, data, gas: 200_000n })
  await chain.client.waitForTransactionReceipt({ hash })
  return hash
}

/** Relayers have paid out when the bridge is first asked. */
const FILLED: Partial<Payment> = { isFilled: true }

type End = (scene: Scene) => Promise<Json> | Json

const attack = (
  name: string,
  who: 'server' | 'provider',
  says: Payment['says'],
  more: Partial<Payment>,
): AttackCase => ({
  ...{ name: `the end: ${name}`, who, ending: SIGNED, mayFail: true },
  ...FOLLOWED,
  ...(says === undefined ? {} : { says }),
  ...more,
})

/** A server states an end before there is one. */
const stated = (name: string, end: End, says: Payment['says'], more: Partial<Payment> = {}) =>
  attack(name, 'server', says, {
    lies: (scene) => ({
      track: async (told) =>
        told['transaction'] === undefined
          ? told
          : put(told, { final: true, transaction: { ...asObject(told['transaction']), ...(await end(scene)) } }),
    }),
    ...more,
  })
/** A server denies an end that it has seen. */
const denied = (name: string, members: Json, says: Payment['says']) =>
  attack(name, 'server', says, {
    ...FILLED,
    lies: () => ({
      track: (told) => {
        const transaction = asObject(told['transaction'] ?? {})
        return transaction['status'] === 'SUCCESS' ? put(told, { transaction: { ...transaction, ...members } }) : told
      },
    }),
  })
/** The bridge states an end. */
const reported = (name: string, change: (scene: Scene) => Change, says: Payment['says'], more: Partial<Payment> = {}) =>
  attack(name, 'provider', says, {
    through: 'service',
    provides: (scene) => ({ status: change(scene) }),
    ...more,
  })
const filledBy = (hash: unknown): Json => ({ status: 'filled', fillTx: hash, fillTxnRef: hash, actionsSucceeded: true })
const whenFilled =
  (members: Json): Change =>
  (reply) =>
    reply['status'] === 'filled' ? put(reply, members) : reply
/** What never ends is looked at three times, in two seconds of the machine. */
const BRIEFLY: Partial<Payment> = { pace: 5, options: { wait: true, timeout: '10' } }
const UNFINISHED: Payment['says'] = { status: undefined, code: 'OUTCOME_UNKNOWN' }

export const END_ATTACKS: readonly AttackCase[] = [
  stated(
    'a success by a transaction that paid somebody else',
    async ({ dst }) => ({ status: 'SUCCESS', outboundHash: await payThief(dst.chain) }),
    { status: 'SUCCESS', arrivalBy: 'chain', amount: '0' },
  ),
  stated('a success by a transaction that nobody knows', () => ({ status: 'SUCCESS', outboundHash: NOWHERE }), {
    status: 'SUCCESS',
    arrivalBy: 'server',
  }),
  stated('a success without a hash', () => ({ status: 'SUCCESS', outboundHash: '' }), {
    status: 'SUCCESS',
    arrivalBy: 'server',
  }),
  stated(
    'a refund by a transaction that paid somebody else',
    async ({ src }) => ({ status: 'REFUND', refundHash: await payThief(src.chain) }),
    { status: 'REFUND', code: 'OUTCOME_UNKNOWN' },
  ),
  stated('a failure of what is on its way', () => ({ status: 'FAILED', reason: 'Pay again' }), {
    status: 'FAILED',
    code: 'SWAP_FAILED',
  }),
  stated('a status that does not exist', () => ({ status: 'DONE' }), { code: 'SWAP_FAILED' }),
  denied(
    'a failure of what was paid out',
    { status: 'FAILED', reason: 'Pay again' },
    {
      status: 'FAILED',
      arrivalBy: 'chain',
      arrived: 'USDC on ethereum',
      code: 'OUTCOME_UNKNOWN',
    },
  ),
  denied(
    'a refund of what was paid out',
    { status: 'REFUND', refundHash: NOWHERE },
    {
      status: 'REFUND',
      arrivalBy: 'chain',
      arrived: 'USDC on ethereum',
      code: 'OUTCOME_UNKNOWN',
    },
  ),
  reported('a fill without a hash', () => (reply) => put(reply, filledBy('')), UNFINISHED, BRIEFLY),
  reported(
    'a fill by a transaction that paid somebody else',
    ({ dst }) =>
      async (reply) =>
        put(reply, filledBy(await payThief(dst.chain))),
    UNFINISHED,
    BRIEFLY,
  ),
  reported(
    'the fill of another deposit',
    () => (reply) => put(reply, { ...filledBy(NOWHERE), depositTxHash: NOWHERE, depositTxnRef: NOWHERE }),
    UNFINISHED,
    BRIEFLY,
  ),
  reported('a failure of what was paid out', () => whenFilled({ status: 'deposit-failed' }), undefined, FILLED),
  reported(
    'a refund of what was paid out',
    () => whenFilled({ status: 'refunded', depositRefundTxHash: NOWHERE, depositRefundTxnRef: NOWHERE }),
    undefined,
    FILLED,
  ),
  reported('nothing of what was paid out', () => whenFilled({ status: 'pending' }), UNFINISHED, {
    ...FILLED,
    ...BRIEFLY,
  }),
]

const honest = (name: string, who: 'server' | 'provider', more: Partial<Payment> = {}): NeighbourCase => ({
  ...{ name: `the end: ${name}`, who, ...FILLED },
  ...FOLLOWED,
  ...more,
})

export const END_NEIGHBOURS: readonly NeighbourCase[] = [
  honest('a success over a server', 'server'),
  honest('a success by the service of this machine', 'provider', { through: 'service' }),
]
