import { toChecksumAddress } from '../../../core/assets/address.ts'
import type { Doubt } from '../../../core/swap/acceptances.ts'
import { accountOf, doubt } from './collect.ts'
import type { ParameterRole, RoleValues } from './signature.ts'

/* What known functions leave open, whatever they are asked. */

export const PASSED_ON = doubt(
  'passed-on',
  'A contract on the destination chain passes the money on; its final recipient cannot be read',
)
export const ORDER_BY_NUMBER = doubt(
  'order-by-number',
  'The call names an order by its number only; who is paid cannot be read',
)
export const DEPOSIT = doubt(
  'deposit',
  'The call hands the money to a deposit address that nothing ties to its recipient',
)
export const NOT_SHOWN = doubt('opaque-call', 'The call holds instructions of which who is paid cannot be read')
export const RELAY_LIST = doubt('opaque-call', 'The router makes a list of calls of which who is paid cannot be read')
export const PAYOUT_COST = doubt(
  'opaque-call',
  'The network takes the cost of the payout from the least that the call enforces',
)
export const TOKEN_ACCOUNT = doubt(
  'opaque-call',
  "The call pays a token account; whether it is the recipient's cannot be read",
)
export const POOL_TOKEN = doubt(
  'opaque-call',
  'The call names pools instead of the token that it pays out, which cannot be read',
)
export const PART_OF_ORDER = doubt(
  'opaque-call',
  'The order may be filled in part: what arrives is then less, and so is what leaves',
)
export const SETTLER = doubt('opaque-call', 'Whether the contract that swaps is one of 0x cannot be read in the call')

export const NEEDS_CLAIM = doubt(
  'needs-claim',
  'Nobody is asked to pay out what is burnt: a second transaction on the destination chain is needed, which any account can send',
)

export const POOL_BY_NUMBER = doubt(
  'opaque-call',
  'The call names a pool by a number; whether it is that of the token cannot be read',
)

/** What a call leaves open by having a parameter, whatever reads it. */
const LEFT_OPEN: readonly (readonly [ParameterRole, Doubt])[] = [
  ['orderId', ORDER_BY_NUMBER],
  ['depositTo', DEPOSIT],
  ['unread', NOT_SHOWN],
]

/** The doubts of a call, with those that its parameters bring where none of their kind is among them. */
export function withLeftOpen(found: RoleValues, doubts: readonly Doubt[] = []): readonly Doubt[] {
  const brought = LEFT_OPEN.flatMap(([role, one]) => (found.has(role) ? [one] : []))
  return [...doubts, ...brought.filter(({ code }) => !doubts.some((one) => one.code === code))]
}

/** The vault of a network stands in the call; the network's own list of them does not. */
export function vaultDoubt(found: RoleValues): Doubt {
  const vault = toChecksumAddress(accountOf(found, 'vault'))
  return doubt('vault', `The money goes to the vault ${vault}; whether it is one of the network cannot be read`)
}
