import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Hash, parseEther, parseUnits } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import { failure } from '../cli/run-cli.ts'
import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { proxyOf, type RpcProxy } from '../devnet/rpc-proxy.ts'
import { balances, type DevChain } from '../devnet/world.ts'
import { outcome, sharedWorld, type User } from './wallet-world.ts'
import { PATIENT } from '../support/patience.ts'

/*
 * What happens to a sent transaction until it is deep enough in the chain: blocks that fall away, nodes that fail,
 * blocks that do not come, other transactions in its place.
 */

const ETH = (text: string) => parseUnits(text, 18)

/** Waits until a node was asked for something again, from a request that began after now on. */
async function askedAgain(proxy: RpcProxy, method: string): Promise<void> {
  const before = proxy.asked.filter((asked) => asked === method).length
  await vi.waitUntil(() => proxy.asked.filter((asked) => asked === method).length >= before + 2, PATIENT)
}

describeOnChains('a payment that is in a block, on a chain that confirms with two', () => {
  const world = sharedWorld()
  let index = -1

  /** A swap whose transaction is in the newest block, where the program has seen it. */
  async function inNewestBlock() {
    const { ethereum } = world.devnet
    const proxy = await proxyOf(ethereum)
    index += 1
    const user = await world.user({ index, env: { SWAPCLI_RPC_ETHEREUM: proxy.url } })
    const swap = user.start(['swap', '0.1', 'ethereum:ETH', 'ethereum:USDC', '--yes'])
    await swap.said('sent ')
    await askedAgain(proxy, 'eth_getTransactionReceipt')
    const [payment] = await user.sent(ethereum)
    if (payment === undefined) throw new Error('it is in no block')
    return { ethereum, proxy, user, swap, payment }
  }

  test('is found by the same process when its node failed for a while', async () => {
    const { ethereum, proxy, user, swap, payment } = await inNewestBlock()
    const down = { code: -32_000, message: 'the node is starting' }
    proxy.fail({ failing: { eth_blockNumber: down, eth_getTransactionReceipt: down } })
    await ethereum.client.mine({ blocks: 1 })
    await askedAgain(proxy, 'eth_getTransactionReceipt')
    await proxy.refuse()
    await proxy.accept()
    proxy.fail()
    const { code, stdout } = await swap.ended
    expect([code, stdout.includes(payment.hash)]).toEqual([0, true])
    expect(await user.sent(ethereum)).toHaveLength(1)
  })
})

