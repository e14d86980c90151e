import { decodeFunctionData, encodeFunctionResult, erc20Abi, type Hex, multicall3Abi, pad, parseEther } from 'viem'
import { beforeAll, describe, expect, test, afterAll } from 'vitest'
import { readBalances } from '../../../../src/wallet/evm/chain/balances.ts'
import { describeOnChains } from '../../../devnet/describe-on-chains.ts'
import { contracts, type Devnet, fund, NATIVE, openDevnet, tokens } from '../../../devnet/world.ts'
import { chainAt, startFakeNode } from '../../../support/fake-node.ts'

const HOLDER = '0x8943545177806ED17B9F23F0a21ee5948eCaa776'
const COIN = { address: NATIVE, isNative: true }
const token = (address: string) => ({ address, isNative: false })
/** An address without code. */
const NOBODY = '0x00000000000000000000000000000000DeaDBeef'

describeOnChains('balances on a chain', () => {
  let devnet: Devnet
  beforeAll(async () => {
    devnet = await openDevnet()
  })
  afterAll(() => devnet.close())

  test('are those of the coin and of every token, and a token that fails is named', async () => {
    const { ethereum } = devnet
    await fund(ethereum, HOLDER, { eth: parseEther('1.5'), usdc: 100_000_001n, usdt: 7n })
    const { usdc, usdt, dai } = tokens.ethereum
    const nft = token(contracts.ethereum.quoterV2)
    const assets = [COIN, token(usdc), nft, token(usdt), token(NOBODY), token(dai)]
    expect(await readBalances(await chainAt(ethereum.url), HOLDER, assets)).toEqual({
      balances: [
        { asset: COIN, units: parseEther('1.5') },
        { asset: token(usdc), units: 100_000_001n },
        { asset: token(usdt), units: 7n },
        { asset: token(dai), units: 0n },
      ],
      unreadable: [nft, token(NOBODY)],
    })
  })

  test('of more tokens than one call takes are all read', async () => {
    const { base } = devnet
    await fund(base, HOLDER, { usdc: 5n })
    const many = Array.from({ length: 450 }, (_, index) => token(index % 2 === 0 ? tokens.base.usdc : tokens.base.dai))
    const { balances } = await readBalances(await chainAt(base.url, 8453), HOLDER, many)
    expect(balances.map(({ units }) => units)).toEqual(
      many.map(({ address }) => (address === tokens.base.usdc ? 5n : 0n)),
    )
  })

  test('are read one by one where the chain lacks Multicall3', async () => {
    const { base } = devnet
    await fund(base, HOLDER, { dai: 9n })
    const code = await base.client.getCode({ address: contracts.base.multicall3 })
    await base.client.setCode({ address: contracts.base.multicall3, bytecode: '0x' })
    const assets = [token(tokens.base.dai), token(NOBODY), token(contracts.base.quoterV2)]
    const found = await readBalances(await chainAt(base.url, 8453), HOLDER, assets)
    await base.client.setCode({ address: contracts.base.multicall3, bytecode: code ?? '0x' })
    expect(found).toEqual({
      balances: [{ asset: token(tokens.base.dai), units: 9n }],
      unreadable: [token(NOBODY), token(contracts.base.quoterV2)],
    })
  })

  test('are not read from a node of another chain', async () => {
    await expect(readBalances(await chainAt(devnet.base.url, 1), HOLDER, [COIN])).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: 'The node set for Ethereum belongs to another chain: it answers 0x2105',
    })
  })
})

describe('balances', () => {
  const TOKENS = Array.from({ length: 5 }, (_, index) => token(`0x${String(index + 1).padStart(40, '0')}`))
  /** Balance of each token: its number. A call with the third one in it uses up all gas. */
  const greedy = (params: readonly unknown[]) => {
    const [{ to, data }] = params as [{ to: Hex; data: Hex }]
    const outOfGas = { error: { code: -32000, message: 'out of gas' } }
    const balanceAt = (address: Hex) =>
      encodeFunctionResult({ abi: erc20Abi, functionName: 'balanceOf', result: BigInt(address) })
    if (to.toLowerCase() !== contracts.ethereum.multicall3.toLowerCase()) {
      return BigInt(to) === 3n ? outOfGas : balanceAt(to)
    }
    const { args } = decodeFunctionData({ abi: multicall3Abi, data })
    const [calls] = args as [readonly { target: Hex; allowFailure: boolean; callData: Hex }[]]
    if (calls.some(({ target }) => BigInt(target) === 3n)) return outOfGas
    const result = calls.map(({ target, callData }) => {
      const { args: owner } = decodeFunctionData({ abi: erc20Abi, data: callData })
      return { success: owner?.[0] === HOLDER, returnData: balanceAt(target) }
    })
    return encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result })
  }
  const at = async (answer: (params: readonly unknown[]) => unknown, balance: unknown = '0x0') => {
    const node = await startFakeNode((method, params) => {
      if (method === 'eth_chainId') return '0x1'
      return method === 'eth_getBalance' ? balance : answer(params)
    })
    return readBalances(await chainAt(node.url), HOLDER, [COIN, ...TOKENS])
  }

  /** An answer of Multicall3 in which every call returned the word 9. */
  const results = (count: number, success: boolean) =>
    encodeFunctionResult({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      result: Array.from({ length: count }, () => ({ success, returnData: pad('0x9') })),
    })

  test('of other tokens are read when one token uses up all gas', async () => {
    const { balances, unreadable } = await at(greedy)
    expect(balances.map(({ units }) => units)).toEqual([0n, 1n, 2n, 4n, 5n])
    expect(unreadable).toEqual([TOKENS[2]])
  })

  test.each([
    ['nothing', '0x'],
    ['no hex', 'hello'],
    ['a number', 5],
    ['half a byte', '0x123'],
    ['offsets that lead out of it', `0x${'f'.repeat(640)}`],
    ['a list that is too long', results(6, true)],
    ['calls that failed and say why', results(5, false)],
    ['a list that is too short', encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result: [] })],
  ])('are left out when the node answers every call with %s', async (_name, answer) => {
    const { unreadable } = await at((params) => {
      const [{ to }] = params as [{ to: Hex }]
      return BigInt(to) <= 5n ? '0x' : answer
    })
    expect(unreadable).toEqual(TOKENS)
  })

  test('fail as a whole when the node refuses every call', async () => {
    const refusal = { error: { code: -32000, message: 'no archive \u001b[31mfor you' } }
    await expect(at(() => refusal)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: 'A node refuses to answer: no archive \\u{1b}[31mfor you',
    })
  })

  test.each([null, '12', '0x', `0x${'f'.repeat(65)}`, -1])('fail when the coin is told as %j', async (balance) => {
    await expect(at(greedy, balance)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: 'The node of the chain answered eth_getBalance with something else',
    })
  })

  test('fail when no node answers', async () => {
    await expect(readBalances(await chainAt('http://127.0.0.1:9'), HOLDER, [COIN])).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    })
  })
})
