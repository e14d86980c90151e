import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseUnits } from 'viem'
import { asObject } from '../support/contract-fields.ts'
import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { balances } from '../devnet/world.ts'
import { json } from '../cli/run-cli.ts'
import { openWalletWorld, type WalletWorld } from './wallet-world.ts'

/*
 * The built program swaps for a user with a key file, against Uniswap's own contracts on a local chain: what arrives is
 * what was quoted, and nothing else leaves.
 */

let world: WalletWorld
beforeAll(async () => {
  world = await openWalletWorld()
})
afterAll(() => world.close())

const GAS_AT_MOST = parseUnits('0.05', 18)

/** What `swap --json` printed: where it ended, what was quoted at least. */
function outcome(stdout: string) {
  const { data } = asObject(json(stdout))
  const { step, lock, transaction, earlier } = asObject(data)
  const { status, dstAmount } = asObject(transaction)
  return {
    step,
    status,
    received: String(dstAmount),
    least: String(asObject(lock)['minimumReceived']),
    approvals: Array.isArray(earlier) ? earlier.map((each) => asObject(each)['kind']) : [],
  }
}

describeOnChains('swapcli swap with the user’s own account', () => {
  test('pays in the coin of the chain and gets tokens, as many as were quoted', async () => {
    const user = await world.user({ index: 1 })
    const before = await balances(world.devnet.base, user.address)
    const swap = await user.run(['swap', '1.5', 'base:ETH', 'base:USDC', '--yes', '--json'])
    expect([swap.code, swap.stderr]).toEqual([0, ''])
    const after = await balances(world.devnet.base, user.address)
    const end = outcome(swap.stdout)
    expect([end.step, end.status, end.approvals]).toEqual(['final', 'SUCCESS', []])
    expect(after.usdc - before.usdc).toBe(parseUnits(end.received, 6))
    expect(after.usdc - before.usdc >= parseUnits(end.least, 6)).toBe(true)
    const spent = before.eth - after.eth - parseUnits('1.5', 18)
    expect(spent > 0n && spent < GAS_AT_MOST).toBe(true)
  })

  test('pays in tokens with an approval of exactly the amount and gets the coin', async () => {
    const user = await world.user({ index: 2, funds: { base: { usdc: parseUnits('5000', 6) } } })
    const before = await balances(world.devnet.base, user.address)
    const swap = await user.run(['swap', '2000', 'base:USDC', 'base:ETH', '--yes', '--json'])
    expect([swap.code, swap.stderr]).toEqual([0, ''])
    const after = await balances(world.devnet.base, user.address)
    const end = outcome(swap.stdout)
    expect([end.step, end.status, end.approvals]).toEqual(['final', 'SUCCESS', ['approve']])
    expect(before.usdc - after.usdc).toBe(parseUnits('2000', 6))
    const gained = after.eth - before.eth
    expect(gained > parseUnits(end.least, 18) - GAS_AT_MOST).toBe(true)
    const left = await user.run(['wallet', 'approvals', '--json'])
    expect(left.code).toBe(0)
  })

  test('pays in one token and gets another', async () => {
    const user = await world.user({ index: 3, funds: { base: { usdc: parseUnits('5000', 6) } } })
    const before = await balances(world.devnet.base, user.address)
    const swap = await user.run(['swap', '100', 'base:USDC', 'base:DAI', '--yes', '--json'])
    expect([swap.code, swap.stderr]).toEqual([0, ''])
    const after = await balances(world.devnet.base, user.address)
    const end = outcome(swap.stdout)
    expect([end.step, end.status]).toEqual(['final', 'SUCCESS'])
    expect(before.usdc - after.usdc).toBe(parseUnits('100', 6))
    expect(after.dai - before.dai).toBe(parseUnits(end.received, 18))
  })
})