describeOnChains('a payment that no block takes', () => {
  const world = sharedWorld()
  afterEach(() => world.devnet.base.client.setAutomine(true))
  let index = -1

  // Below what waits for the chain's own word that it is safe.
  const SWAP = ['swap', '0.1', 'base:ETH', 'base:USDC', '--yes', '--json']

  /** Starts the program: a transaction of the user waits for a block. */
  async function startWaiting(user: User, args: readonly string[]) {
    const { client } = world.devnet.base
    const { address } = user
    const used = await client.getTransactionCount({ address })
    const running = user.start(args)
    const waits = async () => expect(await client.getTransactionCount({ address, blockTag: 'pending' })).toBe(used + 1)
    await vi.waitFor(waits, PATIENT)
    return running
  }

  /** Runs the program until a transaction of the user waits for a block, and leaves it then. */
  async function leftWaiting(user: User, args: readonly string[]) {
    const running = await startWaiting(user, args)
    running.leave()
    return running.ended
  }

  /** A swap that is sent and waits, left by the user. */
  async function stuck(env: Readonly<Record<string, string>> = {}) {
    const { base } = world.devnet
    index += 1
    const user = await world.user({ index, env, funds: { base: { eth: parseEther('2') } } })
    const before = await balances(base, user.address)
    await base.client.setAutomine(false)
    const left = await leftWaiting(user, SWAP)
    expect([left.code, left.stdout]).toEqual([7, ''])
    const { code, message, funds } = failure(left)
    expect([code, funds]).toEqual(['OUTCOME_UNKNOWN', 'moved'])
    expect(message).toMatch(/^The transaction 0x[0-9a-f]{64} was sent and is not seen deep enough in a block yet$/)
    const { run, hash } = await unfinished(user)
    return { base, user, before, run, hash }
  }

  test('is sped up: mined once, under its new hash, for higher fees', async () => {
    const { base, user, before, run, hash } = await stuck()
    const capped = await user.here(['resume', run, '--speed-up', '--max-fee', '0.000001', '--json'])
    // The first payment still waits, so it must not be said that nothing was sent.
    expect([capped.code, failure(capped)['funds']]).toEqual([6, 'moved'])
    const resumed = user.start(['resume', run, '--speed-up', '--json'])
    const faster = await newHash(user, hash)
    await inPool(base, faster)
    await base.client.mine({ blocks: 1 })
    const end = await resumed.ended
    expect([end.code, outcome(end)]).toMatchObject([0, { status: 'SUCCESS', hash: faster }])
    const [sent, ...others] = await user.sent(base)
    expect([sent?.hash, sent?.what, others]).toEqual([faster, 'multicall', []])
    const after = await balances(base, user.address)
    expect(before.eth - after.eth - (sent?.gasCost ?? 0n)).toBe(ETH('0.1'))
    expect(after.usdc).toBe(parseUnits(outcome(end).received, 6))
  })

  test.each([
    ['--speed-up', 'multicall', { step: 'final', status: 'SUCCESS' }],
    ['--cancel', 'transfer of the coin', { step: 'closed', closedAs: 'cancelled' }],
  ])('is replaced by %s beside the swap that waits for it, and both tell how it ended', async (how, what, ended) => {
    const { base } = world.devnet
    index += 1
    const user = await world.user({ index, funds: { base: { eth: parseEther('2') } } })
    await base.client.setAutomine(false)
    const swap = await startWaiting(user, SWAP)
    const { run, hash } = await unfinished(user)
    const resumed = user.start(['resume', run, how, '--json'])
    const faster = await newHash(user, hash)
    await inPool(base, faster)
    await base.client.mine({ blocks: 1 })
    const ends = await Promise.all([swap.ended, resumed.ended])
    expect(ends.map((end) => [end.code, outcome(end)])).toMatchObject([
      [0, { ...ended, hash: faster }],
      [0, { ...ended, hash: faster }],
    ])
    expect((await user.sent(base)).map((sent) => [sent.hash, sent.what])).toEqual([[faster, what]])
  })

  test('is cancelled: only the network cost of that is gone', async () => {
    const { base, user, before, run, hash } = await stuck()
    const resumed = user.start(['resume', run, '--cancel', '--json'])
    await inPool(base, await newHash(user, hash))
    await base.client.mine({ blocks: 1 })
    const end = await resumed.ended
    expect([end.code, outcome(end)]).toMatchObject([0, { step: 'closed', closedAs: 'cancelled' }])
    const [sent, ...others] = await user.sent(base)
    expect([sent?.what, others]).toEqual(['transfer of the coin', []])
    expect(await balances(base, user.address)).toEqual({ ...before, eth: before.eth - (sent?.gasCost ?? 0n) })
    expect((await user.here(['resume', '--json'])).stdout).toBe('{"data":[]}\n')
  })

  test('is cancelled once, by a process that is killed before and after it sends the cancellation', async () => {
    const { base, user, before, run, hash } = await stuck()
    const kill = (point: string) => ({ env: { SWAPCLI_TEST_KILL_AT: point } })
    const unsent = await user.run(['resume', run, '--cancel', '--json'], kill('quoted'))
    expect([unsent.signal, (await unfinished(user)).hash === hash]).toEqual(['SIGKILL', false])
    const unnoted = await user.run(['resume', run, '--json'], kill('payment-sent'))
    expect([unnoted.signal, unnoted.stdout]).toEqual(['SIGKILL', ''])
    await base.client.mine({ blocks: 1 })
    const end = await user.run(['resume', '--json'])
    expect([end.code, outcome(end)]).toMatchObject([0, { step: 'closed', closedAs: 'cancelled' }])
    const [sent, ...others] = await user.sent(base)
    expect([sent?.what, others]).toEqual(['transfer of the coin', []])
    expect((await balances(base, user.address)).usdc).toBe(before.usdc)
  })

  test('is paid where it was mined before its cancellation came', async () => {
    const proxy = await proxyOf(world.devnet.base)
    const { base, user, run, hash } = await stuck({ SWAPCLI_RPC_BASE: proxy.url })
    proxy.fail({ onSend: 'lose_request' })
    expect((await user.run(['resume', run, '--cancel', '--json'])).code).toBe(5)
    await base.client.mine({ blocks: 1 })
    proxy.fail()
    const end = await user.run(['resume', run, '--json'])
    expect([end.code, outcome(end)]).toMatchObject([0, { status: 'SUCCESS', hash }])
    expect(await user.sent(base)).toHaveLength(1)
    const late = await user.here(['resume', run, '--speed-up', '--json'])
    expect([late.code, failure(late)['message']]).toEqual([
      6,
      `The run ${run} has no transaction that waits for a block`,
    ])
  })

  test('is given up, where its service lost it, only once it is in a block', async () => {
    const { base, user, run, hash } = await stuck()
    await removeStore(user)
    const giveUp = ['resume', run, '--forget', '--accept', 'lost-record']
    const left = user.start(giveUp)
    await left.said(`${hash} must be in a block first`)
    left.leave()
    const { code, stderr } = await left.ended
    expect([code, stderr]).toEqual([7, expect.stringContaining('is not seen deep enough in a block yet')])
    expect(await unfinished(user)).toEqual({ run, hash })
    const again = user.start(giveUp)
    await again.said(`${hash} must be in a block first`)
    await base.client.mine({ blocks: 1 })
    const end = await again.ended
    expect([end.code, end.stderr]).toEqual([0, expect.stringContaining(`was sent as ${hash}, is tx_`)])
    expect((await user.here(['resume', '--json'])).stdout).toBe('{"data":[]}\n')
  })

  test('is not paid at all, where its service lost it and another wallet has used its nonce', async () => {
    const { base, user, run, hash } = await stuck()
    await removeStore(user)
    await base.client.dropTransaction({ hash })
    const other = await spendNonce(base, user, 0)
    const end = await user.run(['resume', run, '--forget', '--accept', 'lost-record'])
    expect([end.code, end.stderr]).toEqual([
      0,
      expect.stringContaining(
        `replaced by another transaction of this wallet (${other}): nothing of this swap was sent`,
      ),
    ])
    expect((await user.here(['resume', '--json'])).stdout).toBe('{"data":[]}\n')
  })

  test('is not paid at all when another wallet has used its nonce, and that is said', async () => {
    const { base, user, before, hash } = await stuck()
    await base.client.dropTransaction({ hash })
    const other = await spendNonce(base, user, 0)
    const end = await user.run(['resume', '--json'])
    expect([end.code, outcome(end)]).toMatchObject([6, { step: 'closed', closedAs: 'replaced' }])
    expect(failure(end)['message']).toContain(other)
    const [sent, ...others] = await user.sent(base)
    expect([sent?.hash, others]).toEqual([other, []])
    const after = await balances(base, user.address)
    expect(after).toEqual({ ...before, eth: before.eth - (sent?.gasCost ?? 0n) })
  })

  test('is followed by the process that waits, where another wallet of the user made it faster', async () => {
    const { base } = world.devnet
    index += 1
    const user = await world.user({ index, funds: { base: { eth: parseEther('2') } } })
    await base.client.setAutomine(false)
    const swap = await startWaiting(user, SWAP)
    const { hash } = await unfinished(user)
    const faster = await sendAgain(base, user, hash)
    const end = await swap.ended
    expect([end.code, outcome(end)]).toMatchObject([0, { step: 'final', status: 'SUCCESS', hash: faster }])
    expect((await user.sent(base)).map((sent) => sent.hash)).toEqual([faster])
  })

  test('is followed later, also after it was cancelled here, where another wallet of the user made it faster', async () => {
    const proxy = await proxyOf(world.devnet.base)
    const { base, user, run, hash } = await stuck({ SWAPCLI_RPC_BASE: proxy.url })
    proxy.fail({ onSend: 'lose_request' })
    expect((await user.run(['resume', run, '--cancel', '--json'])).code).toBe(5)
    proxy.fail()
    const faster = await sendAgain(base, user, hash)
    const end = await user.run(['resume', run, '--json'])
    expect([end.code, outcome(end)]).toMatchObject([0, { step: 'final', status: 'SUCCESS', hash: faster }])
    expect((await user.sent(base)).map((sent) => sent.hash)).toEqual([faster])
  })

  test('is given up as perhaps paid where another wallet of the user paid a like one with its nonce', async () => {
    const { base, user, run, hash } = await stuck()
    // The same function of the same contract, for a hundredth more.
    const other = await sendAgain(base, user, hash, (value) => (value * 101n) / 100n)
    const stopped = await user.run(['resume', run, '--json'])
    expect([stopped.code, failure(stopped)]).toMatchObject([
      7,
      { funds: 'unknown', details: { reason: 'paid-before' } },
    ])
    expect(failure(stopped)['hint']).toContain(`swapcli resume ${run} --forget`)
    const end = await user.run(['resume', run, '--forget', '--json'])
    expect([end.code, JSON.parse(end.stdout)]).toMatchObject([
      0,
      { data: { runId: run, step: 'closed', closedAs: 'lost', funds: 'moved', money: expect.any(String) as unknown } },
    ])
    expect(end.stdout).toMatch(new RegExp(`"reason":"Perhaps paid, and not followed any more: .*${other}`))
    expect((await user.here(['resume', '--json'])).stdout).toBe('{"data":[]}\n')
  })

  test('whose approval lost its nonce to another wallet is approved with the next one and paid once', async () => {
    const { base } = world.devnet
    index += 1
    const user = await world.user({ index, funds: { base: { eth: parseEther('2'), usdc: parseUnits('100', 6) } } })
    await base.client.setAutomine(false)
    expect((await leftWaiting(user, ['swap', '100', 'base:USDC', 'base:ETH', '--yes', '--json'])).code).toBe(7)
    const { hash } = await unfinished(user)
    await base.client.dropTransaction({ hash })
    const other = await spendNonce(base, user, 0)
    await base.client.setAutomine(true)
    const end = await user.run(['resume', '--json'])
    expect([end.code, outcome(end).status]).toEqual([0, 'SUCCESS'])
    const sent = await user.sent(base)
    expect(sent.map(({ what }) => what)).toEqual([
      'transfer of the coin',
      `approve ${base.contracts.swapRouter02} ${parseUnits('100', 6)}`,
      'multicall',
    ])
    expect(sent[0]?.hash).toBe(other)
    expect((await balances(base, user.address)).usdc).toBe(0n)
  })
})

