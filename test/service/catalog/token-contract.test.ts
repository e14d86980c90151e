import { encodeAbiParameters, parseAbiParameters, stringToHex } from 'viem'
import { expect, test } from 'vitest'
import { RpcError } from '../../../src/core/evm/rpc-error.ts'
import { ProviderError } from '../../../src/providers/contract.ts'
import { readTokenContract } from '../../../src/service/catalog/token-contract.ts'

const ADDRESS = '0x9f8F72aA9304c8B593d555F12eF6589cC3A579A2'
const SELECTORS = { name: '0x06fdde03', symbol: '0x95d89b41', decimals: '0x313ce567', totalSupply: '0x18160ddd' }

const text = (value: string) => encodeAbiParameters(parseAbiParameters('string'), [value])
const number = (value: bigint) => encodeAbiParameters(parseAbiParameters('uint256'), [value])

/** A sound token; each test alters what it answers. */
const SOUND = {
  code: '0x60',
  name: text('Foo Token'),
  symbol: text('FOO'),
  decimals: number(9n),
  totalSupply: number(0n),
}

type Answers = Readonly<Record<keyof typeof SOUND, unknown>>

/** Reads a contract that answers so; an error is thrown. */
function reading(answers: Partial<Answers>) {
  const all: Answers = { ...SOUND, ...answers }
  const answer = (method: string, [call]: readonly unknown[]): unknown => {
    if (method === 'eth_getCode') return all.code
    const { to, data } = call as { readonly to: string; readonly data: string }
    const found = Object.entries(SELECTORS).find(([, selector]) => selector === data)
    if (to !== ADDRESS || found === undefined) throw new Error(`another call: ${method} ${to} ${data}`)
    return all[found[0] as keyof typeof SELECTORS]
  }
  const request = async (method: string, params: readonly unknown[]) => {
    const result = answer(method, params)
    if (result instanceof Error) throw result
    return result
  }
  return readTokenContract({ request }, ADDRESS)
}

test('a token tells its symbol, its name and its decimals', async () => {
  expect(await reading({})).toEqual({ kind: 'token', symbol: 'FOO', name: 'Foo Token', decimals: 9 })
})

test.each([0n, 36n])('a token may have %d decimals', async (decimals) => {
  expect(await reading({ decimals: number(decimals) })).toMatchObject({ kind: 'token', decimals: Number(decimals) })
})

test('a name and a symbol may be bytes32, as of MKR', async () => {
  const symbol = stringToHex('MKR', { size: 32 })
  const name = stringToHex('Maker P', { size: 32 })
  expect(await reading({ symbol, name })).toEqual({ kind: 'token', symbol: 'MKR', name: 'Maker P', decimals: 9 })
})

test.each([
  ['reverts', new RpcError('execution reverted', 3)],
  ['runs into an invalid opcode', new RpcError('invalid opcode: INVALID', -32000)],
  ['is answered by an empty fallback', '0x'],
  ['gives nothing but spaces', text('   ')],
  ['points behind its end', `0x${'f'.repeat(128)}`],
  ['is longer than what came', `${number(32n)}${'f'.repeat(64)}`],
])('a token whose symbol %s gets its address as its symbol, and keeps its name', async (_name, symbol) => {
  expect(await reading({ symbol })).toEqual({ kind: 'token', symbol: '0x9f8F…79A2', name: 'Foo Token', decimals: 9 })
})

test('a token without a name has its symbol for one', async () => {
  expect(await reading({ name: '0x' })).toMatchObject({ symbol: 'FOO', name: 'FOO' })
})

test('texts come without anything that acts on a terminal, and not longer than others', async () => {
  const symbol = text(`\u001b[2J\u202eUSDC${'x'.repeat(5_000)}`)
  const name = text('Foo\u0000\u0007 Token')
  const read = await reading({ symbol, name })
  expect(read).toEqual({
    kind: 'token',
    symbol: `\\u{1b}[2J\\u{202e}USDC${'x'.repeat(18)}…`,
    name: 'Foo\\u{0}\\u{7} Token',
    decimals: 9,
  })
})

test('bytes that are no text are shown as such', async () => {
  expect(await reading({ symbol: `0xffc3${'00'.repeat(30)}` })).toMatchObject({ symbol: '\ufffd\ufffd' })
})

test.each([
  [
    'an address without code',
    { code: '0x', decimals: '0x' },
    'no contract is there: it may be a wallet, or a token of another chain',
  ],
  ['a contract without decimals', { decimals: '0x' }, 'the contract there is not a token: it states no decimals'],
  [
    'a contract that reverts at decimals',
    { decimals: new RpcError('execution reverted', -32000) },
    'the contract there is not a token: it states no decimals',
  ],
  ['a contract without a supply', { totalSupply: '0x' }, 'the contract there is not a token: it states no supply'],
  ['37 decimals', { decimals: number(37n) }, 'the token there has more than 36 decimals'],
  ['decimals without end', { decimals: `0x${'f'.repeat(64)}` }, 'the token there has more than 36 decimals'],
])('there is no token at %s', async (_name, answers, why) => {
  expect(await reading(answers)).toEqual({ kind: 'none', why })
})

test.each([
  ['an error of the node', new RpcError('header not found', -32000), new RpcError('header not found', -32000)],
  ['no bytes', null, new ProviderError('bad_response', 'It returned no bytes for a contract call')],
  ['half a byte', '0x0', new ProviderError('bad_response', 'It returned no bytes for a contract call')],
])('%s says nothing about the token', async (_name, answer, failure) => {
  await expect(reading({ decimals: answer })).rejects.toEqual(failure)
  await expect(reading({ symbol: answer })).rejects.toEqual(failure)
})
