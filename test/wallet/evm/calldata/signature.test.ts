import { type AbiFunction, type AbiParameter, encodeFunctionData, parseAbi, toFunctionSelector, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { KNOWN_CALLS } from '../../../../src/wallet/evm/calldata/known-calls.ts'
import {
  type AbiType,
  bareSignature,
  parseParameters,
  PARAMETER_ROLES,
  readCall,
} from '../../../../src/wallet/evm/calldata/signature.ts'
import { readable } from '../../../../src/core/evm/words.ts'

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
