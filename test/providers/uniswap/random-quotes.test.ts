import { type Address, encodePacked, type Hex, maxUint256, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { erc20Abi, v2Abi, v3Abi } from '../../devnet/abi.ts'
import { describeOnChains } from '../../devnet/describe-on-chains.ts'
import { account, decimals, type DevChain, type Devnet, fund, openDevnet, tokens } from '../../devnet/world.ts'
import { createRandom, type Random } from '../../simulation/random.ts'
import { openUniswapOn, routeOf, type UniswapLab, type UniswapWorld } from './world.ts'

/*
 * A hundred quotes by a seed, of random amounts between random tokens, while random pools are opened: each is held against
 * direct calls of the quoter and of V2's router for every path whose pools exist, one by one and by another library. Gas
 * costs nothing here, so that the best path is the one that gives most.
 */

const SEED = 4_711
const [ROUNDS, QUOTES_A_ROUND] = [10, 10]
const KINDS = ['weth', 'usdc', 'dai', 'usdt'] as const
type Kind = (typeof KINDS)[number]
const TIERS = [100, 500, 3_000, 10_000] as const
const WIDEST_TICK: Readonly<Record<number, number>> = { 100: 887_272, 500: 887_270, 3_000: 887_220, 10_000: 887_200 }
const DOLLARS_A_COIN = 2_000n
const alice = account(1)
const held = tokens.ethereum

/** Base units that are worth so many dollars. */
function unitsOf(kind: Kind, dollars: bigint): bigint {
  return (dollars * 10n ** BigInt(decimals[kind])) / (kind === 'weth' ? DOLLARS_A_COIN : 1n)
}

interface StatePath {
  readonly version: 'v2' | 'v3'
  readonly tokens: readonly Address[]
  readonly fees: readonly number[]
}
interface StatePart {
  readonly path: StatePath
  readonly amountIn: string
  readonly amountOut: string
}

describeOnChains('on a chain', () => {
  let devnet: Devnet
  let chain: DevChain
  let world: UniswapWorld
  let close: UniswapLab['close']
  beforeAll(async () => {
    devnet = await openDevnet({ args: ['--base-fee', '0', '--disable-min-priority-fee'] })
    chain = devnet.ethereum
    ;({ world, close } = await openUniswapOn(devnet))
    const plenty = (kind: Kind) => unitsOf(kind, 10n ** 12n)
    await fund(chain, alice.address, {
      ...{ eth: 10n ** 24n, weth: plenty('weth'), usdc: plenty('usdc'), dai: plenty('dai'), usdt: plenty('usdt') },
    })
    for (const kind of KINDS) {
      const args = [chain.contracts.positionManager, maxUint256] as const
      await mined(chain.client.writeContract({ ...write(held[kind]), abi: erc20Abi, functionName: 'approve', args }))
    }
  })
  afterAll(async () => {
    await close()
    await devnet.close()
  })

  const write = (address: Address) => ({ account: alice, chain: null, address, gas: 8_000_000n })

  async function mined(sending: Promise<Hex>): Promise<void> {
    const { status } = await chain.client.waitForTransactionReceipt({ hash: await sending })
    expect(status).toBe('success')
  }

  function poolOf(a: Address, b: Address, fee: number): Promise<Address> {
    const address = chain.contracts.v3Factory
    return chain.client.readContract({ address, abi: v3Abi, functionName: 'getPool', args: [a, b, fee] })
  }

  /** Opens a pool at the common price, give or take a percent, with some dollars on each side. */
  async function openPool(dice: Random): Promise<void> {
    const a = dice.pick(KINDS)
    const b = dice.pick(KINDS.filter((kind) => kind !== a))
    const fee = dice.pick(TIERS)
    const dollars = BigInt(10_000 + dice.below(2_000_000))
    const amounts = { [a]: unitsOf(a, dollars), [b]: unitsOf(b, (dollars * BigInt(9_900 + dice.below(200))) / 10_000n) }
    const [first, second] = BigInt(held[a]) < BigInt(held[b]) ? [a, b] : [b, a]
    const [token0, token1] = [held[first], held[second]]
    if ((await poolOf(token0, token1, fee)) !== zeroAddress) return
    const [amount0Desired = 0n, amount1Desired = 0n] = [amounts[first], amounts[second]]
    const price = squareRoot((amount1Desired << 192n) / amount0Desired)
    const manager = { ...write(chain.contracts.positionManager), abi: v3Abi }
    const open = { functionName: 'createAndInitializePoolIfNecessary', args: [token0, token1, fee, price] } as const
    await mined(chain.client.writeContract({ ...manager, ...open }))
    const tick = WIDEST_TICK[fee] ?? 0
    const mint = {
      ...{ token0, token1, fee, tickLower: -tick, tickUpper: tick, amount0Desired, amount1Desired },
      ...{ amount0Min: 0n, amount1Min: 0n, recipient: alice.address, deadline: 2n ** 40n },
    }
    await mined(chain.client.writeContract({ ...manager, functionName: 'mint', args: [mint] }))
  }

  /** What a path gives by the contracts, asked for it alone; 0 for nothing. */
  function ask({ version, tokens: way, fees }: StatePath, amountIn: bigint): Promise<bigint> {
    const [tokenIn = zeroAddress, tokenOut = zeroAddress, last] = way
    const [fee = 0, second = 0] = fees
    const { v2Router, quoterV2 } = chain.contracts
    const none = () => 0n
    if (version === 'v2') {
      return chain.client
        .readContract({ address: v2Router, abi: v2Abi, functionName: 'getAmountsOut', args: [amountIn, way] })
        .then((amounts) => amounts.at(-1) ?? 0n, none)
    }
    const quoter = { address: quoterV2, abi: v3Abi } as const
    if (last === undefined) {
      const args = [{ tokenIn, tokenOut, amountIn, fee, sqrtPriceLimitX96: 0n }] as const
      return chain.client
        .simulateContract({ ...quoter, functionName: 'quoteExactInputSingle', args })
        .then(({ result }) => result[0], none)
    }
    const packed = encodePacked(
      ['address', 'uint24', 'address', 'uint24', 'address'],
      [tokenIn, fee, tokenOut, second, last],
    )
    return chain.client
      .simulateContract({ ...quoter, functionName: 'quoteExactInput', args: [packed, amountIn] })
      .then(({ result }) => result[0], none)
  }

  /** Every path of one or two pools between two tokens whose pools exist. */
  async function pathsThatExist(from: Kind, to: Kind): Promise<readonly StatePath[]> {
    const [a, b] = [held[from], held[to]]
    const tiersOf = async (one: Address, other: Address) => {
      const pools = await Promise.all(TIERS.map((fee) => poolOf(one, other, fee)))
      return TIERS.filter((_, index) => pools[index] !== zeroAddress)
    }
    const path = (version: 'v2' | 'v3', way: readonly Address[], fees: readonly number[]) => ({
      ...{ version, tokens: way, fees },
    })
    const direct = (await tiersOf(a, b)).map((fee) => path('v3', [a, b], [fee]))
    const middles = KINDS.filter((kind) => kind !== from && kind !== to).map((kind) => held[kind])
    const long = await Promise.all(
      middles.map(async (middle) => {
        const [before, behind] = await Promise.all([tiersOf(a, middle), tiersOf(middle, b)])
        return before.flatMap((first) => behind.map((second) => path('v3', [a, middle, b], [first, second])))
      }),
    )
    const v2 = [[a, b], ...(middles.includes(held.weth) ? [[a, held.weth, b]] : [])].map((way) => path('v2', way, []))
    return [...direct, ...long.flat(), ...v2]
  }

  it('each gives what direct calls give: the most of all paths, or the sum of the parts of a split that gives more', async () => {
    const dice = createRandom(SEED)
    const kinds = { whole: 0, split: 0, none: 0 }
    for (let round = 0; round < ROUNDS; round += 1) {
      await openPool(dice)
      for (let index = 0; index < QUOTES_A_ROUND; index += 1) {
        const from = dice.pick(KINDS)
        const to = dice.pick(KINDS.filter((kind) => kind !== from))
        const dollars = BigInt(10 ** (1 + dice.below(5))) * BigInt(1 + dice.below(9))
        const amountIn = unitsOf(from, dollars)
        const amount = from === 'weth' ? (Number(dollars) / Number(DOLLARS_A_COIN)).toString() : dollars.toString()
        const paths = await pathsThatExist(from, to)
        const given = await Promise.all(paths.map((path) => ask(path, amountIn)))
        const most = given.reduce((best, units) => (units > best ? units : best), 0n)
        const answer = await world.quote({ src: `ethereum:${held[from]}`, dst: `ethereum:${held[to]}`, amount })
        if (most === 0n) {
          kinds.none += 1
          expect(answer.status).toBe('no_route')
          continue
        }
        const { amountOut, state } = routeOf(answer)
        const { parts } = state as { parts?: readonly StatePart[] }
        if (parts === undefined) {
          kinds.whole += 1
          expect([round, index, amountOut]).toEqual([round, index, most])
          continue
        }
        kinds.split += 1
        const asked = await Promise.all(parts.map((part) => ask(part.path, BigInt(part.amountIn))))
        expect([round, index, parts.map((part) => BigInt(part.amountOut))]).toEqual([round, index, asked])
        expect(amountOut).toBe(asked.reduce((sum, units) => sum + units, 0n))
        expect(amountOut).toBeGreaterThan(most)
        expect(parts.reduce((sum, part) => sum + BigInt(part.amountIn), 0n)).toBe(amountIn)
      }
    }
    // Both kinds are met, or nothing is shown of one.
    expect(kinds.whole + kinds.split + kinds.none).toBe(ROUNDS * QUOTES_A_ROUND)
    expect(Math.min(kinds.whole, kinds.split)).toBeGreaterThan(9)
  })
})

function squareRoot(value: bigint): bigint {
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}
