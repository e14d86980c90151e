import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeFunctionData, parseUnits } from 'viem'
import { expect, test, vi } from 'vitest'
import { type CliResult, failure, json } from '../cli/run-cli.ts'
import { erc20Abi, v3Abi } from '../devnet/abi.ts'
import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { proxyOf } from '../devnet/rpc-proxy.ts'
import { addAccount } from '../support/command-session.ts'
import { PATIENT } from '../support/patience.ts'
import { account, balances, type DevChain, fund } from '../devnet/world.ts'
import { asObject } from '../support/contract-fields.ts'
import { answered, outcome, sharedBridge, sharedWorld, type User } from './wallet-world.ts'

/*
 * What the program does when a payment cannot or must not be made: nothing is signed, or the chain takes nothing
 * but the network cost; and it says which.
 */

const usdc = (amount: string) => parseUnits(amount, 6)
const SWAP = ['swap', '100', 'base:USDC', 'base:ETH', '--yes', '--json']
const BRIDGE = ['swap', '100', 'base:USDC', 'ethereum:USDC', '--yes', '--json']

describeOnChains('swapcli swap refuses', () => {
  const world = sharedWorld()
  const bridgeUser = sharedBridge(world)

  /** What a command says that signed nothing. */
  async function refused(user: User, result: CliResult, exitCode = 6): Promise<string> {
    expect([result.code, result.stdout]).toEqual([exitCode, ''])
    const { base, ethereum } = world.devnet
    const nonces = [base, ethereum].map(({ client }) =>
      client.getTransactionCount({ address: user.address, blockTag: 'pending' }),
    )
    expect(await Promise.all(nonces)).toEqual([0, 0])
    const { code, message, funds } = failure(result)
    expect(funds).toBe('untouched')
    return `${String(code)}: ${String(message)}`
  }

  test('an amount that the account does not hold', async () => {
    const user = await world.user({ index: 10, funds: { base: { eth: parseUnits('1', 18), usdc: usdc('99.999999') } } })
    expect(await refused(user, await user.here(SWAP))).toBe(
      `WALLET_REFUSED: The payment needs 100 USDC, and ${user.address} has 99.999999 USDC on Base`,
    )
  })

  test('what the coin of the chain does not cover: the amount with its network cost, or that cost alone', async () => {
    const ofCoin = await world.user({ index: 11, funds: { base: { eth: parseUnits('1', 18) } } })
    const whole = await ofCoin.here(['swap', '1', 'base:ETH', 'base:USDC', '--yes', '--json'])
    expect(await refused(ofCoin, whole)).toMatch(
      /^WALLET_REFUSED: The payment needs 1 ETH and up to 0\.\d+ ETH of network cost, and 0x\w+ has 1 /,
    )
    const ofToken = await world.user({ index: 12, funds: { base: { eth: 1n, usdc: usdc('100') } } })
    expect(await refused(ofToken, await ofToken.here(SWAP))).toMatch(
      /^WALLET_REFUSED: The payment needs up to 0\.\d+ ETH of network cost, and 0x\w+ has 0\.0{17}1 ETH/,
    )
  })

  test('to pay from another account than the one that paid last, of which nothing is left', async () => {
    const user = await world.user({ index: 13, funds: { base: { eth: parseUnits('1', 18), usdc: usdc('200') } } })
    expect((await user.here(SWAP)).code).toBe(0)
    const { base } = world.devnet
    const sent = () => base.client.getTransactionCount({ address: user.address, blockTag: 'pending' })
    const before = await sent()
    for (const name of await readdir(join(user.home, 'wallets'))) await rm(join(user.home, 'wallets', name))
    const other = account(14)
    await addAccount(user.home, 'other', other.address, other.getHdKey().privateKey ?? new Uint8Array())
    const result = await user.here(SWAP)
    const { message, details, funds } = failure(result)
    expect([result.code, result.stdout, details, funds, message]).toEqual([
      ...[6, '', { reason: 'account' }, 'untouched'],
      expect.stringContaining(`the last swap was paid from ${user.address}`),
    ])
    expect(await sent()).toBe(before)
  })

  test('to sign with an account that it only watches, or without the right password', async () => {
    const user = await world.user({ index: 2, funds: { base: { usdc: usdc('100') } } })
    await writeFile(join(user.home, 'other.txt'), 'another password\n', { mode: 0o600 })
    const other = await user.here([...SWAP, '--password-file', join(user.home, 'other.txt')])
    expect(await refused(user, other)).toMatch(/^WALLET_REFUSED: .*password/)
    const watching = await user.here(['wallet', 'import', 'cold', '--address', user.address])
    expect(watching.code).toBe(0)
    const watched = await user.here([...SWAP, '--wallet', 'cold'])
    expect(await refused(user, watched)).toBe('WALLET_REFUSED: The account cold has no key: it is watch-only')
    // Said before anything is locked, too.
    const { stderr } = await user.here([...SWAP.slice(0, -1), '--wallet', 'cold'])
    const said = ['warning: the account cold has no key: ', 'locked '].map((text) => stderr.indexOf(text))
    expect(said).not.toContain(-1)
    expect(said).toEqual(said.toSorted((a, b) => a - b))
  })

  test('a node of another chain, also one that only says so', async () => {
    const { base, ethereum } = world.devnet
    const message = 'A node set for Base reports chain id 1, not 8453'
    const funds = { base: { usdc: usdc('100') } }
    const user = await bridgeUser({ index: 3, funds })
    const wrong = await user.here(BRIDGE, { env: { SWAPCLI_RPC_BASE: ethereum.url } })
    expect(await refused(user, wrong)).toBe(`WALLET_REFUSED: ${message}`)
    const proxy = await proxyOf(base)
    proxy.fail({ chainId: 1 })
    const lying = await user.here(BRIDGE, { env: { SWAPCLI_RPC_BASE: `${base.url},${proxy.url}` } })
    expect(await refused(user, lying)).toBe(`WALLET_REFUSED: ${message}`)
  })

  test('a node that does not answer, and goes on once it does', async () => {
    const { base } = world.devnet
    const proxy = await proxyOf(base)
    const env = { SWAPCLI_RPC_BASE: proxy.url }
    const user = await bridgeUser({ index: 4, env, funds: { base: { usdc: usdc('100') } } })
    await proxy.refuse()
    expect(await refused(user, await answered(() => user.run(BRIDGE)), 5)).toMatch(/^SERVICE_UNAVAILABLE: /)
    await proxy.accept()
    const resumed = await user.run(['resume', '--yes', '--no-wait', '--json'])
    expect([resumed.code, outcome(resumed).step]).toEqual([0, 'tracked'])
    expect((await user.sent(base)).map(({ what }) => what)).toEqual([
      `approve ${base.contracts.spokePool} ${usdc('100')}`,
      'depositV3',
    ])
  })

  test('fees above what the user wants to pay at most, a cost, or a password: no `resume --yes` pays them beside the next try', async () => {
    const user = await world.user({ index: 5, funds: { base: { usdc: usdc('200') } } })
    expect(await refused(user, await user.here([...SWAP, '--max-fee', '0.000000001']))).toMatch(
      /^WALLET_REFUSED: The chain asks [\d.]+ gwei for one gas, and at most 0\.000000001 are to be paid/,
    )
    await refused(user, await user.here([...SWAP, '--max-cost', '0.001usd']))
    await refused(user, await user.here([...SWAP, '--password-file', join(user.home, 'missing.txt')]))
    expect((await user.here(['resume', '--list', '--json'])).stdout).toBe('{"data":[]}\n')
    const agreed = await user.run(SWAP)
    expect([agreed.code, outcome(agreed).status]).toEqual([0, 'SUCCESS'])
    expect((await user.here(['resume', '--yes', '--json'])).stdout).toBe('{"data":[]}\n')
    expect((await user.sent(world.devnet.base)).length).toBe(2)
  })

  test('nothing where a dry run fails or is killed: no `resume` pays what was only looked at', async () => {
    const user = await world.user({ index: 16, funds: { base: { eth: 1n, usdc: usdc('100') } } })
    const dry = [...SWAP.slice(0, -2), '--dry-run', '--json']
    expect(await refused(user, await user.here(dry))).toMatch(/^WALLET_REFUSED: The payment needs up to /)
    expect((await user.here(['resume', '--list', '--json'])).stdout).toBe('{"data":[]}\n')
    await fund(world.devnet.base, user.address, { eth: parseUnits('1', 18) })
    const killed = await user.run(dry, { env: { SWAPCLI_TEST_KILL_AT: 'executed' } })
    expect(killed.signal).toBe('SIGKILL')
    expect(await refused(user, await user.here(['resume', '--json']), 2)).toMatch(/^USAGE: /)
  })

  test('nothing after a dry run: it signs, sends nothing and keeps nothing to resume', async () => {
    const user = await world.user({ index: 8, funds: { base: { usdc: usdc('100') } } })
    const { code, stderr } = await user.here([...SWAP.slice(0, -2), '--dry-run'])
    expect([code, stderr.includes('nothing was sent')]).toEqual([0, true])
    const script = await user.here([...SWAP.slice(0, -2), '--dry-run', '--json'])
    expect([script.code, asObject(asObject(json(script.stdout))['data'])]).toMatchObject([
      0,
      {
        step: 'closed',
        reason: 'What is to be signed was shown; nothing was sent',
        dryRun: {
          hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) as string,
          chainId: 8453,
          from: user.address,
          recipient: user.address,
          approval: { needed: true, resets: false },
          transactions: [{ from: user.address }, { from: user.address }],
        },
      },
    ])
    const listed = await user.here(['resume', '--list', '--json'])
    expect(JSON.parse(listed.stdout)).toEqual({ data: [] })
    const nonce = await world.devnet.base.client.getTransactionCount({ address: user.address, blockTag: 'pending' })
    expect(nonce).toBe(0)
  })
})

