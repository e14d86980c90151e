import { parseUnits } from 'viem'
import { describe, expect, test, type TestContext } from 'vitest'
import { failure } from '../cli/run-cli.ts'
import { acrossApi } from '../devnet/across-api.ts'
import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { expireAndRefund, fillDeposits } from '../devnet/relayer.ts'
import { balances } from '../devnet/world.ts'
import { openWalletWorld, outcome } from './wallet-world.ts'

/*
 * The built program bridges over Across' own contracts between two local chains: its end is what the chains show, and
 * a deposit that nobody pays out comes back.
 */

const usdc = (amount: string) => parseUnits(amount, 6)
const BRIDGE = ['swap', '100', 'base:USDC', 'ethereum:USDC', '--yes', '--json']

/** Chains of their own, since a relayer pays out all that waits: the tests wait for their polls side by side. */
async function openBridge({ onTestFinished }: TestContext) {
  const world = await openWalletWorld({ blockTimeSec: 0.2, args: ['--mixed-mining'] })
  onTestFinished(() => world.close())
  const api = await acrossApi(world.devnet)
  onTestFinished(() => api.close())
  const payer = await world.user({
    index: 0,
    providers: ['ACROSS'],
    env: { SWAPCLI_PROVIDER_ACROSS_URL: api.url },
    funds: { base: { usdc: usdc('100') } },
  })
  return { devnet: world.devnet, payer }
}

describeOnChains('swapcli swap over a bridge', () => {
  describe.concurrent('of its own', () => {
    test('ends in success when a relayer has paid out on the other chain, with the hash of that', async (context) => {
      const { devnet, payer } = await openBridge(context)
      const { base, ethereum } = devnet
      const swap = payer.start(BRIDGE.slice(0, -1))
      await swap.said('tracking')
      expect(await balances(ethereum, payer.address)).toMatchObject({ usdc: 0n })
      const [filled, ...others] = await fillDeposits(devnet)
      expect(others).toEqual([])
      const { code, stdout, stderr } = await swap.ended
      expect(stderr).toMatch(/\n {2}call +depositV3 of 0x09aea4b2242abC8bb4BB78D537A67a245A7bEC64\n/)
      expect(stderr).not.toContain('warning')
      expect([code, /status +SUCCESS/.test(stdout), stdout.includes(filled?.hash ?? '?')]).toEqual([0, true, true])
      expect(await balances(ethereum, payer.address)).toMatchObject({ usdc: usdc('99.97') })
      expect(await balances(base, payer.address)).toMatchObject({ usdc: 0n })
      expect((await payer.sent(base)).map(({ what }) => what)).toEqual([
        `approve ${base.contracts.spokePool} ${usdc('100')}`,
        'depositV3',
      ])
    })

    test('brings the coin of one chain to somebody on the other, from a chain that confirms with two blocks', async (context) => {
      const { devnet, payer } = await openBridge(context)
      const { base, ethereum } = devnet
      const friend = `0x${'f7'.repeat(20)}` as const
      const before = await balances(ethereum, payer.address)
      const words = ['0.1', 'ethereum:ETH', 'base:ETH', '--recipient', friend, '--no-wait', '--yes', '--json']
      const begun = await payer.run(['swap', ...words])
      expect([begun.code, outcome(begun).step]).toEqual([0, 'tracked'])
      await fillDeposits(devnet)
      const swap = await payer.run(['resume', '--json'])
      expect([swap.code, outcome(swap).status]).toEqual([0, 'SUCCESS'])
      expect((await balances(base, friend)).eth).toBe(parseUnits('0.09997', 18))
      const [deposit, ...others] = await payer.sent(ethereum)
      expect([deposit?.what, others]).toEqual(['depositV3', []])
      const after = await balances(ethereum, payer.address)
      expect(before.eth - after.eth - (deposit?.gasCost ?? 0n)).toBe(parseUnits('0.1', 18))
    })

    test('fails with the refund when nobody has paid out in time', async (context) => {
      const { devnet, payer } = await openBridge(context)
      const { base, ethereum } = devnet
      const begun = await payer.run([...BRIDGE, '--no-wait'])
      expect([begun.code, outcome(begun).step]).toEqual([0, 'tracked'])
      const [refund] = await expireAndRefund(devnet)
      const swap = await payer.run(['resume', '--json'])
      expect([swap.code, outcome(swap).status]).toEqual([7, 'REFUND'])
      expect(failure(swap)).toMatchObject({ code: 'SWAP_FAILED' })
      expect(swap.stdout).toContain(`"refundHash":"${refund?.hash ?? '?'}"`)
      expect(await balances(base, payer.address)).toMatchObject({ usdc: usdc('100') })
      expect(await balances(ethereum, payer.address)).toMatchObject({ usdc: 0n })
    })

    test('says with code 7 that it is on its way when the user does not wait for its end', async (context) => {
      const { devnet, payer } = await openBridge(context)
      const swap = await payer.run([...BRIDGE, '--timeout', '6'])
      expect([swap.code, swap.stdout]).toEqual([7, ''])
      expect(failure(swap)).toMatchObject({ code: 'OUTCOME_UNKNOWN', funds: 'moved' })
      await fillDeposits(devnet)
      const resumed = await payer.run(['resume', '--json'])
      expect([resumed.code, outcome(resumed).status]).toEqual([0, 'SUCCESS'])
      expect(await payer.sent(devnet.base)).toHaveLength(2)
      expect(outcome(resumed).earlier).toEqual(['approve'])
    })
  })
})
