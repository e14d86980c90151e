import { COIN_STAND_IN } from '../../../core/evm/tokens.ts'
import { Unreadable, utf8Text } from '../../../core/evm/words.ts'
import { defined } from '../../../core/defined.ts'
import type { AcceptCode, Doubt } from '../../../core/swap/acceptances.ts'
import { COIN, type DecodedCall, type Decoder, HostileCall, type SentCall, trimPadding } from './call-types.ts'
import type { RoleValues, Leaf, ParameterRole } from './signature.ts'

/*
 * From the roles of parameters to what a call does. Contracts differ in little: what they differ in is laid over this by
 * the readers beside it.
 */

/** Stands for the native coin with some contracts. */
const OTHER_COIN = COIN_STAND_IN.toLowerCase()
/** Where a fee stands in a word of flags, in basis points. */
export const LOWEST_14_BITS = 0x3fffn
const LAST_SECOND = 9_999_999_999n
const ADDRESS_BITS = 160
/** Flag by which a least is promised only in proportion to what is spent, which may be nothing. */
const PARTIAL_FILL = 1n

/** Reads every role as its name says. */
export const collect: Decoder = (found, { value }) => {
  const recipients = accountsOf(found, 'recipient')
  // Nobody may be named by no bytes at all.
  const authorities = [...accountsOf(found, 'refundTo'), ...accountsOf(found, 'authority')].filter(
    (one) => one !== '0x',
  )
  const deadlines = numbersOf(found, 'deadline').map(toSeconds)
  const minimum = leastOf(found)
  const [destination] = numbersOf(found, 'destination')
  const [endpoint] = numbersOf(found, 'endpoint')
  const [, last] = ends(found)
  const [tokenOut = last, ...others] = new Set(accountsOf(found, 'tokenOut').map(asCoin))
  if (others.length > 0) throw new Unreadable('more than one asset')
  const callTargets = accountsOf(found, 'callTarget')
  return {
    inputs: inputsOf(found, value),
    ...defined({
      recipients: recipients.length === 0 ? undefined : recipients,
      authorities: authorities.length === 0 ? undefined : authorities,
      callTargets: callTargets.length === 0 ? undefined : callTargets,
      deadlineSec: deadlines.length === 0 ? undefined : Math.min(...deadlines),
      paidOn: destination === undefined && endpoint === undefined ? undefined : ('destination' as const),
      destination,
      endpoint,
      tokenOut,
      minimum,
      memo: textOf(found, 'memo'),
    }),
  }
}

/** The same for contracts that pay whoever calls where the call names nobody. */
export const collectToSender: Decoder = (found, call, nested) => {
  const decoded = collect(found, call, nested)
  return { ...decoded, ...defined({ recipients: decoded.recipients?.map((account) => orSender(account, call)) }) }
}

/** Terms with flags, the lowest of which allows a part of the swap. */
export const unlessPartial: Decoder = (found, call, nested) => {
  const decoded = collectToSender(found, call, nested)
  const parts = numbersOf(found, 'parts').reduce((sum, part) => sum + part, 0n)
  if (parts > numberOf(found, 'amountIn')) throw new HostileCall('hands on more than it says to take')
  return (numberOf(found, 'flags') & PARTIAL_FILL) === 0n ? decoded : { ...decoded, minimum: 0n }
}

/** A doubt with its code. */
export function doubt(code: AcceptCode, text: string): Doubt {
  return { code, text }
}

/** What an account means where nobody means the sender. */
export function orSender(account: string, { sender }: Pick<SentCall, 'sender'>): string {
  return account === COIN ? sender.toLowerCase() : account
}

/** The numbers with a role. */
export function numbersOf(found: RoleValues, role: ParameterRole): bigint[] {
  return (found.get(role) ?? []).filter((leaf) => typeof leaf === 'bigint')
}

/** The number with a role. @throws Unreadable when there is none, or more than one */
export function numberOf(found: RoleValues, role: ParameterRole): bigint {
  return onlyOne(numbersOf(found, role))
}

/** The accounts and tokens with a role as their bytes. */
export function accountsOf(found: RoleValues, role: ParameterRole): string[] {
  return (found.get(role) ?? []).map(toAccount)
}

/** The account or token with a role. @throws Unreadable when there is none, or more than one */
export function accountOf(found: RoleValues, role: ParameterRole): string {
  return onlyOne(accountsOf(found, role))
}

/** The bytes with a role, 0x-hex. */
export function bytesOf(found: RoleValues, role: ParameterRole): string[] {
  return (found.get(role) ?? []).filter((leaf) => typeof leaf === 'string')
}

