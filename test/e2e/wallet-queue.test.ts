import { evmAccountId } from '../../src/wallet/evm/account.ts'
import { parseUnits } from 'viem'
import { expect, test } from 'vitest'
import { openPaymentQueue } from '../../src/payments/turns.ts'
import { json } from '../cli/run-cli.ts'
import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { balances } from '../devnet/world.ts'
import { asList, asObject } from '../support/contract-fields.ts'
import { allowance, sharedWorld, outcome, type User } from './wallet-world.ts'

/*
 * Several processes pay from one account at the same time: each payment has the account for itself from its first
 * signature until it is in a block, so that nonces, allowances and balances are never counted on twice.
 */

const amount = parseUnits('100', 6)
const SWAP = ['swap', '100', 'base:USDC', 'base:ETH', '--min-receive', '0.04', '--yes']

describeOnChains('an account that several processes pay from', () => {
  // Transactions wait for a block, as on real chains: what is begun at once is on its way at once.
  const world = sharedWorld({ blockTimeSec: 0.5 })
  let index = 50

  const newUser = () => {
    index += 1
    return world.user({ index, funds: { base: { eth: parseUnits('1', 18), usdc: amount * 4n } } })
  }

  /** So many approvals, each followed by its swap, are in the chain, and nothing else; the service has them all. */
  async function paid(user: User, times: number): Promise<void> {
    const { base } = world.devnet
    const { swapRouter02 } = base.contracts
    const pairs = Array.from({ length: times }, () => [`approve ${swapRouter02} ${amount}`, 'multicall']).flat()
    const sent = await user.sent(base)
    expect(sent.map(({ nonce, what, ok }) => ({ nonce, what, ok }))).toEqual(
      pairs.map((what, nonce) => ({ nonce, what, ok: true })),
    )
    expect((await balances(base, user.address)).usdc).toBe(amount * BigInt(4 - times))
    expect(await allowance(base, base.tokens.usdc, user.address, swapRouter02)).toBe(0n)
    const records = asList(asObject(json((await user.here(['history', '--json'])).stdout))['data']).map((each) =>
      asObject(each),
    )
    expect(records.map(({ status }) => status)).toEqual(Array.from({ length: times }, () => 'SUCCESS'))
    expect(records.map(({ inboundHash }) => inboundHash).sort()).toEqual(
      sent.flatMap(({ what, hash }) => (what === 'multicall' ? [hash] : [])).sort(),
    )
  }

  test('makes swaps that are begun at once one after the other', async () => {
    const user = await newUser()
    const swaps = await Promise.all([user.run(SWAP), user.run(SWAP), user.run(SWAP)])
    expect(swaps.map(({ code }) => code)).toEqual([0, 0, 0])
    await paid(user, 3)
  })

  test('lets a payment wait while another one has its turn, and says so', async () => {
    const user = await newUser()
    const account = evmAccountId(world.devnet.base.chainId, user.address)
    const endTurn = await openPaymentQueue(user.home, () => undefined).enter(account)
    const swap = user.start(SWAP)
    await swap.said(`waiting for another payment, which has the account ${user.address} until it is in a block\n`)
    expect(await user.sent(world.devnet.base)).toEqual([])
    endTurn?.()
    expect((await swap.ended).code).toBe(0)
    await paid(user, 1)
  })

  test('is free again when a process was killed, and what that had signed goes on behind the other payment', async () => {
    const user = await newUser()
    const killed = await user.run(SWAP, { env: { SWAPCLI_TEST_KILL_AT: 'signed' } })
    expect(killed.signal).toBe('SIGKILL')
    expect((await user.run(SWAP)).code).toBe(0)
    const resumed = await user.run(['resume', '--json'])
    expect([resumed.code, outcome(resumed).status]).toEqual([0, 'SUCCESS'])
    await paid(user, 2)
  })

  test.each(['payment-settled', 'payment-noted'])(
    'pays by another approval where its process was killed at the point "%s" of its first one, which another swap has used up since',
    async (point) => {
      const { base } = world.devnet
      const user = await newUser()
      expect((await user.run(SWAP, { env: { SWAPCLI_TEST_KILL_AT: point } })).signal).toBe('SIGKILL')
      expect((await user.run(SWAP)).code).toBe(0)
      const resumed = await user.run(['resume', '--json'])
      expect([resumed.code, outcome(resumed).status]).toEqual([0, 'SUCCESS'])
      const approve = `approve ${base.contracts.swapRouter02} ${amount}`
      expect((await user.sent(base)).map(({ what, ok }) => [what, ok])).toEqual([
        [approve, true],
        ['multicall', true],
        [approve, true],
        ['multicall', true],
      ])
      expect((await balances(base, user.address)).usdc).toBe(amount * 2n)
      expect(await allowance(base, base.tokens.usdc, user.address, base.contracts.swapRouter02)).toBe(0n)
    },
  )

  test('pays a run once that three processes bring on, and each tells its end', async () => {
    const user = await newUser()
    await user.run(SWAP, { env: { SWAPCLI_TEST_KILL_AT: 'payment-agreed' } })
    const resume = () => user.run(['resume', '--yes', '--json'])
    const ends = await Promise.all([resume(), resume(), resume()])
    expect(ends.map(({ code }) => code)).toEqual([0, 0, 0])
    // One that came late found nothing unfinished.
    for (const end of ends)
      expect(['{"data":[]}\n', 'SUCCESS']).toContain(end.stdout.length < 20 ? end.stdout : outcome(end).status)
    await paid(user, 1)
  })
})
