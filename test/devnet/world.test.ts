import {
  domainSeparator,
  encodeFunctionData,
  encodePacked,
  getAddress,
  keccak256,
  parseAbi,
  parseEther,
  parseUnits,
  toHex,
} from 'viem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { erc20Abi, v2Abi, v3Abi } from './abi.ts'
import { describeOnChains } from './describe-on-chains.ts'
import { account, balances, contracts, type DevChain, type Devnet, fund, openDevnet, tokens } from './world.ts'

const multicallAbi = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) view returns (Result[])',
])
const alice = account(0)
const GAS = 1_000_000n
const ROUTER_ITSELF = '0x0000000000000000000000000000000000000002'

describeOnChains('the local chains', () => {
  let devnet: Devnet
  let startedSec: number
  beforeEach(async () => {
    startedSec = Math.floor(Date.now() / 1000)
    devnet = await openDevnet()
  })
  afterEach(() => devnet.close())

  const deadline = async (chain: DevChain) => (await chain.client.getBlock()).timestamp + 600n

  async function send(chain: DevChain, to: `0x${string}`, data: `0x${string}`, value = 0n) {
    const hash = await chain.client.sendTransaction({ account: alice, to, data, value, gas: GAS })
    return (await chain.client.waitForTransactionReceipt({ hash })).status
  }

  const approve = (chain: DevChain, token: `0x${string}`, spender: `0x${string}`, amount: bigint) =>
    send(chain, token, encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }))

  async function quote(
    chain: DevChain,
    fee: number,
    tokenIn: `0x${string}`,
    tokenOut: `0x${string}`,
    amountIn: bigint,
  ) {
    const { result } = await chain.client.simulateContract({
      address: chain.contracts.quoterV2,
      abi: v3Abi,
      functionName: 'quoteExactInputSingle',
      args: [{ tokenIn, tokenOut, amountIn, fee, sqrtPriceLimitX96: 0n }],
    })
    return result[0]
  }

  it('have the ids of the chains whose contracts they hold, and a block of now', async () => {
    const blocks = await Promise.all([devnet.ethereum, devnet.base].map(({ client }) => client.getBlock()))
    expect(await Promise.all([devnet.ethereum, devnet.base].map(({ client }) => client.getChainId()))).toEqual([
      1, 8453,
    ])
    for (const { timestamp } of blocks) expect(Number(timestamp)).toBeGreaterThanOrEqual(startedSec)
  })

  it('name the tokens as the real ones are named', async () => {
    const named = await Promise.all(
      [devnet.ethereum, devnet.base].flatMap(({ client, tokens }) =>
        Object.values(tokens).flatMap((address) =>
          address === undefined
            ? []
            : [
                Promise.all([
                  client.readContract({ address, abi: erc20Abi, functionName: 'symbol' }),
                  client.readContract({ address, abi: erc20Abi, functionName: 'decimals' }),
                ]),
              ],
        ),
      ),
    )
    expect(named).toEqual([
      ['WETH', 18],
      ['USDC', 6],
      ['DAI', 18],
      ['USDT', 6],
      ['WETH', 18],
      ['USDC', 6],
      ['DAI', 18],
    ])
  })

  it('have the pools where the factories of the real chains would put them', async () => {
    const { client } = devnet.ethereum
    const pool = (a: `0x${string}`, b: `0x${string}`, fee: number) =>
      client.readContract({
        address: contracts.ethereum.v3Factory,
        abi: v3Abi,
        functionName: 'getPool',
        args: [a, b, fee],
      })
    const { weth, usdc, usdt } = tokens.ethereum
    const pair = await client.readContract({
      address: contracts.ethereum.v2Factory,
      abi: v2Abi,
      functionName: 'getPair',
      args: [weth, usdc],
    })
    // The addresses of these pools on Ethereum.
    expect([await pool(weth, usdc, 500), await pool(weth, usdc, 3_000), await pool(weth, usdt, 3_000), pair]).toEqual([
      '0x88e6A0c2dDD26FEEb64F039a2c41296FcB3f5640',
      '0x8ad599c3A0ff1De082011EFDDc58f1908eb6e6D8',
      '0x4e68Ccd3E89f51C3074ca5072bbAC773960dFa36',
      '0xB4e16d0168e52d35CaCD2c6185b44281Ec28C9Dc',
    ])
  })

  it('quote 1 ETH near 2,000 dollars in every pool, best in the deepest, and over two hops', async () => {
    for (const chain of [devnet.ethereum, devnet.base]) {
      const { weth, usdc, dai } = chain.tokens
      const one = parseEther('1')
      const deep = await quote(chain, 500, weth, usdc, one)
      const shallow = await quote(chain, 3_000, weth, usdc, one)
      const { result: hops } = await chain.client.simulateContract({
        address: chain.contracts.quoterV2,
        abi: v3Abi,
        functionName: 'quoteExactInput',
        args: [encodePacked(['address', 'uint24', 'address', 'uint24', 'address'], [weth, 500, usdc, 100, dai]), one],
      })
      const pair = await chain.client.readContract({
        address: chain.contracts.v2Router,
        abi: v2Abi,
        functionName: 'getAmountsOut',
        args: [one, [weth, usdc]],
      })
      expect([deep, shallow, hops[0], pair[1]]).toEqual([
        1_998_600_479n,
        1_990_031_876n,
        1_997_602_216_099_365_771_528n,
        1_984_109_215n,
      ])
    }
  })

  it('swap the coin for a token in V3 for what the quoter said, to the unit', async () => {
    const { ethereum } = devnet
    const { weth, usdc } = ethereum.tokens
    const amountIn = parseEther('1')
    const amountOut = await quote(ethereum, 500, weth, usdc, amountIn)
    const single = {
      ...{ tokenIn: weth, tokenOut: usdc, fee: 500, recipient: alice.address, amountIn },
      ...{ amountOutMinimum: amountOut, sqrtPriceLimitX96: 0n },
    }
    const swap = encodeFunctionData({ abi: v3Abi, functionName: 'exactInputSingle', args: [single] })
    const data = encodeFunctionData({
      abi: v3Abi,
      functionName: 'multicall',
      args: [await deadline(ethereum), [swap]],
    })
    expect(await send(ethereum, ethereum.contracts.swapRouter02, data, amountIn)).toBe('success')
    expect(await balances(ethereum, alice.address)).toMatchObject({ usdc: amountOut, weth: 0n })
  })

  it('swap a token for the coin in V3, which the router unwraps', async () => {
    const { base } = devnet
    const { weth, usdc } = base.tokens
    const amountIn = parseUnits('2000', 6)
    await fund(base, alice.address, { usdc: amountIn })
    const amountOut = await quote(base, 500, usdc, weth, amountIn)
    await approve(base, usdc, base.contracts.swapRouter02, amountIn)
    const bob = getAddress(`0x${'b0'.repeat(20)}`)
    const single = {
      ...({ tokenIn: usdc, tokenOut: weth, fee: 500, recipient: ROUTER_ITSELF, amountIn } as const),
      ...{ amountOutMinimum: amountOut, sqrtPriceLimitX96: 0n },
    }
    const calls = [
      encodeFunctionData({ abi: v3Abi, functionName: 'exactInputSingle', args: [single] }),
      encodeFunctionData({ abi: v3Abi, functionName: 'unwrapWETH9', args: [amountOut, bob] }),
    ]
    const data = encodeFunctionData({ abi: v3Abi, functionName: 'multicall', args: [await deadline(base), calls] })
    expect(await send(base, base.contracts.swapRouter02, data)).toBe('success')
    expect(await balances(base, bob)).toEqual({ eth: amountOut, weth: 0n, usdc: 0n, usdt: 0n, dai: 0n })
  })

  it('swap in V2, from the coin and back to it', async () => {
    const { base } = devnet
    const { weth, usdc } = base.tokens
    const router = base.contracts.v2Router
    const ahead = await deadline(base)
    const there = encodeFunctionData({
      abi: v2Abi,
      functionName: 'swapExactETHForTokens',
      args: [1_984_109_215n, [weth, usdc], alice.address, ahead],
    })
    expect(await send(base, router, there, parseEther('1'))).toBe('success')
    const { usdc: got, eth } = await balances(base, alice.address)
    expect(got).toBe(1_984_109_215n)
    await approve(base, usdc, router, got)
    const back = encodeFunctionData({
      abi: v2Abi,
      functionName: 'swapExactTokensForETH',
      args: [got, 1n, [usdc, weth], alice.address, ahead],
    })
    expect(await send(base, router, back)).toBe('success')
    expect((await balances(base, alice.address)).eth > eth + parseEther('0.99')).toBe(true)
  })

  it('have a USDT that changes an allowance only from or to zero and answers nothing', async () => {
    const { ethereum } = devnet
    const { usdt } = tokens.ethereum
    const { swapRouter02, v2Router } = ethereum.contracts
    expect(await approve(ethereum, usdt, swapRouter02, 5n)).toBe('success')
    expect(await approve(ethereum, usdt, swapRouter02, 6n)).toBe('reverted')
    expect(await approve(ethereum, usdt, v2Router, 6n)).toBe('success')
    expect(await approve(ethereum, usdt, swapRouter02, 0n)).toBe('success')
    expect(await approve(ethereum, usdt, swapRouter02, 7n)).toBe('success')
    const allowance = (spender: `0x${string}`) =>
      ethereum.client.readContract({
        address: usdt,
        abi: erc20Abi,
        functionName: 'allowance',
        args: [alice.address, spender],
      })
    expect([await allowance(swapRouter02), await allowance(v2Router)]).toEqual([7n, 6n])
    await fund(ethereum, alice.address, { usdt: 10n })
    const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [usdt, 4n] })
    expect(await ethereum.client.call({ account: alice, to: usdt, data: transfer })).toEqual({ data: undefined })
    expect(await send(ethereum, usdt, transfer)).toBe('success')
    expect((await balances(ethereum, alice.address)).usdt).toBe(6n)
  })

  it('add to what an address holds', async () => {
    const someone = getAddress(`0x${keccak256(toHex('someone')).slice(26)}`)
    const funds = { eth: 1n, weth: 2n, usdc: 3n, usdt: 4n, dai: 5n }
    await fund(devnet.ethereum, someone, funds)
    await fund(devnet.ethereum, someone, funds)
    expect(await balances(devnet.ethereum, someone)).toEqual({ eth: 2n, weth: 4n, usdc: 6n, usdt: 8n, dai: 10n })
  })

  it('open a second time beside the first, apart from it', async () => {
    const second = await openDevnet()
    try {
      await fund(second.base, alice.address, { usdc: 9n })
      expect((await balances(devnet.base, alice.address)).usdc).toBe(0n)
      expect((await balances(second.base, alice.address)).usdc).toBe(9n)
    } finally {
      await second.close()
    }
  })

  it('have a Permit2 that signs for the chain it is on', async () => {
    for (const { chainId, client } of [devnet.ethereum, devnet.base]) {
      const domain = { name: 'Permit2', chainId, verifyingContract: contracts.base.permit2 }
      const separator = await client.readContract({
        address: contracts.base.permit2,
        abi: parseAbi(['function DOMAIN_SEPARATOR() view returns (bytes32)']),
        functionName: 'DOMAIN_SEPARATOR',
      })
      expect(separator).toBe(domainSeparator({ domain }))
    }
  })

  it('answer several calls at once through Multicall3', async () => {
    const { client, tokens } = devnet.base
    const calls = [tokens.usdc, tokens.dai].map((target) => ({
      target,
      allowFailure: true,
      callData: encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' }),
    }))
    const results = await client.readContract({
      address: contracts.base.multicall3,
      abi: multicallAbi,
      functionName: 'aggregate3',
      args: [calls],
    })
    expect(results).toEqual([6n, 18n].map((value) => ({ success: true, returnData: toHex(value, { size: 32 }) })))
  })
})
