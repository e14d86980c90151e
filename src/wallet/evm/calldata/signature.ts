import { type AbiValue, encodeCall } from '../../../core/evm/abi.ts'
import { readBytes, readList, readNumber, readTuple, tupleAt, Unreadable, type Words } from '../../../core/evm/words.ts'

/*
 * Signatures whose parameters are named by their role, `depositNative(address refundTo, bytes32)`, and the strict reading of
 * calldata by them: whatever would not be encoded to the same bytes again is not read.
 */

/** What a parameter is to a swap. */
export const PARAMETER_ROLES = [
  'tokenIn',
  'amountIn',
  'tokenOut',
  'leastOut',
  /** Quoted amount: what arrives above it goes to others. */
  'quotedOut',
  /** A fee out of the least, in the lowest 14 bits as basis points. */
  'partnerAndFee',
  'recipient',
  /** Gets what is left or comes back. */
  'refundTo',
  /** May change or cancel the order. */
  'authority',
  'deadline',
  'destination',
  /** Contracts to which others hand on the money. */
  'callTarget',
  /** Tokens on the way, the first and last of which are those of the swap: a list, or 20 bytes each with 3 of fee between. */
  'route',
  /** A call on the destination chain. */
  'message',
  /** The wrapped coin that the call works with. */
  'wrapper',
  'nestedCall',
  'nestedCalls',
  'memo',
  /** Refund, least price and more, as a network writes them. */
  'networkTerms',
  'vault',
  'flags',
  /** Flags and times that a maker has signed. */
  'traits',
  /** The one party that may fill an order, and until when or for how long, in seconds. */
  'exclusiveFiller',
  'exclusivity',
  /** An amount of the input that others get. */
  'fee',
  'feeBps',
  /** Least of the token between a swap and a bridge, and that token. */
  'betweenLeast',
  'betweenToken',
  /** What is paid as a multiple of the input, in 10^-18. */
  'ratio',
  /** What the bridge gets of the amount. */
  'bridged',
  'calls',
  'swaps',
  'takes',
  'hasCall',
  /** A token account of Solana, which only its owner's chain can tell from another. */
  'tokenAccount',
  /** Gas of the transaction on the other chain, and the most for a unit of it. */
  'gas',
  'gasPrice',
  /** A chain as LayerZero numbers it. */
  'endpoint',
  /** An asset as Stargate or Chainflip numbers it. */
  'assetId',
  /** A price at which a swap may stop before it is done. */
  'priceLimit',
  /** What a router hands on of the input, to several. */
  'parts',
  /** What a message costs in a token of the wallet's. */
  'tokenFee',
  /** The hash of an order with its owner and end, of which the payload shows the order. */
  'orderUid',
  /** Decides about money and cannot be read: an order's number, a deposit address, anything else. */
  'orderId',
  'depositTo',
  'unread',
] as const

/** What a parameter without a role is, and why it cannot move what the terms speak of. */
export const HARMLESS_PARAMETERS = {
  label: 'A number or text for the records of others',
  way: 'How a contract gets what it pays, of which it enforces the least itself',
  condition: 'The call fails unless it holds',
  timing: 'When an order was quoted, how long it may take and what it waits for: what arrives stays the same',
  signature: "Shows who agreed: the wallet's own, of which there is none, or of a party to what stands beside it",
  networkFee: 'What a message costs in the coin, which the value of the call bounds',
  gasThere: 'Gas on the other chain: where it is too little, anybody can finish the transfer',
  feeTo: 'Gets a share of which the call names the size, or which the least is enforced after',
  unused: 'The contract does not use it, or writes over it',
} as const

/** What a parameter is to a swap. */
export type ParameterRole = (typeof PARAMETER_ROLES)[number]

/** A type of the ABI with the role of what it holds. */
export type AbiType = { readonly role: ParameterRole | undefined } & (
  | { readonly kind: 'word'; readonly type: string }
  | { readonly kind: 'bytes' }
  | { readonly kind: 'list'; readonly element: AbiType }
  | { readonly kind: 'struct'; readonly members: readonly AbiType[] }
)

/** What calldata holds by roles, in the order of the parameters. */
export type RoleValues = ReadonlyMap<ParameterRole, readonly Leaf[]>

/** A word as a number, bytes as 0x-hex, or what a struct holds; the elements of a list stand one after the other. */
export type Leaf = bigint | string | RoleValues

/** The types of a signature's parameters. @throws Error for a signature that is none, or a role that is not in the list */
export function parseParameters(signature: string): readonly AbiType[] {
  return splitList(signature.slice(signature.indexOf('('))).map(parseType)
}

/** The signature without roles, as its hash is made: `depositNative(address,bytes32)`. */
export function bareSignature(signature: string): string {
  return signature.replace(/,\s+/g, ',').replace(/ \w+/g, '')
}

/** The parts of `(a, (b, c)[] d)`: `a` and `(b, c)[] d`. */
function splitList(text: string): string[] {
  const parts: string[] = []
  let [part, depth] = ['', 0]
  for (const sign of text.slice(1, -1)) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
    if (sign === ',' && depth === 0) {
      parts.push(part.trim())
      part = ''
    } else part += sign
  }
  return text === '()' ? [] : [...parts, part.trim()]
}

