import { type Address, encodePacked, parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Prepared, ProviderLock } from '../../../src/providers/contract.ts'
import { describeOnChains } from '../../devnet/describe-on-chains.ts'
import { account, balances, type DevChain, type Devnet, fund, openDevnet, tokens } from '../../devnet/world.ts'
import { openUniswapOn, routeOf, sendSteps, type UniswapLab, type UniswapWorld } from './world.ts'

/*
 * The provider against Uniswap's own contracts on local chains: what it finds is held against every path asked one by
 * one with another library, and what it prepares is sent.
 */

const alice = account(1)
const bob: Address = '0x00000000000000000000000000000000000B0b00'
const { weth, usdc, dai, usdt } = tokens.ethereum
const asset = (address: string) => `ethereum:${address}`
const COIN = asset('native')
const TIERS = [100, 500, 3_000, 10_000]
const quoterAbi = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint256 amountIn; uint24 fee; uint160 limit; }',
  'function quoteExactInputSingle(Single params) returns (uint256 amountOut, uint160, uint32, uint256)',
  'function quoteExactInput(bytes path, uint256 amountIn) returns (uint256 amountOut, uint160[], uint32[], uint256)',
])
const v2Abi = parseAbi(['function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[])'])

/** A part of a split as a lock keeps it, in base units. */
interface SplitPart {
  readonly path: { readonly version: string; readonly tokens: readonly Address[]; readonly fees: readonly number[] }
  readonly amountIn: string
  readonly amountOut: string
}

