import type { RouteSide } from '../../src/core/api/documents.ts'
import { asObject } from '../support/contract-fields.ts'
import { failed, refused, SIGNED } from './case.ts'
import { type Change, type Json, put } from './hostile-server.ts'
import type { AttackCase, NeighbourCase, Payment } from './range.ts'

/*
 * A server lies in the terms: what is paid out, at least, at which price, for which swap.
 */

/** 100 dollars of one kind for those of another, on one chain. */
export const PAYS: Payment['swap'] = ['100', 'base:USDC', 'base:DAI']

/** The same change of the quote's routes and of the lock. */
const terms = (change: Change) => ({ quote: change, lock: change })
/** A side with other members. */
const side = (document: Json, name: 'src' | 'dst', members: Partial<RouteSide>) =>
  put(document, { [name]: { ...asObject(document[name]), ...members } })

function attack(
  name: string,
  ending: AttackCase['ending'],
  lies: NonNullable<Payment['lies']>,
  more: Partial<Payment> = {},
): AttackCase {
  return { name, who: 'server', ending, swap: PAYS, lies, ...more }
}

const WIDE = { options: { slippage: '50', maxLoss: '1' } }

export const SERVER_ATTACKS: readonly AttackCase[] = [
  attack(
    'a least of next to nothing in quote and lock',
    refused('below-floor'),
    () => terms((told) => put(told, { minimumReceived: '0.000001' })),
    WIDE,
  ),
  attack('a lock of a hundredth of the quote', refused('below-floor'), () => ({
    lock: (told) => put(side(told, 'dst', { formatted: '1' }), { minimumReceived: '0.99' }),
  })),
  attack('one for a hundred, with an invented value', refused('loss'), () =>
    terms((told) => put(side(told, 'dst', { formatted: '1', usd: '100.00' }), { minimumReceived: '0.99' })),
  ),
  attack('another chain in the execution', refused('payload'), () => ({
    execute: (told) => put(told, { 'exec.chainId': 1 }),
  })),
  attack('another provider in the lock', refused('terms'), () => ({
    lock: (told) => put(told, { provider: 'ACROSS' }),
  })),
  attack('no lock at all', failed('BAD_GATEWAY'), () => ({ lock: () => ({}) })),
  attack('a success that never was', SIGNED, () => ({
    track: (told) => put(told, { status: 'SUCCESS', outboundHash: `0x${'ab'.repeat(32)}` }),
  })),
]

export const SERVER_NEIGHBOURS: readonly NeighbourCase[] = [
  { name: 'dollars for dollars', who: 'server', swap: PAYS },
  { name: 'dollars for the coin', who: 'server', swap: ['100', 'base:USDC', 'base:ETH'] },
  { name: 'a bridge of dollars', who: 'server', swap: ['100', 'base:USDC', 'ethereum:USDC'], provider: 'ACROSS' },
]
