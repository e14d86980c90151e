import { encodeFunctionData, maxUint256, parseUnits } from 'viem'
import { expect, test } from 'vitest'
import { json } from '../cli/run-cli.ts'
import { erc20Abi } from '../devnet/abi.ts'
import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { type Balances, balances, type DevChain } from '../devnet/world.ts'
import { asList, asObject } from '../support/contract-fields.ts'
import { allowance, answered, sharedWorld, outcome, type Sent, type User } from './wallet-world.ts'

/*
 * The built program swaps for a user with a key file, against Uniswap's own contracts on local chains: what arrives is
 * what was quoted, and nothing else leaves.
 */

const usdc = (amount: string) => parseUnits(amount, 6)

function gasOf(sent: readonly Sent[]): bigint {
  return sent.reduce((sum, { gasCost }) => sum + gasCost, 0n)
}

function change(before: Balances, after: Balances, sent: readonly Sent[]): Balances {
  return {
    eth: after.eth + gasOf(sent) - before.eth,
    weth: after.weth - before.weth,
    usdc: after.usdc - before.usdc,
    usdt: after.usdt - before.usdt,
    dai: after.dai - before.dai,
  }
}

const NOTHING: Balances = { eth: 0n, weth: 0n, usdc: 0n, usdt: 0n, dai: 0n }