/** What the structs with a role hold. */
export function structsOf(found: RoleValues, role: ParameterRole): RoleValues[] {
  return (found.get(role) ?? []).filter((leaf) => typeof leaf === 'object')
}

/** True when the call carries one for the destination chain. */
export function hasMessage(found: RoleValues): boolean {
  return bytesOf(found, 'message').some((bytes) => bytes !== '0x') || structsOf(found, 'message').length > 0
}

/** For how long, or until when, only one party may fill an order. */
export function exclusivityOf(found: RoleValues): Pick<DecodedCall, 'exclusivity'> {
  const [filler = 0n] = numbersOf(found, 'exclusiveFiller')
  const [exclusivity = 0n] = numbersOf(found, 'exclusivity')
  return filler === 0n || exclusivity === 0n ? {} : { exclusivity }
}

/** The native coin as the zero address, whatever the contract calls it. */
export function asCoin(token: string): string {
  return token === OTHER_COIN ? COIN : token
}

/** The address in a word's lowest bits. */
export function addressIn(word: bigint): string {
  return `0x${BigInt.asUintN(ADDRESS_BITS, word).toString(16).padStart(40, '0')}`
}

/** Epoch seconds; what is too far away to be a time is the last that there is. */
export function toSeconds(seconds: bigint): number {
  return Number(seconds > LAST_SECOND ? LAST_SECOND : seconds)
}

/** An amount less a share in basis points. */
export function lessShare(amount: bigint, bps: bigint): bigint {
  return (amount * (10_000n - (bps > 10_000n ? 10_000n : bps))) / 10_000n
}

/** First and last token of the way that a swap takes; nothing where the call has none. @throws Unreadable */
export function ends(found: RoleValues): readonly [first: string, last: string] | readonly [] {
  if (!found.has('route')) return []
  const [path] = bytesOf(found, 'route')
  const [first, ...others] = path === undefined ? accountsOf(found, 'route') : endsOfPath(path)
  const last = others.at(-1)
  if (first === undefined || last === undefined) throw new Unreadable('no path')
  return [first, last]
}

/** First and last token of a path of V3: 20 bytes each, with 3 bytes of fee between two. */
function endsOfPath(path: string): [string, string] {
  const digits = path.slice(2)
  if (digits.length < 86 || (digits.length - 40) % 46 !== 0) throw new Unreadable('no path')
  return [`0x${digits.slice(0, 40)}`, `0x${digits.slice(-40)}`]
}

function inputsOf(found: RoleValues, value: bigint): NonNullable<DecodedCall['inputs']> {
  const [first] = ends(found)
  const tokens = first === undefined ? accountsOf(found, 'tokenIn').map(asCoin) : [first]
  const amounts = numbersOf(found, 'amountIn')
  const [token = COIN, ...others] = new Set(tokens)
  const [amount = value, ...more] = amounts
  if (others.length === 0 && more.length === 0) return [{ token: amounts.length === 0 ? COIN : token, amount }]
  if (tokens.length !== amounts.length) throw new Unreadable('uneven lists')
  return amounts.map((units, index) => ({ token: tokens[index] ?? COIN, amount: units }))
}

/** What is paid at least: no more than was quoted, and less what partners get of it. */
function leastOf(found: RoleValues): bigint | undefined {
  const [bound] = numbersOf(found, 'leastOut')
  if (bound === undefined) return undefined
  const [quoted = bound] = numbersOf(found, 'quotedOut')
  const bps = numbersOf(found, 'partnerAndFee').map((packed) => packed & LOWEST_14_BITS)
  return lessShare(quoted < bound ? quoted : bound, bps[0] ?? 0n)
}

/** Text with a role. @throws Unreadable unless it is printable ASCII */
function textOf(found: RoleValues, role: ParameterRole): string | undefined {
  const [hex] = bytesOf(found, role)
  if (hex === undefined) return undefined
  const text = utf8Text(hex)
  if (!/^[\x20-\x7e]*$/.test(text)) throw new Unreadable('no text')
  return text
}

function toAccount(leaf: Leaf): string {
  if (typeof leaf === 'object') throw new Unreadable('no account')
  if (typeof leaf === 'string') return trimPadding(leaf)
  return leaf >> 160n === 0n ? `0x${leaf.toString(16).padStart(40, '0')}` : `0x${leaf.toString(16).padStart(64, '0')}`
}

function onlyOne<T>(items: readonly T[]): T {
  const [item, ...others] = items
  if (item === undefined || others.length > 0) throw new Unreadable('not one')
  return item
}