describeOnChains('a swap that the chain reverts', () => {
  const world = sharedWorld()

  /** A swap of the coin whose bytes the node says it has, and has not. */
  async function heldBack(index: number) {
    const { base } = world.devnet
    const proxy = await proxyOf(base, { onSend: 'drop' })
    const user = await world.user({ index, env: { SWAPCLI_RPC_BASE: proxy.url } })
    const before = await balances(base, user.address)
    const swap = user.start(['swap', '0.1', 'base:ETH', 'base:USDC', '--yes'])
    await swap.said('sent ')
    return { user, proxy, swap, before }
  }

  /** It took its network cost and nothing else, and is final. */
  async function endsFailed({ user, swap, before }: Awaited<ReturnType<typeof heldBack>>, reason: string) {
    const { base } = world.devnet
    await vi.waitUntil(async () => (await user.sent(base)).length > 0, PATIENT)
    // Where nobody values the coin any more, the chain itself must call the block safe.
    await base.client.mine({ blocks: 100 })
    const { code, stdout } = await swap.ended
    expect([code, stdout.includes('FAILED'), stdout.includes(reason)]).toEqual([7, true, true])
    const [spent, ...others] = await user.sent(base)
    expect([spent?.what, spent?.ok, others]).toEqual(['multicall', false, []])
    const after = await balances(base, user.address)
    expect(after).toEqual({ ...before, eth: before.eth - (spent?.gasCost ?? 0n) })
    expect((await user.here(['resume', '--json'])).stdout).toBe('{"data":[]}\n')
    const history = await user.here(['history', '--json'])
    expect(JSON.parse(history.stdout)).toMatchObject({ data: [{ status: 'FAILED', inboundHash: spent?.hash }] })
  }

  test('since others traded before it has failed, with the words of the router', async () => {
    const { base } = world.devnet
    const held = await heldBack(0)
    await tradeMuch(base)
    held.proxy.fail()
    await endsFailed(held, 'Too little received')
  })

  test('since it came after its deadline has failed, with the words of the router', async () => {
    const { base } = world.devnet
    const held = await heldBack(1)
    await base.client.increaseTime({ seconds: 3_600 })
    await base.client.mine({ blocks: 1 })
    held.proxy.fail()
    await endsFailed(held, 'Transaction too old')
  })
})

/** Sells so much of the coin that its price falls by more than anybody's slippage. */
async function tradeMuch(base: DevChain): Promise<void> {
  const { client, contracts, tokens } = base
  const trader = account(9)
  const amountIn = parseUnits('3000', 18)
  await fund(base, trader.address, { weth: amountIn })
  const approve = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [contracts.swapRouter02, amountIn],
  })
  const single = {
    ...({ tokenIn: tokens.weth, tokenOut: tokens.usdc, fee: 500, recipient: trader.address, amountIn } as const),
    ...{ amountOutMinimum: 0n, sqrtPriceLimitX96: 0n },
  }
  const swap = encodeFunctionData({ abi: v3Abi, functionName: 'exactInputSingle', args: [single] })
  for (const [to, data] of [
    [tokens.weth, approve],
    [contracts.swapRouter02, swap],
  ] as const) {
    const hash = await client.sendTransaction({ account: trader, to, data, gas: 2_000_000n })
    const { status } = await client.waitForTransactionReceipt({ hash })
    if (status !== 'success') throw new Error('the other trade failed')
  }
}
