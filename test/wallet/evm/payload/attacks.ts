import { expect, it } from 'vitest'
import type { Exec } from '../../../../src/core/api/documents.ts'
import { isSwapError } from '../../../../src/core/api/errors.ts'
import { readPayload } from '../../../../src/wallet/evm/payload/payload.ts'
import type { PayTerms } from '../../../../src/wallet/payment.ts'
import { USDC } from './contracts.ts'
import { NOW_MS } from './parties.ts'

/** A token payload: an approval of the amount for the contract, then its call. */
export function tokenExec(to: string, data: string, changes: Partial<Exec> = {}): Exec {
  return {
    chainId: 1,
    providerTarget: to,
    providerCalldata: data,
    value: '0',
    srcToken: USDC,
    srcAmount: '100000000',
    approvalTarget: to,
    approvalToken: USDC,
    approvalAmount: '100000000',
    ...changes,
  }
}

/** A payload that sends 1 ETH along. */
export function coinExec(to: string, data: string, changes: Partial<Exec> = {}): Exec {
  return {
    chainId: 1,
    providerTarget: to,
    providerCalldata: data,
    value: '1000000000000000000',
    srcToken: 'native',
    srcAmount: '1000000000000000000',
    ...changes,
  }
}

/** A payload that must be refused, why, and its honest neighbour: the smallest change that makes it acceptable. */
export interface Attack {
  readonly name: string
  readonly terms: PayTerms
  readonly attack: Exec
  readonly why: string
  readonly neighbour: Exec
}

/** Attacks under these terms, each with its honest neighbour. @param honest a neighbour of them all */
export function attacksOn(terms: PayTerms, honest: Exec = {}) {
  return (name: string, attack: Exec, why: string, neighbour = honest): Attack => {
    return { name, terms, attack, why, neighbour }
  }
}

/** The same in calldata of a token's payload for one contract. */
export function attackIn(contract: string, terms: PayTerms, honest = '0x') {
  return (name: string, data: string, why: string, neighbour = honest): Attack =>
    attacksOn(terms)(name, tokenExec(contract, data), why, tokenExec(contract, neighbour))
}

/** Reasons of refusals that many attacks have in common. */
export const WHY = {
  RECIPIENT: 'its calldata pays another recipient',
  KEEPER: 'its calldata lets another wallet take refunds or change the order',
  MORE: 'its calldata takes more than the amount',
  TOKEN: 'its calldata takes another token',
  LESS_WETH: 'its calldata accepts less than must arrive, 0.05 WETH',
  LESS_ETH: 'its calldata accepts less than must arrive, 0.05 ETH',
  LESS_USDC: 'its calldata accepts less than must arrive, 99 USDC',
  LESS_BTC: 'its calldata accepts less than must arrive, 0.03 BTC',
  NOT_WETH: 'its calldata pays out an asset other than WETH',
  NOT_USDC: 'its calldata pays out an asset other than USDC',
  HIDDEN: 'it hides a call that is not part of a swap among others',
  EXPIRED: 'its deadline has passed',
  UNNAMED: 'it does not name the token that it pays out',
  VALUE: 'its value is above the amount and the stated fees',
  APPROVES_MORE: 'it asks to approve more than the amount',
  APPROVES_NOTHING: 'the calldata of its approval does not approve anything',
  APPROVES_ANOTHER: 'it asks to approve a token other than USDC',
  SPENDS_TWICE: 'its steps spend more than once',
  MEMO_RECIPIENT: 'its memo pays another recipient',
  MEMO_ASSET: 'its memo is for another asset',
  NOT_A_SWAP: 'its memo is not a swap',
  LIMIT: 'its memo has a limit that cannot be read',
  PERMIT2_SPENDER: 'it asks Permit2 to approve a contract that it does not call',
  PERMIT2_TIME: 'it asks Permit2 for longer than a day',
  PERMIT2_MORE: 'it asks Permit2 for more than the amount',
  TYPE: 'one of its fields has a type that the API does not have',
  VALUE_UNITS: 'its value is not a whole number of base units',
  TARGET: 'its target is not an address',
}

/** Tests that every attack is refused for its reason, and its neighbour accepted. */
export function testAttacks(attacks: readonly Attack[]): void {
  it.each(attacks)('$name is refused, and its honest neighbour is not', ({ attack, terms, why, neighbour }) => {
    expect(reasonOf(attack, terms)).toBe(`The provider's payload is not what was agreed: ${why}`)
    expect(reasonOf(neighbour, terms)).toBe('accepted')
  })
}

/** What becomes of a payload: `accepted`, or the message of its refusal. */
function reasonOf(exec: Exec, terms: PayTerms): string {
  try {
    readPayload(exec, terms, NOW_MS)
    return 'accepted'
  } catch (error) {
    if (isSwapError(error) && error.code === 'WALLET_REFUSED') return error.message
    throw error
  }
}