describeOnChains('swapcli swap with the account of the user', () => {
  // Blocks go on by themselves: a payment on Ethereum counts once another block follows.
  const world = sharedWorld({ blockTimeSec: 0.2, args: ['--mixed-mining'] })

  /** Swaps, sees that it succeeded, and gives what changed beside the network cost. */
  async function swapped(user: User, chain: DevChain, words: readonly string[], way: 'run' | 'here' = 'run') {
    const before = await balances(chain, user.address)
    const earlier = await user.sent(chain)
    const swap = await answered(() => user[way](['swap', ...words, '--yes', '--json']))
    expect([swap.code, swap.stderr]).toEqual([0, ''])
    const sent = (await user.sent(chain)).slice(earlier.length)
    const end = outcome(swap)
    expect([end.step, end.status, end.hash]).toEqual(['final', 'SUCCESS', sent.at(-1)?.hash])
    expect(sent.every(({ ok }) => ok)).toBe(true)
    return {
      end,
      what: sent.map(({ what }) => what),
      change: change(before, await balances(chain, user.address), sent),
    }
  }

  test('pays in the coin of the chain and gets tokens, as many as were quoted', async () => {
    const { base } = world.devnet
    const user = await world.user({ index: 0 })
    const swap = await swapped(user, base, ['0.15', 'base:ETH', 'base:USDC'])
    expect(swap.what).toEqual(['multicall'])
    expect(swap.end.received).toBe(swap.end.expected)
    expect(swap.change).toEqual({ ...NOTHING, eth: parseUnits('-0.15', 18), usdc: usdc(swap.end.received) })
  })

  test('pays in tokens after an approval of exactly the amount, and gets the coin', async () => {
    const { base } = world.devnet
    const user = await world.user({ index: 1, funds: { base: { usdc: usdc('5000') } } })
    const swap = await swapped(user, base, ['200.000001', 'base:USDC', 'base:ETH'])
    const { swapRouter02 } = base.contracts
    expect(swap.what).toEqual([`approve ${swapRouter02} ${usdc('200.000001')}`, 'multicall'])
    expect(swap.end.earlier).toEqual(['approve'])
    expect(swap.end.received).toBe(swap.end.expected)
    expect(swap.change).toEqual({
      ...NOTHING,
      usdc: usdc('-200.000001'),
      eth: parseUnits(swap.end.received, 18),
    })
    expect(await allowance(base, base.tokens.usdc, user.address, swapRouter02)).toBe(0n)
  })

  test('pays in one token and gets another, for somebody else', async () => {
    const { base } = world.devnet
    const user = await world.user({ index: 2, funds: { base: { usdc: usdc('100') } } })
    const friend = `0x${'f7'.repeat(20)}` as const
    const words = ['100', 'base:USDC', 'base:DAI', '--recipient', friend]
    const swap = await swapped(user, base, words)
    expect(swap.end.received).toBe(swap.end.expected)
    expect(swap.change).toEqual({ ...NOTHING, usdc: usdc('-100') })
    expect(await balances(base, friend)).toEqual({ ...NOTHING, dai: parseUnits(swap.end.received, 18) })
  })

  test('wraps the coin of the chain and unwraps it again, one for one, without an approval', async () => {
    for (const [index, chain] of [world.devnet.base, world.devnet.ethereum].entries()) {
      const user = await world.user({ index: 5 + index })
      const [coin, wrapped] = [`${chain.key}:ETH`, `${chain.key}:WETH`]
      const wrap = await swapped(user, chain, ['0.100000000000000001', coin, wrapped], 'here')
      expect([wrap.what, wrap.end.received, wrap.end.least]).toEqual([
        ['deposit'],
        '0.100000000000000001',
        '0.100000000000000001',
      ])
      const units = parseUnits('0.100000000000000001', 18)
      expect(wrap.change).toEqual({ ...NOTHING, eth: -units, weth: units })

      const unwrap = await swapped(user, chain, ['0.04', wrapped, coin], 'here')
      expect([unwrap.what, unwrap.end.received, unwrap.end.earlier]).toEqual([['withdraw'], '0.04', []])
      expect(unwrap.change).toEqual({ ...NOTHING, eth: parseUnits('0.04', 18), weth: parseUnits('-0.04', 18) })
      expect(await allowance(chain, chain.tokens.weth, user.address, chain.tokens.weth)).toBe(0n)
    }
  })

  test('has no way to wrap the coin for somebody else, and says why', async () => {
    const { base } = world.devnet
    const user = await world.user({ index: 7 })
    const words = ['swap', '1', 'base:ETH', 'base:WETH', '--recipient', `0x${'f7'.repeat(20)}`, '--yes', '--json']
    const swap = await user.here(words)
    expect([swap.code, await user.sent(base)]).toEqual([5, []])
    expect(swap.stderr).toContain('Wrapping a coin pays only the wallet that sends it')
  })

  test('approves any amount where the user wants that, skips the next approval, and takes it back', async () => {
    const { base } = world.devnet
    const user = await world.user({ index: 3, funds: { base: { usdc: usdc('100') } } })
    const words = ['40', 'base:USDC', 'base:ETH', '--approve', 'unlimited']
    const first = await swapped(user, base, words, 'here')
    const { swapRouter02 } = base.contracts
    expect(first.what).toEqual([`approve ${swapRouter02} ${maxUint256}`, 'multicall'])
    const second = await swapped(user, base, ['60', 'base:USDC', 'base:ETH'], 'here')
    expect([second.what, second.change.usdc]).toEqual([['multicall'], usdc('-60')])

    const listed = await user.here(['wallet', 'approvals', 'list', '--json'])
    expect(asList(asObject(json(listed.stdout))['data'])).toMatchObject([
      { chain: 'base', spender: swapRouter02, units: maxUint256.toString() },
    ])
    const revoked = await user.run(['wallet', 'approvals', 'revoke', '--all', '--yes', '--json'])
    expect(revoked.code).toBe(0)
    expect((await user.sent(base)).at(-1)?.what).toBe(`approve ${swapRouter02} 0`)
    expect(await allowance(base, base.tokens.usdc, user.address, swapRouter02)).toBe(0n)
  })

  test('resets what was left of an allowance where the token wants that, on a chain that confirms with two blocks', async () => {
    const { ethereum } = world.devnet
    const user = await world.user({ index: 4, funds: { ethereum: { usdt: usdc('500') } } })
    const { swapRouter02 } = ethereum.contracts
    const { usdt } = tokensOf(ethereum)
    const left = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [swapRouter02, 7n] })
    const hash = await ethereum.client.sendTransaction({ account: user.account, to: usdt, data: left })
    await ethereum.client.waitForTransactionReceipt({ hash })
    const swap = await swapped(user, ethereum, ['500', 'ethereum:USDT', 'ethereum:ETH'])
    expect(swap.what).toEqual([`approve ${swapRouter02} 0`, `approve ${swapRouter02} ${usdc('500')}`, 'multicall'])
    expect(swap.end.earlier).toEqual(['reset', 'approve'])
    expect(swap.change).toEqual({ ...NOTHING, usdt: usdc('-500'), eth: parseUnits(swap.end.received, 18) })
    expect(await allowance(ethereum, usdt, user.address, swapRouter02)).toBe(0n)
  })

  test('shows what the account holds', async () => {
    const user = await world.user({ index: 20, funds: { ethereum: { eth: 3n, usdt: 4n }, base: { dai: 5n } } })
    const held = await user.here(['wallet', 'balances', '--chain', 'ethereum', '--chain', 'base', '--json'])
    expect([held.code, held.stderr]).toEqual([0, ''])
    expect(asObject(json(held.stdout))['data']).toMatchObject({
      address: user.address,
      balances: [
        { chain: 'ethereum', symbol: 'ETH', units: '3' },
        { chain: 'ethereum', symbol: 'USDT', units: '4' },
        { chain: 'base', symbol: 'DAI', units: '5' },
      ],
    })
  })
})

function tokensOf({ tokens: { usdt, ...others } }: DevChain) {
  if (usdt === undefined) throw new Error('there is no USDT on this chain')
  return { ...others, usdt }
}