describeOnChains('on a chain', () => {
  let devnet: Devnet
  let chain: DevChain
  let world: UniswapWorld
  let close: UniswapLab['close']
  beforeAll(async () => {
    devnet = await openDevnet()
    chain = devnet.ethereum
  })
  afterAll(() => devnet.close())
  beforeEach(async () => {
    ;({ world, close } = await openUniswapOn(devnet))
    await fund(chain, alice.address, { usdc: 1_000_000_000_000n, usdt: 1_000_000_000_000n })
  })
  afterEach(() => close())

  /** What the path gives by the contracts, asked for it alone; 0 when it gives nothing. */
  async function given(path: readonly Address[], fees: readonly number[], amountIn: bigint): Promise<bigint> {
    const [first, middle, last] = path
    if (first === undefined || middle === undefined) throw new Error('a path has two tokens')
    const address = chain.contracts.quoterV2
    const asking =
      last === undefined
        ? chain.client.simulateContract({
            address,
            abi: quoterAbi,
            functionName: 'quoteExactInputSingle',
            args: [{ tokenIn: first, tokenOut: middle, amountIn, fee: fees[0] ?? 0, limit: 0n }],
          })
        : chain.client.simulateContract({
            address,
            abi: quoterAbi,
            functionName: 'quoteExactInput',
            args: [
              encodePacked(
                ['address', 'uint24', 'address', 'uint24', 'address'],
                [first, fees[0] ?? 0, middle, fees[1] ?? 0, last],
              ),
              amountIn,
            ],
          })
    return asking.then(
      ({ result }) => result[0],
      () => 0n,
    )
  }

  async function givenByV2(path: readonly Address[], amountIn: bigint): Promise<bigint> {
    const asking = chain.client.readContract({
      address: chain.contracts.v2Router,
      abi: v2Abi,
      functionName: 'getAmountsOut',
      args: [amountIn, path],
    })
    return asking.then(
      (amounts) => amounts.at(-1) ?? 0n,
      () => 0n,
    )
  }

  /** What every path gives, by its name. */
  async function everyPath(from: Address, to: Address, amountIn: bigint): Promise<Map<string, bigint>> {
    const middles = [weth, usdc, usdt, dai].filter((token) => token !== from && token !== to)
    const v2 = [[from, to], ...(middles.includes(weth) ? [[from, weth, to]] : [])]
    const all = await Promise.all([
      ...TIERS.map(async (fee) => [`v3 ${fee}`, await given([from, to], [fee], amountIn)] as const),
      ...middles.flatMap((middle) =>
        TIERS.flatMap((a) =>
          TIERS.map(
            async (b) => [`v3 ${a} ${middle} ${b}`, await given([from, middle, to], [a, b], amountIn)] as const,
          ),
        ),
      ),
      ...v2.map(async (path) => [`v2 ${path.length}`, await givenByV2(path, amountIn)] as const),
    ])
    return new Map(all.filter(([, amountOut]) => amountOut > 0n))
  }

  /** The name and the amount of the path that gives most. */
  async function bestPath(from: Address, to: Address, amountIn: bigint): Promise<readonly [string, bigint]> {
    const all = [...(await everyPath(from, to, amountIn))]
    return all.reduce((best, one) => (one[1] > best[1] ? one : best))
  }

  function nameOf(state: unknown): string {
    const { version, tokens: path, fees } = state as { version: string; tokens: string[]; fees: number[] }
    if (version === 'v2') return `v2 ${path.length}`
    return path.length === 2 ? `v3 ${fees.join()}` : `v3 ${fees[0]} ${path[1]} ${fees[1]}`
  }

  function partsOf(state: unknown): readonly SplitPart[] {
    return (state as { parts?: readonly SplitPart[] }).parts ?? []
  }

  /** What a part of a split gives by the contracts, asked for it alone. */
  function askPart({ path, amountIn }: SplitPart): Promise<bigint> {
    return path.version === 'v2'
      ? givenByV2(path.tokens, BigInt(amountIn))
      : given(path.tokens, path.fees, BigInt(amountIn))
  }

  const swap = (src: string, dst: string, amount: string) => ({
    src,
    dst,
    amount,
    depositor: alice.address,
    recipient: bob,
  })

  /** Locks, prepares and sends a swap, and mines the blocks that it takes to count. */
  async function carryOut(wanted: ReturnType<typeof swap>) {
    const lock = await world.lock(wanted)
    const prepared = await world.prepare(lock)
    const before = await balances(chain, bob)
    const hash = await sendSteps(chain, alice, prepared.exec)
    const after = await balances(chain, bob)
    await chain.client.mine({ blocks: 1 })
    return { lock, prepared, hash, before, after, report: await world.status(lock, prepared, hash) }
  }

  const done = (hash: string, deliveredOut: bigint) => ({
    status: 'SUCCESS',
    stage: 'done',
    inboundHash: hash,
    outboundHash: hash,
    deliveredOut,
  })

  it.each([
    ['a small amount through the cheapest deep pool', weth, usdc, '1', 'v3 500'],
    ['back again', usdc, weth, '2000', 'v3 500'],
    ['two pools where there is no direct one', weth, dai, '1', `v3 500 ${usdc} 100`],
    ['two pools through the wrapped coin', usdc, usdt, '100', `v3 500 ${weth} 3000`],
  ])('the path that gives most is found: %s', async (_name, from, to, amount, expected) => {
    const draft = routeOf(await world.quote({ src: asset(from), dst: asset(to), amount }))
    const decimals = from === weth ? 18 : 6
    expect([nameOf(draft.state), draft.amountOut]).toEqual(
      await bestPath(from, to, BigInt(amount) * 10n ** BigInt(decimals)),
    )
    expect(nameOf(draft.state)).toBe(expected)
  })

  it('a pool that is left almost empty is none of the best, and V2 is taken where it gives most', async () => {
    // Drains both V3 pools of most of their dollars.
    await fund(chain, alice.address, { eth: 10n ** 24n })
    for (const [amount, fee] of [
      ['40000', 500],
      ['4000', 3_000],
    ] as const) {
      const lock = await world.lock({ ...swap(COIN, asset(usdc), amount), slippageBps: 10_000 })
      const state = { version: 'v3', tokens: [weth, usdc], fees: [fee] }
      await sendSteps(chain, alice, (await world.prepare({ ...lock, state })).exec)
    }
    const draft = routeOf(await world.quote({ src: asset(weth), dst: asset(usdc), amount: '1' }))
    expect([nameOf(draft.state), draft.amountOut]).toEqual(await bestPath(weth, usdc, 10n ** 18n))
    expect(draft.steps.map(({ name }) => name)).toEqual(['Uniswap V2 (0.3 %)'])
  })

  it.each([
    ['coins to a token', swap(COIN, asset(usdc), '1.5'), 'usdc'],
    ['a token to coins', swap(asset(usdc), COIN, '3000'), 'eth'],
    ['a token to a token over two pools', swap(asset(usdc), asset(usdt), '100'), 'usdt'],
    ['coins to a token over two pools', swap(COIN, asset(dai), '2'), 'dai'],
    ['a token to wrapped coins', swap(asset(usdc), asset(weth), '50'), 'weth'],
    ['a token that resets its approvals', swap(asset(usdt), COIN, '10'), 'eth'],
  ] as const)('what was quoted arrives to the last unit: %s', async (_name, wanted, kind) => {
    const { lock, hash, before, after, report } = await carryOut(wanted)
    expect(after[kind] - before[kind]).toBe(lock.amountOut)
    expect(report).toEqual(done(hash, lock.amountOut))
  })

  it.each([
    ['coins to a token', swap(COIN, asset(usdc), '150'), [weth, usdc], 150n * 10n ** 18n, 'usdc'],
    ['a token to coins', swap(asset(usdc), COIN, '300000'), [usdc, weth], 300_000_000_000n, 'eth'],
    ['a token to wrapped coins', swap(asset(usdc), asset(weth), '300000'), [usdc, weth], 300_000_000_000n, 'weth'],
  ] as const)('a split delivers what was quoted, more than every path alone: %s', async (...row) => {
    const [, wanted, [from, to], amountIn, kind] = row
    const { state } = routeOf(await world.quote(wanted))
    const asked = await Promise.all(partsOf(state).map(askPart))
    const [, alone] = await bestPath(from, to, amountIn)
    const { lock, hash, before, after, report } = await carryOut(wanted)
    expect(lock.state).toEqual(state)
    expect(partsOf(state).map(({ amountOut }) => BigInt(amountOut))).toEqual(asked)
    expect(lock.amountOut).toBe(asked.reduce((sum, units) => sum + units, 0n))
    expect(lock.amountOut).toBeGreaterThan(alone)
    expect(after[kind] - before[kind]).toBe(lock.amountOut)
    expect(report).toEqual(done(hash, lock.amountOut))
  })

  it.each([
    ['wrapped', COIN, asset(weth), { eth: -(10n ** 18n), weth: 10n ** 18n }],
    ['unwrapped', asset(weth), COIN, { eth: 10n ** 18n, weth: -(10n ** 18n) }],
  ])('a coin is %s one for one, and the network cost shown is enough', async (_name, src, dst, change) => {
    await fund(chain, alice.address, { weth: 2n * 10n ** 18n })
    const wanted = { ...swap(src, dst, '1'), slippageBps: 5_000, recipient: alice.address }
    const [cost] = routeOf(await world.quote(wanted)).fees
    const lock = await world.lock(wanted)
    const prepared = await world.prepare(lock)
    const before = await balances(chain, alice.address)
    const hash = await sendSteps(chain, alice, prepared.exec)
    const after = await balances(chain, alice.address)
    const { gasUsed, effectiveGasPrice } = await chain.client.getTransactionReceipt({ hash })
    await chain.client.mine({ blocks: 1 })
    expect([lock.amountOut, lock.minimumOut]).toEqual([10n ** 18n, 10n ** 18n])
    expect({ eth: after.eth + gasUsed * effectiveGasPrice - before.eth, weth: after.weth - before.weth }).toEqual(
      change,
    )
    expect(gasUsed).toBeLessThanOrEqual(50_000n)
    expect(cost?.amount).toBeGreaterThan(0n)
    expect(await world.status(lock, prepared, hash)).toEqual(done(hash, 10n ** 18n))
  })

  it('V2 delivers what was quoted too, to coins as well', async () => {
    const viaV2 = (lock: ProviderLock, amountOut: bigint): ProviderLock => ({
      ...lock,
      amountOut,
      minimumOut: amountOut,
      state: { version: 'v2', tokens: [usdc, weth], fees: [3_000] },
    })
    const lock = await world.lock(swap(asset(usdc), COIN, '100'))
    const expected = await givenByV2([usdc, weth], 100_000_000n)
    const before = await balances(chain, bob)
    const hash = await sendSteps(chain, alice, (await world.prepare(viaV2(lock, expected))).exec)
    expect((await balances(chain, bob)).eth - before.eth).toBe(expected)
    expect((await chain.client.getTransactionReceipt({ hash })).status).toBe('success')
  })

  it('nothing stays with the router, and it may take no more than the amount', async () => {
    const { prepared } = await carryOut(swap(asset(usdc), COIN, '3000'))
    expect(await balances(chain, chain.contracts.swapRouter02)).toEqual({
      eth: 0n,
      weth: 0n,
      usdc: 0n,
      usdt: 0n,
      dai: 0n,
    })
    expect(prepared.exec?.approvalAmount).toBe('3000000000')
    const allowance = await chain.client.readContract({
      address: usdc,
      abi: parseAbi(['function allowance(address, address) view returns (uint256)']),
      functionName: 'allowance',
      args: [alice.address, chain.contracts.swapRouter02],
    })
    expect(allowance).toBe(0n)
  })

  async function failing(lock: ProviderLock, prepared: Prepared) {
    const hash = await sendSteps(chain, alice, prepared.exec)
    await chain.client.mine({ blocks: 1 })
    return { hash, report: await world.status(lock, prepared, hash) }
  }
  const failed = (hash: string, reason: string) => ({
    status: 'FAILED',
    stage: 'done',
    inboundHash: hash,
    reason: `The transaction was reverted (${reason}): nothing was swapped, only its network fee was spent`,
  })

  it('a payload that is sent too late fails, and the status says why', async () => {
    const lock = await world.lock(swap(COIN, asset(usdc), '1'))
    const prepared = await world.prepare(lock)
    await chain.client.increaseTime({ seconds: 601 })
    const { hash, report } = await failing(lock, prepared)
    expect(report).toEqual(failed(hash, 'Transaction too old'))
  })

  it('a payload is good for ten minutes', async () => {
    const lock = await world.lock(swap(COIN, asset(usdc), '1'))
    const prepared = await world.prepare(lock)
    await chain.client.increaseTime({ seconds: 590 })
    expect((await failing(lock, prepared)).report).toMatchObject({ status: 'SUCCESS' })
  })

  it('a price that moved too far fails the swap, and the status says so', async () => {
    const lock = await world.lock(swap(COIN, asset(usdc), '1'))
    const prepared = await world.prepare(lock)
    const push = await world.lock({ ...swap(COIN, asset(usdc), '500'), slippageBps: 10_000 })
    await sendSteps(chain, alice, (await world.prepare(push)).exec)
    const { hash, report } = await failing(lock, prepared)
    expect(report).toEqual(failed(hash, 'Too little received'))
  })

  it('is pending until a second block holds the transaction', async () => {
    const lock = await world.lock(swap(COIN, asset(usdc), '1'))
    const prepared = await world.prepare(lock)
    const hash = await sendSteps(chain, alice, prepared.exec)
    expect(await world.status(lock, prepared, hash)).toEqual({
      status: 'PENDING',
      stage: 'confirming',
      inboundHash: hash,
    })
  })

  it('the approval before the swap is not taken for it', async () => {
    const lock = await world.lock(swap(asset(usdc), COIN, '3000'))
    const prepared = await world.prepare(lock)
    const [approval] = prepared.exec?.allSteps ?? []
    const hash = await sendSteps(chain, alice, { ...prepared.exec, allSteps: approval === undefined ? [] : [approval] })
    await chain.client.mine({ blocks: 1 })
    expect(await world.status(lock, prepared, hash)).toMatchObject({ status: 'PENDING' })
  })

  it('there is no route between tokens without pools', async () => {
    const pepe = '0x6982508145454Ce325dDbE47a25d4ec3d2311933'
    expect(await world.quote({ src: asset(pepe), dst: asset(usdc), amount: '1' })).toEqual({
      status: 'no_route',
      code: 'no_liquidity',
      message: 'None of its pools takes this amount',
    })
  })

  it('a node of another chain gives no price', async () => {
    world.urls.set('ethereum', devnet.base.url)
    await expect(world.quote({ src: COIN, dst: asset(usdc), amount: '1' })).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The RPC set for Ethereum serves the chain with id 8453, not 1',
    })
  })

  it('works on Base with its own contracts', async () => {
    const draft = routeOf(await world.quote({ src: 'base:native', dst: `base:${tokens.base.usdc}`, amount: '1' }))
    expect(draft.state).toMatchObject({ version: 'v3', fees: [500] })
  })
})
