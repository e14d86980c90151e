import { parseUnits } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RUN_POINTS } from '../../src/wallet/run/swap-run.ts'
import { json } from '../cli/run-cli.ts'
import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { rpcProxy } from '../devnet/rpc-proxy.ts'
import { balances } from '../devnet/world.ts'
import { asList, asObject } from '../support/contract-fields.ts'
import { allowance, answered, openWalletWorld, outcome, type User, type WalletWorld } from './wallet-world.ts'

/*
 * A process is killed between any two steps of a swap that needs an approval, and what it left is brought on by resume: on the
 * chain there is one approval and one swap, whatever happened.
 */

/** Points that are passed for the approval, and again for the swap. */
const TWICE = ['payment-made', 'signed', 'payment-sent', 'payment-settled']
/** Points beside which nothing new is outside: a process that is killed at each in turn passes them too. */
const QUIET: readonly string[] = [
  ...[
    'quoted',
    'locking',
    'lock-answered',
    'executed',
    'payment-agreed',
    'payment-noted',
    'track-answered',
    'final-seen',
  ],
]
/** The others, each time that such a swap passes them. */
const KILLS = RUN_POINTS.filter((point) => !QUIET.includes(point)).flatMap((point) =>
  TWICE.includes(point) ? [point, `${point}:2`] : [point],
)
/** The same in the order of a swap, for a process that is killed at each of them in turn. */
const IN_ORDER = [
  ...['quoted', 'locking', 'lock-answered', 'locked', 'executing', 'execute-answered', 'executed', 'payment-agreed'],
  ...['payment-made', 'signed', 'payment-sent', 'payment-settled', 'payment-noted'],
  ...['payment-made', 'signed', 'payment-sent', 'sent', 'payment-settled', 'track-answered', 'tracked'],
  ...['final-seen', 'final'],
]

const amount = parseUnits('100', 6)
// Users of this file trade in one pool at the same time, so each takes what it gets.
const SWAP = ['swap', '100', 'base:USDC', 'base:ETH', '--min-receive', '0.04', '--yes', '--json']

describeOnChains('a swap whose process is killed', () => {
  let world: WalletWorld
  let index = 0
  beforeAll(async () => {
    world = await openWalletWorld()
  })
  afterAll(() => world.close())

  const newUser = (env: Readonly<Record<string, string>> = {}) => {
    index += 1
    const funds = { base: { eth: parseUnits('1', 18), usdc: amount * 2n } }
    return world.user({ index: 9 + index, env, funds })
  }

  /** One approval and one swap are in the chain, and nothing else; the record says so too. */
  async function paidOnce(user: User): Promise<void> {
    const { base } = world.devnet
    const { swapRouter02 } = base.contracts
    const sent = await user.sent(base)
    expect(sent.map(({ nonce, what, ok }) => ({ nonce, what, ok }))).toEqual([
      { nonce: 0, what: `approve ${swapRouter02} ${amount}`, ok: true },
      { nonce: 1, what: 'multicall', ok: true },
    ])
    expect((await balances(base, user.address)).usdc).toBe(amount)
    expect(await allowance(base, base.tokens.usdc, user.address, swapRouter02)).toBe(0n)
  }

  /** The service has one record of it, with the hash in the chain. */
  async function recordedOnce(user: User): Promise<void> {
    const [, swap] = await user.sent(world.devnet.base)
    const history = await user.here(['history', '--json'])
    expect(json(history.stdout)).toMatchObject({
      data: [{ status: 'SUCCESS', inboundHash: swap?.hash }],
      pagination: { total: 1 },
    })
  }

  async function killed(user: User, args: readonly string[], at: string): Promise<void> {
    const { signal, stderr } = await answered(() => user.run(args, { env: { SWAPCLI_TEST_KILL_AT: at } }))
    expect([at, signal, stderr]).toEqual([at, 'SIGKILL', ''])
  }

  test.concurrent.each(KILLS)('at "%s" is brought to its end by resume, paid once', async (at) => {
    const user = await newUser()
    await user.stopAt(SWAP, at)
    const resumed = await user.here(['resume', '--json'])
    expect([resumed.code, resumed.stderr]).toEqual([0, ''])
    await paidOnce(user)
    // Killed after its last note it had ended already.
    if (at === 'final') await recordedOnce(user)
    else {
      const [, { hash } = { hash: '' }] = await user.sent(world.devnet.base)
      expect(outcome(resumed)).toMatchObject({ step: 'final', status: 'SUCCESS', hash })
    }
  })

  test.concurrent('at every point in turn, each process one step further, is still paid once', async () => {
    const user = await newUser()
    const [first = '', ...later] = IN_ORDER
    await killed(user, SWAP, first)
    for (const point of later) await killed(user, ['resume', '--json'], point)
    const resumed = await user.run(['resume', '--json'])
    expect([resumed.code, resumed.stdout, resumed.stderr]).toEqual([0, '{"data":[]}\n', ''])
    await paidOnce(user)
    await recordedOnce(user)
  })

  test.concurrent.each([
    ['loses the request', 'lose_request', { code: 5, signal: null }],
    ['drops what it has taken', 'drop', { code: null, signal: 'SIGKILL' }],
  ] as const)('after a node that %s sends the very same bytes again', async (_, onSend, end) => {
    const proxy = await rpcProxy(world.devnet.base.url)
    const user = await newUser({ SWAPCLI_RPC_BASE: proxy.url })
    const resume = ['resume', '--json']

    /** Runs on until a transaction was given to the faulty node; gives the hash of what is kept. */
    const lost = async (args: readonly string[]) => {
      proxy.fail({ onSend })
      const env = { SWAPCLI_TEST_KILL_AT: 'payment-sent' }
      expect(await user.run(args, { env })).toMatchObject({ stdout: '', ...end })
      proxy.fail()
      // Fees move on: what were signed anew would be other bytes.
      await world.devnet.base.client.mine({ blocks: 1 })
      const { stdout } = await user.here(['resume', '--list', '--json'])
      return asObject(asList(asObject(json(stdout))['data'])[0])['hash']
    }
    const approval = await lost(SWAP)
    await killed(user, resume, 'payment-noted')
    const swap = await lost(resume)
    const resumed = await user.run(resume)
    await proxy.close()
    expect([resumed.code, outcome(resumed).status]).toEqual([0, 'SUCCESS'])
    expect((await user.sent(world.devnet.base)).map(({ hash }) => hash)).toEqual([approval, swap])
    await paidOnce(user)
  })
})