/** The one run that has not ended, and the hash of its transaction. */
async function unfinished(user: User): Promise<{ readonly run: string; readonly hash: Hash }> {
  const { stdout } = await user.here(['resume', '--list', '--json'])
  const [, run = ''] = /"id":"(run_\w+)"/.exec(stdout) ?? []
  const [, digits = ''] = /"hash":"0x([0-9a-f]{64})"/.exec(stdout) ?? []
  return { run, hash: `0x${digits}` }
}

/** What is left of the store of a user is nothing. */
async function removeStore({ home }: User): Promise<void> {
  for (const name of await readdir(home)) if (name.startsWith('live.db')) await rm(join(home, name), { force: true })
}

/** Waits until the run keeps other bytes than those. */
async function newHash(user: User, old: Hash): Promise<Hash> {
  for (;;) {
    const { hash } = await unfinished(user)
    if (hash !== old) return hash
  }
}

/** Waits until a node has a transaction. */
async function inPool({ client }: DevChain, hash: Hash): Promise<void> {
  await vi.waitFor(() => client.getTransaction({ hash }), PATIENT)
}

/** Sends what waits once more from another wallet of the user, for twice the fees, and puts it into a block. */
async function sendAgain(
  { client }: DevChain,
  { account }: User,
  hash: Hash,
  valueOf = (value: bigint) => value,
): Promise<Hash> {
  const {
    to,
    input,
    value,
    nonce,
    gas,
    maxFeePerGas = 0n,
    maxPriorityFeePerGas = 0n,
  } = await client.getTransaction({ hash })
  const fees = { maxFeePerGas: maxFeePerGas * 2n, maxPriorityFeePerGas: maxPriorityFeePerGas * 2n }
  const call = { to, data: input, value: valueOf(value), nonce, gas: gas + 50_000n, ...fees }
  const again = await client.sendTransaction({ account, ...call })
  await client.mine({ blocks: 1 })
  return again
}

/** Sends nothing to somebody from another wallet of the user, and puts it into a block. */
async function spendNonce({ client }: DevChain, { account }: User, nonce: number): Promise<Hash> {
  const hash = await client.sendTransaction({ account, to: `0x${'f7'.repeat(20)}`, value: 0n, nonce, gas: 21_000n })
  await client.mine({ blocks: 1 })
  return hash
}
