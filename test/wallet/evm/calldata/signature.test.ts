import { type AbiFunction, type AbiParameter, encodeFunctionData, parseAbi, toFunctionSelector, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { KNOWN_CALLS } from '../../../../src/wallet/evm/calldata/known-calls.ts'
import {
  type AbiType,
  bareSignature,
  HARMLESS_PARAMETERS,
  parseParameters,
  PARAMETER_ROLES,
  readCall,
} from '../../../../src/wallet/evm/calldata/signature.ts'
import { SETTLE } from '../../../../src/wallet/evm/calldata/aggregators.ts'
import { decodeCall } from '../../../../src/wallet/evm/calldata/decode-call.ts'
import { withLeftOpen } from '../../../../src/wallet/evm/calldata/doubts.ts'
import { CLEANUPS } from '../../../../src/wallet/evm/calldata/relay.ts'
import { MAYAN_SWIFT_FUNCTIONS } from '../../../../src/core/evm/functions.ts'
import { readable } from '../../../../src/core/evm/words.ts'

const POOL = '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5'
const KINDS: ReadonlySet<string> = new Set([...PARAMETER_ROLES, ...Object.keys(HARMLESS_PARAMETERS)])
const rows = KNOWN_CALLS.map((row) => ({ name: `${row.of} ${bareSignature(row.fn.signature)}`, ...row }))

function abiOf(signature: string): AbiFunction {
  const [item] = parseAbi([`function ${bareSignature(signature)}`] as readonly string[])
  if (item?.type !== 'function') throw new Error('no function')
  return item
}

/** A value of a type that no other type would take for its own: lists of two, bytes that end within a word. */
function valueOf({ type, ...rest }: AbiParameter): unknown {
  if (type.endsWith('[]')) {
    const element = { ...rest, type: type.slice(0, -2) }
    return [valueOf(element), valueOf(element)]
  }
  if (type === 'tuple') return ('components' in rest ? rest.components : []).map(valueOf)
  if (type === 'string') return 'route 66'
  if (type === 'bytes') return `0x${'ab'.repeat(45)}`
  if (type === 'bool') return true
  if (type === 'address') return `0x${'c3'.repeat(20)}`
  const [, name, size = '256'] = /^([a-z]+)(\d*)$/.exec(type) ?? []
  if (name === 'bytes') return `0x${'ef'.repeat(Number(size))}`
  const bits = BigInt(size === '' ? 256 : size)
  const value = name === 'int' ? -1n : 2n ** bits - 1n
  return bits > 48n ? value : Number(value)
}

function honest(signature: string): Hex {
  const item = abiOf(signature)
  return encodeFunctionData({ abi: [item], functionName: item.name, args: item.inputs.map(valueOf) })
}

function rolesOf(type: AbiType): string[] {
  const within =
    type.kind === 'struct' ? type.members.flatMap(rolesOf) : type.kind === 'list' ? rolesOf(type.element) : []
  return [...(type.role === undefined ? [] : [type.role]), ...within]
}

describe('every known call', () => {
  it.each(rows)('$name has the selector of its signature, and reads what viem encodes by it', ({ fn }) => {
    expect(fn.selector).toBe(toFunctionSelector(abiOf(fn.signature)))
    const data = honest(fn.signature)
    const found = readCall(data, fn.signature)
    expect([...found.values()].every((leaves) => leaves.length > 0)).toBe(true)
    // Behind the end, before it, and at an offset or a length in front: nothing else is read as the same.
    const changed = [`${data}00`, data.slice(0, -64), `${data.slice(0, 10)}${'0'.repeat(64)}${data.slice(10)}`]
    if (data.length > 10) {
      expect(changed.map((other) => readable(() => readCall(other, fn.signature)))).toEqual(
        changed.map(() => undefined),
      )
    }
  })

  it('names its parameters by known roles, each of which some call has', () => {
    const used = new Set(rows.flatMap(({ fn }) => parseParameters(fn.signature).flatMap(rolesOf)))
    expect(PARAMETER_ROLES.filter((role) => !used.has(role))).toEqual([])
  })

  it('has no parameter without a role, or a kind of what cannot move money', () => {
    const texts = [...rows.map(({ fn }) => fn), SETTLE, ...Object.values(MAYAN_SWIFT_FUNCTIONS), ...CLEANUPS].map(
      ({ signature }) => signature,
    )
    for (const text of texts) {
      const leaves = text.slice(text.indexOf('(')).match(/(?<=[(,]\s*)(?:[a-z]+\d*)(?:\[\])*(?: \w+)?(?=[,)])/g) ?? []
      const kinds = leaves.map((leaf) => leaf.split(' ')[1] ?? `nothing: ${text}`)
      expect(kinds.filter((kind) => !KINDS.has(kind))).toEqual([])
      expect(parseParameters(text).length).toBeGreaterThanOrEqual(leaves.length > 0 ? 1 : 0)
    }
    expect(() => parseParameters('deposit(address recipient, bytes32)')).toThrow('no role')
    expect(() => parseParameters('deposit((address recipient, bytes[])[] calls)')).toThrow('no role')
  })

  it('that has a parameter nobody can read is in doubt, whatever reads the rest', () => {
    const doubts = (...roles: readonly ('orderId' | 'depositTo' | 'unread')[]) =>
      withLeftOpen(new Map(roles.map((role) => [role, [1n]]))).map(({ code }) => code)
    expect(doubts()).toEqual([])
    expect(doubts('unread')).toEqual(['opaque-call'])
    expect(doubts('orderId', 'depositTo')).toEqual(['order-by-number', 'deposit'])
    const [known] = KNOWN_CALLS.filter(({ fn }) => fn.selector === '0x8b15788e')
    const data = honest(known?.fn.signature ?? '')
    const decoding = decodeCall({ chainId: 1, to: POOL, data, value: 0n, sender: POOL })
    expect(decoding.kind === 'decoded' && decoding.decoded.doubts?.some(({ code }) => code === 'opaque-call')).toBe(
      true,
    )
  })

  it('stands once for each contract', () => {
    const keys = rows.map(({ of, fn }) => `${of} ${fn.selector}`)
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  })
})

it('a role that nobody knows is no signature', () => {
  expect(() => parseParameters('deposit(address thief)')).toThrow('no role')
})

it('bits above an address, a bool of two and padding that is not empty are not read', () => {
  const read = (data: string, signature: string) => readable(() => readCall(data, signature))
  const word = (digits: string) => `0x00000000${digits}`
  expect(read(word(`01${'0'.repeat(62)}`), 'f(address recipient)')).toBeUndefined()
  expect(read(word('2'.padStart(64, '0')), 'f(bool takes)')).toBeUndefined()
  const bytes = ['20', '1'].map((digits) => digits.padStart(64, '0')).join('')
  expect(read(word(`${bytes}ab${'0'.repeat(62)}`), 'f(bytes message)')?.get('message')).toEqual(['0xab'])
  expect(read(word(`${bytes}abcd${'0'.repeat(60)}`), 'f(bytes message)')).toBeUndefined()
})