function parseType(text: string): AbiType {
  const [, type = '', lists = '', name] = /^(\(.*\)|[a-z]+\d*)((?:\[\])*)(?: (\w+))?$/.exec(text) ?? []
  const role = PARAMETER_ROLES.find((known) => known === name)
  const isNamed = role !== undefined || (name !== undefined && Object.hasOwn(HARMLESS_PARAMETERS, name))
  const isStruct = type.startsWith('(')
  if (type === '' || (!isNamed && !(isStruct && name === undefined))) throw new Error(`no type, or no role: ${text}`)
  if (lists !== '') {
    const element = `${type}${lists.slice(2)}${name === undefined ? '' : ` ${name}`}`
    return { kind: 'list', element: parseType(element), role }
  }
  if (isStruct) return { kind: 'struct', members: splitList(type).map(parseType), role }
  return type === 'bytes' || type === 'string' ? { kind: 'bytes', role } : { kind: 'word', type, role }
}

/**
 * Reads calldata by its parameters.
 * @param mostTail bytes that may stand behind what the ABI lays out; the contract never reads them
 * @throws Unreadable for values beyond their type, and for whatever would be encoded otherwise
 */
export function readRoles(data: string, parameters: readonly AbiType[], mostTail = 0): RoleValues {
  const selector = data.slice(0, 10)
  const words: Words = { hex: data.toLowerCase(), start: 10 }
  const values = readAll(words, parameters)
  const again = encodeCall(selector, values)
  const tail = words.hex.length - again.length
  if (!words.hex.startsWith(again) || tail > 2 * mostTail) throw new Unreadable('not laid out as the ABI says')
  return collectRoles(parameters, values)
}

/** Reads arguments without a function, as `abi.encode` writes them. @throws Unreadable */
export function readEncoded(data: string, parameters: readonly AbiType[]): RoleValues {
  return readRoles(`0x${'0'.repeat(8)}${data.slice(2)}`, parameters)
}

function readAll(words: Words, types: readonly AbiType[]): AbiValue[] {
  let at = 0
  return types.map((type) => {
    const value = readValue(words, at, type)
    at += widthOf(type)
    return value
  })
}

function readValue(words: Words, at: number, type: AbiType): AbiValue {
  switch (type.kind) {
    case 'word':
      return readWord(words, at, type.type)
    case 'bytes':
      return { bytes: readBytes(words, at) }
    case 'struct':
      return { struct: readAll(isDynamic(type) ? readTuple(words, at) : tupleAt(words, at), type.members) }
    case 'list': {
      const { length, elements } = readList(words, at)
      return {
        list: readAll(
          elements,
          Array.from({ length }, () => type.element),
        ),
      }
    }
  }
}

/** Words that a type takes where it stands. */
function widthOf(type: AbiType): number {
  return type.kind === 'struct' && !isDynamic(type) ? type.members.reduce((sum, member) => sum + widthOf(member), 0) : 1
}

function isDynamic(type: AbiType): boolean {
  return type.kind === 'struct' ? type.members.some(isDynamic) : type.kind !== 'word'
}

function readWord(words: Words, at: number, type: string): bigint {
  const value = readNumber(words, at)
  const [, name = '', size = '256'] = /^([a-z]+)(\d*)$/.exec(type) ?? []
  const bits =
    name === 'address' ? 160 : name === 'bool' ? 1 : Number(size === '' ? 256 : size) * (name === 'bytes' ? 8 : 1)
  const fits =
    name === 'bytes'
      ? value % 2n ** BigInt(256 - bits) === 0n
      : name === 'int'
        ? BigInt.asUintN(256, BigInt.asIntN(bits, value)) === value
        : value >> BigInt(bits) === 0n
  if (!fits) throw new Unreadable(`no ${type}`)
  return value
}

function collectRoles(types: readonly AbiType[], values: readonly AbiValue[]): RoleValues {
  const entries = rolesOf(types, values)
  return new Map(
    PARAMETER_ROLES.flatMap((role) => {
      const leaves = entries.flatMap(([of, leaf]) => (of === role ? [leaf] : []))
      return leaves.length === 0 ? [] : [[role, leaves] as const]
    }),
  )
}

function rolesOf(types: readonly AbiType[], values: readonly AbiValue[]): (readonly [ParameterRole, Leaf])[] {
  return types.flatMap((type, index) => {
    const value = values[index]
    return value === undefined ? [] : rolesIn(type, value)
  })
}

function rolesIn(type: AbiType, value: AbiValue): (readonly [ParameterRole, Leaf])[] {
  const as = (leaf: Leaf) => (type.role === undefined ? [] : [[type.role, leaf] as const])
  if (typeof value === 'bigint') return as(value)
  if ('bytes' in value) return as(value.bytes)
  if ('struct' in value && type.kind === 'struct') {
    return type.role === undefined ? rolesOf(type.members, value.struct) : as(collectRoles(type.members, value.struct))
  }
  if (!('list' in value) || type.kind !== 'list') return []
  const { role, element } = type
  return value.list.flatMap((item) => rolesIn(role === undefined ? element : { ...element, role }, item))
}

/** Reads calldata by a signature with roles. @throws Unreadable */
export function readCall(data: string, signature: string, mostTail = 0): RoleValues {
  return readRoles(data, parseParameters(signature), mostTail)
}
