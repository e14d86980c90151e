import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, encodeAbiParameters, type Hex, keccak256, maxUint256, numberToHex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Exec } from '../../../src/core/api/documents.ts'
import { erc20Abi, v3Abi } from '../../devnet/abi.ts'
import { describeOnChains } from '../../devnet/describe-on-chains.ts'
import { proxyOf } from '../../devnet/rpc-proxy.ts'
import { account, balances, type DevChain, type Devnet, fund, openDevnet, tokens } from '../../devnet/world.ts'
import { openUniswapOn, routeOf, sendSteps, type UniswapLab, type UniswapWorld } from './world.ts'

/* A pool of a token that begins to keep a hundredth of every transfer, and a pool that runs dry. */

const alice = account(1)
const bob: Address = '0x00000000000000000000000000000000000B0b00'
const { weth, usdc } = tokens.ethereum
/** A token of the catalog that is none of those which paths go through. */
const PEPE: Address = '0x6982508145454Ce325dDbE47a25d4ec3d2311933'
const COIN = 'ethereum:native'
const ONE = 10n ** 18n

/** Uniswap's own example of a token that burns a hundredth of every transfer: its code, and where it keeps balances. */
const BURNING = join(import.meta.dirname, '../../../node_modules/@uniswap/v2-periphery/build/DeflatingERC20.json')
const BURNING_SLOTS = { total: 0, balances: 1 }
const PLAIN_SLOTS = { balances: 0 }

function burningCode(): Hex {
  const artifact = JSON.parse(readFileSync(BURNING, 'utf8')) as { evm: { deployedBytecode: { object: string } } }
  return `0x${artifact.evm.deployedBytecode.object}`
}

/** What a call without its overrides gives: an account without code answers nothing. */
function withoutOverridden(result: unknown, params: readonly unknown[]): unknown {
  return params.length > 2 ? '0x' : result
}

describeOnChains('on a chain', () => {
  let devnet: Devnet
  let chain: DevChain
  let world: UniswapWorld
  let pool: Address
  let close: UniswapLab['close']
  beforeAll(async () => {
    devnet = await openDevnet()
    chain = devnet.ethereum
  })
  afterAll(() => devnet.close())
  beforeEach(async () => {
    ;({ world, close } = await openUniswapOn(devnet))
    await fund(chain, alice.address, { weth: 1_000n * ONE, eth: 1_000n * ONE })
    pool = await openNarrowPool()
  })
  afterEach(() => close())

  function hold(holder: Address, slot: number, units: bigint): Promise<void> {
    const index = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [holder, BigInt(slot)]))
    return chain.client.setStorageAt({ address: PEPE, index, value: numberToHex(units, { size: 32 }) })
  }

  const heldBy = (holder: Address) =>
    chain.client.readContract({ address: PEPE, abi: erc20Abi, functionName: 'balanceOf', args: [holder] })

  /** 100 of each token, all within 6 % around one for one. */
  async function openNarrowPool(): Promise<Address> {
    const { client, contracts } = chain
    const code = await client.getCode({ address: usdc })
    if (code === undefined) throw new Error('no code of a token')
    await client.setCode({ address: PEPE, bytecode: code })
    await hold(alice.address, PLAIN_SLOTS.balances, 1_000n * ONE)
    const manager = {
      account: alice,
      address: contracts.positionManager,
      abi: v3Abi,
      gas: 8_000_000n,
      chain: null,
    } as const
    const settled = async (sent: Promise<Hex>) => client.waitForTransactionReceipt({ hash: await sent })
    for (const address of [PEPE, weth]) {
      const approve = { account: alice, address, abi: erc20Abi, chain: null, functionName: 'approve' } as const
      await settled(client.writeContract({ ...approve, args: [contracts.positionManager, maxUint256] }))
    }
    // PEPE's address is the lower one.
    const create = { functionName: 'createAndInitializePoolIfNecessary', args: [PEPE, weth, 3_000, 2n ** 96n] } as const
    await settled(client.writeContract({ ...manager, ...create }))
    const mint = client.writeContract({
      ...manager,
      functionName: 'mint',
      args: [
        {
          ...{ token0: PEPE, token1: weth, fee: 3_000, tickLower: -600, tickUpper: 600, recipient: alice.address },
          ...{
            amount0Desired: 100n * ONE,
            amount1Desired: 100n * ONE,
            amount0Min: 0n,
            amount1Min: 0n,
            deadline: 2n ** 40n,
          },
        },
      ],
    })
    await settled(mint)
    const args = [PEPE, weth, 3_000] as const
    return client.readContract({ address: contracts.v3Factory, abi: v3Abi, functionName: 'getPool', args })
  }

  /** From now on the token burns a hundredth of every transfer; the pool holds what it held. */
  async function beginBurning(): Promise<void> {
    const held = await heldBy(pool)
    await chain.client.setCode({ address: PEPE, bytecode: burningCode() })
    await hold(pool, BURNING_SLOTS.balances, held)
    await hold(alice.address, BURNING_SLOTS.balances, 100n * ONE)
    const total = numberToHex(1_000n * ONE, { size: 32 })
    await chain.client.setStorageAt({
      address: PEPE,
      index: numberToHex(BURNING_SLOTS.total, { size: 32 }),
      value: total,
    })
  }

  /** Sends a payload, whose steps must all succeed. */
  async function send(exec: Exec | undefined): Promise<void> {
    const hash = await sendSteps(chain, alice, exec)
    expect((await chain.client.getTransactionReceipt({ hash })).status).toBe('success')
  }

  const buying = { src: COIN, dst: `ethereum:${PEPE}`, amount: '1', depositor: alice.address, recipient: bob }
  const selling = { ...buying, src: `ethereum:${PEPE}`, dst: COIN }

  it('a plain token that the program does not know is bought and sold', async () => {
    const lock = await world.lock(buying)
    await send((await world.prepare(lock)).exec)
    expect(await heldBy(bob)).toBe(lock.amountOut)
    const before = await balances(chain, bob)
    const sale = await world.lock(selling)
    await send((await world.prepare(sale)).exec)
    expect((await balances(chain, bob)).eth - before.eth).toBe(sale.amountOut)
  })

  it('a token that keeps a part of what a pool pays out would arrive below the minimum, which the router does not see', async () => {
    const lock = await world.lock({ ...buying, slippageBps: 50 })
    const { exec } = await world.prepare(lock)
    await beginBurning()
    await send(exec)
    expect(await heldBy(bob)).toBe(lock.amountOut - lock.amountOut / 100n)
    expect(await heldBy(bob)).toBeLessThan(lock.minimumOut)
  })

  it.each([
    ['bought', buying],
    ['sold', selling],
  ])('so a token that keeps a part of its transfers is not %s', async (_name, wanted) => {
    await beginBurning()
    expect(await world.quote(wanted)).toEqual({
      status: 'no_route',
      code: 'pair_unsupported',
      message: 'PEPE keeps a part of every transfer, which its pools do not count: less would arrive than they quote',
    })
  })

  describe('where nodes lack eth_simulateV1', () => {
    const lacking = { failing: { eth_simulateV1: 'missing' } } as const
    const blind = { ...lacking, withoutOverrides: true } as const

    it.each([
      ['bought', buying],
      ['sold', selling],
    ])('code at the pool shows the same in one eth_call: it is not %s', async (_name, wanted) => {
      world.urls.set('ethereum', (await proxyOf(chain, lacking)).url)
      await beginBurning()
      expect(await world.quote(wanted)).toMatchObject({ status: 'no_route', code: 'pair_unsupported' })
    })

    it('and that a plain token is whole', async () => {
      world.urls.set('ethereum', (await proxyOf(chain, lacking)).url)
      expect(routeOf(await world.quote(buying)).untriedTransfers).toEqual([])
      expect(routeOf(await world.quote(selling)).untriedTransfers).toEqual([])
    })

    it('other nodes are asked where one shows nothing', async () => {
      const urls = [await proxyOf(chain, blind), await proxyOf(chain, lacking)].map(({ url }) => url)
      world.urls.set('ethereum', urls.join())
      await beginBurning()
      expect(await world.quote(buying)).toMatchObject({ status: 'no_route', code: 'pair_unsupported' })
    })

    it('what no node shows is said of the asset', async () => {
      world.urls.set('ethereum', (await proxyOf(chain, blind)).url)
      await beginBurning()
      expect(routeOf(await world.quote(buying)).untriedTransfers).toEqual(['dst'])
      expect(routeOf(await world.quote(selling)).untriedTransfers).toEqual(['src'])
    })

    it('a node that leaves overrides out shows nothing', async () => {
      const ignoring = await proxyOf(chain, lacking)
      const answering = await proxyOf(ignoring, { changes: { eth_call: withoutOverridden } })
      world.urls.set('ethereum', answering.url)
      await beginBurning()
      expect(routeOf(await world.quote(buying)).untriedTransfers).toEqual(['dst'])
    })
  })

  it('a pool that nearly runs dry says how much less it gives', async () => {
    const impactOf = async (amount: string) => routeOf(await world.quote({ ...buying, amount })).priceImpactBps
    const impacts = [await impactOf('0.01'), await impactOf('10'), await impactOf('90')]
    expect(impacts).toEqual([1, 30, 259])
  })

  it('what a pool that ran dry does not take comes back, where the minimum lets it', async () => {
    const lock = await world.lock({ ...buying, amount: '50', slippageBps: 10_000 })
    const { exec } = await world.prepare(lock)
    await send((await world.prepare(await world.lock({ ...buying, amount: '80' }))).exec)
    const router = chain.contracts.swapRouter02
    const before = await balances(chain, alice.address)
    await send(exec)
    expect((await balances(chain, router)).eth).toBe(0n)
    const left = before.eth - (await balances(chain, alice.address)).eth
    expect(left).toBeGreaterThan(20n * ONE)
    expect(left).toBeLessThan(30n * ONE)
  })
})
